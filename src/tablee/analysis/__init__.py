"""What a finished game looks like in hindsight: every decision judged by what its seat knew at that moment."""
