"""The routes of the JSON API."""
