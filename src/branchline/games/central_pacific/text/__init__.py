"""Central Pacific in words."""
