"""Games recorded in lines of text: tables of wordings, and the sites that use them."""
