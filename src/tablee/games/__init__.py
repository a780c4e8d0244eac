"""The five games of the house, one package each. No game knows another."""
