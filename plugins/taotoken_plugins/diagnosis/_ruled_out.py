"""What the facts speak against: causes that a text suggests but that are not so here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from taotoken._causes import Cause
from taotoken._edges import is_unexpanded
from taotoken._endpoint import clean_key, parse_base_url
from taotoken._errors import ConfigurationError
from taotoken._hosts import known_host
from taotoken_plugins.diagnosis._names import spelled
from taotoken_plugins.diagnosis.facts import ModelsProbe, RequestProbe
from taotoken_plugins.diagnosis.known import Known, host_in, probes_of

_SPELLING: Final = (
    Cause.BASE_URL_MISSING,
    Cause.BASE_URL_UNPARSABLE,
    Cause.BASE_URL_IS_WEB_PAGE,
    Cause.BASE_URL_V1_DOUBLED,
    Cause.BASE_URL_V1_MISSING,
    Cause.BASE_URL_HAS_ENDPOINT,
    Cause.BASE_URL_HAS_QUERY,
)
_DIRTY_KEY: Final = (
    Cause.KEY_MISSING,
    Cause.KEY_PLACEHOLDER,
    Cause.KEY_WHITESPACE,
    Cause.KEY_QUOTED,
    Cause.KEY_NON_ASCII,
    Cause.KEY_BEARER_PREFIX,
    Cause.VALUE_NOT_EXPANDED,
)
_OF_FILES: Final = (Cause.JSON_SYNTAX, Cause.TOML_SYNTAX, Cause.CONFIG_WRONG_TYPE, Cause.CONFIG_UTF8_BOM)
_DISPROVED: Final = (
    *_SPELLING,
    *_DIRTY_KEY,
    Cause.KEY_INVALID,
    Cause.KEY_OF_ANOTHER_GATEWAY,
    Cause.KEY_WRONG_HEADER,
    Cause.MODEL_ID_WRONG,
    Cause.ENDPOINT_NOT_SUPPORTED,
)


def ruled_out(known: Known) -> frozenset[Cause]:
    """Causes that the settings, files and probes speak against."""
    return frozenset(_ruled_out(known))


def _ruled_out(known: Known) -> Iterator[Cause]:
    if _is_well_spelled(known):
        yield from _SPELLING
        if known_host(host_in(known.base_url.value if known.base_url else "") or "") is not None:
            yield from (Cause.BASE_URL_PATH_MISSING, Cause.BASE_URL_WRONG_HOST)
    if _is_clean(known):
        yield from _DIRTY_KEY
    if known.files and not any(file.faults or file.bom for file in known.files):
        yield from _OF_FILES
    model = known.facts.reading.model or (known.model.value if known.model else "")
    if any(model in probe.ids for probe in probes_of(known.facts, ModelsProbe)):
        yield from (Cause.MODEL_ID_WRONG, Cause.MODEL_PLACEHOLDER)
    if any(probe.good and probe.url == known.url for probe in probes_of(known.facts, RequestProbe)):
        yield from _DISPROVED


def _is_well_spelled(known: Known) -> bool:
    setting = known.base_url
    if setting is None or not setting.value or known.form in ("any", "full"):
        return False
    try:
        clean = parse_base_url(setting.value, allow_http=True)
    except ConfigurationError:
        return False
    return not clean.causes and setting.value.rstrip("/") == spelled(clean.url, known.form)


def _is_clean(known: Known) -> bool:
    if known.key is None or not known.key.value or is_unexpanded(known.key.value):
        return False
    try:
        return not clean_key(known.key.value).causes
    except ConfigurationError:
        return False
