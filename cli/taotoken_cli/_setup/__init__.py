"""The steps of `taotoken setup`."""
