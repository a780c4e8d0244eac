"""What a host does to a server through its store, whether it runs or not."""
