"""Minions: dying and heads, allied minions in turn, aggroed minions, spawning."""
