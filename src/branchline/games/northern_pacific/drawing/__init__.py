"""The board of Northern Pacific as SVG, and what a person points at."""
