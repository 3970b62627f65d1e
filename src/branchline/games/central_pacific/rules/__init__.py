"""The rules of Central Pacific."""
