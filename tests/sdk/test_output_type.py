"""Output types: the schema each protocol gets, the answer read into the type, and errors that say what is wrong."""

from __future__ import annotations

import dataclasses
import json
from typing import Any, TypedDict

import msgspec
import pydantic
import pytest

from sdk_server import JSON, SSE, Answer, Seen, WireServer, chunk, completion, serving, sse
from taotoken import AsyncTaoToken, BadResponseError, ConfigurationError, Endpoint, Reply, RetryPolicy, ToolCall
from taotoken._output import output_of
from taotoken._protocol import Protocol

KEY = "sk-test-output-0000000000001"


class Step(pydantic.BaseModel):
    text: str = pydantic.Field(description="what to do", max_length=200)
    minutes: int = pydantic.Field(default=5, ge=1)


class Recipe(pydantic.BaseModel):
    title: str
    steps: list[Step] = []
    serves: int | None = None


@dataclasses.dataclass
class Person:
    name: str
    age: int
    friends: list[Person] = dataclasses.field(default_factory=list)


class City(msgspec.Struct):
    name: str
    rivers: list[str] = []


class Point(TypedDict):
    x: float
    y: float


class Open(msgspec.Struct):
    counts: dict[str, int]


class Anything(pydantic.BaseModel):
    value: Any


@pydantic.dataclasses.dataclass
class Checked:
    size: int


ANSWERS: list[tuple[Any, str, Any]] = [
    (Recipe, '{"title":"Tea","steps":[{"text":"boil"}]}', Recipe(title="Tea", steps=[Step(text="boil")])),
    (Person, '{"name":"Ann","age":3,"friends":[{"name":"Bo","age":4}]}', Person("Ann", 3, [Person("Bo", 4)])),
    (City, '{"name":"Bonn","rivers":["Rhein"]}', City("Bonn", ["Rhein"])),
    (Point, '{"x":1,"y":2.5}', {"x": 1.0, "y": 2.5}),
    (Open, '{"counts":{"a":1}}', Open({"a": 1})),
    (Checked, '{"size":3}', Checked(3)),
]


@pytest.mark.parametrize(("wanted", "text", "value"), ANSWERS, ids=lambda value: getattr(value, "__name__", ""))
def test_an_answer_becomes_the_type(wanted: Any, text: str, value: Any) -> None:
    """Plain, with blanks around it, or in a Markdown fence as models without the feature write it."""
    output = output_of(wanted)
    for written in (text, f"\n {text} \n", f"```json\n{text}\n```", f"```\n{text}\n```\n"):
        assert output.read(Reply(text=written)) == value


def objects_in(schema: Any) -> list[dict[str, Any]]:
    """Every object's schema, nested ones included."""
    if isinstance(schema, list):
        return [found for item in schema for found in objects_in(item)]
    if not isinstance(schema, dict):
        return []
    own = [schema] if schema.get("type") == "object" else []
    return own + [found for value in schema.values() for found in objects_in(value)]


@pytest.mark.parametrize("wanted", [Recipe, Person, City, Point, Checked])
def test_schemas_are_strict(wanted: Any) -> None:
    """Strict modes demand closed objects with every key required, no defaults, and the type itself at the root."""
    output = output_of(wanted)
    sent = output.response_format("chat")
    assert (sent["type"], sent["json_schema"]["name"], sent["json_schema"]["strict"]) == (
        "json_schema",
        wanted.__name__,
        True,
    )
    schema = sent["json_schema"]["schema"]
    assert schema["type"] == "object"
    for found in objects_in(schema):
        assert found["additionalProperties"] is False
        assert found["required"] == list(found["properties"])
    assert "default" not in json.dumps(schema)


@pytest.mark.parametrize("wanted", [Open, Anything])
def test_open_types_are_asked_for_without_strictness(wanted: Any) -> None:
    """Free keys and values of any kind are no matter of strict modes; where there is no other, that is an error."""
    output = output_of(wanted)
    assert "strict" not in output.response_format("chat")["json_schema"]
    with pytest.raises(ConfigurationError, match="free keys"):
        output.response_format("messages")


def test_bounds_are_for_us_where_the_protocol_refuses_them() -> None:
    """Messages takes no bounds in a schema; they are checked when the answer is read."""
    sent = json.dumps(output_of(Recipe).response_format("messages"))
    assert "minimum" not in sent
    assert "maxLength" not in sent
    assert "what to do" in sent
    with pytest.raises(BadResponseError, match=r"steps\.0\.minutes: Input should be greater than or equal to 1"):
        output_of(Recipe).read(Reply(text='{"title":"Tea","steps":[{"text":"a","minutes":0}]}'))


@pytest.mark.parametrize("wanted", [int, str, list[int], 3, [1], "Recipe", lambda: None])
def test_what_is_no_output_type(wanted: Any) -> None:
    """Only types that are objects in JSON."""
    with pytest.raises(ConfigurationError, match="pydantic model, a dataclass"):
        output_of(wanted)


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        (Reply(text=""), "it is empty"),
        (Reply(text="Sure! Here you go"), "JSON is malformed"),
        (Reply(text='{"name":"A","age":"x"}'), r"Expected `int`, got `str` - at `\$.age`"),
        (Reply(text='{"name":"A","a', finish_reason="length"), "larger max_tokens"),
        (Reply(text="I can't.", finish_reason="content_filter"), "refused"),
    ],
)
def test_an_answer_of_another_shape(reply: Reply, said: str) -> None:
    """The error says what doesn't fit, and has the answer."""
    with pytest.raises(BadResponseError, match=f"the answer is no Person: .*{said}") as caught:
        output_of(Person).read(reply)
    assert caught.value.partial is reply


def test_values_of_the_answer_are_not_in_the_error() -> None:
    """An answer may be private; the error has places and kinds only."""
    with pytest.raises(BadResponseError) as caught:
        output_of(Recipe).read(Reply(text='{"title":{"secret":"s3cr3t"}}'))
    assert "s3cr3t" not in str(caught.value)


def test_a_tool_call_instead_of_an_answer() -> None:
    """The model may call a tool first; there is nothing to read then."""
    call = ToolCall(id="c1", name="ls", arguments="{}")
    assert output_of(Person).read(Reply(tool_calls=(call,), finish_reason="tool_calls")) is None


# Against a server -------------------------------------------------------------------------------------------

TEXT = '{"name":"Bonn","rivers":["Rhein"]}'
WHOLE: dict[Protocol, dict[str, Any]] = {
    "chat": json.loads(completion(TEXT)),
    "responses": {
        "status": "completed",
        "output": [{"type": "message", "content": [{"type": "output_text", "text": TEXT}]}],
    },
    "messages": {"content": [{"type": "text", "text": TEXT}], "stop_reason": "end_turn"},
}


def client_of(server: WireServer) -> AsyncTaoToken:
    return AsyncTaoToken(Endpoint.parse(server.base_url, KEY, "demo"), retry=RetryPolicy(base=0.001))


def format_in(seen: Seen, protocol: Protocol) -> dict[str, Any]:
    """The format that was asked for, without its protocol's wrapping."""
    body = seen.json
    if protocol == "chat":
        assert body["response_format"]["type"] == "json_schema"
        return dict(body["response_format"]["json_schema"])
    return dict(body["text"]["format"] if protocol == "responses" else body["output_config"]["format"])


@pytest.mark.anyio
@pytest.mark.parametrize("protocol", ["chat", "responses", "messages"])
async def test_each_protocol_asks_in_its_own_words(protocol: Protocol) -> None:
    """The schema is where the protocol wants it, and `parsed` has the answer."""
    answer = Answer(headers=JSON, chunks=[json.dumps(WHOLE[protocol]).encode()], framing="length")
    async with serving(answer) as server, client_of(server) as client:
        reply = await client.chat("hi", protocol=protocol, output_type=City)
    assert reply.parsed == City("Bonn", ["Rhein"])
    sent = format_in(server.seen[0], protocol)
    assert sent["schema"]["properties"].keys() == {"name", "rivers"}
    if protocol == "messages":
        assert sent.keys() == {"type", "schema"}
    else:
        assert (sent["name"], sent["strict"]) == ("City", True)


@pytest.mark.anyio
async def test_a_stream_is_read_at_its_end() -> None:
    """Text comes as it comes; `reply()` has the object, or the error."""
    halves = [chunk({"content": TEXT[:9]}), chunk({"content": TEXT[9:]}, "stop")]
    async with serving(Answer(headers=SSE, chunks=[sse(*halves)])) as server, client_of(server) as client:
        async with client.stream("hi", output_type=City) as stream:
            assert len([event async for event in stream]) == 2
            assert (await stream.reply()).parsed == City("Bonn", ["Rhein"])
        async with client.stream("hi", output_type=Person) as stream:
            assert len([event async for event in stream]) == 2
            with pytest.raises(BadResponseError, match="Person"):
                await stream.reply()


@pytest.mark.anyio
async def test_a_wrong_answer_is_not_paid_for_again() -> None:
    """It is the caller's choice whether to ask once more."""
    answer = Answer(headers=JSON, chunks=[completion("no")], framing="length")
    async with serving(answer) as server, client_of(server) as client:
        with pytest.raises(BadResponseError) as caught:
            await client.chat("hi", output_type=City)
    assert len(server.seen) == 1
    assert caught.value.partial is not None
    assert caught.value.partial.text == "no"


@pytest.mark.anyio
async def test_two_ways_to_say_the_format_are_one_too_many() -> None:
    """Which one would count?"""
    async with client_of(WireServer(answers=[], port=1)) as client:
        with pytest.raises(ConfigurationError, match="either"):
            await client.chat("hi", output_type=City, response_format={"type": "json_object"})
