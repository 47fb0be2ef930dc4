"""Deciding: what each intent causes, or why it is refused."""
