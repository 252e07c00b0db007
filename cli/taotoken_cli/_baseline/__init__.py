"""What the commands of `taotoken baseline` have in common."""
