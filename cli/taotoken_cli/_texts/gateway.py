"""Words of `taotoken gateway`."""

from __future__ import annotations

from taotoken._message import Text

HELP = Text(
    en="A small gateway on 127.0.0.1 for tests and trials: it speaks Chat Completions, Responses and Messages, "
    "answers with a fixed text, and plays faults. Runs until ^C.",
    zh="在 127.0.0.1 上运行一个小网关，供测试和试用：支持 Chat Completions、Responses 和 Messages，"
    "返回固定文字，并能模拟各种故障。按 ^C 停止。",
)
EXAMPLES = Text(
    en="  taotoken gateway --port 8800 --key sk-demo-000000000001 --text hello\n"
    "  taotoken gateway --fault 429 --log requests.jsonl",
    zh="  taotoken gateway --port 8800 --key sk-demo-000000000001 --text 你好\n"
    "  taotoken gateway --fault 429 --log requests.jsonl",
)
PORT = Text(en="Port; default: a free one.", zh="端口；默认使用空闲端口。")
KEY = Text(en="A key it admits; may be repeated.", zh="允许使用的密钥，可重复。")
MODEL = Text(en="A model it has; may be repeated.", zh="提供的模型，可重复。")
ACCEPTS = Text(en="The header that must carry the key.", zh="密钥必须放在哪个请求头里。")
FAULT = Text(en="Play this fault (a wrong name lists all).", zh="模拟这个故障（名称写错时会列出全部）。")
TEXT = Text(en="What it answers.", zh="固定的回答内容。")
LOG = Text(en="Append one JSON line per request (keys masked).", zh="每个请求追加一行 JSON（密钥已遮盖）。")
PORT_FILE = Text(en="Write the port number to this file once it listens.", zh="开始监听后把端口号写入这个文件。")
LISTENING = Text(en="Base URL: {url}", zh="Base URL：{url}")
KEYS = Text(en="API key:  {keys}", zh="API 密钥：{keys}")
MODELS = Text(en="Models:   {models}", zh="模型：    {models}")
TRY = Text(
    en="Try it:   taotoken chat hello --base-url {url} --api-key {key} --model {model}",
    zh="试一试：  taotoken chat 你好 --base-url {url} --api-key {key} --model {model}",
)
STOP = Text(en="Stop it with ^C.", zh="按 ^C 停止。")
STOPPED = Text(en="Stopped after {requests}.", zh="已停止，共处理 {requests}。")
UNKNOWN_FAULT = Text(en="There is no fault '{name}'.", zh="没有名为 '{name}' 的故障。")
UNKNOWN_FAULT_NEXT = Text(en="choose one of: {names}", zh="可选：{names}")
EMPTY_KEY = Text(en="A key is empty, so no request could carry it.", zh="密钥为空，任何请求都无法携带。")
EMPTY_KEY_NEXT = Text(en="give one, or leave --key out", zh="请给出密钥，或不写 --key")
PORT_TAKEN = Text(en="Port {port} can't be used ({reason}).", zh="无法使用端口 {port}（{reason}）。")
PORT_TAKEN_NEXT = Text(en="choose another with --port, or leave --port out", zh="请用 --port 换一个端口，或不写 --port")
