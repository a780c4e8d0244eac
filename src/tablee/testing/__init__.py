"""Conformance suites and small helpers that a game package can run on itself."""
