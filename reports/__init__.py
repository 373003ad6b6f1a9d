"""Pages, plots and statistics for people to look at."""
