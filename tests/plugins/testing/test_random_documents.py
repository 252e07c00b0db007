"""The promises of every tool from settings that nobody thought of: generated documents whose names are those that the
tool itself uses, with values of every kind in every place."""

from __future__ import annotations

import json
import os
from typing import Any
from unittest import mock

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from taotoken_plugins import ConfigFile, EditConflictError, FormatError, Select, Set, Tool
from taotoken_plugins._registry import BUILTIN
from taotoken_plugins._tool import Wanted
from taotoken_plugins.testing._check_tool import ONE, Check
from taotoken_plugins.testing._starts import THEIRS

PLAIN = st.one_of(
    st.none(), st.booleans(), st.integers(-9, 99), st.sampled_from(["", "x", "old-model", "a/b", "sk-old-0001"])
)


def names(file: ConfigFile) -> list[str]:
    """What the tool calls things in this file, and something else."""
    found = [THEIRS]
    for path in file.owned:
        for step in path:
            found += [step] if isinstance(step, str) else [step.value, *([step.key] if step.key else [])]
    return list(dict.fromkeys(found))


def documents(file: ConfigFile) -> st.SearchStrategy[Any]:
    """Objects, lists and plain values, nested as the owned paths are; an object or a list at the top."""
    known = st.sampled_from(names(file))
    inside = st.recursive(
        PLAIN,
        lambda deeper: st.one_of(
            st.dictionaries(known, deeper, max_size=4),
            st.lists(deeper, max_size=3),
            st.lists(st.dictionaries(known, PLAIN | known, max_size=3), max_size=3),
        ),
        max_leaves=12,
    )
    if any(isinstance(path[0], Select) for path in file.owned):
        return st.lists(st.dictionaries(known, inside, max_size=4), max_size=3)
    return st.dictionaries(known, inside, max_size=6)


def written(file: ConfigFile, document: Any) -> bytes:
    """The document in the file's format; what that can't hold is left out."""
    if file.format.name in ("json", "json with comments", "jsonc", "json5", "yaml"):
        return json.dumps(document, indent=2).encode()
    content = file.format.empty
    for name, value in document.items():
        try:
            content = file.format.edit(content, [Set((name,), value)])
        except (FormatError, EditConflictError, TypeError):
            continue
    return content


@pytest.mark.parametrize("tool", BUILTIN, ids=lambda tool: tool.id)
def test_promises_hold_from_any_document(tool: Tool) -> None:
    """Set up, set up again, moved to another gateway, undone: or refused with nothing written."""

    @settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(contents=st.tuples(*(st.none() | documents(file) for file in tool.files)))
    def check(contents: tuple[Any, ...]) -> None:
        start = {
            file.id: None if content is None else written(file, content)
            for file, content in zip(tool.files, contents, strict=True)
        }
        Check(tool, f"generated: {start}").run(start, Wanted(endpoint=ONE))

    with mock.patch.object(os, "fsync"):
        check()
