"""Games told in lines of words: tables of wordings, and the sites that use them."""
