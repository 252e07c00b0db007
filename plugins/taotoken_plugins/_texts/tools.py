"""Sentences of the tool declarations: what is taken out, what beats us, what to type next."""

from __future__ import annotations

from taotoken._message import Text

# Why an edit takes something out: told to the user as "removes NAME (…)".
CONFLICT = Text(en="it would conflict", zh="会与新设置冲突")
STALE_MODEL = Text(en="a model of the previous provider", zh="上一个服务商的模型")
BYPASS = Text(en="with it Claude Code would not use the base URL", zh="有它在，Claude Code 不会使用 Base URL")
OTHER_KEY = Text(en="it carries another key", zh="其中带有另一个密钥")
LOGIN_KEY = Text(
    en="a saved login key that would be sent along with the new one", zh="保存的登录密钥，会和新密钥一起发送"
)
REJECTED = Text(
    en="the new key had been answered with No in Claude Code's dialog",
    zh="此前在 Claude Code 的对话框里对该密钥选择了“否”",
)
OTHER_PLACEMENT = Text(en="the key now comes from {place}", zh="密钥现在来自 {place}")
SKIPS_FILE = Text(
    en="a value of this type makes Claude Code skip the whole file",
    zh="这种类型的值会让 Claude Code 忽略整个文件",
)
UNUSED = Text(en="not part of this set-up", zh="本次设置不再使用")

# What an edit that is made wants to say.
EMPTY_BEATS_SHELL = Text(
    en="{name} is set to empty for Claude Code, because your shell exports one: both keys would be sent otherwise",
    zh="为 Claude Code 把 {name} 设为空值，因为你的 shell 导出了它：否则两个密钥会同时发送",
)

EMPTY_BEATS_BYPASS = Text(
    en="{name} is set to empty for Claude Code, because your shell exports it: Claude Code would not use the "
    "base URL otherwise",
    zh="为 Claude Code 把 {name} 设为空值，因为你的 shell 导出了它：否则 Claude Code 不会使用 Base URL",
)
HEADER_KEY_REMOVED = Text(
    en="removes the key from env.{name} (it would conflict); the other headers stay",
    zh="从 env.{name} 中移除密钥（会与新设置冲突），其他请求头保留",
)

# What stands on this host and beats what we write.
FOLDER_ONLY_IN_RC = Text(
    en="{place} sets {name}, but this terminal doesn't have it: {tool} started from a new terminal uses "
    "another folder. Open a new terminal and run the command again.",
    zh="{place} 设置了 {name}，但当前终端里没有：在新终端中启动的 {tool} 会使用另一个文件夹。"
    "请打开新终端后重新运行本命令。",
)
RUNNING_INSIDE_CLAUDE = Text(
    en="This terminal runs inside Claude Code: restart Claude Code to use the new model.",
    zh="当前终端运行在 Claude Code 内部：请重启 Claude Code 以使用新模型。",
)
CODEX_PROFILE = Text(
    en='{file} line {line}: Codex 0.171 refuses to start with a root `profile = "…"`. Take the line out; '
    "profiles are now files beside config.toml.",
    zh='{file} 第 {line} 行：Codex 0.171 遇到根级 `profile = "…"` 会拒绝启动。请删除这一行；'
    "现在 profile 是 config.toml 旁边的独立文件。",
)
CODEX_LOGIN_STORE = Text(
    en="{file}: cli_auth_credentials_store is {store}, so Codex doesn't read auth.json.",
    zh="{file}：cli_auth_credentials_store 为 {store}，Codex 不会读取 auth.json。",
)
CODEX_LOGIN_STORE_NEXT = Text(
    en="run setup without --codex-auth auth-json: the key then goes into config.toml",
    zh="请去掉 --codex-auth auth-json 后重新运行 setup：密钥会写入 config.toml",
)
CODEX_AUTH_LOGIN = Text(
    en="{file} holds a ChatGPT login. Writing the key there would end that login.",
    zh="{file} 中保存着 ChatGPT 登录信息，把密钥写进去会使该登录失效。",
)
CODEX_AUTH_OTHER_KEY = Text(
    en="{file} holds another API key, which is not ours to replace.",
    zh="{file} 中是另一个 API 密钥，不能由我们替换。",
)
CODEX_AUTH_NEXT = Text(
    en="run setup without --codex-auth auth-json (the key then goes into config.toml and auth.json stays as "
    "it is), or run `codex logout` first",
    zh="请去掉 --codex-auth auth-json 后重新运行 setup（密钥写入 config.toml，auth.json 保持不变），"
    "或先运行 `codex logout`",
)
CODEX_AUTH_LEFT = Text(
    en="{file} still holds an API key that is not known to be ours, so it stays. Codex doesn't use it with the new "
    "settings; to take it out: codex logout",
    zh="{file} 中还有一个 API 密钥，无法确认由我们写入，因此保留。新设置下 Codex 不会使用它；"
    "要删除请运行：codex logout",
)
CODEX_RESTART_SERVER = Text(
    en="A background Codex app-server keeps the key it was started with. Run: codex app-server daemon restart",
    zh="后台的 Codex app-server 会一直使用启动时的密钥。请运行：codex app-server daemon restart",
)
CLINE_LEGACY = Text(
    en="The settings of Cline's VS Code extension ({files}) are written too. This was not proved by running "
    "VS Code: close it first, and check the provider there afterwards.",
    zh="同时会写入 Cline 的 VS Code 扩展设置（{files}）。这部分没有在 VS Code 中实际运行验证："
    "请先关闭 VS Code，写入后再在其中检查服务商设置。",
)
CLINE_ENTRY_INVALID = Text(
    en="{file}: {field} is missing. Cline takes such a file for damaged and overwrites all of it, keys included.",
    zh="{file}：缺少 {field}。Cline 会把这样的文件当作已损坏，并整体覆盖，其中的密钥也会丢失。",
)
CLINE_FIELD_INVALID = Text(
    en="{file}: {field} must be {expected}. Cline takes such a file for damaged and overwrites all of it, keys "
    "included.",
    zh="{file}：{field} 必须是{expected}。Cline 会把这样的文件当作已损坏，并整体覆盖，其中的密钥也会丢失。",
)
CLINE_FIELD_INVALID_NEXT = Text(
    en="correct {field} in {file}, or move the file away, then run setup again",
    zh="请在 {file} 中改正 {field}，或移走该文件，然后重新运行 setup",
)
CLINE_ENTRY_INVALID_NEXT = Text(
    en='add "updatedAt": "{now}" to that entry, then run setup again',
    zh='请在该条目中添加 "updatedAt": "{now}"，然后重新运行 setup',
)

# What the tool makes of its settings.
FILE_UNREADABLE = Text(en="{file} can't be read: {reason}", zh="无法读取 {file}：{reason}")
FILE_NOT_READ = Text(
    en="{file} can't be read ({reason}): what {tool} makes of it is not known.",
    zh="无法读取 {file}（{reason}）：不知道 {tool} 会怎样处理它。",
)
FILE_IGNORED = Text(
    en="{file} is not valid ({reason}); {tool} ignores the whole file.",
    zh="{file} 无效（{reason}），{tool} 会忽略整个文件。",
)
FILE_OVERWRITTEN = Text(
    en="{file} is not valid ({reason}); Cline takes it for empty and overwrites it.",
    zh="{file} 无效（{reason}），Cline 会把它当作空文件并覆盖。",
)
FILE_BREAKS = Text(
    en="{file} is not valid ({reason}); {tool} does not start.",
    zh="{file} 无效（{reason}），{tool} 无法启动。",
)
WRONG_TYPE = Text(en="{field} must be {expected}", zh="{field} 必须是{expected}")
A_STRING = Text(en="a string", zh="字符串")
AN_OBJECT = Text(en="an object", zh="对象")
AN_ARRAY = Text(en="an array", zh="数组")
TRUE_OR_FALSE = Text(en="true or false", zh="true 或 false")
A_POSITIVE_NUMBER = Text(en="a positive number", zh="正数")
A_POSITIVE_INTEGER = Text(en="a positive whole number", zh="正整数")
A_URL = Text(en="a full URL", zh="完整的 URL")
A_STAMP = Text(en="a time such as 2026-01-01T00:00:00Z", zh="形如 2026-01-01T00:00:00Z 的时间")
A_PROVIDER_ID = Text(en="a provider id", zh="服务商 ID")
A_TABLE_OF_STRINGS = Text(en="an object of strings", zh="值均为字符串的对象")
THE_NUMBER_1 = Text(en="the number 1", zh="数字 1")
NOT_AN_OBJECT = Text(en="the top level must be an object", zh="最外层必须是对象")
NOT_A_LIST = Text(en="the top level must be a list", zh="最外层必须是列表")
SYNTAX_AT = Text(en="syntax error at line {line}, column {column}", zh="第 {line} 行第 {column} 列有语法错误")
NOT_UTF8 = Text(en="not UTF-8 text", zh="不是 UTF-8 文本")
HAS_BOM = Text(en="it starts with a byte order mark", zh="文件开头有 BOM")
NO_BASE_URL = Text(
    en="No base URL is set: {tool} talks to {host}.",
    zh="没有设置 Base URL：{tool} 会连接 {host}。",
)
NO_KEY = Text(en="No key is set for {tool}.", zh="{tool} 没有设置密钥。")
BOTH_HEADERS = Text(
    en="Two keys go out at once: {first} as Authorization ({first_place}) and {second} as x-api-key ({second_place}).",
    zh="会同时发送两个密钥：Authorization 用 {first}（{first_place}），x-api-key 用 {second}（{second_place}）。",
)
KEY_FROM_COMMAND = Text(
    en="The key comes from a command ({name}), which is not run here.",
    zh="密钥来自一条命令（{name}），这里不会运行它。",
)
LOGIN_TOKEN_SENT = Text(
    en="The token of your {account} login is sent to {url}.",
    zh="你的 {account} 登录令牌会被发送到 {url}。",
)
KEY_REJECTED = Text(
    en="This key was answered with No in Claude Code's dialog, so the terminal interface won't use it.",
    zh="该密钥在 Claude Code 的对话框中被选择了“否”，终端界面不会使用它。",
)
BYPASSED = Text(
    en="{name} is set: Claude Code does not use the base URL.",
    zh="设置了 {name}：Claude Code 不会使用 Base URL。",
)
CODEX_NO_PROVIDER = Text(
    en='model_provider is "{provider}", but there is no [model_providers.{provider}].',
    zh='model_provider 是 "{provider}"，但没有 [model_providers.{provider}]。',
)
CODEX_WIRE_API = Text(
    en='wire_api = "{value}" is refused, it must be "responses"',
    zh='不接受 wire_api = "{value}"，必须是 "responses"',
)
CODEX_RESERVED = Text(
    en="that id is reserved, so the table needs another one", zh="该 ID 为保留名称，该表需要换一个 ID"
)
CODEX_NO_TABLE = Text(en="it must be a table", zh="它必须是一个表")
CODEX_NAMELESS = Text(en="it has no name", zh="缺少 name")
CODEX_AUTH_TWICE = Text(
    en="auth can't be combined with another way to a key", zh="auth 不能与其他提供密钥的方式同时使用"
)
CODEX_PROVIDER_REFUSED = Text(
    en="[model_providers.{provider}]: {reason}", zh="服务商表 [model_providers.{provider}]：{reason}"
)
CODEX_STOPS = Text(
    en="{file}: {reason}. Codex 0.171 does not start until that table is corrected or deleted.",
    zh="{file}：{reason}。在改正或删除该表之前，Codex 0.171 无法启动。",
)
CODEX_ENV_KEY_UNSET = Text(
    en="env_key names {name}, but that variable is not set.",
    zh="env_key 指向 {name}，但该变量没有设置。",
)
CLINE_OTHER_PROVIDER = Text(
    en='Cline\'s provider is "{provider}"; its address is not in the file.',
    zh='Cline 当前的服务商是 "{provider}"，其地址不在该文件中。',
)

# What to type next.
AFTER_CLAUDE_CODE = Text(en="run claude", zh="运行 claude")
AFTER_CODEX = Text(en="run codex", zh="运行 codex")
AFTER_CLINE = Text(en="run cline", zh="运行 cline")
AFTER_OWN = Text(en="See it with: taotoken status", zh="查看：taotoken status")

# The registry.
UNKNOWN_TOOL = Text(
    en="There is no tool called {name}. Known tools: {known}.",
    zh="没有名为 {name} 的工具。可用的工具：{known}。",
)
UNKNOWN_TOOL_NEXT = Text(en="did you mean {nearest}?", zh="你是不是想输入 {nearest}？")
PROCESS_ENVIRONMENT = Text(en="process environment", zh="进程环境变量")

# Our own profile.
PROFILE_INVALID = Text(
    en="{file} can't be used: {reason}.",
    zh="无法使用 {file}：{reason}。",
)
PROFILE_INVALID_NEXT = Text(
    en="repair the file, or delete it and run taotoken setup again",
    zh="请修复该文件，或删除后重新运行 taotoken setup",
)
