"""What a tool's files may hold before it is set up: nothing, foreign settings all around ours, and what a caller
knows from real life."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from taotoken_plugins._edit import Edit, EditConflictError, Path, Select, Set
from taotoken_plugins._formats import FormatError
from taotoken_plugins._formats.text_format import NAME
from taotoken_plugins._tool import ConfigFile, Tool

Start = Mapping[str, bytes | None]
"""By file id, what is there; None: no file."""

THEIRS: Final = "someone_elses"
_VALUES: Final = ("kept", {"deep": ["kept", {"and": "kept"}], "count": 3})


def starts(tool: Tool, given: Mapping[str, Sequence[bytes]]) -> Iterator[tuple[str, Start]]:
    """Each start with its name."""
    yield "no files", {file.id: None for file in tool.files}
    yield "empty files", {file.id: file.format.empty for file in tool.files}
    yield "foreign settings", {file.id: foreign(file) for file in tool.files}
    for number in range(max((len(contents) for contents in given.values()), default=0)):
        chosen = {name: contents[number] for name, contents in given.items() if number < len(contents)}
        yield f"files[{number}]", {file.id: chosen.get(file.id) for file in tool.files}


def foreign(file: ConfigFile) -> bytes:
    """Settings that are not ours, at the top and beside everything that is."""
    content = file.format.empty
    for edit in _edits(file):
        try:
            content = file.format.edit(content, [edit])
        except (FormatError, EditConflictError):  # this format can't hold it there
            continue
    return content


def _edits(file: ConfigFile) -> Iterator[Edit]:
    if file.format.name == "text":
        yield Set((NAME,), THEIRS)
        return
    at_top = any(isinstance(path[0], Select) for path in file.owned)
    top: Path = (Select("name", THEIRS),) if at_top else (THEIRS,)
    for number, value in enumerate(_VALUES):
        yield Set((*top, f"x{number}") if at_top else (f"{THEIRS}_{number}",), value)
    for path in file.owned:
        yield from _beside(path)


def _beside(path: Path) -> Iterator[Edit]:
    """A neighbour at each step of an owned path."""
    for position, step in enumerate(path):
        inside = path[:position]
        if isinstance(step, Select):
            element: Any = THEIRS if step.key is None else {step.key: THEIRS, "more": "kept"}
            yield Set((*inside, Select(step.key, THEIRS)), element)
        elif position:
            yield Set((*inside, THEIRS), "kept")
