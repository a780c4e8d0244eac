"""What a host does to a server that runs or does not, through its store."""
