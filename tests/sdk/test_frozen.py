"""Frozen classes with a quick `__init__` are in all else what `dataclasses` makes."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError, asdict, field, fields, replace

import pytest

from taotoken import Reply, Timing, Usage
from taotoken._frozen import frozen


@frozen
class Made:
    """A class with every kind of field."""

    needed: str
    given: int = 3
    made: list[int] = field(default_factory=list)
    hidden: str = field(default="secret", repr=False, compare=False)


def test_fields_are_filled_from_arguments_defaults_and_factories() -> None:
    """Each object has a default of its own where a factory makes it."""
    one, other = Made(needed="a"), Made(needed="a", given=4, made=[1], hidden="x")
    assert (one.needed, one.given, one.made, one.hidden) == ("a", 3, [], "secret")
    assert (other.given, other.made, other.hidden) == (4, [1], "x")
    assert Made(needed="a").made is not one.made
    assert repr(one) == "Made(needed='a', given=3, made=[])"


def test_it_is_frozen_compared_copied_and_replaced_as_any_dataclass() -> None:
    """Nothing can be set; equality, hash, copies and pickles work."""
    usage = Usage(input_tokens=1)
    with pytest.raises(FrozenInstanceError):
        usage.input_tokens = 2  # type: ignore[misc]
    assert usage == Usage(input_tokens=1, raw={"not": "compared"})
    assert replace(usage, output_tokens=2) == Usage(input_tokens=1, output_tokens=2)
    reply = Reply(text="a", usage=usage, timing=Timing(ttft=0.5, itl=(0.1,)))
    assert copy.deepcopy(reply) == pickle.loads(pickle.dumps(reply)) == reply
    assert asdict(reply)["timing"]["itl"] == (0.1,)
    assert [known.name for known in fields(Timing)][:2] == ["ttfb", "ttfr"]
    assert len({Made.__init__.__qualname__, Usage.__init__.__qualname__}) == 2


@pytest.mark.parametrize("arguments", [{}, {"needed": "a", "other": 1}], ids=["one is missing", "one is unknown"])
def test_wrong_arguments_are_type_errors(arguments: dict[str, str]) -> None:
    """As with any class; and nothing can be given by place."""
    with pytest.raises(TypeError):
        Made(**arguments)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Made("a")  # type: ignore[call-arg]
