"""The printed cards as data, and a host's own cards of the same form."""
