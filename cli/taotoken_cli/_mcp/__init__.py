"""The parts of `taotoken mcp`."""
