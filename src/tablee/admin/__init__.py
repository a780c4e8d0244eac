"""A host's work on a server through its store, whether it runs or not."""
