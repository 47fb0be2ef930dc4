"""What every game shares: entries and links, secrecy, chance, the decider protocol, frames, matches."""
