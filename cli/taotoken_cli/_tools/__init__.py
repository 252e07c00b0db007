"""The parts of `taotoken tools`."""
