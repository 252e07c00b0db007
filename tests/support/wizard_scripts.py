"""What a person presses on the way through `taotoken setup`, and the homes that some of them start from.

Each script gives the terminal back after its last key: its end, the screens and the files are the test's."""

from __future__ import annotations

import json
from pathlib import Path

from screen_kit import DOWN, ENTER, Terminal, pasted
from taotoken.testing import Gateway

KEY = "sk-test-gateway-000001"
WRONG_KEY = "sk-demo-7f3a99990000aaaa1111"
RELAY_KEY = "sk-relay-00001111222233334444"

FIRST_USE = (
    ("Which tools", ENTER),
    ("Which gateway", "h"),
    ("Base URL of the gateway", "URL"),
    ("API key for", "KEY"),
    ("Which model", ENTER),
    ("Which small model", ENTER),
    ("Write these changes", ENTER),
)


def first_use(terminal: Terminal, gateway: Gateway, upto: str = "") -> None:
    """The way of someone with one tool and an address of their own, up to before the question `upto`."""
    for question, keys in FIRST_USE:
        if question == upto:
            return
        keys = {"URL": gateway.base_url[1:] + ENTER, "KEY": KEY + ENTER}.get(keys, keys)
        terminal.answer(question, keys, note="the key, enter" if KEY in keys else "")


def one_tool(home: Path, gateway: Gateway) -> Terminal:
    """The whole of that way."""
    terminal = Terminal(home, "setup")
    first_use(terminal, gateway)
    return terminal


def without_colour(home: Path, gateway: Gateway) -> Terminal:
    """The same, on 80 columns without colour."""
    terminal = Terminal(home, "setup", env={"NO_COLOR": "1"})
    first_use(terminal, gateway)
    return terminal


def first_use_in_chinese(home: Path, gateway: Gateway) -> Terminal:
    """With a slip in the address, and another small model."""
    terminal = Terminal(home, "setup", env={"LANG": "zh_CN.UTF-8"})
    terminal.answer("哪些工具", ENTER)
    terminal.answer("用哪个网关", "h")
    terminal.answer("网关的 Base URL", gateway.base_url[1:] + "i" + ENTER)
    terminal.answer("接下来怎么办", ENTER)
    terminal.answer("的 API 密钥", KEY + ENTER, note="the key, enter")
    terminal.answer("用哪个模型", ENTER)
    terminal.answer("用哪个小模型", DOWN + ENTER)
    terminal.answer("将以上改动写入", ENTER)
    return terminal


def three_tools(home: Path, gateway: Gateway) -> Terminal:
    """A mistyped address, then a refused key; one model per protocol."""
    terminal = Terminal(home, "setup")
    terminal.answer("Which tools", ENTER)
    terminal.answer("Which gateway", pasted(gateway.base_url + "i"), note="paste an address with a slip")
    terminal.answer("What now?", ENTER)
    terminal.answer("API key for", WRONG_KEY + ENTER, note="a wrong key, enter")
    terminal.answer("What now?", ENTER)
    terminal.answer("API key for", f" {KEY}\t" + ENTER, note="the key with blanks, enter")
    terminal.answer("Which model for Claude Code", DOWN + ENTER)
    terminal.answer("Which model for Codex", ENTER)
    terminal.answer("Which model for Cline", "lar" + ENTER)
    terminal.answer("Which small model for Claude Code", ENTER)
    terminal.answer("Write these changes", ENTER)
    return terminal


def relay_home(home: Path) -> None:
    """A home full of an old relay's settings."""
    claude = {
        "env": {
            "ANTHROPIC_BASE_URL": "https://relay.example",
            "ANTHROPIC_API_KEY": RELAY_KEY,
            "ANTHROPIC_SMALL_FAST_MODEL": "relay-small",
            "HTTP_TIMEOUT": "60000",
        },
        "permissions": {"allow": ["Bash(git status)"]},
    }
    texts = {
        ".claude/settings.json": json.dumps(claude, indent=4) + "\n",
        ".claude.json": json.dumps({"numStartups": 7, "primaryApiKey": RELAY_KEY}) + "\n",
        ".codex/config.toml": '# mine\nmodel = "relay-model"\nmodel_provider = "relay"\n\n[model_providers.relay]\n'
        'name = "relay"\nbase_url = "https://relay.example/v1"\nenv_key = "RELAY_KEY"\n',
        ".codex/auth.json": json.dumps({"OPENAI_API_KEY": RELAY_KEY}) + "\n",
        ".bashrc": f"alias ll='ls -l'\nexport ANTHROPIC_API_KEY={RELAY_KEY}\n",
    }
    for name, text in texts.items():
        (home / name).parent.mkdir(exist_ok=True)
        (home / name).write_text(text, "utf-8", newline="\n")


def old_relay(home: Path, gateway: Gateway) -> Terminal:
    """From a home with the settings of an old relay to the new gateway, with the old key still in the environment."""
    terminal = Terminal(home, "setup", env={"ANTHROPIC_API_KEY": RELAY_KEY})
    terminal.answer("Which tools", ENTER)
    terminal.answer("Which gateway", pasted(gateway.base_url), note="paste the new address")
    terminal.answer("API key for", KEY + ENTER, note="the key, enter")
    terminal.answer("Which model for Claude Code", ENTER)
    terminal.answer("Which model for Codex", ENTER)
    terminal.answer("Which small model", ENTER)
    terminal.answer("Write these changes", ENTER)
    return terminal


def shadowed_project(home: Path) -> None:
    """A project folder whose settings would win over those of the home."""
    project = home / "project"
    (project / ".claude").mkdir(parents=True)
    shadow = {"env": {"ANTHROPIC_API_KEY": RELAY_KEY, "ANTHROPIC_MODEL": "relay-model"}}
    (project / ".claude/settings.json").write_text(json.dumps(shadow), "utf-8")


def project_shadow(home: Path, gateway: Gateway) -> Terminal:
    """In a folder with settings of its own, which are taken out too."""
    terminal = Terminal(home, "setup", cwd=home / "project")
    first_use(terminal, gateway, upto="Write these changes")
    terminal.answer("Also take out what is unused", DOWN + ENTER)
    terminal.answer("Write these changes", ENTER)
    return terminal


def another_model(home: Path) -> Terminal:
    """The second run: return all the way but for the model."""
    terminal = Terminal(home, "setup")
    for question in ("Which tools", "Which gateway", "return keeps sk-…0001"):
        terminal.answer(question, ENTER)
    terminal.answer("Which model", "small" + ENTER)
    terminal.answer("Which small model", ENTER)
    terminal.answer("Write these changes", ENTER)
    return terminal


def dumb(home: Path, gateway: Gateway) -> Terminal:
    """A terminal without escape sequences; a step back on the way."""
    terminal = Terminal(home, "setup", env={"TERM": "dumb"})
    terminal.answer("Numbers, or return", "1" + ENTER)
    terminal.answer("Number or address", gateway.base_url + ENTER, note="the address, enter")
    terminal.answer("API key for", "<" + ENTER)
    terminal.answer("Number or address", ENTER)
    terminal.answer("API key for", KEY + ENTER, note="the key, enter")
    terminal.answer("part of a name", "small" + ENTER)
    terminal.answer("part of a name", ENTER)
    terminal.answer("Number (return: 1", ENTER)
    return terminal
