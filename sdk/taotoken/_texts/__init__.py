"""User-facing sentences of the SDK, one module per topic, both languages side by side."""
