"""Exit codes, the same for every command."""

from __future__ import annotations

from typing import Final

DONE: Final = 0
"""Done, or healthy."""
PROBLEM: Final = 1
"""A problem was found or a smoke request failed; files stay and the undo command is printed."""
USAGE: Final = 2
"""The command line is wrong, or an answer is missing and there is no terminal to ask on."""
REFUSED: Final = 3
"""The input can't be worked on; nothing was changed."""
WRITE_FAILED: Final = 4
"""A write failed and was rolled back."""
INTERRUPTED: Final = 130
"""Stopped by the user; nothing is half done."""
