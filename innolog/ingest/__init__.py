"""Many logs to one dataset: the pipeline, the work of one process, and who does it (processes, a dask cluster)."""
