"""The board of Last Train to Wensleydale as SVG, and what a person points at."""
