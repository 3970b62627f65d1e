"""The rules of Central Pacific, compiled."""
