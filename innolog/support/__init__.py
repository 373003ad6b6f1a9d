"""Small tools that any room may use: numbers with nouns, remote files, standard output, the garbage collector."""
