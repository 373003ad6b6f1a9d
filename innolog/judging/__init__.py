"""From files to verdicts as plain values, for programs and for every output of the command line."""
