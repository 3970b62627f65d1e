"""Last Train to Wensleydale: win influence, build through the Dales, carry their goods, sell in time."""
