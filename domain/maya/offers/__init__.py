"""Everything a seat may do now: the one truth about legality."""
