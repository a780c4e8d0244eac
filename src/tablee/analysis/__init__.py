"""A finished game in hindsight: every decision judged by what its seat knew at that moment."""
