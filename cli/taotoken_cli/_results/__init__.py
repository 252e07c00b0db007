"""What each command found or did: made by `commands`, shown by `_render`, importing neither."""
