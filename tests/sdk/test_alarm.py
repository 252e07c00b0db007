"""Bounded waits: they end in time, leave other people's cancellations alone, and leave nothing behind."""

from __future__ import annotations

import asyncio
import gc
import weakref

import anyio
import anyio.lowlevel
import pytest

from taotoken._alarm import LateError, ScopeAlarm, TimerAlarm, loop_clock, make_alarm

pytestmark = pytest.mark.anyio


@pytest.fixture(params=["asyncio", "trio"])
def anyio_backend(request: pytest.FixtureRequest) -> str:
    return str(request.param)


async def forever() -> None:
    await anyio.sleep_forever()


async def test_each_event_loop_has_its_alarm(anyio_backend: str) -> None:
    """asyncio has a timer for all, the others a scope for each wait; the clock is the loop's own."""
    assert isinstance(make_alarm(), TimerAlarm if anyio_backend == "asyncio" else ScopeAlarm)
    assert abs(loop_clock()() - anyio.current_time()) < 1


async def test_work_that_ends_in_time_gives_its_value() -> None:
    """Nothing happens to work that is done before."""
    alarm = make_alarm()

    async def work() -> str:
        await anyio.sleep(0.01)
        return "done"

    for _ in range(3):
        assert await alarm.bounded(work, alarm.now() + 5) == "done"


async def test_late_work_is_cancelled_and_the_task_goes_on() -> None:
    """A passed moment ends the wait, again and again, also one that had passed before."""
    alarm = make_alarm()
    for wait in (0.02, 0.01, 0.0, -1.0):
        with anyio.fail_after(2), pytest.raises(LateError):
            await alarm.bounded(forever, alarm.now() + wait)
    await anyio.lowlevel.checkpoint()


async def test_an_earlier_moment_than_the_last_one_counts() -> None:
    """One wait's moment says nothing about the next one's, in both directions."""
    alarm = make_alarm()

    async def moment() -> None:
        await anyio.sleep(0.03)

    await alarm.bounded(moment, alarm.now() + 60)
    with anyio.fail_after(2), pytest.raises(LateError):
        await alarm.bounded(forever, alarm.now() + 0.02)
    await alarm.bounded(moment, alarm.now() + 60)


async def test_waits_at_the_same_time_end_each_at_its_own() -> None:
    """The moments of several requests don't disturb each other."""
    ended: list[float] = []

    async def one(seconds: float) -> None:
        alarm = make_alarm()
        with pytest.raises(LateError):
            await alarm.bounded(forever, alarm.now() + seconds)
        ended.append(seconds)

    with anyio.fail_after(5):
        async with anyio.create_task_group() as group:
            for seconds in (0.15, 0.05, 0.1, 0.01):
                group.start_soon(one, seconds)
    assert ended == [0.01, 0.05, 0.1, 0.15]


async def test_cancellation_from_outside_is_passed_on() -> None:
    """A scope around the wait ends as scopes end, whether or not the moment has come too."""
    alarm = make_alarm()
    for wait in (60.0, 0.02):
        with anyio.move_on_after(0.02) as scope:
            try:
                await alarm.bounded(forever, alarm.now() + wait)
            except LateError:
                await forever()
        assert scope.cancelled_caught
    await anyio.sleep(0.01)


async def test_error_of_work_that_is_cancelled_is_told() -> None:
    """What the work raises while it is cleaning up is not taken for being late."""
    alarm = make_alarm()

    async def broken() -> None:
        try:
            await forever()
        finally:
            raise ValueError("while cleaning up")

    with pytest.raises(ValueError, match="cleaning up"):
        await alarm.bounded(broken, alarm.now() + 0.01)
    await anyio.sleep(0.01)


def test_cancel_of_the_task_itself_wins() -> None:
    """asyncio's own cancel() ends the task, also at the moment itself."""

    async def main() -> None:
        alarm = make_alarm()

        async def waiting() -> None:
            await alarm.bounded(forever, alarm.now() + 0.02)

        task = asyncio.create_task(waiting())
        await asyncio.sleep(0)
        asyncio.get_running_loop().call_later(0.02, task.cancel)
        with pytest.raises((asyncio.CancelledError, LateError)):
            await task
        early = asyncio.create_task(waiting())
        await asyncio.sleep(0)
        early.cancel()
        with pytest.raises(asyncio.CancelledError):
            await early

    asyncio.run(main())


def test_ended_event_loops_are_let_go() -> None:
    """The timers of event loops don't pile up: at most the last loop is still known."""
    kept: list[weakref.ref[asyncio.AbstractEventLoop]] = []

    async def main() -> None:
        alarm = make_alarm()
        await alarm.bounded(lambda: asyncio.sleep(0), alarm.now() + 100)
        kept.append(weakref.ref(asyncio.get_running_loop()))

    for _ in range(3):
        asyncio.run(main())
    gc.collect()
    assert [loop() for loop in kept[:-1]] == [None, None]
