"""The running parts: HTTP, storage, feeds, and the command line."""
