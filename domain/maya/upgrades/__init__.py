"""Upgrades: what XP buys beside an upgrade point."""
