"""Results in words and as JSON, one module per command."""
