"""The web client, live and replay, and the one-file offline page."""
