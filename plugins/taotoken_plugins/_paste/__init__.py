"""What people already have: the three-piece set of a gateway, read from whatever text they paste."""

from taotoken_plugins._paste._found import Candidate, Found
from taotoken_plugins._paste._read import read_set

__all__ = ["Candidate", "Found", "read_set"]
