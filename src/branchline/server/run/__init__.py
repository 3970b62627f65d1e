"""Running the server: the application, start and stop, workers."""
