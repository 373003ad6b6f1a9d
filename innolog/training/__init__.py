"""How the network that values positions is trained, and how strong the bots are: for the repository alone."""
