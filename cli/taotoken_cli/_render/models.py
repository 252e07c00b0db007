"""`models` in words and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from taotoken._message import Language
from taotoken._text import safe_text
from taotoken_cli._console import Console
from taotoken_cli._count import models
from taotoken_cli._texts import models as texts

if TYPE_CHECKING:
    from taotoken_cli._results.models import ModelsResult


def show(result: ModelsResult, console: Console) -> None:
    """One id per line on standard output; the count goes to standard error, out of a script's way."""
    if not result.models:
        console.tell(texts.EMPTY())
        return
    for model in result.models:
        details = texts.CONTEXT(tokens=f"{model.context_window:,}") if model.context_window else ""
        console.say(texts.LINE(id=safe_text(model.id), details=details))
    console.tell(texts.COUNT(models=models(len(result.models)), url=result.base_url))


def data(result: ModelsResult, language: Language) -> dict[str, Any]:
    """The data of the envelope."""
    del language
    return {
        "base_url": result.base_url,
        "models": [
            {
                "id": safe_text(model.id),
                "owned_by": safe_text(model.owned_by) if model.owned_by else None,
                "context_window": model.context_window,
                "max_output_tokens": model.max_output_tokens,
            }
            for model in result.models
        ],
    }
