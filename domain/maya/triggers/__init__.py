"""Effects that answer what happens: who has one, in which order they come, and reactions."""
