"""A remedy in words: what a fix asks for, and the command of ours that does the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from taotoken._message import Message, Text
from taotoken._text import mask_key, safe_text
from taotoken_plugins._texts import diagnosis_fixes as fix_texts
from taotoken_plugins.diagnosis._fix import Fix
from taotoken_plugins.diagnosis._names import role_of


def remedy_of(
    standard: Text, values: Mapping[str, object], fix: Fix | None, own: Message | None, *, ours: bool
) -> Message:
    """The fix in words, with the command of ours that does the same where there is one. `own` stands in place of the
    standard sentence; `ours`: our commands know the tool."""
    plain = (standard if ours else without_tool(standard))(**values)
    if own is not None:
        return _and(words, own) if (words := fix_words(fix)) else own
    words = fix_words(fix)
    by_setup = ours and "taotoken setup" in standard.en
    if words is None or (by_setup and fix == Fix(ask=fix.ask if fix else None)):
        return plain  # it says what to ask for, too
    return _or(words, _bare(plain)) if by_setup else words


def _bare(command: Message) -> Message:
    """Without the word that calls for it: "or" stands before it already."""
    text = command.text
    return Message(Text(en=text.en.removeprefix("Run: "), zh=text.zh.removeprefix("运行：")), command.params)


def _and(first: Message, second: Message) -> Message:
    return (fix_texts.AND if is_closed(first) else fix_texts.AND_APART)(first=first, second=second)


def _or(first: Message, second: Message) -> Message:
    return (fix_texts.OR if is_closed(first) else fix_texts.OR_APART)(first=first, second=second)


def is_closed(sentence: Message) -> bool:
    """Does it end as a sentence does? A command at its end must not run into the next one."""
    return str(sentence).endswith((".", "!", "?", ")"))


@cache
def without_tool(text: Text) -> Text:
    """A remedy for a tool that our commands don't know: they are named without it."""

    def shorten(sentence: str) -> str:
        for command in ("taotoken setup", "taotoken doctor", "taotoken status"):
            sentence = sentence.replace(command + " {tool}", command)
        return sentence

    return Text(en=shorten(text.en), zh=shorten(text.zh))


def fix_words(fix: Fix | None) -> Message | None:
    """What a fix asks for, in words and without any key; None when it asks for nothing."""
    if fix is None:
        return None
    sentences = [*_value_words(fix), *_file_words(fix)]
    sentences += [fix_texts.RUN(command=command) for command in fix.run]
    asks = {"api_key": fix_texts.ASK_KEY, "base_url": fix_texts.ASK_URL, "model": fix_texts.ASK_MODEL}
    sentences += [asks[fix.ask]()] if fix.ask else []
    said = _joined(sentences)
    for other in fix.others:
        more = fix_words(other)
        said = _or(said, more) if said and more else said or more
    return said


def _value_words(fix: Fix) -> list[Message]:
    """Variables and settings, but for those that the fix names in a file as well."""
    in_files = {name.rpartition(".")[2] for table in fix.set_file.values() for name in table}
    gone = {name.rpartition(".")[2] for names in fix.unset_file.values() for name in names}
    sentences = [
        fix_texts.SET(name=name, value=_shown(name, value))
        for name, value in fix.set.items()
        if name.rpartition(".")[2] not in in_files
    ]
    unset = [name for name in fix.unset if name.rpartition(".")[2] not in gone]
    return sentences + ([fix_texts.UNSET(name=", ".join(unset))] if unset else [])


def _file_words(fix: Fix) -> list[Message]:
    sentences = [
        fix_texts.SET_FILE(file=file, name=name, value=_shown(name, value))
        for file, values in fix.set_file.items()
        for name, value in values.items()
    ]
    sentences += [fix_texts.UNSET_FILE(file=file, name=", ".join(names)) for file, names in fix.unset_file.items()]
    return sentences + [
        fix_texts.POINT(file=point.file or fix_texts.THE_FILE(), line=point.line, column=point.column, what=point.what)
        for point in fix.point_at[:5]
    ]


def _shown(name: str, value: object) -> str:
    text = str(value)
    if role_of(name) in ("api_key", "login"):
        return mask_key(text)
    return safe_text(text, 200) or '""'


def _joined(sentences: Sequence[Message]) -> Message | None:
    said: Message | None = None
    for sentence in sentences:
        said = sentence if said is None else _and(said, sentence)
    return said
