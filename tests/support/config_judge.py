"""The tools of a judge: reading files, looking values up, counting comparisons."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from config_world import State, Step, World, pointer_steps
from taotoken_plugins._edit import MISSING
from taotoken_plugins._edit import Path as EditPath
from taotoken_plugins._formats.json_format import JSONC

BOM = b"\xef\xbb\xbf"
Owned = Mapping[Path, tuple[EditPath, ...]]


class Judge:
    """Compares a world after its run with what the case expects, and counts the comparisons."""

    def __init__(self, world: World, owned: Owned, expect: Mapping[str, Any]) -> None:
        self.world = world
        self.owned = owned
        self.expect = expect
        self.made = 0

    def that(self, good: object, message: str) -> None:
        self.made += 1
        assert good, f"{message}\n{self.transcript()}"

    def transcript(self) -> str:
        shown = [f"exit {step.exit_code}\n{step.stdout}{step.stderr}" for step in self.world.steps]
        return "\n".join(shown)[-4000:]

    @property
    def first(self) -> Step:
        return self.world.steps[0]

    def data(self, name: str) -> Any:
        return self.parse(name, self.raw(name))

    def raw(self, name: str) -> bytes:
        path = self.world.path(name)
        self.that(path.is_file(), f"{name} is missing")
        return path.read_bytes()

    def parse(self, name: str, raw: bytes) -> Any:
        """As strictly as the file's tool reads it."""
        commented = name.endswith((".jsonc", ".json5")) or name in self.expect.get("valid_jsonc", ())
        try:
            if name.endswith(".toml"):
                return tomllib.loads(raw.removeprefix(BOM).decode())
            return JSONC.load(raw) if commented else json.loads(raw.removeprefix(BOM))
        except ValueError as error:
            raise AssertionError(f"{name} doesn't parse: {error}") from None

    def before(self, name: str) -> State:
        return self.world.original.get(self.world.path(name), State())


def lookup(data: Any, pointer: str) -> Any:
    """The value at a JSON pointer, or MISSING."""
    for step in pointer_steps(pointer):
        if isinstance(data, list):
            data = data[int(step)] if step.isdigit() and int(step) < len(data) else MISSING
        elif isinstance(data, dict):
            data = data.get(step, MISSING)
        else:
            return MISSING
    return data


def leaves(value: Any) -> list[Any]:
    """Every plain value in `value`."""
    if isinstance(value, dict):
        return [leaf for item in value.values() for leaf in leaves(item)]
    return [leaf for item in value for leaf in leaves(item)] if isinstance(value, list) else [value]


def as_list(value: Any) -> list[Any]:
    """A list as it is, the names of an object, anything else as the only element."""
    if isinstance(value, dict):
        return list(value)
    return value if isinstance(value, list) else [value]
