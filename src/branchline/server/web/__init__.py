"""HTTP around the application: middleware, rate limits, connections, errors, language."""
