"""The endpoint from the environment or a .env file, and the key that stays with its own base URL."""

from __future__ import annotations

from pathlib import Path

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
    monkeypatch.chdir(tmp_path)


def set_environment(monkeypatch: pytest.MonkeyPatch, **values: str) -> None:
    for name, value in values.items():
        monkeypatch.setenv(f"TAOTOKEN_{name.upper()}", value)


def dotenv(folder: Path, **values: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    lines = [f"TAOTOKEN_{name.upper()}={value}" for name, value in values.items()]
    (folder / ".env").write_text("\n".join([*lines, "UNRELATED=1"]), "utf-8")


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
