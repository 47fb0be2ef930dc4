"""Pure folds of a log into something to read."""
