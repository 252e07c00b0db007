"""One check per key of a config case's `expect`."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from config_judge import BOM, Judge, as_list, leaves, lookup
from config_world import State, World, pointer_steps
from taotoken_plugins._edit import MISSING


def _set(judged: Judge, wanted: Mapping[str, Mapping[str, Any]]) -> None:
    for name, values in wanted.items():
        data = judged.data(name)
        for pointer, value in values.items():
            found = lookup(data, pointer)
            judged.that(found == value and type(found) is type(value), f"{name} {pointer}: {found!r}, not {value!r}")


def _absent(judged: Judge, wanted: Mapping[str, list[str]]) -> None:
    for name, pointers in wanted.items():
        data = judged.data(name) if judged.world.path(name).is_file() else {}
        for pointer in pointers:
            judged.that(lookup(data, pointer) is MISSING, f"{name} {pointer} is still there")


def _no_value_equals(judged: Judge, wanted: Mapping[str, list[Any]]) -> None:
    for name, values in wanted.items():
        found = leaves(judged.data(name))
        for value in values:
            judged.that(value not in found, f"{name} still holds {value!r}")


def _everything_else_equal(judged: Judge, names: list[str]) -> None:
    for name in names:
        before = judged.parse(name, judged.before(name).data or b"{}")
        after = judged.data(name)
        named = (*judged.expect.get("set", {}).get(name, ()), *judged.expect.get("absent", {}).get(name, ()))
        for path in (*judged.owned.get(judged.world.path(name), ()), *map(pointer_steps, named)):
            before, after = _without(before, list(path)), _without(after, list(path))
        judged.that(before == after, f"{name}: something that isn't ours changed: {before!r} -> {after!r}")


def _without(data: Any, path: list[Any]) -> Any:
    """`data` without the value at `path` and without parents that this leaves empty."""
    if not isinstance(data, dict) or path[0] not in data:
        return data
    rest = {name: value for name, value in data.items() if name != path[0]}
    if len(path) == 1:
        return rest
    child = _without(data[path[0]], path[1:])
    return rest if child in ({}, [], None) else {**data, path[0]: child}


def _text_must_contain(judged: Judge, wanted: Mapping[str, list[str]]) -> None:
    for name, snippets in wanted.items():
        text = judged.raw(name).decode()
        for snippet in snippets:
            judged.that(snippet in text, f"{name} no longer has the text {snippet!r}")


def _key_order_kept(judged: Judge, names: list[str]) -> None:
    for name in names:
        before = judged.parse(name, judged.before(name).data or b"{}")
        _same_order(judged, name, before, judged.data(name))


def _same_order(judged: Judge, name: str, before: Any, after: Any) -> None:
    if isinstance(before, dict) and isinstance(after, dict):
        kept = [key for key in before if key in after]
        judged.that(kept == [key for key in after if key in before], f"{name}: the order of {kept} changed")
        for key in kept:
            _same_order(judged, name, before[key], after[key])


def _bytes(judged: Judge, wanted: Mapping[str, Mapping[str, Any]]) -> None:
    for name, rules in wanted.items():
        raw = judged.raw(name)
        assert not set(rules) - {"bom", "eol", "no_bare_lf"}, f"bytes rules this runner doesn't know: {rules}"
        if "bom" in rules:
            judged.that(raw.startswith(BOM) is rules["bom"], f"{name}: BOM at the start")
            judged.that(raw.count(BOM) == int(rules["bom"]), f"{name}: BOM inside")
        if rules.get("eol") == "crlf" or rules.get("no_bare_lf"):
            judged.that(not re.search(rb"(?<!\r)\n", raw), f"{name}: a bare line feed")
        if rules.get("eol") == "lf":
            judged.that(b"\r" not in raw, f"{name}: a carriage return")


def _modes(judged: Judge, wanted: Mapping[str, str]) -> None:
    for name, mode in wanted.items():
        found = judged.world.path(name).stat().st_mode & 0o7777
        judged.that(found == int(mode, 8), f"{name} has mode {found:04o}, not {mode}")


def _symlink_kept(judged: Judge, wanted: Any) -> None:
    links = [path for path, state in judged.world.original.items() if state.link is not None]
    if wanted is not True:
        links = [judged.world.path(name) for name in as_list(wanted)]
    judged.that(links, "the case has no link")
    for path in links:
        judged.that(path.is_symlink(), f"{path} is no longer a link")
        judged.that(judged.world.state(path).link == judged.world.original[path].link, f"{path} points elsewhere")


def _second_run_changes_nothing(judged: Judge, wanted: bool) -> None:
    assert wanted is True, "only true makes sense here"
    before = _files(judged.world)
    step = judged.world.configure()
    judged.that(step.exit_code == 0, "the second run failed")
    judged.that(step.envelope["changed"] is False, "the second run says it changed something")
    judged.that(_files(judged.world) == before, "the second run changed a file")


def _files(world: World) -> dict[Path, State]:
    """Files and links, without the lock, whose holder's number differs from run to run."""
    return {path: state for path, state in world.tree() if not path.name.endswith(".lock")}


def _parses(judged: Judge, names: list[str]) -> None:
    for name in names:
        judged.that(isinstance(judged.data(name), dict), f"{name} doesn't parse")


def _nonempty(judged: Judge, wanted: Mapping[str, list[str]]) -> None:
    for name, pointers in wanted.items():
        data = judged.data(name)
        for pointer in pointers:
            judged.that(lookup(data, pointer) not in (MISSING, None, "", {}, []), f"{name} {pointer} is empty")


def _count_of_key_lines(judged: Judge, wanted: Mapping[str, Mapping[str, int]]) -> None:
    for name, counts in wanted.items():
        lines = judged.raw(name).decode("utf-8-sig").splitlines()
        heads = [line.split("=")[0].strip() for line in lines if "=" in line]
        for key, count in counts.items():
            found = heads.count(key.rstrip("= \t")) if "=" in key else sum(key in line for line in lines)
            judged.that(found == count, f"{name}: {found} lines of {key!r}, not {count}")


_WORD = re.compile(r"[\w.~/-]+")


def _tell_user(judged: Judge, wanted: Any) -> None:
    """The output mentions it: every name (ANTHROPIC_API_KEY, auth.json, 0600) and at least half of the words."""
    output = " ".join(judged.first.output.lower().split())
    for sentence in as_list(wanted):
        words = [word.strip("./-") for word in _WORD.findall(sentence) if len(word.strip("./-")) > 2]
        names = [word for word in words if re.search(r"[A-Z_]{2}|[\d./_]", word)]
        plain = [word for word in words if word not in names and len(word) > 3]
        missing = [word for word in names if word.lower() not in output]
        judged.that(not missing, f"the output doesn't mention {missing} of {sentence!r}")
        hits = [word for word in plain if word.lower()[:5] in output]
        judged.that(2 * len(hits) >= len(plain), f"the output doesn't say {sentence!r}")


def _refuse(judged: Judge, wanted: bool) -> None:
    assert wanted is True, "only true makes sense here"
    judged.that(judged.first.exit_code not in (0, None), "it was not refused")
    judged.that(judged.first.envelope["changed"] is False, "the output says something changed")
    codes = [error["code"] for error in judged.first.envelope["errors"]]
    judged.that(codes and "internal" not in codes, "no error is named, or only a crash of ours")
    judged.that("Traceback" not in judged.first.output, "a traceback")
    changed = {path for path, text in judged.world.changed_before_write.items() if text is not None}
    now = {path: state for path, state in judged.world.tree() if str(path) not in changed}
    then = {path: state for path, state in judged.world.original.items() if str(path) not in changed}
    judged.that(now == then, f"refused, but changed: {sorted(map(str, _difference(now, then)))}")


def _difference(now: Mapping[Path, State], then: Mapping[Path, State]) -> set[Path]:
    return {path for path in now.keys() | then.keys() if now.get(path) != then.get(path)}


def _exit_nonzero(judged: Judge, wanted: bool) -> None:
    judged.that((judged.first.exit_code != 0) is wanted, f"exit code {judged.first.exit_code}")


def _error(judged: Judge, wanted: Mapping[str, Any]) -> None:
    """One of the errors has all of it."""
    errors = judged.first.envelope["errors"]
    assert not set(wanted) - {"line", "column", "mentions", "file", "field", "code"}, f"error rules: {wanted}"
    judged.that(any(_error_fits(error, wanted) for error in errors), f"no error has {wanted}: {errors}")


def _error_fits(error: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    text = json.dumps(error, ensure_ascii=False).lower()
    places = all(error.get(name) == wanted[name] for name in ("line", "column", "code") if name in wanted)
    ends = {name: str(wanted[name]).rpartition("/")[2] for name in ("file", "field") if name in wanted}
    named = all(end in str(error.get(name)) for name, end in ends.items())
    return places and named and all(word.lower() in text for word in as_list(wanted.get("mentions", [])))


def _file_unchanged(judged: Judge, wanted: Any) -> None:
    names = wanted if isinstance(wanted, list) else list(judged.world.original)
    for name in names:
        path = judged.world.path(name) if isinstance(name, str) else name
        judged.that(judged.world.state(path) == judged.world.original.get(path, State()), f"{path} changed")


def _no_leftover_temp_files(judged: Judge, folders: list[str]) -> None:
    allowed = set(judged.world.original) | set(judged.owned)
    for name in folders:
        folder = judged.world.path(name)
        extra = [path.name for path in folder.iterdir() if path not in allowed] if folder.is_dir() else []
        judged.that(not extra, f"left over in {name}: {extra}")


def _files_equal_original(judged: Judge, names: list[str]) -> None:
    for name in names:
        judged.that(judged.world.state(judged.world.path(name)) == judged.before(name), f"{name} is not as it was")


def _undo_gives_back(judged: Judge, names: list[str]) -> None:
    if judged.world.last != "undo":
        judged.that(judged.world.undo().exit_code == 0, "undo failed")
    _files_equal_original(judged, names)


def _must_not_contain_in_output(judged: Judge, strings: list[str]) -> None:
    for step in judged.world.steps:
        for text in strings:
            judged.that(text not in step.output, "a forbidden text is in the output")


def _file_equals_changed_version(judged: Judge, wanted: bool) -> None:
    assert wanted is True, "only true makes sense here"
    for path, text in judged.world.changed_before_write.items():
        judged.that(Path(path).read_bytes() == text.encode(), f"{path} is not what the other program wrote")


def _not_mixed(judged: Judge, wanted: Any) -> None:
    """Codex: the login stays whole and the key stands elsewhere, or the key is set and no tokens are left."""
    names = ["~/.codex/auth.json"] if wanted is True else as_list(wanted)
    for name in names:
        before = judged.parse(name, judged.before(name).data or b"{}")
        auth, key = judged.data(name), judged.world.wanted["api_key"]
        config = judged.data(name.replace("auth.json", "config.toml"))
        elsewhere = key in leaves(config)
        kept = auth.get("tokens") == before.get("tokens") and auth.get("OPENAI_API_KEY") != key and elsewhere
        replaced = auth.get("OPENAI_API_KEY") == key and not auth.get("tokens")
        judged.that(kept or replaced, f"{name} mixes a login and a key")


# In this order: the ones that run further commands come last.
CHECKS: dict[str, Callable[[Judge, Any], None]] = {
    "exit_nonzero": _exit_nonzero,
    "error": _error,
    "refuse": _refuse,
    "set": _set,
    "absent": _absent,
    "no_value_equals": _no_value_equals,
    "everything_else_equal": _everything_else_equal,
    "text_must_contain": _text_must_contain,
    "key_order_kept": _key_order_kept,
    "bytes": _bytes,
    "modes": _modes,
    "symlink_kept": _symlink_kept,
    "valid_toml": _parses,
    "valid_json": _parses,
    "valid_jsonc": _parses,
    "nonempty": _nonempty,
    "count_of_key_lines": _count_of_key_lines,
    "tell_user": _tell_user,
    "file_unchanged": _file_unchanged,
    "file_equals_changed_version": _file_equals_changed_version,
    "no_leftover_temp_files": _no_leftover_temp_files,
    "files_equal_original": _files_equal_original,
    "not_mixed": _not_mixed,
    "must_not_contain_in_output": _must_not_contain_in_output,
    "idempotent": _second_run_changes_nothing,
    "second_run_identical": _second_run_changes_nothing,
    "backup_required": _undo_gives_back,
    "restore_gives_identical_bytes": _undo_gives_back,
}
