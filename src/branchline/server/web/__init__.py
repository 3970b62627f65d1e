"""HTTP around the application: middleware, connections, errors, language, streams."""
