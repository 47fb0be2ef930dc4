"""One conformance suite for all stores, then what only a store on a disk can get wrong."""
