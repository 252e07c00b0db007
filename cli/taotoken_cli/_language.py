"""Which language to speak, known before the command line is parsed so that usage errors speak it too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from taotoken._message import Language

LANGUAGES: Final[tuple[Language, ...]] = ("en", "zh")
_CHINESE_UI: Final = 0x04  # the primary language id of every Chinese Windows UI language


def choose(argv: Sequence[str], env: Mapping[str, str], platform: str) -> Language:
    """`--lang` anywhere before ``--``, else TAOTOKEN_LANG, else the locale (Windows: the UI language)."""
    named = option_value(argv, "--lang") or env.get("TAOTOKEN_LANG")
    if named in LANGUAGES:
        return named
    if platform == "win32" and not any(env.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG")):
        return _windows_language()
    return _of_locale(next((env[n] for n in ("LC_ALL", "LC_MESSAGES", "LANG") if env.get(n)), ""))


def option_value(argv: Sequence[str], name: str) -> str | None:
    """The value of `--name VALUE` or `--name=VALUE`, the last one winning, without parsing anything else."""
    found = None
    for position, argument in enumerate(argv):
        if argument == "--":
            break
        if argument == name and position + 1 < len(argv):
            found = argv[position + 1]
        elif argument.startswith(name + "="):
            found = argument[len(name) + 1 :]
    return found


def has_flag(argv: Sequence[str], name: str) -> bool:
    """Is the flag on the command line before ``--``?"""
    return name in (argv[: argv.index("--")] if "--" in argv else argv)


def _of_locale(locale: str) -> Language:
    return "zh" if locale.lower().startswith(("zh", "chinese")) else "en"


def _windows_language() -> Language:
    import ctypes

    windll = getattr(ctypes, "windll", None)
    language = windll.kernel32.GetUserDefaultUILanguage() if windll else 0
    return "zh" if language & 0x3FF == _CHINESE_UI else "en"
