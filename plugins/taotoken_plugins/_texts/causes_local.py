"""Causes on this machine, in words: files and environment."""

from __future__ import annotations

from taotoken._causes import Cause
from taotoken._message import Text
from taotoken_plugins._texts.cause_text import MEND_FILE, SETUP_AGAIN, SETUP_RIGHT, SETUP_URL, CauseText

LOCAL_CAUSES: dict[Cause, CauseText] = {
    Cause.KEY_MISSING: CauseText(
        "you",
        Text(en="{tool} has no API key.", zh="{tool} 没有配置 API 密钥。"),
        SETUP_AGAIN,
    ),
    Cause.KEY_PLACEHOLDER: CauseText(
        "you",
        Text(
            en="The key of {tool} is the example text of a tutorial.",
            zh="{tool} 的密钥仍是教程里的示例文字。",
        ),
        SETUP_AGAIN,
    ),
    Cause.MODEL_PLACEHOLDER: CauseText(
        "you",
        Text(
            en="The model of {tool} is example text, not an id.",
            zh="{tool} 的模型仍是示例文字，不是模型 ID。",
        ),
        Text(
            en="See the ids with: taotoken models, then run: taotoken setup {tool} --model ID",
            zh="用 taotoken models 查看模型 ID，然后运行：taotoken setup {tool} --model ID",
        ),
    ),
    Cause.KEY_WHITESPACE: CauseText(
        "you",
        Text(en="The key of {tool} has a space or line end in it.", zh="{tool} 的密钥里混入了空格或换行。"),
        SETUP_AGAIN,
    ),
    Cause.KEY_QUOTED: CauseText(
        "you",
        Text(en="The key of {tool} has quotes around it.", zh="{tool} 的密钥外面带着引号。"),
        SETUP_AGAIN,
    ),
    Cause.KEY_BEARER_PREFIX: CauseText(
        "you",
        Text(
            en="The key of {tool} starts with 'Bearer ', which the tool adds by itself.",
            zh="{tool} 的密钥以“Bearer ”开头，而工具会自己加上它。",
        ),
        SETUP_AGAIN,
    ),
    Cause.KEY_NON_ASCII: CauseText(
        "you",
        Text(
            en="The key of {tool} holds an invisible or full-width character.",
            zh="{tool} 的密钥里有不可见字符或全角字符。",
        ),
        SETUP_AGAIN,
    ),
    Cause.VALUE_NOT_EXPANDED: CauseText(
        "you",
        Text(
            en="A value of {tool} is a variable name that nothing expands: it is sent literally.",
            zh="{tool} 的某个值是未展开的变量名，会被原样发送。",
        ),
        Text(
            en="Run: taotoken setup {tool}, which writes the value itself.",
            zh="运行：taotoken setup {tool}，它会写入真实的值。",
        ),
    ),
    Cause.AUTH_CONFLICT_ENV_KEY: CauseText(
        "you",
        Text(
            en="{tool} has both a token and an API key and sends both headers.",
            zh="{tool} 同时配置了 token 与 API key，会发送两个认证请求头。",
        ),
        Text(
            en="Run: taotoken setup {tool}, which keeps one of them.",
            zh="运行：taotoken setup {tool}，只保留其中一个。",
        ),
    ),
    Cause.BASE_URL_MISSING: CauseText(
        "you",
        Text(
            en="{tool} has no base URL, so its requests go to the official host, not to your gateway.",
            zh="{tool} 没有配置 Base URL，请求会发往官方地址而不是你的网关。",
        ),
        Text(en="Run: taotoken setup {tool} --base-url URL", zh="运行：taotoken setup {tool} --base-url URL"),
    ),
    Cause.BASE_URL_UNPARSABLE: CauseText(
        "you",
        Text(
            en="The base URL of {tool} is not a URL: {detail}",
            zh="{tool} 的 Base URL 不是有效的网址：{detail}",
        ),
        Text(en="Run: taotoken setup {tool} --base-url URL", zh="运行：taotoken setup {tool} --base-url URL"),
    ),
    Cause.BASE_URL_IS_WEB_PAGE: CauseText(
        "you",
        Text(
            en="{base_url} is a page of the gateway's web site, not its API.",
            zh="{base_url} 是网关网站的网页，不是 API 地址。",
        ),
        SETUP_URL,
    ),
    Cause.BASE_URL_V1_MISSING: CauseText(
        "you",
        Text(
            en="The base URL of {tool} lacks /v1: {url} does not exist, {good_url} does.",
            zh="{tool} 的 Base URL 缺少 /v1：{url} 不存在，正确的是 {good_url}。",
        ),
        Text(
            en="Run: taotoken setup {tool}, which writes the base URL as {tool} wants it.",
            zh="运行：taotoken setup {tool}，它会按 {tool} 要求的写法写入 Base URL。",
        ),
    ),
    Cause.BASE_URL_V1_DOUBLED: CauseText(
        "you",
        Text(
            en="The base URL of {tool} holds /v1, which {tool} adds once more: {url} does not exist, {good_url} does.",
            zh="{tool} 的 Base URL 已含 /v1，而 {tool} 又加了一次：{url} 不存在，正确的是 {good_url}。",
        ),
        Text(
            en="Run: taotoken setup {tool}, which writes the base URL as {tool} wants it.",
            zh="运行：taotoken setup {tool}，它会按 {tool} 要求的写法写入 Base URL。",
        ),
    ),
    Cause.BASE_URL_HAS_ENDPOINT: CauseText(
        "you",
        Text(
            en="The base URL of {tool} ends in an endpoint ({base_url}); {tool} adds the endpoint itself.",
            zh="{tool} 的 Base URL 末尾带有接口路径（{base_url}），而 {tool} 会自己加上接口路径。",
        ),
        SETUP_URL,
    ),
    Cause.BASE_URL_HAS_QUERY: CauseText(
        "you",
        Text(
            en="The base URL of {tool} has a query string ({base_url}), which breaks every path.",
            zh="{tool} 的 Base URL 带有查询参数（{base_url}），会破坏所有路径。",
        ),
        SETUP_URL,
    ),
    Cause.BASE_URL_PATH_MISSING: CauseText(
        "you",
        Text(
            en="The base URL of {tool} lacks the gateway's path: {url} does not exist, {good_url} does.",
            zh="{tool} 的 Base URL 缺少网关路径：{url} 不存在，正确的是 {good_url}。",
        ),
        Text(
            en="Run: taotoken setup {tool}, with the base URL as the gateway's documentation gives it.",
            zh="运行：taotoken setup {tool}，并使用网关文档给出的 Base URL。",
        ),
    ),
    Cause.MODEL_FIELD_EMPTY: CauseText(
        "you",
        Text(en="{tool} has no model set.", zh="{tool} 没有设置模型。"),
        Text(
            en="See the ids with: taotoken models, then run: taotoken setup {tool} --model ID",
            zh="用 taotoken models 查看模型 ID，然后运行：taotoken setup {tool} --model ID",
        ),
    ),
    Cause.SETTINGS_SHADOWED: CauseText(
        "you",
        Text(
            en="{detail} is stronger than the user's file, so {tool} uses its values here.",
            zh="{detail} 的优先级高于用户配置文件，因此 {tool} 在这里使用它的值。",
        ),
        Text(
            en="Remove the values there, or run {tool} from another folder; see: taotoken status {tool}",
            zh="删除其中的值，或在其他文件夹运行 {tool}；查看：taotoken status {tool}",
        ),
    ),
    Cause.JSON_SYNTAX: CauseText(
        "you",
        Text(en="{tool} can't read its file: {detail}", zh="{tool} 无法读取它的文件：{detail}"),
        Text(
            en="Mend the file at that place, then run: taotoken setup {tool}",
            zh="修好该处后运行：taotoken setup {tool}",
        ),
    ),
    Cause.TOML_SYNTAX: CauseText(
        "you",
        Text(en="{tool} can't read its file: {detail}", zh="{tool} 无法读取它的文件：{detail}"),
        Text(
            en="Mend the file at that place, then run: taotoken setup {tool}",
            zh="修好该处后运行：taotoken setup {tool}",
        ),
    ),
    Cause.PLAIN_HTTP_KEY: CauseText(
        "you",
        Text(
            en="{url} is plain http to another machine: the key would travel unencrypted.",
            zh="{url} 是发往另一台机器的明文 http：密钥会以未加密方式传输。",
        ),
        Text(
            en="Use https, or accept it with: taotoken setup {tool} --allow-http",
            zh="请使用 https，或用 taotoken setup {tool} --allow-http 表示接受。",
        ),
    ),
    Cause.CONFIG_UTF8_BOM: CauseText(
        "you",
        Text(
            en="{tool}'s file starts with a byte order mark, which {tool} can't read.",
            zh="{tool} 的文件以 BOM 开头，{tool} 无法读取。",
        ),
        SETUP_RIGHT,
    ),
    Cause.CONFIG_WRONG_TYPE: CauseText(
        "you",
        Text(
            en="A value in {tool}'s file has the wrong type, so {tool} skips the whole file: {detail}",
            zh="{tool} 的文件里有一个值类型不对，导致整个文件被忽略：{detail}",
        ),
        MEND_FILE,
    ),
    Cause.CONFIG_UNKNOWN_SHAPE: CauseText(
        "you",
        Text(
            en="{tool}'s file has a shape that {tool} ignores or refuses: {detail}",
            zh="{tool} 的文件结构会被 {tool} 忽略或拒绝：{detail}",
        ),
        SETUP_RIGHT,
    ),
    Cause.CONFIG_SHAPE_MISPLACED: CauseText(
        "you",
        Text(
            en="A known set of values stands where {tool} doesn't read it: {detail}",
            zh="配置写在了 {tool} 不会读取的位置：{detail}",
        ),
        SETUP_RIGHT,
    ),
    Cause.FILE_UNREADABLE: CauseText(
        "you",
        Text(en="{tool}'s file can't be read: {detail}", zh="无法读取 {tool} 的文件：{detail}"),
        Text(
            en="Give yourself read and write permission, then run: taotoken doctor {tool}",
            zh="为当前用户加上读写权限，然后运行：taotoken doctor {tool}",
        ),
    ),
    Cause.FILE_WRONG_OWNER: CauseText(
        "you",
        Text(
            en="{tool}'s file belongs to another user (often root, after a sudo run): {detail}",
            zh="{tool} 的文件属于其他用户（常见于用过 sudo 之后属于 root）：{detail}",
        ),
        Text(
            en="Take the file back with chown, then run taotoken without sudo.",
            zh="用 chown 把文件改回自己名下，然后不带 sudo 运行 taotoken。",
        ),
    ),
    Cause.KEY_FILE_EXPOSED: CauseText(
        "you",
        Text(
            en="A file with {tool}'s key can be read by other users of this machine: {detail}",
            zh="含有 {tool} 密钥的文件可被本机其他用户读取：{detail}",
        ),
        SETUP_RIGHT,
    ),
    Cause.SETTINGS_FILE_OVERRIDES_ENV: CauseText(
        "you",
        Text(
            en="The value in {tool}'s file wins over the variable in the shell: {detail}",
            zh="{tool} 文件里的值优先于 shell 环境变量：{detail}",
        ),
        Text(en="Change the file instead: taotoken setup {tool}", zh="请改文件：taotoken setup {tool}"),
    ),
    Cause.ENV_OVERRIDES_DOTENV: CauseText(
        "you",
        Text(
            en="A variable of the process wins over the .env file: {detail}",
            zh="进程的环境变量优先于 .env 文件：{detail}",
        ),
        Text(en="Remove the variable from the shell, or change it there.", zh="从 shell 中删除该变量，或在那里修改。"),
    ),
    Cause.KEY_OF_ANOTHER_GATEWAY: CauseText(
        "you",
        Text(en="The key {key} is known for another gateway than {host}.", zh="密钥 {key} 属于 {host} 以外的网关。"),
        SETUP_AGAIN,
    ),
    Cause.KEY_TO_FOREIGN_HOST: CauseText(
        "you",
        Text(
            en="The base URL comes from a less trusted place than the key, so the key is not sent to {host}.",
            zh="Base URL 的来源不如密钥可信，因此不会把密钥发送到 {host}。",
        ),
        Text(
            en="Give base URL and key in the same place; see: taotoken status",
            zh="请把 Base URL 与密钥写在同一处；查看：taotoken status",
        ),
    ),
    Cause.AUTH_CONFLICT_LOGIN_KEY: CauseText(
        "you",
        Text(
            en="A stored login key (primaryApiKey) is sent beside the token.",
            zh="已保存的登录密钥（primaryApiKey）会与 token 一起发送。",
        ),
        SETUP_RIGHT,
    ),
    Cause.AUTH_CONFLICT_API_KEY_HELPER: CauseText(
        "you",
        Text(
            en="An apiKeyHelper supplies another key beside the token.",
            zh="apiKeyHelper 提供了另一个密钥，与 token 冲突。",
        ),
        SETUP_RIGHT,
    ),
    Cause.OAUTH_TOKEN_EXPIRED: CauseText(
        "you",
        Text(
            en="{tool} uses an old login whose token has expired, not the gateway's key.",
            zh="{tool} 使用的是已过期的登录令牌，而不是网关密钥。",
        ),
        SETUP_RIGHT,
    ),
    Cause.OAUTH_TOKEN_SENT_TO_GATEWAY: CauseText(
        "you",
        Text(
            en="{tool} has a base URL but no key, so the token of its login leaves for {host}.",
            zh="{tool} 只有 Base URL 没有密钥，登录令牌会被发送到 {host}。",
        ),
        SETUP_RIGHT,
    ),
    Cause.OAUTH_VS_API_KEY: CauseText(
        "gateway",
        Text(
            en="{url} takes only the other kind of access (a login against a key).",
            zh="{url} 只接受另一种认证方式（登录令牌与 API 密钥之别）。",
        ),
        Text(
            en="Use the base URL for API keys: taotoken setup {tool} --base-url URL",
            zh="使用面向 API 密钥的 Base URL：taotoken setup {tool} --base-url URL",
        ),
    ),
    Cause.MODEL_OVERRIDE_STALE: CauseText(
        "you",
        Text(en="An old setting still names the model {model}: {detail}", zh="旧的设置仍在指定模型 {model}：{detail}"),
        SETUP_RIGHT,
    ),
    Cause.NO_PROXY_UNPARSEABLE: CauseText(
        "you",
        Text(en="NO_PROXY can't be read: {detail}", zh="无法解析 NO_PROXY：{detail}"),
        Text(
            en="Write it as names and addresses separated by commas, IPv6 without brackets.",
            zh="请写成用逗号分隔的主机名和地址，IPv6 不带方括号。",
        ),
    ),
    Cause.PROXY_AUTH_REQUIRED: CauseText(
        "you",
        Text(en="The proxy asks for a login: {detail}", zh="代理要求登录：{detail}"),
        Text(
            en="Put user and password into the proxy variable: http://USER:PASSWORD@HOST:PORT",
            zh="在代理变量中写入用户名和密码：http://用户:密码@主机:端口",
        ),
    ),
    Cause.SOCKS_SUPPORT_MISSING: CauseText(
        "you",
        Text(
            en="The environment names a SOCKS proxy that this program can't use: {detail}",
            zh="环境变量指定了本程序无法使用的 SOCKS 代理：{detail}",
        ),
        Text(en="Run: pip install socksio, or use an http proxy.", zh="运行：pip install socksio，或改用 http 代理。"),
    ),
}
