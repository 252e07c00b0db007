"""Known hosts: their web pages lead to the API; every other host is left alone."""

from __future__ import annotations

import pytest

from taotoken._hosts import known_host, page
from taotoken._url import parse_base_url

API = "https://taotoken.net/api"
PAGES = ("console", "api-keys", "models", "doc", "coding-plan", "claudecode-anthropic")


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("tail", ["", "/", "?utm_source=x&utm_medium=y", "/sub/page?utm_source=x#part", "#/hash"])
@pytest.mark.parametrize(
    "front", ["https://taotoken.net/", "https://www.taotoken.net/", "http://taotoken.net/", "TaoToken.net/"]
)
def test_a_page_of_the_site_leads_to_the_api(front: str, name: str, tail: str) -> None:
    """A pasted page gives the API root, and the note says what is used instead."""
    clean = parse_base_url(front + name + tail)
    assert clean.url == API
    for language in ("en", "zh"):
        assert API in clean.notes[-1].render(language)


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("https://taotoken.net", "a page of the taotoken.net website"),
        ("https://taotoken.net/", "a page of the taotoken.net website"),
        ("https://www.taotoken.net", "a page of the taotoken.net website"),
        ("taotoken.net", "a page of the taotoken.net website"),
        ("https://taotoken.net:443/console", "a page of the taotoken.net website"),
        ("https://taotoken.net/v1", "lacked the path"),
        ("https://taotoken.net/v1/chat/completions", "lacked the path"),
        ("https://taotoken.net/v1/v1", "lacked the path"),
        ("https://www.taotoken.net/api", "named www.taotoken.net"),
        ("https://www.taotoken.net/api/v1", "named www.taotoken.net"),
    ],
)
def test_the_root_of_a_known_host_is_proposed(typed: str, words: str) -> None:
    """The bare host, its www name and a missing /api lead to the API root with a note."""
    clean = parse_base_url(typed)
    assert clean.url == API
    assert words in " ".join(map(str, clean.notes))


@pytest.mark.parametrize(
    "typed", ["https://taotoken.net/api", "https://taotoken.net/api/v1", "https://TAOTOKEN.NET/api"]
)
def test_the_right_address_has_no_note(typed: str) -> None:
    """The API root is taken as it is."""
    clean = parse_base_url(typed)
    assert (clean.url, clean.notes) == (API, ())


@pytest.mark.parametrize(
    "host",
    [
        "taotoken.com",
        "taotoken.nat",
        "taotoken.ne",
        "www.taotoken.cn",
        "taotokens.net",
        "tao-token.net",
        "api.taotoken.net",
        "taotoken.net.example",
        "xtaotoken.net",
        "gw.example",
        "taotoken.net:8443",
    ],
)
@pytest.mark.parametrize("path", ["", "/console", "/api-keys", "/models", "/doc/intro"])
def test_other_hosts_are_never_guessed(host: str, path: str) -> None:
    """A near miss or an unknown host keeps its name and its path, without a note."""
    clean = parse_base_url(f"https://{host}{path}")
    assert (clean.url, clean.notes) == (f"https://{host}{path}", ())


def test_a_homograph_is_not_the_known_host() -> None:
    """The punycode form of a look-alike stays what it is."""
    assert parse_base_url("https://xn--totoken-3fg.net/console").url == "https://xn--totoken-3fg.net/console"


def test_known_host_by_exact_name() -> None:
    """Case and a final dot don't matter; anything else does."""
    for name in ("taotoken.net", "TAOTOKEN.NET", "www.taotoken.net", "taotoken.net."):
        known = known_host(name)
        assert known is not None
        assert known.api_root == API
    assert known_host("taotoken.com") is None
    assert known_host("") is None


@pytest.mark.parametrize("name", PAGES)
def test_pages_have_plain_addresses(name: str) -> None:
    """The page that helps is given without tracking parameters; other hosts have none."""
    assert page("taotoken.net", name) == f"https://taotoken.net/{name}"
    assert page("gw.example", name) is None
    assert page("taotoken.net", "unknown") is None
