"""The command `tablee admin`: what a host does to a server that runs or doesn't, through its store."""
