"""Board Game Arena: its packets, its notifications, and the observations read from them."""
