"""Cards, champions, arenas and modes as data, each text with the program that says the same."""
