"""Sentences of the tools beyond the first three."""

from __future__ import annotations

from taotoken._message import Text

# Why an edit takes something out: told to the user as "removes NAME (…)".
HIDES_PROVIDER = Text(en="it would switch the new provider off", zh="会禁用新的服务商")
SAVED_KEY = Text(en="a saved key that would beat the new one", zh="保存的密钥，优先级高于新密钥")

# What the user asked for and can't have.
NO_SUCH_PROTOCOL = Text(
    en="{tool} can't be set up for the protocol {protocol}. It can speak: {known}.",
    zh="{tool} 不能设置为 {protocol} 协议，可用的协议：{known}。",
)
NO_SUCH_PROTOCOL_NEXT = Text(
    en="run setup again without --protocol, or with one of these: {known}",
    zh="请去掉 --protocol 后重新运行 setup，或改用其中之一：{known}",
)
BAD_COUNT = Text(
    en="{option} must be a whole number of tokens above zero, not {value}.",
    zh="{option} 必须是大于零的整数（token 数），而不是 {value}。",
)
KEY_IS_REFERENCE = Text(
    en="{tool} takes {mark} in a key for a reference to something else, so this key can't be stored as it is.",
    zh="{tool} 会把密钥中的 {mark} 当作对其他内容的引用，因此不能原样保存这个密钥。",
)
KEY_IS_REFERENCE_NEXT = Text(
    en="create a key without {mark} at your gateway",
    zh="请在网关处新建一个不含 {mark} 的密钥",
)

# What an edit that is made wants to say.
QWEN_REWRITES = Text(
    en="Qwen Code will rewrite this file when it starts next, and others may read it then. Start it once, then run "
    "setup again: that makes the file private for good.",
    zh="Qwen Code 下次启动时会重写该文件，之后其他用户可能读到它。请先启动一次，再重新运行 setup：文件会恢复为私有。",
)

THINK_FOLLOWS = Text(
    en="Router.think went to {target}. Claude Code asks for thinking with every request, so it would never reach the "
    "new gateway; the route follows.",
    zh="Router.think 原来指向 {target}。Claude Code 的每次请求都要求思考，这样就永远到不了新网关，因此该路由一并更改。",
)

# What the tool makes of its settings.
OTHER_PROVIDER = Text(
    en='The model of {tool} is "{model}"; the address of its provider is not in the files read here.',
    zh='{tool} 的模型是 "{model}"，这里读取的文件中没有该服务商的地址。',
)
NO_MODEL = Text(en="No model is chosen for {tool}.", zh="{tool} 没有选定模型。")
KEY_VARIABLE_UNSET = Text(
    en="The key of {tool} is to come from {name}, but that variable is not set.",
    zh="{tool} 的密钥应来自 {name}，但该变量没有设置。",
)
KEY_NOT_READ = Text(
    en="The key of {tool} comes from somewhere else ({reference}), which is not read here.",
    zh="{tool} 的密钥来自别处（{reference}），这里不会读取。",
)
PROJECT_IF_TRUSTED = Text(
    en="{file} sets {names}: {tool} uses it in this folder once you trust the folder.",
    zh="{file} 设置了 {names}：你信任该文件夹后，{tool} 会在这里使用它。",
)
AGENT_MODEL = Text(
    en='The agent "{agent}" has a model of its own ({model}) and does not use the new one.',
    zh='智能体 "{agent}" 有自己的模型（{model}），不会使用新模型。',
)
ROUTE_ELSEWHERE = Text(
    en="Router.{route} still goes to {target}: Claude Code Router sends such requests there.",
    zh="Router.{route} 仍指向 {target}：Claude Code Router 会把这类请求发往那里。",
)

# What to type next.
AFTER_OPENCODE = Text(en="run opencode", zh="运行 opencode")
AFTER_KILO = Text(en="run kilo", zh="运行 kilo")
AFTER_PI = Text(en="run pi", zh="运行 pi")
AFTER_QWEN = Text(en="run qwen", zh="运行 qwen")
AFTER_DROID = Text(en="run droid", zh="运行 droid")
AFTER_OPENCLAW = Text(
    en="If OpenClaw runs in the background, restart it: openclaw gateway restart. One turn by hand: "
    "openclaw agent --local --agent main -m hello",
    zh="如果 OpenClaw 正在后台运行，请重启：openclaw gateway restart。手动运行一轮："
    "openclaw agent --local --agent main -m hello",
)
AFTER_CCR = Text(
    en="It reads its settings at start. Run: ccr restart && ccr code",
    zh="它只在启动时读取配置。运行：ccr restart && ccr code",
)
