"""Notes and refusals for the three values of an endpoint: base URL, API key, model ID."""

from taotoken._message import Text

BASE_URL = Text(en="base URL", zh="Base URL")
MESSAGES_BASE_URL = Text(en="base URL for the messages protocol", zh="messages 协议的 Base URL")
RESPONSES_BASE_URL = Text(en="base URL for the responses protocol", zh="responses 协议的 Base URL")
API_KEY = Text(en="API key", zh="API 密钥")
MODEL = Text(en="model ID", zh="模型 ID")

# Repairs: what was taken off a value, and nothing else changed.
BLANKS_REMOVED = Text(
    en="Blanks or line ends around the {field} were removed.",
    zh="已去掉 {field} 首尾的空白或换行。",
)
QUOTES_REMOVED = Text(
    en="Quotation marks around the {field} were removed.",
    zh="已去掉 {field} 首尾的引号。",
)
INVISIBLE_REMOVED = Text(
    en="Invisible characters around the {field} were removed ({char}).",
    zh="已去掉 {field} 首尾的不可见字符（{char}）。",
)
PUNCTUATION_REMOVED = Text(
    en="Punctuation around the {field} was removed.",
    zh="已去掉 {field} 首尾的标点符号。",
)

# Refusals that any of the values can meet.
ASSIGNMENT = Text(
    en="This is a whole line of the form NAME=value, not just the {field}. "
    "Give only what stands after the equals sign.",
    zh="这是一整行 NAME=value，而不只是 {field}。请只填写等号后面的内容。",
)
NOT_EXPANDED = Text(
    en="The {field} holds the name of a variable ($NAME, ${{NAME}}, %NAME% or {{env:NAME}}) that nothing "
    "replaced by its value. Set the variable where this is run, or write the value itself.",
    zh="{field} 里是一个没有被替换成值的变量名（$NAME、${{NAME}}、%NAME% 或 {{env:NAME}}）。"
    "请在运行的环境里设置该变量，或者直接填写它的值。",
)
TOO_LONG = Text(
    en="The {field} has {length} characters, more than the {limit} one can have, so something else was "
    "pasted with it. Copy the {field} alone.",
    zh="{field} 有 {length} 个字符，超过上限 {limit}，应该是粘贴时带上了别的内容。请只复制 {field} 本身。",
)
NOT_TEXT = Text(
    en="The {field} is not text. Give it as a string.",
    zh="{field} 不是文本。请以字符串形式填写。",
)
NOT_CLEAN = Text(
    en="The {field} given to Endpoint(...) is not in its clean form. Build it with Endpoint.parse(...), which "
    "repairs what can be repaired and says so.",
    zh="传给 Endpoint(...) 的 {field} 不是规范形式。请改用 Endpoint.parse(...)，它会修正能修正的部分并说明。",
)
