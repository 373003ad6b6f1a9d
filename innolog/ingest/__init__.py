"""From many logs to one dataset: the pipeline, the work of one process, and a dask cluster as a crew."""
