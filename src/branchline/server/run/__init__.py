"""Running the server: settings, start and stop, workers, compiling games, logs."""
