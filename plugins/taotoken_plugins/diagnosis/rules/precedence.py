"""Values that another place beats: a file over the shell, a project's file over the user's, the shell over .env."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from taotoken._causes import Cause
from taotoken._message import Message
from taotoken._text import safe_text
from taotoken_plugins._edit import show_path
from taotoken_plugins._overrides import Override, unset_command
from taotoken_plugins._texts import diagnosis_evidence as evidence
from taotoken_plugins._texts import diagnosis_fixes as fixes
from taotoken_plugins.diagnosis._finding import Finding, Level
from taotoken_plugins.diagnosis._fix import Fix
from taotoken_plugins.diagnosis._make import make, place_of, value_seen
from taotoken_plugins.diagnosis.known import Known, Setting

_ROLES: Final = ("base_url", "api_key", "model")


def _contests(known: Known) -> Iterator[tuple[Setting, Setting]]:
    """Each setting in force with one of the same name and another value that lost to it."""
    seen: set[str] = set()
    for index, winner in enumerate(known.settings):
        if winner.role not in _ROLES or winner.name in seen:
            continue
        seen.add(winner.name)
        if winner.source.ours and not winner.value.strip():
            continue  # written there to silence the shell's
        for loser in known.settings[index + 1 :]:
            if loser.name == winner.name and loser.value and loser.value != winner.value:
                yield winner, loser
                break


def beaten(known: Known) -> Iterator[Finding]:
    """Who wins, who lost, and how the loser's value can get its way."""
    for winner, loser in _contests(known):
        cause, confidence = _cause(winner, loser)
        if cause is None or (cause is Cause.SETTINGS_SHADOWED and known.facts.overrides):
            continue  # `overridden` knows better
        strong = known.failing and known.fits(cause)
        level: Level = "error" if strong else "warning"
        beats = evidence.BEATS(name=winner.short, winner=place_of(winner), loser=place_of(loser))
        yield make(
            known,
            cause,
            known.weigh(cause, confidence) if known.failing else 60,
            beats,
            value_seen(winner, known),
            fix=_fix(cause, winner, loser),
            level=level,
            setting=winner,
            detail=_detail(cause, winner, loser),
        )


def _detail(cause: Cause, winner: Setting, loser: Setting) -> object:
    if cause is Cause.SETTINGS_SHADOWED:
        return place_of(winner)
    return evidence.BEATS(name=winner.short, winner=place_of(winner), loser=place_of(loser))


def _cause(winner: Setting, loser: Setting) -> tuple[Cause | None, int]:
    path = winner.source.path
    if winner.source.kind == "env" and _is_dotenv(loser):
        return Cause.ENV_OVERRIDES_DOTENV, 80
    if winner.source.kind == "file" and loser.source.kind == "env" and path is not None:
        shadow = not winner.source.ours and not _is_dotenv(winner)
        return (Cause.SETTINGS_SHADOWED if shadow else Cause.SETTINGS_FILE_OVERRIDES_ENV), 79
    if winner.source.kind == "file" and loser.source.kind == "file" and path is not None:
        return Cause.SETTINGS_SHADOWED, 80
    return None, 0


def _is_dotenv(setting: Setting) -> bool:
    path = setting.source.path
    return path is not None and path.name.startswith(".env")


def _fix(cause: Cause, winner: Setting, loser: Setting) -> Fix:
    if cause is Cause.ENV_OVERRIDES_DOTENV:
        return Fix(unset=(winner.short,), others=(Fix(set={winner.short: loser.value}),))
    path = winner.source.path.as_posix() if winner.source.path else ""
    name = f"env.{winner.name}" if winner.name.isupper() and ".claude" in path else winner.name
    remove = Fix(unset=(winner.short,), unset_file={path: (name,)})
    change = Fix(set_file={path: {name: loser.value}})
    if cause is Cause.SETTINGS_SHADOWED:
        return Fix(unset=remove.unset, unset_file=remove.unset_file, others=(change,))
    return Fix(set_file=change.set_file, others=(remove,))


def shadowed_on_machine(known: Known) -> Iterator[Finding]:
    """A value of the file that setup writes, beaten by a place that it doesn't write."""
    if known.facts.effective is None or known.facts.overrides:
        return
    seen = set()
    for value, loser in known.effective.shadowed:
        winner = known.effective.origin.get(value)
        if not loser.ours or winner is None or winner.ours or winner.path in seen:
            continue
        seen.add(winner.path)
        place = str(winner.path) if winner.path else evidence.PROCESS()
        yield make(
            known,
            Cause.SETTINGS_SHADOWED,
            60,
            evidence.BEATS(name=value, winner=place, loser=str(loser.path or "")),
            level="warning",
            detail=place,
            file=str(winner.path) if winner.path else None,
        )


def overridden(known: Known) -> Iterator[Finding]:
    """What the tool does here is not what the files say that setup writes."""
    winning = [one for one in known.facts.overrides if one.here and one.pieces]
    if not winning:
        return
    first, cause = winning[0], Cause.SETTINGS_SHADOWED
    in_files = [one for one in winning if one.kind == "file"]
    yield make(
        known,
        cause,
        known.weigh(cause, 80) if known.failing else 60,
        *(_wins(one, known) for one in winning[:6]),
        fix=_taken_out(winning, known),
        remedy=fixes.CLEAN_UP(tool=known.tool or "") if in_files else None,
        level="error" if known.failing and known.fits(cause) else "warning",
        detail=_place(first),
        file=str(first.path) if first.path else None,
        line=first.line,
    )


def _wins(one: Override, known: Known) -> Message:
    ours = next((str(source.path) for source in known.sources if source.ours and source.path), "")
    return evidence.BEATS(name=safe_text(one.name, 120), winner=_place(one), loser=safe_text(ours, 200))


def _place(one: Override) -> Message | str:
    if one.path is None:
        return evidence.PROCESS()
    return safe_text(str(one.path), 200) + (f":{one.line}" if one.line else "")


def _taken_out(winning: Sequence[Override], known: Known) -> Fix:
    """The values out of their files, and the variables out of this terminal."""
    files: dict[str, tuple[str, ...]] = {}
    for one in winning:
        if one.path is not None:
            name = show_path(one.source.places.get(one.name, (one.name,)))
            files[str(one.path)] = (*files.get(str(one.path), ()), name)
    shell = known.facts.env.get("SHELL", "")
    variables = [one.name for one in winning if one.kind == "env"]
    return Fix(
        unset_file=files,
        run=tuple(unset_command(name, known.facts.os == "windows", shell) for name in variables),
    )


RULES: Final = (beaten, shadowed_on_machine, overridden)
