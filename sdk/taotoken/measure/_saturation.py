"""Was it the client that was slow?"""

from __future__ import annotations

from dataclasses import dataclass

from taotoken.measure._distribution import Distribution

TTFT_SHARE = 0.1
ITL_SHARE = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Saturation:
    """How late this program's event loop was, against what it measured; seconds.

    `saturated`: the lag (p99) is more than a tenth of the typical TTFT, or than half of the typical gap between
    chunks. Then some of what was measured is the delay of this client or its machine.
    """

    lag: float
    ttft_share: float | None
    itl_share: float | None

    @property
    def saturated(self) -> bool:
        """Is the lag too large for the figures to be trusted?"""
        return (self.ttft_share or 0.0) > TTFT_SHARE or (self.itl_share or 0.0) > ITL_SHARE


def saturation(lag: Distribution | None, ttft: Distribution | None, itl: Distribution | None) -> Saturation | None:
    """The client's lag beside the figures; None where no lag was sampled."""
    if lag is None:
        return None
    late = lag.max if lag.p99 is None else lag.p99
    return Saturation(
        lag=late,
        ttft_share=late / ttft.p50 if ttft is not None and ttft.p50 > 0 else None,
        itl_share=late / itl.p50 if itl is not None and itl.p50 > 0 else None,
    )
