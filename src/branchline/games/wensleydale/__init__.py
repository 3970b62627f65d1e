"""Last Train to Wensleydale: branch lines into the Dales, sold to the great companies in time."""
