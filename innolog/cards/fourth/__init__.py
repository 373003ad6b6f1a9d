"""The base set of the fourth edition, by age: what it words otherwise than the third edition."""
