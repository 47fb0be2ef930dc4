"""The course of a match: setup, rounds, turns with their steps, and running what is in flight."""
