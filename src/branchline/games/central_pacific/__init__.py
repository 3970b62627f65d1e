"""Central Pacific."""
