"""The board of Central Pacific as SVG, and what a person points at."""
