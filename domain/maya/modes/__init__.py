"""Game modes as plug-ins: where one spawns and upgrades, what kills and rounds count for, how a match ends."""
