"""Small tools that any room may use: numbers in words, remote files, standard output, the garbage collector."""
