"""The steps of `taotoken bench`."""
