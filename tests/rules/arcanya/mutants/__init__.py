"""Proof that the tests of Arcanya's rules can fail: the game broken on purpose, change by change."""
