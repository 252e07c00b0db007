"""`Endpoint.parse`: every form of a base URL people type, and what it becomes."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taotoken import Cause, ConfigurationError, Endpoint
from taotoken._url import MAX_LENGTH, parse_base_url

KEY = "sk-demo-7f3a"
ROOT = "https://gw.example/api"


def parse(base_url: str, **options: object) -> Endpoint:
    return Endpoint.parse(base_url, KEY, "demo-large", **options)  # type: ignore[arg-type]


def notes_of(endpoint: Endpoint) -> str:
    return " ".join(note.render("en") for note in endpoint.notes)


def refused(base_url: str, **options: object) -> ConfigurationError:
    with pytest.raises(ConfigurationError) as caught:
        parse(base_url, **options)
    error = caught.value
    assert error.cause is not None
    assert error.detail is not None
    assert error.detail.render("en") == str(error)
    assert re.search("[\u4e00-\u9fff]", error.detail.render("zh"))
    assert KEY not in str(error)
    return error


@pytest.mark.parametrize(
    ("typed", "note"),
    [
        ("https://gw.example/api", ""),
        ("https://gw.example/api/v1", ""),
        ("HTTPS://GW.Example/api", ""),
        ("https://gw.example:443/api", ""),
        ("https://gw.example./api", ""),
        ("https://gw.example/api/", "slash"),
        ("https://gw.example/api/v1/", "slash"),
        ("https://gw.example/api///", "slash"),
        ("https://gw.example//api//v1", "slashes"),
        ("https://gw.example/api/v1/chat/completions", "/chat/completions was removed"),
        ("https://gw.example/api/v1/completions", "/completions was removed"),
        ("https://gw.example/api/v1/responses", "/responses was removed"),
        ("https://gw.example/api/v1/messages", "/messages was removed"),
        ("https://gw.example/api/v1/messages/", "/messages was removed"),
        ("https://gw.example/api/v1/messages/count_tokens", "/messages/count_tokens was removed"),
        ("https://gw.example/api/v1/models", "/models was removed"),
        ("https://gw.example/api/v1/embeddings", "/embeddings was removed"),
        ("https://gw.example/api/v1/Chat/Completions", "/chat/completions was removed"),
        ("https://gw.example/api/chat/completions", "/chat/completions was removed"),
        ("https://gw.example/api/messages", "/messages was removed"),
        ("https://gw.example/api/v1/v1", "doubled version"),
        ("https://gw.example/api/v1/v1/v1/", "doubled version"),
        ("https://gw.example/api/v1/v1/messages", "doubled version"),
        ("https://gw.example/api/v1/messages/v1/messages", "doubled version"),
        ("https://gw.example/api/v1/chat/completions/v1", "/chat/completions was removed"),
        ("https://gw.example/api/V1", "read as /v1"),
        ("https://gw.example/api?utm_source=x", "after ? or #"),
        ("https://gw.example/api/v1?utm_source=中文 ".rstrip(), "after ? or #"),
        ("https://gw.example/api?", "after ? or #"),
        ("https://gw.example/api#top", "after ? or #"),
        ("gw.example/api", "https:// was put there"),
        ("//gw.example/api", "https:// was put there"),
        ("gw.example:443/api", "https:// was put there"),
        ("https:/gw.example/api", "corrected to https://"),
        ("https:gw.example/api", "corrected to https://"),
        ("https:///gw.example/api", "corrected to https://"),
        ("https://https://gw.example/api", "corrected to https://"),
        ("http://https://gw.example/api", "corrected to https://"),
        ("  https://gw.example/api\r\n", "Blanks or line ends"),
        ("\u3000https://gw.example/api\u00a0", "Blanks or line ends"),
        ('"https://gw.example/api"', "Quotation marks"),
        ("'https://gw.example/api/v1'", "Quotation marks"),
        ("`https://gw.example/api`", "Quotation marks"),
        ("“https://gw.example/api”", "Quotation marks"),
        ("「https://gw.example/api」", "Quotation marks"),
        ("\ufeffhttps://gw.example/api", "U+FEFF"),
        ("https://gw.example/api\u200b", "U+200B"),
        ("\u2066https://gw.example/api\u2069", "U+2066"),
        ('"https://gw.example/api",', "Punctuation"),
        ("https://gw.example/api。", "Punctuation"),
        ("(https://gw.example/api)", "Punctuation"),
        ("<https://gw.example/api>", "Punctuation"),
        ("《https://gw.example/api》，", "Punctuation"),
    ],
)
def test_one_root_however_it_is_typed(typed: str, note: str) -> None:
    """Every form of one gateway's address gives the same root, and a repair is told."""
    endpoint = parse(typed)
    assert endpoint.root == ROOT
    assert endpoint.v1 == ROOT + "/v1"
    assert note in notes_of(endpoint)
    assert bool(note) == bool(endpoint.notes)


@pytest.mark.parametrize(
    ("typed", "causes"),
    [
        ("https://gw.example/api/v1/messages", (Cause.BASE_URL_HAS_ENDPOINT,)),
        ("https://gw.example/api/v1/v1", (Cause.BASE_URL_V1_DOUBLED,)),
        ("https://gw.example/api/v4/v1", (Cause.BASE_URL_V1_DOUBLED,)),
        ("https://gw.example/api?x=1", (Cause.BASE_URL_HAS_QUERY,)),
        (
            "https://gw.example/v1/v1/messages?x",
            (Cause.BASE_URL_HAS_QUERY, Cause.BASE_URL_HAS_ENDPOINT, Cause.BASE_URL_V1_DOUBLED),
        ),
        ("https://taotoken.net/console?x", (Cause.BASE_URL_IS_WEB_PAGE,)),
        ("https://taotoken.net/v1", (Cause.BASE_URL_PATH_MISSING,)),
        ("https://gw.example/api/", ()),
    ],
)
def test_repairs_carry_the_cause_they_prove(typed: str, causes: tuple[Cause, ...]) -> None:
    """A caller learns from a repair what was wrong, without reading its text."""
    assert parse_base_url(typed).causes == causes


@pytest.mark.parametrize(
    ("typed", "root"),
    [
        ("localhost:8080", "http://localhost:8080"),
        ("localhost", "http://localhost"),
        ("127.0.0.1:3456/api", "http://127.0.0.1:3456/api"),
        ("gw.localhost:1/v1", "http://gw.localhost:1"),
        ("[::1]:8080/v1", "http://[::1]:8080"),
        ("http://127.0.0.1:80/", "http://127.0.0.1"),
        ("http://localhost:8899/api/", "http://localhost:8899/api"),
        ("http://[0:0:0:0:0:0:0:1]:99", "http://[::1]:99"),
        ("http://127.200.3.4", "http://127.200.3.4"),
        ("https://localhost/v1", "https://localhost"),
    ],
)
def test_this_machine_is_never_asked_about_plain_http(typed: str, root: str) -> None:
    """Loopback gets http where no scheme is given, and no consent is needed."""
    endpoint = parse(typed)
    assert endpoint.root == root
    assert endpoint.is_loopback


@pytest.mark.parametrize(
    ("typed", "host"),
    [
        ("http://gw.example/api", "gw.example"),
        ("http://10.0.0.5:4000", "10.0.0.5"),
        ("http://[fe80::1]:4000", "fe80::1"),
        ("http://localhost.example", "localhost.example"),
        ("http://127.0.0.1.example", "127.0.0.1.example"),
        ("http://taotoken.net/api", "taotoken.net"),
    ],
)
def test_plain_http_to_another_machine_needs_consent(typed: str, host: str) -> None:
    """Without `allow_http` it is refused and says how to allow it; with it, it is kept."""
    error = refused(typed)
    assert error.cause is Cause.PLAIN_HTTP_KEY
    assert host in str(error)
    assert "allow_http" in str(error)
    assert "--" not in str(error)  # options of a command line are no business of a library
    endpoint = parse(typed, allow_http=True)
    assert endpoint.root == typed
    assert endpoint.host == host
    assert not endpoint.is_loopback


def test_consent_is_needed_by_the_constructor_too() -> None:
    """The plain constructor can't be used to get around the consent, and keeps it once given."""
    with pytest.raises(ConfigurationError, match="allow_http"):
        Endpoint(base_url="http://gw.example", api_key=KEY)
    endpoint = parse("http://gw.example", allow_http=True)
    assert dataclasses.replace(endpoint, model="other").base_url == "http://gw.example"
    assert pickle.loads(pickle.dumps(endpoint)) == copy.deepcopy(endpoint) == endpoint


@pytest.mark.parametrize(
    ("typed", "root"),
    [
        ("https://gw.example/api/v4", "https://gw.example/api/v4"),
        ("https://gw.example/api/v4/", "https://gw.example/api/v4"),
        ("https://gw.example/api/v4/v1", "https://gw.example/api/v4"),
        ("https://gw.example/api/v4/v4", "https://gw.example/api/v4"),
        ("https://gw.example/api/v4/chat/completions", "https://gw.example/api/v4"),
        ("https://gw.example/api/v4/models", "https://gw.example/api/v4"),
        ("https://gw.example/v1beta", "https://gw.example/v1beta"),
    ],
)
def test_another_version_stays_and_has_no_messages_url(typed: str, root: str) -> None:
    """A base ending in /vN stands in the place of /v1; nothing is derived from it for `messages`."""
    endpoint = parse(typed)
    assert endpoint.root == endpoint.v1 == root
    assert endpoint.url("chat") == root + "/chat/completions"
    assert endpoint.url("responses") == root + "/responses"
    assert endpoint.models_url() == root + "/models"
    assert endpoint.openai_kwargs()["base_url"] == root
    for use in (
        lambda: endpoint.url("messages"),
        lambda: endpoint.models_url("messages"),
        endpoint.anthropic_kwargs,
    ):
        with pytest.raises(ConfigurationError, match="messages_base_url") as caught:
            use()
        assert "--" not in str(caught.value)
        assert caught.value.cause is Cause.BASE_URL_UNPARSABLE
    other = parse(typed, messages_base_url="https://gw.example/anthropic/v1/messages")
    assert other.url("messages") == "https://gw.example/anthropic/v1/messages"
    assert other.anthropic_kwargs()["base_url"] == "https://gw.example/anthropic"


def test_urls_of_the_three_protocols() -> None:
    """One root gives the URL of each protocol, and the arguments of the official clients."""
    endpoint = parse(ROOT)
    assert endpoint.url("chat") == ROOT + "/v1/chat/completions"
    assert endpoint.url("responses") == ROOT + "/v1/responses"
    assert endpoint.url("messages") == ROOT + "/v1/messages"
    assert endpoint.models_url() == endpoint.models_url("messages") == ROOT + "/v1/models"
    assert endpoint.openai_kwargs() == {"base_url": ROOT + "/v1", "api_key": KEY}
    assert endpoint.anthropic_kwargs() == {"base_url": ROOT, "api_key": KEY}
    assert endpoint.host == "gw.example"


def test_a_root_of_its_own_per_protocol() -> None:
    """`messages_base_url` and `responses_base_url` are cleaned the same way and used for their protocol only."""
    endpoint = parse(
        ROOT, messages_base_url=" https://gw.example/anthropic/v1/ ", responses_base_url="https://r.example/v3"
    )
    assert endpoint.url("chat") == ROOT + "/v1/chat/completions"
    assert endpoint.url("messages") == "https://gw.example/anthropic/v1/messages"
    assert endpoint.url("responses") == "https://r.example/v3/responses"
    assert endpoint.root_for("chat") == ROOT
    assert endpoint.v1_for("responses") == "https://r.example/v3"
    assert "messages protocol" in notes_of(endpoint)


def test_only_the_responses_root_differs() -> None:
    """A responses root without one for messages stays with its own protocol."""
    endpoint = parse(ROOT, responses_base_url="https://r.example")
    assert endpoint.messages_base_url is None
    assert endpoint.responses_base_url == "https://r.example"
    assert endpoint.url("messages") == ROOT + "/v1/messages"


@pytest.mark.parametrize("name", ["messages_base_url", "responses_base_url"])
def test_other_roots_are_refused_by_their_own_name(name: str) -> None:
    """A refusal names the value that is wrong; an empty one counts as not given."""
    assert f"the {name.partition('_')[0]} protocol" in str(refused(ROOT, **{name: "ftp://x"}))
    assert refused(ROOT, **{name: "http://other.example"}).cause is Cause.PLAIN_HTTP_KEY
    assert getattr(parse(ROOT, **{name: ""}), name) is None


def test_a_messages_root_with_a_version_is_refused() -> None:
    """Programs add /v1/messages themselves, so /v4 there can't work."""
    assert "/v4" in str(refused(ROOT, messages_base_url="https://gw.example/v4"))


@pytest.mark.parametrize(
    ("typed", "cause", "words"),
    [
        ("", Cause.BASE_URL_MISSING, "empty"),
        (" \n", Cause.BASE_URL_MISSING, "empty"),
        ('""', Cause.BASE_URL_MISSING, "empty"),
        ("https://user:hunter2@gw.example/api", Cause.BASE_URL_UNPARSABLE, "user name or password"),
        ("user:hunter2@gw.example", Cause.BASE_URL_UNPARSABLE, "user name or password"),
        ("https://hunter2@gw.example", Cause.BASE_URL_UNPARSABLE, "user name or password"),
        ("https://gw.example:0/api", Cause.BASE_URL_UNPARSABLE, "port"),
        ("https://gw.example:65536", Cause.BASE_URL_UNPARSABLE, "port"),
        ("https://gw.example:8x/api", Cause.BASE_URL_UNPARSABLE, "port"),
        ("https://gw.example:/api", Cause.BASE_URL_UNPARSABLE, "port"),
        ("https://gw.example:99999999999999", Cause.BASE_URL_UNPARSABLE, "port"),
        ("https://[::1]8080/", Cause.BASE_URL_UNPARSABLE, "host name"),
        ("https://gw.example/a b", Cause.BASE_URL_UNPARSABLE, "position 21 (U+0020 SPACE)"),
        ("https://gw.example https://other.example", Cause.BASE_URL_UNPARSABLE, "position 19"),
        ("https://gw.example\n/api", Cause.BASE_URL_UNPARSABLE, "position 19"),
        ("https://gw.example/\x00api", Cause.BASE_URL_UNPARSABLE, "position 20 (U+0000 CONTROL CHARACTER)"),
        ("https://gw\x1b[31m.example", Cause.BASE_URL_UNPARSABLE, "position 11 (U+001B CONTROL CHARACTER)"),
        ("https://gw.exa\u200bmple", Cause.BASE_URL_UNPARSABLE, "position 15 that"),
        ("https：／／gw.example", Cause.BASE_URL_UNPARSABLE, "position 6 that can't stand in an address: U+FF1A"),
        ("https://gw。example", Cause.BASE_URL_UNPARSABLE, "position 11 that can't stand in an address: U+3002"),
        ("https://ｇｗ.example", Cause.BASE_URL_UNPARSABLE, "position 9 that"),
        ("https://tаotoken.net/api", Cause.BASE_URL_UNPARSABLE, "U+0430 CYRILLIC SMALL LETTER A"),
        ("https:\\\\gw.example\\api", Cause.BASE_URL_UNPARSABLE, "position 7"),
        ("https://gw.example/%zz", Cause.BASE_URL_UNPARSABLE, "position 20"),
        ("https://<your-gateway>/api", Cause.BASE_URL_UNPARSABLE, "position 9"),
        ("ftp://gw.example", Cause.BASE_URL_UNPARSABLE, "http:// or https://"),
        ("file:///etc/passwd", Cause.BASE_URL_UNPARSABLE, "http:// or https://"),
        ("wss://gw.example/v1", Cause.BASE_URL_UNPARSABLE, "http:// or https://"),
        ("htps://gw.example", Cause.BASE_URL_UNPARSABLE, "http:// or https://"),
        ("javascript:alert(1)", Cause.BASE_URL_UNPARSABLE, "http:// or https://"),
        ("https//gw.example/api", Cause.BASE_URL_UNPARSABLE, "host name"),
        ("https://", Cause.BASE_URL_UNPARSABLE, "host name"),
        ("https:///", Cause.BASE_URL_UNPARSABLE, "host name"),
        ("https://.example", Cause.BASE_URL_UNPARSABLE, "host name"),
        ("https://gw..example", Cause.BASE_URL_UNPARSABLE, "host name"),
        ("https://-gw.example", Cause.BASE_URL_UNPARSABLE, "host name"),
        ("https://256.1.1.1", Cause.BASE_URL_UNPARSABLE, "host name"),
        ("https://127.1", Cause.BASE_URL_UNPARSABLE, "host name"),
        ("http://2130706433", Cause.BASE_URL_UNPARSABLE, "host name"),
        ("http://0x7f000001", Cause.BASE_URL_UNPARSABLE, "host name"),
        ("https://[::1", Cause.BASE_URL_UNPARSABLE, "host name"),
        ("https://[gw.example]", Cause.BASE_URL_UNPARSABLE, "host name"),
        ("https://" + "a" * 64 + ".example", Cause.BASE_URL_UNPARSABLE, "host name"),
        ("gateway", Cause.BASE_URL_UNPARSABLE, "single word"),
        ("YOUR_BASE_URL", Cause.BASE_URL_UNPARSABLE, "single word"),
        ("https://gw.example/api/../v1", Cause.BASE_URL_UNPARSABLE, ".."),
        ("https://gw.example/%2e%2e/v1", Cause.BASE_URL_UNPARSABLE, ".."),
        ("https://gw.example/" + "a" * MAX_LENGTH, Cause.BASE_URL_UNPARSABLE, str(MAX_LENGTH)),
        ("$BASE_URL", Cause.VALUE_NOT_EXPANDED, "variable"),
        ("${BASE_URL}/v1", Cause.VALUE_NOT_EXPANDED, "variable"),
        ("https://$HOST/api", Cause.VALUE_NOT_EXPANDED, "variable"),
        ("%BASE_URL%", Cause.VALUE_NOT_EXPANDED, "variable"),
        ("{env:BASE_URL}", Cause.VALUE_NOT_EXPANDED, "variable"),
        ("ANTHROPIC_BASE_URL=https://gw.example", Cause.CONFIG_SHAPE_MISPLACED, "NAME=value"),
        ("export BASE=https://gw.example", Cause.CONFIG_SHAPE_MISPLACED, "NAME=value"),
        ("set BASE=https://gw.example", Cause.CONFIG_SHAPE_MISPLACED, "NAME=value"),
        ("sk-tt-demo0000000000000001", Cause.CONFIG_SHAPE_MISPLACED, "swapped"),
    ],
)
def test_what_cannot_be_repaired_is_refused(typed: str, cause: Cause, words: str) -> None:
    """Each refusal has its cause, both languages, the place of the fault, and no secret."""
    error = refused(typed)
    assert error.cause is cause
    assert words in str(error)
    assert len(str(error)) < 400
    for language in ("en", "zh"):
        assert error.detail is not None
        assert "hunter2" not in error.detail.render(language)


def test_percent_encoded_path_is_not_taken_for_a_variable() -> None:
    """%E4%BD%A0 is an encoded character, %NAME% a variable."""
    assert parse("https://gw.example/%E4%BD%A0/v1").root == "https://gw.example/%E4%BD%A0"


def test_swapped_key_and_url_are_both_told() -> None:
    """A URL where the key belongs is refused as such."""
    with pytest.raises(ConfigurationError, match="web address") as caught:
        Endpoint.parse("https://gw.example", "https://gw.example/api")
    assert caught.value.cause is Cause.CONFIG_SHAPE_MISPLACED


@pytest.mark.parametrize("value", [None, b"https://gw.example", 3])
def test_a_value_that_is_not_text_is_refused(value: object) -> None:
    """An unset variable (None) or bytes give a clear error, not a crash."""
    for arguments in ((value, KEY, "m"), ("https://gw.example", value, "m"), ("https://gw.example", KEY, value)):
        with pytest.raises(ConfigurationError, match="not text"):
            Endpoint.parse(*arguments)


@pytest.mark.parametrize(
    "values",
    [
        {"base_url": "https://gw.example/api/"},
        {"base_url": "https://gw.example/api/v1"},
        {"base_url": "gw.example"},
        {"base_url": "https://taotoken.net/console"},
        {"api_key": "Bearer sk-demo-7f3a"},
        {"api_key": " sk-demo-7f3a"},
        {"model": "demo-large\n"},
        {"messages_base_url": "https://gw.example/v1"},
    ],
)
def test_the_constructor_takes_only_clean_values(values: dict[str, str]) -> None:
    """`Endpoint(...)` repairs nothing and names `Endpoint.parse`."""
    with pytest.raises(ConfigurationError, match=r"Endpoint\.parse"):
        Endpoint(**{"base_url": ROOT, "api_key": KEY, **values})  # type: ignore[arg-type]


def test_the_key_is_not_in_the_repr() -> None:
    """repr and str of an endpoint never show the key, and values can't be changed."""
    endpoint = parse(ROOT)
    assert KEY not in repr(endpoint)
    assert "7f3a" not in f"{endpoint}"
    with pytest.raises(dataclasses.FrozenInstanceError):
        endpoint.api_key = "other"  # type: ignore[misc]


def test_notes_do_not_count_for_equality() -> None:
    """The same endpoint typed in two ways is the same endpoint."""
    assert parse("gw.example/api/v1/") == parse(ROOT)
    assert hash(parse("gw.example/api/v1/")) == hash(parse(ROOT))


URL_PIECES = st.sampled_from(
    [
        *("https://", "http://", "//", "/", ":", "@", "?", "#", "v1", "v4", "V1", "v1beta", "api", "console"),
        *("messages", "chat", "completions", "models", "responses", "taotoken.net", "www.taotoken.net"),
        *("gw.example", "localhost", "127.0.0.1", "[::1]", "8080", ":443", "utm=x", "%41", "%zz", "${X}", "$X"),
        *("..", ".", "\u200b", "：", "。", '"', "'", "<", ">", "sk-demo-7f3a-secret", "\n", " "),
    ]
)
URL_TEXTS = st.one_of(
    st.text(max_size=60), st.lists(URL_PIECES, max_size=9).map("".join), st.lists(URL_PIECES, max_size=9).map("/".join)
)
HOSTILE_KEYS = st.text(alphabet=st.characters(), min_size=24, max_size=60)


def outcome(base_url: str, key: str, model: str, *, allow_http: bool = False) -> Endpoint | ConfigurationError:
    try:
        return Endpoint.parse(base_url, key, model, allow_http=allow_http)
    except ConfigurationError as error:
        return error


@settings(max_examples=400, deadline=None)
@given(base_url=URL_TEXTS, allow_http=st.booleans())
def test_parse_is_idempotent_and_raises_one_error_only(base_url: str, allow_http: bool) -> None:
    """Any text gives a clean endpoint or a ConfigurationError; a clean one parses to itself without notes."""
    first = outcome(base_url, KEY, "m", allow_http=allow_http)
    if isinstance(first, ConfigurationError):
        assert first.cause is not None
        assert first.detail is not None
        return
    again = Endpoint.parse(first.base_url, first.api_key, first.model, allow_http=allow_http)
    assert again == first
    assert again.notes == ()
    assert Endpoint(base_url=first.base_url, api_key=KEY, model="m", allow_http=allow_http) == first
    for url in (first.url("chat"), first.url("responses"), first.models_url()):
        assert "/v1/v1/" not in url
        assert "//" not in url.partition("://")[2]
        assert url.startswith(("https://", "http://"))
        assert url.isascii()


@settings(max_examples=300, deadline=None)
@given(key=HOSTILE_KEYS, base_url=st.one_of(st.just(ROOT), URL_TEXTS), model=st.text(max_size=20))
def test_no_error_and_no_repr_echoes_the_key(key: str, base_url: str, model: str) -> None:
    """Whatever is wrong with the three values, the key stands in no text."""
    result = outcome(base_url, key, model)
    messages = result.notes if isinstance(result, Endpoint) else (result.detail,)
    texts = [str(result), repr(result), *(message.render("zh") for message in messages if message)]
    parts = [key.strip(), *(key[at : at + 12] for at in range(0, len(key) - 12, 6))]
    assert not [part for part in parts if len(part.strip()) >= 10 and any(part in text for text in texts)]


@pytest.mark.parametrize(
    "text", ["/" * 2_000_000, '"' * 2_000_000, "https://" * 200_000, "a." * 1_000_000, "%" * 2_000_000]
)
def test_megabytes_are_refused_at_once(text: str) -> None:
    """Huge input is a refusal like any other; the time limit of the test would catch quadratic work."""
    refused(text)
    with pytest.raises(ConfigurationError):
        Endpoint.parse(ROOT, "k" + text + "k")
    with pytest.raises(ConfigurationError):
        Endpoint.parse(ROOT, KEY, "m" + text + "m")
