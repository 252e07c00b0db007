"""Shapes of Codex's two files that it ignores or refuses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from taotoken._causes import Cause
from taotoken._message import Message
from taotoken._text import safe_text
from taotoken_plugins._texts import diagnosis_evidence as evidence
from taotoken_plugins._texts import diagnosis_fixes as fixes
from taotoken_plugins.diagnosis._finding import Finding
from taotoken_plugins.diagnosis._fix import Fix
from taotoken_plugins.diagnosis._make import make
from taotoken_plugins.diagnosis._names import role_of
from taotoken_plugins.diagnosis._parsed import Parsed
from taotoken_plugins.diagnosis.known import Known
from taotoken_plugins.diagnosis.rules.misplaced import READ_AT, left_over_at, pieces_in, roles_in

_ROOT: Final = ("model", "model_provider", "model_reasoning_effort", "approval_policy", "sandbox_mode")
_RESERVED: Final = ("openai", "ollama", "lmstudio", "oss")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Fault:
    """A shape: what of it to take out and to set by its dotted name, and whether it does no harm as it stands."""

    what: Message | str
    confidence: int
    found: Mapping[str, str] = field(default_factory=dict, repr=False)
    unset: tuple[str, ...] = ()
    set: Mapping[str, object] = field(default_factory=dict)
    harmless: bool = False

    def fix(self, path: str) -> Fix:
        """The rest is for `setup`."""
        return Fix(
            run=("taotoken setup codex",),
            found=self.found,
            set_file={path: self.set} if self.set else {},
            unset_file={path: self.unset} if self.unset else {},
            left_over=self.harmless,
        )


def codex_shapes(known: Known) -> Iterator[Finding]:
    """Shapes of Codex's two files that it ignores or refuses."""
    complete = known.base_url is not None and bool(known.keys)
    for file in known.files:
        if file.tool != "codex" or not isinstance(file.data, dict):
            continue
        for fault in _codex_faults(file):
            shown = evidence.FILE_HOLDS(file=safe_text(file.file.path, 200), what=fault.what)
            cause = Cause.CONFIG_UNKNOWN_SHAPE
            yield make(
                known,
                cause,
                known.weigh(cause, fault.confidence),
                shown,
                fix=fault.fix(file.file.path),
                remedy=fixes.MOVE_SHAPE(tool="codex", place=READ_AT["codex"]) if fault.unset else None,
                detail=shown,
                level="info" if fault.harmless and complete and not known.failing else "error",
                file=file.file.path,
            )


def _codex_faults(file: Parsed) -> Iterator[_Fault]:
    data = file.data
    if file.name == "auth.json":
        table = data.get("openai")
        if isinstance(table, dict) and roles_in(table):
            what = "openai.{" + ", ".join(sorted(table)) + "}"
            found = left_over_at(file, "codex", pieces_in(file, "openai.")).found
            yield _Fault(what=what, confidence=90, found=found, unset=("openai",), harmless=True)
        elif {"base_url", "api_key"} & roles_in(data) and "OPENAI_API_KEY" not in data:
            names = tuple(name for name in data if role_of(name) in ("base_url", "api_key", "model"))
            found = left_over_at(file, "codex", names).found
            what = ", ".join(sorted(roles_in(data)))
            yield _Fault(what=what, confidence=86, found=found, unset=names, harmless=True)
        return
    if file.name != "config.toml":
        return
    yield from _provider_faults(data)
    yield from _after_a_table(data)
    if "profile" in data or "profiles" in data:
        yield _Fault(what="profile", confidence=62)
    top = {name for name in roles_in(data) if name != "model"}
    if top and "openai_base_url" not in data:
        names = tuple(sorted(name for name in data if role_of(name) in top))
        found = left_over_at(file, "codex", [*names, "model"]).found
        yield _Fault(what=", ".join(names), confidence=94, found=found, unset=names, harmless=True)


def _provider_faults(data: Any) -> Iterator[_Fault]:
    providers = data.get("model_providers")
    tables = providers if isinstance(providers, dict) else {}
    chosen = data.get("model_provider")
    if isinstance(chosen, str) and chosen not in tables and chosen not in _RESERVED:
        what = f'model_provider = "{safe_text(chosen, 60)}", [model_providers.{safe_text(chosen, 60)}] ✗'
        yield _Fault(what=what, confidence=92)
    for name, table in tables.items():
        shown = safe_text(str(name), 60)
        if name in _RESERVED:
            yield _Fault(what=f"[model_providers.{shown}]", confidence=90, unset=(f"model_providers.{name}",))
        if isinstance(table, dict) and not table.get("name") and "base_url" in table:
            named = {f"model_providers.{name}.name": str(name)}
            yield _Fault(what=f"[model_providers.{shown}] name ✗", confidence=88, set=named)
        inside = _root_keys(table, f"model_providers.{name}")
        if inside:
            yield _Fault(what=safe_text(inside[0], 120), confidence=86, unset=inside, harmless=True)


def _after_a_table(data: Any) -> Iterator[_Fault]:
    """Settings of the root that stand behind the header of another table, where Codex passes over them."""
    for name, table in data.items():
        if name in ("model_providers", "profiles") or not isinstance(table, dict) or "model_provider" not in table:
            continue
        what = f"{safe_text(str(name), 60)}.model_provider"
        yield _Fault(what=what, confidence=84, unset=_root_keys(table, str(name)), harmless=True)


def _root_keys(table: Any, path: str) -> tuple[str, ...]:
    return tuple(f"{path}.{key}" for key in _ROOT if key in table) if isinstance(table, dict) else ()


RULES: Final = (codex_shapes,)
