"""The endpoint from the environment or a .env file, and the key that stays with its own base URL."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from taotoken import AsyncTaoToken, Cause, ConfigurationError

KEY = "sk-test-settings-0000000001"
OTHER_KEY = "sk-test-settings-0000000002"
HOME = "https://gateway.example/api"
EVIL = "https://evil.example/api"


@pytest.fixture(autouse=True)
def _nothing_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("BASE_URL", "API_KEY", "MODEL"):
        monkeypatch.delenv(f"TAOTOKEN_{name}", raising=False)
        monkeypatch.delenv(f"OPENAI_{name}", raising=False)
    monkeypatch.setenv("TAOTOKEN_CONFIG_DIR", str(tmp_path / "config"))
    monkeypatch.chdir(tmp_path)


def set_environment(monkeypatch: pytest.MonkeyPatch, **values: str) -> None:
    for name, value in values.items():
        monkeypatch.setenv(f"TAOTOKEN_{name.upper()}", value)


def dotenv(folder: Path, **values: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    lines = [f"TAOTOKEN_{name.upper()}={value}" for name, value in values.items()]
    (folder / ".env").write_text("\n".join([*lines, "UNRELATED=1"]), "utf-8")


def profile(folder: Path, **values: Any) -> Path:
    path = folder / "config" / "profile.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(values), "utf-8")
    return path


def test_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """The three variables are enough; values are cleaned as everywhere."""
    set_environment(monkeypatch, base_url=f"{HOME}/v1/", api_key=f" {KEY} ", model="demo")
    endpoint = AsyncTaoToken().endpoint
    assert (endpoint.base_url, endpoint.api_key, endpoint.model) == (HOME, KEY, "demo")


def test_arguments_win(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is given in the code beats the environment; an empty variable is none."""
    set_environment(monkeypatch, base_url=EVIL, api_key=OTHER_KEY, model="")
    endpoint = AsyncTaoToken(base_url=HOME, api_key=KEY, model="mine").endpoint
    assert (endpoint.base_url, endpoint.api_key, endpoint.model) == (HOME, KEY, "mine")


def test_model_of_the_arguments_over_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """A model may be given alone: it is no secret."""
    set_environment(monkeypatch, base_url=HOME, api_key=KEY, model="demo")
    assert AsyncTaoToken(model="mine").endpoint.model == "mine"


def test_dotenv_up_to_the_root_of_the_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The nearest .env counts, from the working folder up to the folder with .git, and not above it."""
    dotenv(tmp_path, base_url=EVIL, api_key=OTHER_KEY)
    (tmp_path / "repo" / ".git").mkdir(parents=True)
    below = tmp_path / "repo" / "a" / "b"
    below.mkdir(parents=True)
    monkeypatch.chdir(below)
    with pytest.raises(ConfigurationError) as caught:
        AsyncTaoToken()
    assert caught.value.cause is Cause.BASE_URL_MISSING
    dotenv(tmp_path / "repo", base_url=HOME, api_key=KEY)
    assert AsyncTaoToken().endpoint.base_url == HOME
    assert AsyncTaoToken().source == str(tmp_path / "repo" / ".env")
    dotenv(below, base_url=f"{HOME}/near", api_key=KEY)
    assert AsyncTaoToken().endpoint.base_url == f"{HOME}/near"


def test_outside_of_a_repository_only_the_working_folder_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a repository no folder above is looked at."""
    dotenv(tmp_path, base_url=HOME, api_key=KEY)
    assert AsyncTaoToken().endpoint.base_url == HOME
    (tmp_path / "below").mkdir()
    monkeypatch.chdir(tmp_path / "below")
    with pytest.raises(ConfigurationError):
        AsyncTaoToken()


def test_key_of_the_environment_never_goes_to_a_url_of_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A .env in a cloned repository can't lead the user's key elsewhere; the error names both sources."""
    dotenv(tmp_path, base_url=EVIL)
    set_environment(monkeypatch, api_key=KEY)
    with pytest.raises(ConfigurationError) as caught:
        AsyncTaoToken()
    assert caught.value.cause is Cause.KEY_TO_FOREIGN_HOST
    assert str(tmp_path / ".env") in str(caught.value)
    assert "the environment" in str(caught.value)
    assert KEY not in f"{caught.value!r} {vars(caught.value)}"


@pytest.mark.parametrize(("file_url", "fits"), [(f"{HOME}/other", True), ("https://gateway.example:8443/api", False)])
def test_key_may_go_to_its_own_host(file_url: str, fits: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the key's own source names a base URL of the same scheme, host and port, the key may go there."""
    dotenv(tmp_path, base_url=file_url, api_key=KEY)
    set_environment(monkeypatch, base_url=HOME)
    if fits:
        assert AsyncTaoToken().endpoint.base_url == HOME
        return
    with pytest.raises(ConfigurationError, match="own source"):
        AsyncTaoToken()


def test_url_of_the_arguments_with_a_key_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rule holds for arguments too: a key goes where its own source says."""
    set_environment(monkeypatch, api_key=KEY)
    with pytest.raises(ConfigurationError, match="the arguments"):
        AsyncTaoToken(base_url=HOME)
    set_environment(monkeypatch, base_url=HOME)
    assert AsyncTaoToken(base_url=f"{HOME}/v1").endpoint.api_key == KEY


def test_key_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a key the variable to set is named."""
    set_environment(monkeypatch, base_url=HOME)
    with pytest.raises(ConfigurationError, match="TAOTOKEN_API_KEY") as caught:
        AsyncTaoToken()
    assert caught.value.cause is Cause.KEY_MISSING


def test_bad_value_in_the_environment_is_told_without_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """A key that can't be sent is refused as Endpoint.parse refuses it."""
    set_environment(monkeypatch, base_url=HOME, api_key="sk-test-\u4f60-settings-0000001")
    with pytest.raises(ConfigurationError) as caught:
        AsyncTaoToken()
    assert "settings-0000001" not in f"{caught.value!r} {vars(caught.value)}"


def test_profile_comes_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What `taotoken setup` wrote is used where nothing nearer is set, other roots included."""
    path = profile(
        tmp_path, base_url=HOME, api_key=KEY, model="demo", messages_base_url=f"{HOME}/anthropic", own_field=[1]
    )
    client = AsyncTaoToken()
    assert client.settings_sources == dict.fromkeys(("base_url", "api_key", "model"), str(path))
    assert client.endpoint.messages_base_url == f"{HOME}/anthropic"
    set_environment(monkeypatch, model="mine")
    assert AsyncTaoToken().settings_sources["model"] == "the environment"
    set_environment(monkeypatch, base_url=EVIL, api_key=OTHER_KEY)
    client = AsyncTaoToken()
    assert (client.endpoint.api_key, client.endpoint.messages_base_url) == (OTHER_KEY, None)


def test_profile_is_the_one_the_command_line_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both look in the same place, with and without TAOTOKEN_CONFIG_DIR."""
    from taotoken._settings import _profile_path
    from taotoken_plugins._host import Host
    from taotoken_plugins._profile_path import profile_path

    assert _profile_path() == profile_path(Host.current()) == tmp_path / "config" / "profile.json"
    monkeypatch.delenv("TAOTOKEN_CONFIG_DIR")
    assert _profile_path() == profile_path(Host.current())


@pytest.mark.parametrize("content", [b"", b"{", b"[1]", b'{"base_url": 3}', b"\xff", b"[" * 100_000])
def test_profile_that_cant_be_read(content: bytes, tmp_path: Path) -> None:
    """It counts as none; what is missing is said."""
    profile(tmp_path).write_bytes(content)
    with pytest.raises(ConfigurationError, match="TAOTOKEN_BASE_URL"):
        AsyncTaoToken()


@pytest.mark.parametrize("content", [b"caf\xe9=1\n", b"x" * 2_000_000, b"TAOTOKEN_API_KEY"])
def test_dotenv_of_another_program(content: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A .env that can't be read is no hindrance where the environment is enough."""
    (tmp_path / ".env").write_bytes(content)
    set_environment(monkeypatch, base_url=HOME, api_key=KEY)
    assert AsyncTaoToken().source == "the environment"


def test_each_value_has_its_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where base URL, key and model came from; a model that nobody named is not there."""
    dotenv(tmp_path, model="demo")
    set_environment(monkeypatch, base_url=HOME, api_key=KEY)
    sources = {"base_url": "the environment", "api_key": "the environment"}
    assert AsyncTaoToken().settings_sources == sources | {"model": str(tmp_path / ".env")}
    assert AsyncTaoToken(model="mine").settings_sources == sources | {"model": "the arguments"}
    given = AsyncTaoToken(base_url=HOME, api_key=KEY)
    assert given.settings_sources == {"base_url": "the arguments", "api_key": "the arguments"}


def hostile(folder: Path, monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    """A repository somebody else wrote, and the user in it."""
    (folder / "cloned" / ".git").mkdir(parents=True)
    (folder / "cloned" / ".env").write_text("\n".join(lines), "utf-8")
    monkeypatch.chdir(folder / "cloned")


@pytest.mark.parametrize(
    "lines",
    [
        [f"TAOTOKEN_BASE_URL={EVIL}"],
        [f"taotoken_base_url={EVIL}"],
        [f"TAOTOKEN_BASE_URL={EVIL}", "TAOTOKEN_API_KEY="],
        [f"export TAOTOKEN_BASE_URL='{EVIL}'"],
        [f"TAOTOKEN_BASE_URL={HOME.replace('https', 'http')}"],
        [f"TAOTOKEN_BASE_URL={HOME.replace('example', 'example:8443')}"],
        [f"TAOTOKEN_BASE_URL={HOME.replace('gateway.example', 'gateway.example.evil.example')}"],
    ],
)
@pytest.mark.parametrize("place", ["environment", "profile"])
def test_hostile_dotenv_gets_no_key(
    place: str, lines: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A cloned repository can't lead a key of the environment or of the profile to its own host."""
    hostile(tmp_path, monkeypatch, *lines)
    if place == "environment":
        set_environment(monkeypatch, api_key=KEY)
    else:
        profile(tmp_path, base_url=HOME, api_key=KEY)
    with pytest.raises(ConfigurationError) as caught:
        AsyncTaoToken()
    assert caught.value.cause is Cause.KEY_TO_FOREIGN_HOST
    assert KEY not in f"{caught.value!r} {vars(caught.value)}"


def test_hostile_dotenv_cant_add_a_root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Roots for single protocols are not read from a .env at all, however they are spelled."""
    hostile(
        tmp_path,
        monkeypatch,
        f"TAOTOKEN_MESSAGES_BASE_URL={EVIL}",
        f"messages_base_url={EVIL}",
        f"TAOTOKEN_BASE_URL={HOME}",
    )
    profile(tmp_path, base_url=HOME, api_key=KEY)
    endpoint = AsyncTaoToken().endpoint
    assert (endpoint.api_key, endpoint.messages_base_url) == (KEY, None)


def test_hostile_dotenv_reads_no_variable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its own host and key are its own business, but ${NAME} brings no secret of the environment there."""
    monkeypatch.setenv("CLOUD_SECRET", "s3cr3t")
    hostile(
        tmp_path,
        monkeypatch,
        f"TAOTOKEN_BASE_URL={EVIL}",
        f"TAOTOKEN_API_KEY={OTHER_KEY}",
        "TAOTOKEN_MODEL=m-${CLOUD_SECRET}",
    )
    with pytest.raises(ConfigurationError) as caught:
        AsyncTaoToken()
    assert caught.value.cause is Cause.VALUE_NOT_EXPANDED
    assert "s3cr3t" not in f"{caught.value!r} {vars(caught.value)}"


def test_openai_variables_count_only_when_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are for another program until the code says otherwise; then ours don't count, but for the model."""
    monkeypatch.setenv("OPENAI_BASE_URL", f"{HOME}/v1")
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with pytest.raises(ConfigurationError, match="TAOTOKEN_BASE_URL"):
        AsyncTaoToken()
    set_environment(monkeypatch, base_url=EVIL, api_key=OTHER_KEY, model="demo")
    profile(tmp_path, base_url=EVIL, api_key=OTHER_KEY)
    endpoint = AsyncTaoToken(settings="openai").endpoint
    assert (endpoint.base_url, endpoint.api_key, endpoint.model) == (HOME, KEY, "demo")
    monkeypatch.delenv("OPENAI_BASE_URL")
    with pytest.raises(ConfigurationError, match="OPENAI_BASE_URL"):
        AsyncTaoToken(settings="openai")


def test_openai_variables_of_a_dotenv(tmp_path: Path) -> None:
    """The same file, other names."""
    (tmp_path / ".env").write_text(f"OPENAI_BASE_URL={HOME}\nOPENAI_API_KEY={KEY}\nTAOTOKEN_MODEL=demo", "utf-8")
    endpoint = AsyncTaoToken(settings="openai").endpoint
    assert (endpoint.base_url, endpoint.api_key, endpoint.model) == (HOME, KEY, "demo")


def test_unknown_settings_are_refused() -> None:
    """A name that means nothing is a mistake."""
    with pytest.raises(ConfigurationError, match="settings must be"):
        AsyncTaoToken(settings="azure")  # type: ignore[arg-type]
