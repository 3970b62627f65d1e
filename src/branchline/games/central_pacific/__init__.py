"""Central Pacific: tiles into lines, and one Golden Spike."""
