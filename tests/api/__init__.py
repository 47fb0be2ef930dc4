"""The real application on real storage, over loopback."""
