"""A person goes through `taotoken setup`; then the real programs answer."""

from __future__ import annotations

from real_machine import KEY, MODEL, POST_PATHS, REPLY, TOOLS, Machine, posts_of
from screen_kit import ENTER, Terminal, pasted
from taotoken.testing import Gateway


def test_the_programs_answer_after_the_wizard(machine: Machine, gateway: Gateway) -> None:
    """All three at once, with the models of the gateway's own list; undo gives all back."""
    before = machine.tree()
    terminal = Terminal(machine.home, "setup", *TOOLS, env=machine.environment({"TERM": "xterm"}))
    terminal.answer("Which gateway", pasted(gateway.base_url + "/v1"))
    terminal.answer("API key for", KEY + ENTER)
    for tool in ("Claude Code", "Codex", "Cline"):
        terminal.answer(f"Which model for {tool}", ENTER)
    terminal.answer("Which small model", ENTER)
    terminal.answer("Write these changes", ENTER)
    assert terminal.end() == 0, terminal.transcript
    assert terminal.transcript.count("works, first token after") == 3
    after = machine.tree()
    for tool in TOOLS:
        gateway.clear()
        ran = machine.run(tool)
        assert REPLY in ran.out, f"{tool} said: {ran.out}\n{ran.err}"
        (post,) = posts_of(gateway)
        assert (post.path, post.key, post.model) == (POST_PATHS[tool], KEY, MODEL)
    assert after != before
    assert machine.taotoken("undo", "--yes").code == 0
