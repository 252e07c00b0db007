"""The same question several times under other sampling: how far do the answers agree?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from taotoken._errors import InvalidRequestError
from taotoken._message import Message
from taotoken._protocol import Protocol
from taotoken._text import safe_text
from taotoken._texts import experiments as texts
from taotoken.measure._agreement import Agreement, agreement
from taotoken.measure._asking import Asker
from taotoken.measure._experiments._experiment import Experiment, ExperimentPlan
from taotoken.measure._experiments._figures import percent
from taotoken.measure._record import Record

QUESTION: Final = "Write one sentence about the sea."
ANSWER = 40
REPEAT = 3
_SEED: Final = 7
_HOT: Final[dict[Protocol, float]] = {"chat": 1.2, "responses": 1.2, "messages": 1.0}  # the most that Messages takes


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """One way to sample. `name` is the key in the figures."""

    name: str
    label: str
    options: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sampled:
    """What one setting gave, or why nothing."""

    setting: Setting
    records: tuple[Record, ...] = ()
    refused: InvalidRequestError | None = None

    @property
    def agreement(self) -> Agreement | None:
        """How alike the answers are."""
        return agreement([record.text or "" for record in self.records]) if self.records else None


def settings_of(protocol: Protocol) -> tuple[Setting, ...]:
    """What is tried: each differs from another one in one variable."""
    hot = _HOT[protocol]
    tried = [
        Setting(name="cold", label="temperature 0", options={"temperature": 0.0}),
        Setting(name="hot", label=f"temperature {hot:g}", options={"temperature": hot}),
        Setting(name="narrow", label=f"temperature {hot:g}, top_p 0.1", options={"temperature": hot, "top_p": 0.1}),
        Setting(name="wide", label=f"temperature {hot:g}, top_p 1", options={"temperature": hot, "top_p": 1.0}),
    ]
    if protocol == "chat":  # the others have no seed
        seeded = {"temperature": hot, "seed": _SEED}
        tried.append(Setting(name="seed", label=f"temperature {hot:g}, seed {_SEED}", options=seeded))
    return tuple(tried)


async def sampling(asker: Asker, plan: ExperimentPlan) -> Experiment:
    """Run it."""
    bound, repeat = plan.max_tokens or ANSWER, plan.repeat or REPEAT
    return judge([await _sample(asker, plan, setting, repeat, bound) for setting in settings_of(plan.protocol)], bound)


async def _sample(asker: Asker, plan: ExperimentPlan, setting: Setting, repeat: int, bound: int) -> Sampled:
    records: list[Record] = []
    for _ in range(repeat):
        try:
            record = await asker.ask(
                QUESTION,
                model=plan.model or None,
                protocol=plan.protocol,
                max_tokens=bound,
                temperature=setting.options.get("temperature"),
                top_p=setting.options.get("top_p"),
                seed=setting.options.get("seed"),
            )
        except InvalidRequestError as error:  # models that think take no temperature, others not both
            return Sampled(setting=setting, refused=error)
        records.append(record)
    return Sampled(setting=setting, records=tuple(records))


def judge(sampled: Sequence[Sampled], bound: int) -> Experiment:
    """What the answers say."""
    found = {one.setting.name: one.agreement for one in sampled}
    means, advice = _without_answers(sampled, bound) or _meaning(sampled, found)
    refused = [one for one in sampled if one.refused is not None]
    return Experiment(
        name="sampling",
        did=texts.SAMPLING_DID(question=QUESTION, bound=bound, n=max(len(one.records) for one in sampled)),
        columns=(texts.COL_SETTING(), texts.COL_DISTINCT(), texts.COL_ALIKE(), texts.COL_DIVERSITY()),
        rows=tuple(_row(one) for one in sampled),
        saw=(
            *(_observations(found) if _without_answers(sampled, bound) is None else ()),
            *(
                texts.SETTING_REFUSED(setting=one.setting.label, error=safe_text(str(one.refused), 160))
                for one in refused
            ),
        ),
        means=means,
        advice=advice,
        figures={one.setting.name: _figures(one) for one in sampled},
        records=tuple(record for one in sampled for record in one.records),
    )


def _without_answers(sampled: Sequence[Sampled], bound: int) -> tuple[Message, Message] | None:
    """What to say where there is nothing that could agree or differ."""
    answers = [one.records for one in sampled if one.records]
    if answers and not any(record.text for records in answers for record in records):
        return texts.NO_ANSWER(bound=bound), texts.NO_ANSWER_ADVICE()
    if answers and max(map(len, answers)) < 2:
        return texts.ONE_ANSWER(), texts.ONE_ANSWER_ADVICE()
    return None


def _row(one: Sampled) -> tuple[str | Message, ...]:
    found = one.agreement
    if found is None:
        return one.setting.label, texts.REFUSED(), "-", "-"
    return one.setting.label, f"{found.distinct} / {found.n}", percent(found.similarity), percent(found.diversity)


def _observations(found: dict[str, Agreement | None]) -> list[Message]:
    cold, hot, narrow, wide, seed = (found.get(name) for name in ("cold", "hot", "narrow", "wide", "seed"))
    saw = []
    if cold is not None:
        saw.append(
            texts.COLD_SAME(n=cold.n) if cold.distinct == 1 else texts.COLD_VARIES(n=cold.n, distinct=cold.distinct)
        )
    if hot is not None:
        saw.append(texts.HOT_VARIES(n=hot.n, distinct=hot.distinct) if hot.distinct > 1 else texts.HOT_SAME(n=hot.n))
    if narrow is not None and wide is not None:
        saw.append(texts.TOP_P(narrow=percent(narrow.similarity), wide=percent(wide.similarity)))
    if seed is not None:
        saw.append(_seed(seed, varies=hot is None or hot.distinct > 1))
    return saw


def _seed(seed: Agreement, *, varies: bool) -> Message:
    if seed.distinct > 1:
        return texts.SEED_IGNORED(n=seed.n, distinct=seed.distinct)
    return texts.SEED_HONOURED() if varies else texts.SEED_UNKNOWN()


def _meaning(sampled: Sequence[Sampled], found: dict[str, Agreement | None]) -> tuple[Message, Message]:
    cold, hot = found.get("cold"), found.get("hot")
    if cold is None or hot is None:
        return texts.SAMPLING_REFUSED(), texts.SAMPLING_REFUSED_ADVICE()
    first = {one.setting.name: one.records[0].text for one in sampled if one.records}
    if hot.distinct == cold.distinct == 1 and first["cold"] != first["hot"]:
        return texts.ANSWERS_KEPT(), texts.ANSWERS_KEPT_ADVICE()
    if hot.distinct == 1 and cold.distinct == 1:
        return texts.TEMPERATURE_IGNORED(), texts.TEMPERATURE_IGNORED_ADVICE()
    if cold.distinct == 1:
        return texts.TEMPERATURE_WORKS(), texts.TEMPERATURE_WORKS_ADVICE()
    return texts.COLD_NOT_SETTLED(), texts.COLD_NOT_SETTLED_ADVICE()


def _figures(one: Sampled) -> dict[str, Any]:
    found = one.agreement
    return {
        **one.setting.options,
        "n": found.n if found else 0,
        "distinct": found.distinct if found else None,
        "similarity": found.similarity if found else None,
        "diversity": found.diversity if found else None,
        "refused": one.refused is not None,
    }
