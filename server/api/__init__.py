"""The HTTP API: one table of routes, short handlers, and the forms of what goes in and out."""
