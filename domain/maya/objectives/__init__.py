"""Objectives: what a champion did this turn, which cards that fulfils, claiming and refilling."""
