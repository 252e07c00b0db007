"""`taotoken baseline`: saved, checked and listed against a gateway that stays the same or changes."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from taotoken.testing import Gateway, GatewayTiming, RecordedRequest

KEY = "sk-demo-7f3a99990000aaaa1111"
TIMING = GatewayTiming(first_token=0.02, between=0.001)


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine that slows the gateway down is no change here; times are compared in tests/sdk/measure."""
    monkeypatch.setattr("taotoken.measure._baseline_check.MIN_TTFT", 60.0)
    monkeypatch.setattr("taotoken.measure._baseline_check.MIN_TPOT", 60.0)


class Model:
    """What answers behind the name; tests change it."""

    def __init__(self) -> None:
        self.text: Callable[[RecordedRequest], str] = lambda _: "The sea is wide, and blue on most days."

    def __call__(self, request: RecordedRequest) -> str:
        return self.text(request)


@pytest.fixture
def model() -> Model:
    """The model behind the gateway."""
    return Model()


@pytest.fixture
def gateway(model: Model) -> Iterator[Gateway]:
    """A gateway whose model can be swapped."""
    with Gateway(keys=(KEY,), text=model, timing=TIMING).in_thread() as running:
        yield running


@pytest.fixture
def known(cli: Any, gateway: Gateway) -> Gateway:
    """The gateway, saved in our profile by setup."""
    arguments = ("--base-url", gateway.base_url, "--model", "demo-small", "--api-key-stdin", "--yes", "--no-smoke")
    assert cli("setup", "codex", *arguments, stdin=KEY).code == 0
    return gateway


def folder(home: Path) -> Path:
    """Where the baselines are."""
    return home / ".config" / "taotoken" / "baselines"


def test_saved_then_checked_is_the_same(cli: Any, known: Gateway, clean_home: Path) -> None:
    """Nothing has changed: exit code 0. The file is private, holds no key, and the first request isn't counted."""
    saved = cli("baseline", "save", "--runs", "5")
    assert saved.code == 0
    assert "5 runs: TTFT" in saved.out
    assert "taotoken baseline check 127.0.0.1" in saved.err
    (file,) = folder(clean_home).iterdir()
    assert file.stat().st_mode & 0o777 == 0o600
    assert KEY not in file.read_text("utf-8")
    asked = [request for request in known.requests if request.json]
    assert len(asked) == 6
    assert {request.json["temperature"] for request in asked} == {0.0}
    assert {request.json["max_tokens"] for request in asked} == {50}
    checked = cli("baseline", "check", "--json")
    assert checked.json["data"]["same"] is True, checked.out
    assert checked.code == 0
    assert checked.json["schema"] == "taotoken.baseline-check/1"
    assert [finding["name"] for finding in checked.json["data"]["findings"]] == [
        "text", "answered_by", "finish_reason", "input_tokens", "output_tokens", "ttft", "tpot",
    ]  # fmt: skip


def test_a_model_swapped_behind_the_name_is_noticed(cli: Any, known: Gateway, model: Model) -> None:
    """Another text and another count: exit code 1, named in words and in the envelope."""
    assert cli("baseline", "save", "--runs", "5").code == 0
    model.text = lambda _: "Vast."
    checked = cli("baseline", "check")
    assert checked.code == 1
    assert "changed:\n  - text: another answer" in checked.out
    assert "Another model, or another version of it" in checked.out.replace("\n    ", " ")
    assert "taotoken baseline save" in checked.err
    problem = cli("baseline", "check", "--json").json["errors"][0]
    assert problem["code"] == "baseline_changed"
    assert "text" in problem["message"]
    assert "output_tokens" in problem["message"]


def test_a_temperature_that_the_gateway_changed_is_noticed(cli: Any, known: Gateway, model: Model) -> None:
    """The answers were settled and now vary."""
    assert cli("baseline", "save", "--runs", "5").code == 0
    model.text = lambda _: " ".join(random.choices("abcdefghijklm", k=9))
    checked = cli("baseline", "check")
    assert checked.code == 1
    assert "now 5 of 5 answers are different" in checked.out.replace("\n    ", " ")


def test_asking_otherwise_is_told_and_is_no_pass(cli: Any, known: Gateway) -> None:
    """Another temperature: named, exit code 1, though the answers are the same."""
    assert cli("baseline", "save", "--runs", "5").code == 0
    checked = cli("baseline", "check", "--temperature", "0.7")
    assert checked.code == 1
    assert "temperature was 0.0, now 0.7" in checked.out
    assert {request.json["temperature"] for request in known.requests[-6:]} == {0.7}
    assert cli("baseline", "check", "--temperature", "0.7", "--json").json["errors"][0]["code"] == "baseline_settings"


def test_a_name_asks_the_gateway_of_the_baseline(cli: Any, known: Gateway) -> None:
    """Under a name, model and prompt are the baseline's own; the key is still that of the profile."""
    options = ("--name", "large", "--model", "demo-large", "--prompt", "Why is the sea blue?", "--runs", "5")
    assert cli("baseline", "save", *options).code == 0
    known.clear()
    assert cli("baseline", "check", "large").code == 0
    assert {request.model for request in known.requests} == {"demo-large"}
    assert known.requests[0].json["messages"][0]["content"] == "Why is the sea blue?"
    other = cli("baseline", "check", "large", "--model", "demo-small")
    assert other.code == 1
    assert "model was demo-large, now demo-small" in other.out


def test_the_key_of_the_profile_goes_to_no_other_host(cli: Any, known: Gateway, clean_home: Path) -> None:
    """A baseline file that names another host gets no key of ours."""
    assert cli("baseline", "save", "--name", "mine", "--runs", "5").code == 0
    file = folder(clean_home) / "mine.json"
    with Gateway(keys=(KEY,)).in_thread() as other:
        file.write_text(file.read_text("utf-8").replace(known.base_url, other.base_url), "utf-8")
        checked = cli("baseline", "check", "mine")
        assert other.requests == ()
    assert checked.code == 2
    assert "missing" in checked.err or "key" in checked.err


def test_saving_again_replaces_and_list_shows_what_is_there(cli: Any, known: Gateway, clean_home: Path) -> None:
    """One file for a base URL, model and protocol; another one for another model."""
    assert "no baselines yet" in cli("baseline", "list").out
    assert cli("baseline", "save", "--runs", "5").code == 0
    again = cli("baseline", "save", "--runs", "5")
    assert "was replaced" in again.err
    assert cli("baseline", "save", "--runs", "5", "--model", "demo-large").code == 0
    listed = cli("baseline", "list", "--json")
    assert [one["baseline"]["model"] for one in listed.json["data"]["baselines"]] == ["demo-large", "demo-small"]
    assert listed.code == 0


def test_a_broken_file_is_named_and_stays(cli: Any, known: Gateway, clean_home: Path) -> None:
    """Check and save refuse it with file and field; list shows the others."""
    assert cli("baseline", "save", "--name", "good", "--runs", "5").code == 0
    broken = folder(clean_home) / "broken.json"
    broken.write_text('{"schema": "taotoken.baseline/1", "baseline": {"settings": {}}}', "utf-8")
    checked = cli("baseline", "check", "broken")
    assert checked.code == 3
    assert "broken.json" in checked.err
    assert "$.baseline.settings" in checked.err
    assert cli("baseline", "save", "--name", "broken", "--runs", "5").code == 3
    assert broken.read_text("utf-8").startswith('{"schema"')
    listed = cli("baseline", "list")
    assert listed.code == 1
    assert "good" in listed.out


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (("check",), 3, "There is no baseline"),
        (("check", "nothing"), 3, "There is no baseline nothing"),
        (("check", "../profile"), 3, "can't be the name of a baseline"),
        (("save", "--name", "a/b"), 3, "can't be the name of a baseline"),
        (("save", "--runs", "4"), 2, "--runs"),
        (("save", "--temperature", "warm"), 2, "--temperature"),
        (("save", "--temperature", "-1"), 2, "0 or a number above it"),
        (("save", "--temperature", "."), 2, "0 or a number above it"),
        (("save", "--protocol", "responses", "--seed", "3"), 2, "The responses protocol has no seed"),
        ((), 2, "taotoken baseline"),
        (("forget",), 2, "forget"),
    ],
)
def test_what_can_not_be_done_is_said(
    cli: Any, known: Gateway, arguments: tuple[str, ...], code: int, says: str
) -> None:
    """Before anything is asked."""
    known.clear()
    done = cli("baseline", *arguments)
    assert done.code == code, done.both
    assert says in done.both
    assert [request for request in known.requests if request.json] == []


def test_a_refused_request_is_the_clients_error_and_writes_nothing(cli: Any, known: Gateway, clean_home: Path) -> None:
    """The gateway refuses the key: cause and next step, exit code 1, no file."""
    known.set_fault("401")
    done = cli("baseline", "save", "--runs", "5", "--json")
    assert done.code == 1
    assert done.json["errors"][0]["code"] == "key_invalid"
    assert not folder(clean_home).exists()


def test_a_refusal_has_the_schema_of_its_command(cli: Any, known: Gateway) -> None:
    """The envelope of what failed is that of what succeeds; of the group alone it is the group's."""
    assert cli("baseline", "check", "nothing", "--json").json["schema"] == "taotoken.baseline-check/1"
    assert (
        cli("baseline", "--lang", "en", "save", "--name", "a/b", "--json").json["schema"] == "taotoken.baseline-save/1"
    )
    assert cli("baseline", "forget", "--json").json["schema"] == "taotoken.baseline/1"


def test_where_nothing_can_be_written_nothing_is_asked(cli: Any, known: Gateway, clean_home: Path) -> None:
    """A file that is read-only, and a folder that is a file: refused before a token is paid for."""
    assert cli("baseline", "save", "--name", "mine", "--runs", "5").code == 0
    file = folder(clean_home) / "mine.json"
    file.chmod(0o400)
    known.clear()
    refused = cli("baseline", "save", "--name", "mine", "--runs", "5")
    assert refused.code == 3
    assert "mine.json" in refused.err
    file.unlink()
    folder(clean_home).rmdir()
    folder(clean_home).write_text("", "utf-8")
    refused = cli("baseline", "save", "--name", "mine", "--runs", "5")
    assert refused.code == 3
    assert [request for request in known.requests if request.json] == []


def test_an_empty_prompt_is_none(cli: Any, known: Gateway) -> None:
    """As from a variable that isn't set: the baseline's own prompt is asked."""
    assert cli("baseline", "save", "--prompt", "", "--temperature", "0.00", "--runs", "5").code == 0
    checked = cli("baseline", "check", "--prompt", "")
    assert checked.code == 0, checked.both
    assert len({request.json["messages"][0]["content"] for request in known.requests if request.json}) == 1


def test_a_model_that_only_thinks_is_said_to_have_no_text(cli: Any, known: Gateway, model: Model) -> None:
    """Saving says that the text can't be compared, and how it can."""
    model.text = lambda _: ""
    saved = cli("baseline", "save", "--runs", "5")
    assert saved.code == 0
    assert "no visible text came within 50 tokens" in saved.err
    assert "none is compared" in cli("baseline", "check").out.replace("\n    ", " ")


def test_the_list_keeps_to_the_width_of_a_terminal(cli: Any, known: Gateway) -> None:
    """The name on a line of its own, to be copied; what it is of below it."""
    name = "a" * 90
    assert cli("baseline", "save", "--name", name, "--runs", "5").code == 0
    first, *rest = cli("baseline", "list").out.splitlines()
    assert first == name
    assert rest
    assert all(line.startswith("    ") and len(line) < 80 for line in rest)


def test_a_broken_file_s_next_step_works(cli: Any, known: Gateway, clean_home: Path) -> None:
    """It is not replaced unseen; moved away, as the refusal says, saving works."""
    folder(clean_home).mkdir(parents=True)
    broken = folder(clean_home) / "mine.json"
    broken.write_text("{", "utf-8")
    refused = cli("baseline", "save", "--name", "mine", "--runs", "5")
    assert "move ~/.config/taotoken/baselines/mine.json away" in refused.err
    broken.unlink()
    assert cli("baseline", "save", "--name", "mine", "--runs", "5").code == 0


@pytest.mark.parametrize(("lasts", "code"), [(False, 0), (True, 1)])
def test_times_alone_are_asked_once_more(
    cli: Any, known: Gateway, model: Model, monkeypatch: pytest.MonkeyPatch, lasts: bool, code: int
) -> None:
    """A busy moment is no change; what is still there in the second round is one."""
    assert cli("baseline", "save", "--runs", "5").code == 0
    known.clear()
    monkeypatch.setattr("taotoken.measure._baseline_check.MIN_TTFT", 0.2)
    answer = model.text

    def slow(request: RecordedRequest) -> str:
        if lasts or len(known.requests) <= 6:
            time.sleep(0.4)
        return answer(request)

    model.text = slow
    checked = cli("baseline", "check")
    assert checked.code == code, checked.both
    assert "asking once more" in checked.err
    assert len([request for request in known.requests if request.json]) == 12


def test_a_key_that_an_answer_repeats_is_not_kept(cli: Any, known: Gateway, model: Model, clean_home: Path) -> None:
    """A gateway that echoes it: masked in the file, and no change when it comes again."""
    model.text = lambda _: f"Your key is {KEY}, and hers sk-other-ABCDEFGHIJKLMNOPQRSTUVWX12."
    assert cli("baseline", "save", "--runs", "5").code == 0
    (file,) = folder(clean_home).iterdir()
    assert KEY not in file.read_text("utf-8")
    assert "ABCDEFGHIJKLMNOP" not in file.read_text("utf-8")
    assert cli("baseline", "check").code == 0
