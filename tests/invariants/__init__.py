"""What must hold after every step of a game, whoever plays."""
