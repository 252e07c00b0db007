"""The result of `bench` as one page of HTML that needs nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from taotoken._message import Language, Message
from taotoken._text import safe_text
from taotoken._version import __version__
from taotoken_cli._render._figures import ms, plain
from taotoken_cli._render._plots import COLORS, Axis, Mark, Series, axis, cumulative, plot
from taotoken_cli._render.bench_words import doubts, knee_words, level_of, remarks, transport_words
from taotoken_cli._texts import bench as bench_texts
from taotoken_cli._texts import bench_page as texts

if TYPE_CHECKING:
    from taotoken_cli._bench._result import BenchResult, BenchRun

_SHARES = Axis(title="", low=0, high=100, ticks=[(share, f"{share} %") for share in (0, 25, 50, 75, 90, 100)])
_LIGHT = ("#1f6feb", "#d9480f", "#2b8a3e", "#9c36b5", "#c2255c", "#0b7285", "#846800", "#495057")
_DARK = ("#6ea8fe", "#ff922b", "#69db7c", "#da77f2", "#faa2c1", "#66d9e8", "#ffd43b", "#ced4da")
_CSS = """
:root{color-scheme:light dark;--bg:#fff;--fg:#1c2128;--dim:#57606a;--line:#d8dee4;--box:#f6f8fa}
@media(prefers-color-scheme:dark){:root{--bg:#14181d;--fg:#e6edf3;--dim:#9aa4af;--line:#333b44;--box:#1c2229}}
*{box-sizing:border-box}body{margin:0;background:var(--bg);color:var(--fg);font:15px/1.5 system-ui,sans-serif}
main{max-width:1100px;margin:0 auto;padding:16px}h1{font-size:1.4rem;margin:0}h2{font-size:1.05rem;margin:0 0 4px}
p{margin:4px 0}.dim{color:var(--dim);font-size:.87rem;overflow-wrap:anywhere}
.plots{display:grid;gap:16px;grid-template-columns:repeat(auto-fit,minmax(min(100%,420px),1fr));margin:16px 0}
section{background:var(--box);border:1px solid var(--line);border-radius:8px;padding:12px;min-width:0}
svg{display:block;width:100%;height:auto}svg text{font:11px system-ui,sans-serif;fill:var(--dim)}
.grid{stroke:var(--line);stroke-width:.7}.l{fill:none;stroke-width:2;stroke-linejoin:round}.p{opacity:.55}
.scroll{overflow-x:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums;margin:12px 0}
th,td{padding:4px 10px;text-align:right;border-bottom:1px solid var(--line);white-space:nowrap}
th:first-child,td:first-child{text-align:left;padding-left:0}ul{padding-left:18px;margin:4px 0}
.key{display:inline-block;margin-right:12px}.key i{display:inline-block;width:10px;height:10px;border-radius:2px;
margin-right:4px}
"""


class _Page:
    """Puts messages into the page's language, escaped."""

    def __init__(self, language: Language) -> None:
        self.language: Language = language

    def words(self, message: Message | str) -> str:
        return escape(message if isinstance(message, str) else message.render(self.language))


def page(result: BenchResult, language: Language) -> str:
    """The page."""
    made = _Page(language)
    title = made.words(texts.TITLE())
    return (
        f'<!DOCTYPE html><html lang="{"zh-CN" if language == "zh" else "en"}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src "
        'data:"><link rel="icon" href="data:,">'
        f"<title>{title}</title><style>{_CSS}{_colors()}</style></head><body><main><h1>{title}</h1>"
        f"{_head(made, result)}{_table(made, result)}{_knees(made, result)}"
        f'<div class="plots">{"".join(_plots(made, result))}</div>{_doubts(made, result)}'
        f'<p class="dim">{made.words(texts.GLOSSARY())}</p></main></body></html>\n'
    )


def _colors() -> str:
    def rules(colors: Sequence[str]) -> str:
        return "".join(
            f".l.c{i}{{stroke:{c}}}.p.c{i},.d.c{i}{{fill:{c}}}i.c{i}{{background:{c}}}" for i, c in enumerate(colors)
        )

    return f"{rules(_LIGHT)}@media(prefers-color-scheme:dark){{{rules(_DARK)}}}"


def _head(made: _Page, result: BenchResult) -> str:
    told = [texts.MADE(version=__version__, started=result.started_at)]
    transport = transport_words(result)
    told += [
        bench_texts.WHERE(
            model=safe_text(target.label, 80),
            url=safe_text(target.endpoint.base_url, 200),
            protocol=target.protocol,
            transport=transport,
        )
        for target in result.targets
    ]
    return "".join(f'<p class="dim">{made.words(message)}</p>' for message in told)


def _name(made: _Page, result: BenchResult, run: BenchRun) -> str:
    level = level_of(run).render(made.language)
    return f"{safe_text(run.summary.label, 40)} {level}" if result.several else level


def _table(made: _Page, result: BenchResult) -> str:
    heads = ("ms", "ok", "TTFT p50", "p95", "TPOT p50", "p95", "E2E p50", "tokens/s", "requests/s")
    rows = ["".join(f"<th>{escape(head)}</th>" for head in heads)]
    for run in result.runs:
        summary = run.summary
        cells = [_name(made, result, run), f"{summary.succeeded}/{summary.requests}"]
        for values in (summary.ttft, summary.tpot):
            cells += [ms(values.p50 if values else None), ms(values.p95 if values else None)]
        cells.append(ms(summary.e2e.p50 if summary.e2e else None))
        cells += [plain(summary.output_token_throughput), plain(summary.request_throughput)]
        rows.append("".join(f"<td>{escape(cell)}</td>" for cell in cells))
    return f'<div class="scroll"><table>{"".join(f"<tr>{row}</tr>" for row in rows)}</table></div>'


def _knees(made: _Page, result: BenchResult) -> str:
    return "".join(f"<p>{made.words(knee_words(result, label, knee))}</p>" for label, knee in result.knees)


def _plots(made: _Page, result: BenchResult) -> list[str]:
    boxes = [_spread(made, result, "ttft", texts.TTFT_SPREAD()), _spread(made, result, "tpot", texts.TPOT_SPREAD())]
    boxes.append(_over_time(made, result))
    if len({run.level for run in result.runs}) > 1:
        boxes.append(_by_level(made, result, texts.THROUGHPUT(), texts.THROUGHPUT_HOW(), "throughput"))
        boxes.append(_by_level(made, result, texts.WAIT(), texts.WAIT_HOW(), "wait"))
    else:
        boxes.append(f'<section><p class="dim">{made.words(texts.ONE_LEVEL())}</p></section>')
    return [box for box in boxes if box]


def _spread(made: _Page, result: BenchResult, field: str, title: Message) -> str:
    """The distribution of one figure, a line for each run."""
    series = [
        Series(label=_name(made, result, run), points=cumulative(values))
        for run in result.runs
        if (values := [value * 1000 for record in run.records if (value := getattr(record, field)) is not None])
    ]
    if not series:
        return ""
    across = axis(texts.MS().render(made.language), [point[0] for one in series for point in one.points])
    return _box(made, title, texts.SPREAD_HOW(), series, across, _SHARES, "steps")


def _over_time(made: _Page, result: BenchResult) -> str:
    first = min(record.sent_at for run in result.runs for record in run.records)
    series = [
        Series(
            label=_name(made, result, run),
            points=[(record.sent_at - first, record.ttft * 1000) for record in run.records if record.ttft is not None],
        )
        for run in result.runs
    ]
    points = [point for one in series for point in one.points]
    if not points:
        return ""
    across = axis(texts.SECONDS().render(made.language), [point[0] for point in points], from_zero=True)
    up = axis(texts.MS().render(made.language), [point[1] for point in points], from_zero=True)
    return _box(made, texts.OVER_TIME(), texts.OVER_TIME_HOW(), series, across, up, "points")


def _by_level(made: _Page, result: BenchResult, title: Message, how: Message, what: str) -> str:
    """A figure over the levels, which stand at even distances; a line for each target."""
    levels = sorted({run.level for run in result.runs})
    series = []
    for target in result.targets:
        found = [
            (float(levels.index(run.level)), value)
            for run in sorted(result.runs, key=lambda run: run.level)
            if run.summary.label == target.label and (value := _figure(run, what)) is not None
        ]
        titles = [f"{safe_text(target.label, 40)}: {levels[int(at)]:g} → {plain(value)}" for at, value in found]
        if found:
            series.append(Series(label=safe_text(target.label, 40), points=found, titles=titles))
    if not series:
        return ""
    load = texts.CONCURRENCY() if result.shape == "concurrency" else texts.RATE()
    across = Axis(
        title=load.render(made.language),
        low=-0.3,
        high=len(levels) - 0.7,
        ticks=[(place, f"{level:g}") for place, level in enumerate(levels)],
    )
    unit = "tokens/s" if what == "throughput" else texts.MS().render(made.language)
    up = axis(unit, [point[1] for one in series for point in one.points], from_zero=True)
    return _box(made, title, how, series, across, up, "line")


def _figure(run: BenchRun, what: str) -> float | None:
    if what == "throughput":
        return run.summary.output_token_throughput
    return run.summary.ttft.p50 * 1000 if run.summary.ttft else None


def _box(made: _Page, title: Message, how: Message, series: Sequence[Series], x: Axis, y: Axis, mark: Mark) -> str:
    """A plot with its title, what it shows, and which colour is which."""
    heading = (texts.WITH_UNIT(title=title, unit=y.title) if y.title else title).render(made.language)
    keys = "".join(
        f'<span class="key"><i class="c{number % COLORS}"></i>{escape(one.label)}</span>'
        for number, one in enumerate(series)
    )
    return (
        f'<section><h2>{escape(heading)}</h2><p class="dim">{made.words(how)}</p>'
        f'{plot(heading, series, x, y, mark)}<p class="dim">{keys}</p></section>'
    )


def _doubts(made: _Page, result: BenchResult) -> str:
    found = [*doubts(result), *remarks(result)]
    if not found:
        return ""
    items = "".join(f"<li>{made.words(message)}</li>" for message in found)
    return f"<section><h2>{made.words(texts.DOUBTS())}</h2><ul>{items}</ul></section>"
