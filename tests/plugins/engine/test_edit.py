"""Edits on plain data: what they give, and that nothing else is touched or copied."""

from __future__ import annotations

import copy
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from taotoken_plugins._edit import Edit, EditConflictError, Remove, Select, Set, apply_to_data, change_data
from taotoken_plugins._texts import tools as texts
from taotoken_plugins._values import same

NAMES = st.sampled_from(["a", "b", "id"])
STEPS = NAMES | st.sampled_from([Select("id", "x"), Select("id", "y"), Select(None, "x")])
LEAVES = st.none() | st.booleans() | st.sampled_from(["x", "y", 1, 1.0, 0])
DATA = st.dictionaries(
    NAMES,
    st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3)),
    max_size=3,
)
PATHS = st.lists(STEPS, min_size=1, max_size=4).map(tuple)
EDITS = st.lists(
    st.builds(Set, PATHS, LEAVES | DATA) | st.builds(lambda path: Remove(path, texts.CONFLICT()), PATHS), max_size=4
)


def outcome(data: Any, edits: list[Edit], *, whole_copy: bool) -> Any:
    """What the edits give, by way of a whole copy or as the engine does it; the error where they can't be made."""
    try:
        if not whole_copy:
            return apply_to_data(data, edits)
        data = copy.deepcopy(data)
        change_data(data, edits)
    except EditConflictError as error:
        return str(error)
    return data


@given(data=DATA, edits=EDITS)
def test_the_same_as_on_a_whole_copy_and_the_original_stays(data: dict[str, Any], edits: list[Edit]) -> None:
    """Sharing what no edit leads through changes neither the result nor the data that were given."""
    before = copy.deepcopy(data)
    values = copy.deepcopy([edit.value for edit in edits if isinstance(edit, Set)])

    made = outcome(data, edits, whole_copy=False)

    assert same(data, before)
    wanted = outcome(data, edits, whole_copy=True)
    assert made == wanted if isinstance(wanted, str) else same(made, wanted)
    assert same([edit.value for edit in edits if isinstance(edit, Set)], values)


def test_what_no_edit_leads_through_is_not_copied() -> None:
    """A large part of a file costs nothing."""
    data: dict[str, Any] = {"large": {"x": [1, 2, 3]}, "env": {"A": 1, "list": [{"id": "x"}]}}
    made = apply_to_data(data, [Set(("env", "B"), 2)])
    assert made["large"] is data["large"]
    assert made["env"]["list"] is data["env"]["list"]
    assert made["env"] is not data["env"]
