"""YAML and dotenv files through plan, apply and undo; nothing is loaded for set-ups that don't need it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine_kit import KEY, config_file, host_for, tool, wanted
from taotoken_plugins import Host, Set, Tool, Wanted
from taotoken_plugins._apply import apply
from taotoken_plugins._edit import Edit, Select
from taotoken_plugins._formats.dotenv_format import DOTENV
from taotoken_plugins._formats.yaml_format import YAML
from taotoken_plugins._plan import plan
from taotoken_plugins._problem import RefusedError
from taotoken_plugins._undo import undo

MINE = Select("model_id", "taotoken")


def list_edits(want: Wanted, data: Any, host: Host) -> Sequence[Edit]:
    """An entry of a list at the top."""
    assert isinstance(data, list)
    return (
        Set((MINE, "model_id"), "taotoken", frame=True),
        Set((MINE, "model_name"), want.endpoint.model),
        Set((MINE, "api_key"), want.endpoint.api_key, secret=True),
    )


def env_edits(want: Wanted, data: Mapping[str, Any], host: Host) -> Sequence[Edit]:
    """Two variables."""
    return (
        Set(("BASE_URL",), want.endpoint.v1),
        Set(("API_KEY",), want.endpoint.api_key, secret=True),
    )


LIST = replace(config_file("models.yaml", list_edits, YAML), owned=((MINE,),))
ENV = replace(config_file("tool.env", env_edits, DOTENV), owned=(("BASE_URL",), ("API_KEY",)))
BOTH: Tool = tool(LIST, ENV)


def run(home: Path) -> None:
    host = host_for(home)
    apply(plan([(BOTH, wanted())], host), host)


@pytest.mark.parametrize("models", [None, "", "# mine\n", "- model_id: other # c\n", "[]\n"])
@pytest.mark.parametrize("env", [None, "# mine\nexport A=1 # c\n", "API_KEY=old # c"])
def test_set_up_and_undo(tmp_path: Path, models: str | None, env: str | None) -> None:
    """Both files get our values, a second run changes nothing, and undo gives back the bytes or the absence."""
    before = {"models.yaml": models, "tool.env": env}
    for name, text in before.items():
        if text is not None:
            (tmp_path / name).write_text(text)
    run(tmp_path)
    entry = {"model_id": "taotoken", "model_name": "demo-large", "api_key": KEY}
    assert YAML.load((tmp_path / "models.yaml").read_bytes())[-1] == entry
    assert DOTENV.load((tmp_path / "tool.env").read_bytes())["API_KEY"] == KEY
    assert not plan([(BOTH, wanted())], host_for(tmp_path)).changes
    undo(host_for(tmp_path))
    assert {name: (tmp_path / name).read_text() if (tmp_path / name).exists() else None for name in before} == before


def test_undo_after_another_edit_takes_back_only_our_values(tmp_path: Path) -> None:
    """What others wrote since stays, in a list at the top as well."""
    (tmp_path / "models.yaml").write_text("- model_id: other\n")
    run(tmp_path)
    for name, more in {"models.yaml": "- model_id: third # new\n", "tool.env": "# new\nB=1\n"}.items():
        with (tmp_path / name).open("a") as file:
            file.write(more)
    undo(host_for(tmp_path))
    assert (tmp_path / "models.yaml").read_text() == "- model_id: other\n- model_id: third # new\n"
    assert (tmp_path / "tool.env").read_text() == "# new\nB=1\n"


@pytest.mark.parametrize(("text", "found"), [("a: 1\n", "object"), ("text\n", "string")])
def test_a_file_of_another_kind_is_refused(tmp_path: Path, text: str, found: str) -> None:
    """A mapping where the tool wants a list is told with its place; nothing is written."""
    (tmp_path / "models.yaml").write_text(text)
    with pytest.raises(RefusedError) as caught:
        run(tmp_path)
    assert [problem.code for problem in caught.value.problems] == ["config_wrong_type"]
    assert not (tmp_path / "tool.env").exists()


def test_ruamel_is_loaded_for_yaml_files_only() -> None:
    """Importing the formats costs nothing; reading a YAML file loads the parser."""
    program = (
        "import sys\n"
        "from taotoken_plugins._formats import yaml_format, dotenv_format\n"
        "dotenv_format.DOTENV.load(b'A=1')\n"
        "assert not [name for name in sys.modules if name.startswith('ruamel')]\n"
        "yaml_format.YAML.load(b'a: 1')\n"
        "assert 'ruamel.yaml' in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)
