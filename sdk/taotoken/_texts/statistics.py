"""Words of `taotoken.measure` about what figures may and may not be told."""

from __future__ import annotations

from taotoken._message import Text

FEW_POINTS = Text(
    en="{n} points are too few for a line; {needed} are needed",
    zh="只有 {n} 个点，不足以拟合直线；至少需要 {needed} 个",
)
SLOPE_MAY_BE_ZERO = Text(
    en="the slope may be zero: its {percent} interval is {low} to {high}",
    zh="斜率可能为零：其 {percent} 置信区间是 {low} 到 {high}",
)
LOW_R_SQUARED = Text(
    en="the points scatter too much: R^2 is {r_squared}, and {needed} is needed",
    zh="点太分散：R² 只有 {r_squared}，至少需要 {needed}",
)
TOLD = Text(
    en="a change of {change} (p {p}, below {alpha}; Cliff's delta {delta})",
    zh="变化 {change}（p {p}，小于 {alpha}；Cliff's delta {delta}）",
)
MAY_BE_CHANCE = Text(
    en="it may be chance: p {p}, not below {alpha}, with {n_a} and {n_b} values",
    zh="可能只是偶然：p {p}，不小于 {alpha}，样本分别有 {n_a} 个和 {n_b} 个值",
)
NO_BASE = Text(
    en="the first sample's median is 0, so there is no relative change", zh="第一组的中位数是 0，无法计算相对变化"
)
SMALL_CHANGE = Text(
    en="the change is real but small: {change}, and {needed} is what counts",
    zh="确有变化，但太小：{change}，达到 {needed} 才算数",
)
SMALL_EFFECT = Text(
    en="the two samples overlap too much: Cliff's delta is {delta}, and {needed} is what counts",
    zh="两组样本重叠太多：Cliff's delta 是 {delta}，达到 {needed} 才算数",
)
