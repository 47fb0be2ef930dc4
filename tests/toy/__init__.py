"""Highest Card: a game of a few lines that uses everything the kernel has, and proves that it knows no game."""
