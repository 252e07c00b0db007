"""The steps of `taotoken doctor`."""
