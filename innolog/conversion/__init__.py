"""One game in another form: another format, a smaller file, or beside another record or other actions."""
