"""Option values that are numbers: an amount, or a list of them with commas between."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from taotoken_cli._click import UsageMessageError, option_name
from taotoken_cli._texts import usage as texts

if TYPE_CHECKING:
    _AmountType = click.ParamType[float]
    _AmountsType = click.ParamType[tuple[float, ...]]
else:  # generic only in newer versions of click
    _AmountType = _AmountsType = click.ParamType

MOST = 1_000_000.0
MANY = 50


class Amount(_AmountType):
    """A number above 0 (or from 0 on, with `zero`), with or without a fraction."""

    name = "amount"

    def __init__(self, *, zero: bool = False) -> None:
        self.zero = zero

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        found = _number(str(value), whole=False)
        if found is None or not 0 <= found <= MOST or (found == 0 and not self.zero):
            raise _refusal(texts.NOT_AMOUNT_OR_ZERO if self.zero else texts.NOT_AMOUNT, str(value), param, ctx)
        return found


class Amounts(_AmountsType):
    """Numbers above 0 with commas between; `whole` allows no fractions."""

    name = "amounts"

    def __init__(self, *, whole: bool) -> None:
        self.whole = whole

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[float, ...]:
        if isinstance(value, tuple):
            return value
        pieces = str(value).split(",")
        found = tuple(self._amount(piece.strip(), param, ctx) for piece in pieces[:MANY])
        if len(pieces) > MANY or len(set(found)) < len(found):
            raise _refusal(texts.NOT_AMOUNTS, str(value), param, ctx)
        return found

    def _amount(self, text: str, param: click.Parameter | None, ctx: click.Context | None) -> float:
        found = _number(text, whole=self.whole)
        if found is None or not 0 < found <= MOST:
            raise _refusal(texts.NOT_WHOLE_AMOUNT if self.whole else texts.NOT_AMOUNT, text, param, ctx)
        return found


def _number(text: str, *, whole: bool) -> float | None:
    digits = text if whole else text.replace(".", "", 1)
    return float(text) if text.isascii() and digits.isdigit() and len(text) < 12 else None


def _refusal(text: Any, value: str, param: click.Parameter | None, ctx: click.Context | None) -> UsageMessageError:
    from taotoken._text import safe_text

    name = option_name(param)
    detail = text(value=safe_text(value, 60), name=name)
    return UsageMessageError(detail, ctx, field=name)
