"""How each word of the vocabulary is performed, and how an action is declared and takes effect."""
