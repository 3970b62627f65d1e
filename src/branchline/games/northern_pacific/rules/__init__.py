"""The rules of Northern Pacific, compiled."""
