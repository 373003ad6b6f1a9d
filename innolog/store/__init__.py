"""The dataset: schemas, writing, opening."""
