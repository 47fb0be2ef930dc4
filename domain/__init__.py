"""The rules of the games, pure: no clock, no random source, no I/O."""
