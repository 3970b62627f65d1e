"""Northern Pacific in words."""
