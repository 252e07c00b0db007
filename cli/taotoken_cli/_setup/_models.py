"""Which model for which tool: `--model ID`, `--model TOOL=ID`, environment, profile, or the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from taotoken._endpoint import clean_model
from taotoken_cli._answers import MODEL_VARIABLE, Saved, missing
from taotoken_cli._app import App
from taotoken_cli._notes import Notes
from taotoken_cli._refusal import model_help, refusing
from taotoken_cli._setup._per_tool import EVERY, per_tool
from taotoken_cli._texts import setup as texts
from taotoken_plugins._tool import Tool

if TYPE_CHECKING:
    from taotoken_cli._pasted import Pasted


@dataclass(frozen=True, slots=True, kw_only=True)
class Models:
    """Tool id → model, and the model for our own profile."""

    by_tool: Mapping[str, str]
    own: str


def choose_models(
    app: App,
    typed: Sequence[str],
    tools: Sequence[Tool],
    saved: Saved,
    notes: Notes,
    *,
    host: str,
    may_ask: bool,
    pasted: Pasted | None = None,
) -> Models:
    """Every tool's model; UsageProblemError names `--model` where one is missing and can't be asked for."""
    with refusing("--model", model_help(host)):
        given = _given(typed, tools, notes)
    without = [tool for tool in tools if tool.id not in given]
    if without and EVERY not in given:
        with refusing("--model", model_help(host)):
            model = clean_model(_default(app, saved, notes, pasted) or _ask(app, without, may_ask))
        given[EVERY] = model.model
        notes.add(*model.notes)
    by_tool = {tool.id: given.get(tool.id) or given[EVERY] for tool in tools}
    return Models(by_tool=by_tool, own=given.get(EVERY) or by_tool[tools[0].id])


def _given(typed: Sequence[str], tools: Sequence[Tool], notes: Notes) -> dict[str, str]:
    def clean(text: str) -> str:
        model = clean_model(text)
        notes.add(*model.notes)
        if not model.model:
            raise missing("usage", texts.MODEL_EMPTY(), "--model", texts.MISSING_MODEL_NEXT(tool=tools[0].id))
        return model.model

    return per_tool("--model", typed, tools, clean)


def _default(app: App, saved: Saved, notes: Notes, pasted: Pasted | None) -> str | None:
    model, source = app.env.get(MODEL_VARIABLE), texts.SOURCE_ENV(name=MODEL_VARIABLE)
    if pasted and pasted.chosen.model:
        model, source = pasted.chosen.model, pasted.source
    elif not model and saved.model:
        model, source = saved.model, texts.SOURCE_PROFILE()
    if model:
        notes.add(texts.MODEL_FROM(source=source))
    return model


def _ask(app: App, tools: Sequence[Tool], may_ask: bool) -> str:
    if not may_ask:
        message = texts.MISSING_MODEL(tools=", ".join(tool.id for tool in tools))
        raise missing("missing_model", message, "--model", texts.MISSING_MODEL_NEXT(tool=tools[0].id))
    from taotoken_cli._prompt import ask

    answer = ""
    while not answer:
        answer = ask(app, texts.ASK_MODEL())
    return answer
