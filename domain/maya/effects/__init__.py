"""What the words of a card mean at this table: values, changes, conditions, targets, and the questions they ask."""
