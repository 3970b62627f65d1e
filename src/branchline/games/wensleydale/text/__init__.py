"""Last Train to Wensleydale in words."""
