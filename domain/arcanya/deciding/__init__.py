"""Deciding: what an intent causes, or why it is refused."""
