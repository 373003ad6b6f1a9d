"""``innolog page``: a site that judges logs in the reader's browser, where nothing is uploaded or installed."""
