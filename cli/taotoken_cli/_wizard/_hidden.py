"""A line that may hold a key among other words: it is shown with stars for the key."""

from __future__ import annotations

import re

from prompt_toolkit.formatted_text.utils import fragment_list_to_text
from prompt_toolkit.layout.processors import Processor, Transformation, TransformationInput

from taotoken._text import mask_keys_in


class KeysHidden(Processor):
    """Every word that holds a key, as stars; as many as it has characters, so that the cursor stands right."""

    def apply_transformation(self, transformation_input: TransformationInput) -> Transformation:
        """The line as it is shown."""
        return Transformation([("", hidden(fragment_list_to_text(transformation_input.fragments)))])


def hidden(line: str) -> str:
    """`line` with stars for the words that hold a key."""
    shown = mask_keys_in(line)
    return re.sub(r"\S+", lambda word: word[0] if word[0] in shown else "*" * len(word[0]), line)
