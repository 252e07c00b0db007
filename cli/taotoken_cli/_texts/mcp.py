"""Words of `taotoken mcp`: those of the command, and those that a client and its model read."""

from __future__ import annotations

from typing import Final

from taotoken._message import Text

HELP = Text(
    en="Offer your gateway to a coding tool as an MCP server over standard input and output, with the tools chat, "
    "list_models and check_connection. It is started by the coding tool. Address, key and model are those that setup "
    "saved, or TAOTOKEN_* of the environment; no tool can name another address, header or file. Needs: "
    'pip install "taotoken[mcp]"',
    zh="以 MCP 服务器的形式（标准输入输出）把你的网关提供给编程工具，工具有 chat、list_models 和 check_connection。"
    "由编程工具自己启动。地址、密钥和模型取自 setup 保存的设置或 TAOTOKEN_* 环境变量；任何工具参数都不能指定其他地址、"
    "请求头或文件。需要先安装："
    'pip install "taotoken[mcp]"',
)
MODEL = Text(
    en="A model that `chat` may use, the first one unless it names another; can be given several times. Default: the "
    "model that is set up, and no other.",
    zh="允许 chat 使用的模型，可给出多次；未指明时用第一个。默认只用已设置的模型。",
)
MAX_CALLS = Text(en="How many calls one session may make (default 100).", zh="一次会话最多可以调用多少次（默认 100）。")
MAX_TOKENS = Text(
    en="How many tokens one session may use, prompts and answers together (default 200000).",
    zh="一次会话最多可以使用多少 token，提问与回答合计（默认 200000）。",
)
NO_EXTRA = Text(
    en="The MCP server needs the Python package mcp, version 2, which is not installed.",
    zh="MCP 服务器需要 Python 包 mcp（第 2 版），目前没有安装。",
)
NO_EXTRA_NEXT = Text(
    en='run: "{python}" -m pip install "taotoken[mcp]"', zh='运行："{python}" -m pip install "taotoken[mcp]"'
)
STARTED_BY_HAND = Text(
    en="this is an MCP server: a coding tool starts it and talks to it; end it with Ctrl-C",
    zh="这是一个 MCP 服务器，由编程工具启动并与之通信；按 Ctrl-C 结束",
)

INSTRUCTIONS = Text(
    en="Asks the models of the user's own gateway. Calls and tokens of a session are limited.",
    zh="向用户自己网关上的模型提问。每次会话的调用次数和 token 数有上限。",
)
CHAT = Text(
    en="Ask a model of the gateway one question and get its answer. It sees nothing but what is passed here.",
    zh="向网关上的模型提一个问题并得到回答。除了这里传入的内容，它看不到其他任何东西。",
)
LIST_MODELS = Text(en="List the models of the gateway, one id per line.", zh="列出网关的模型，每行一个模型 ID。")
CHECK_CONNECTION = Text(
    en="Send one short request to the gateway: does it answer, how quickly, and if not, why not.",
    zh="向网关发送一个很短的请求：能否正常回答、速度如何；不能时说明原因。",
)
TOOLS: Final = {"chat": CHAT, "list_models": LIST_MODELS, "check_connection": CHECK_CONNECTION}
PARAMETERS: Final = {
    "prompt": Text(en="The question, with all that is needed to answer it.", zh="问题，以及回答所需的全部内容。"),
    "system": Text(
        en="How to answer: a role, a language, a form. Optional.", zh="如何回答：角色、语言、格式等。可省略。"
    ),
    "max_tokens": Text(en="The most tokens of the answer.", zh="回答最多多少 token。"),
    "model": Text(en="Which model to ask; the first one by default.", zh="向哪个模型提问；默认是第一个。"),
}

UNKNOWN_TOOL = Text(en="There is no tool '{name}'. There are: {known}", zh="没有 '{name}' 这个工具。可用的有：{known}")
BAD_ARGUMENTS = Text(en="The arguments of {tool} can't be used: {detail}", zh="{tool} 的参数无法使用：{detail}")
MODEL_NOT_OFFERED = Text(
    en="The model '{model}' may not be used here. Possible: {known}", zh="这里不能使用模型 '{model}'。可用：{known}"
)
NO_MODEL = Text(en="No model is set up.", zh="没有设置模型。")
NO_MODEL_NEXT = Text(en="taotoken setup --model ID", zh="taotoken setup --model 模型ID")
CALLS_SPENT = Text(en="This session has used up its {limit} calls.", zh="本次会话的 {limit} 次调用已用完。")
TOKENS_SPENT = Text(
    en="Of the {limit} tokens of this session {used} are used; this request needs about {needed} and an answer.",
    zh="本次会话的 {limit} 个 token 已用 {used} 个；这个请求大约需要 {needed} 个，另加回答。",
)
SPENT_NEXT = Text(
    en="Answer without this tool, or ask the user to start a new session. The bound is the option {option} of "
    "taotoken mcp.",
    zh="请不用此工具继续，或请用户开始新的会话。上限由 taotoken mcp 的选项 {option} 决定。",
)
NEXT = Text(en="What to do: {next}", zh="怎么办：{next}")
SAID = Text(en="In the client's words: {words}", zh="客户端的原话：{words}")

CUT = Text(
    en="[The answer was cut at max_tokens={tokens}; ask for less, or allow more.]",
    zh="[回答因 max_tokens={tokens} 被截断；请缩小问题，或调大它。]",
)
CUT_BY_SESSION = Text(
    en="[The answer was cut: only {tokens} tokens of this session were left.]",
    zh="[回答被截断：本次会话只剩 {tokens} 个 token。]",
)
EMPTY = Text(en="[The model answered with no text.]", zh="[模型没有返回文字。]")
NO_MODELS = Text(en="The gateway lists no models.", zh="网关没有列出任何模型。")
ANSWERS = Text(en="The gateway answers.", zh="网关正常应答。")
FACTS = Text(
    en="base URL: {url}\nkey: {key}\nmodel: {model}\nfirst token: {ttft}\nwhole answer: {total}\n"
    "models listed: {models}",
    zh="Base URL：{url}\n密钥：{key}\n模型：{model}\n首个 token：{ttft}\n完整回答：{total}\n列出的模型数：{models}",
)
SECONDS = Text(en="{seconds} s", zh="{seconds} 秒")
NONE_LISTED = Text(en="none ({reason})", zh="无（{reason}）")
