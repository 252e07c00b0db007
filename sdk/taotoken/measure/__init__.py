"""Measuring a gateway: single requests, loads, and what their figures mean.

    import asyncio
    from taotoken import AsyncTaoToken
    from taotoken.measure import measure_once

    async def main() -> None:
        async with AsyncTaoToken() as client:
            record = await measure_once(client, "Hi", max_tokens=50)
            print(record.ttft, record.tpot, record.output_tokens)

    asyncio.run(main())

All times are seconds. Names are loaded when they are first used.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from taotoken.measure._once import measure_once
    from taotoken.measure._record import Failure, Record

__all__ = ["Failure", "Record", "measure_once"]

# Where the names live.
_MODULES = {
    "Failure": "_record",
    "Record": "_record",
    "measure_once": "_once",
}


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value: object = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return list(__all__)
