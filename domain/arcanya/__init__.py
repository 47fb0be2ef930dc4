"""Arcanya: Magic Academy, basic and advanced."""
