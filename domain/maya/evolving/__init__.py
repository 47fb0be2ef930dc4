"""How each event changes the table; nothing here refuses, draws or looks anything up."""
