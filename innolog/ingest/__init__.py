"""From many logs to one dataset: the pipeline, the work of one process, and crews (local processes, a dask cluster)."""
