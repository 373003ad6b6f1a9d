"""Board Game Arena: its packets, its notifications, and observations made of them."""
