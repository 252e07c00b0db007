"""Causes in the tools themselves, in words."""

from __future__ import annotations

from taotoken._causes import Cause
from taotoken._message import Text
from taotoken_plugins._texts.cause_text import MEND_FILE, RESTART, SETUP_RIGHT, CauseText

TOOL_CAUSES: dict[Cause, CauseText] = {
    Cause.TOOL_NOT_INSTALLED: CauseText(
        "you",
        Text(en="{tool} is not installed where we looked.", zh="没有找到已安装的 {tool}。"),
        Text(
            en="Install it from {detail}, then run: taotoken setup {tool}",
            zh="从 {detail} 安装，然后运行：taotoken setup {tool}",
        ),
    ),
    Cause.CHECK_CRASHED: CauseText(
        "tool",
        Text(en="A check of ours failed: {detail}", zh="我们的某项检查出错：{detail}"),
        Text(en="Please report it; the other checks are not affected.", zh="请反馈此问题；其他检查不受影响。"),
    ),
    Cause.CLINE_GATEWAY_ONLY_IN_MCP: CauseText(
        "you",
        Text(
            en="The gateway stands only in an MCP server's environment, which Cline's own requests don't use.",
            zh="网关只写在某个 MCP 服务器的环境变量里，Cline 自己的模型请求不会使用它。",
        ),
        SETUP_RIGHT,
    ),
    Cause.CODEX_WIRE_API_CHAT: CauseText(
        "you",
        Text(en='Codex no longer loads wire_api = "chat".', zh='新版 Codex 不再支持 wire_api = "chat"。'),
        SETUP_RIGHT,
    ),
    Cause.CODEX_KEY_NOT_SENT: CauseText(
        "you",
        Text(
            en="Codex sends no key: nothing in its provider table supplies one.",
            zh="Codex 没有发送密钥：它的 provider 表里没有提供密钥。",
        ),
        SETUP_RIGHT,
    ),
    Cause.CODEX_ENV_KEY_IS_SECRET: CauseText(
        "you",
        Text(
            en="env_key in Codex's config holds a key, but it must name a variable.",
            zh="Codex 配置里的 env_key 写的是密钥本身，而它应是变量名。",
        ),
        SETUP_RIGHT,
    ),
    Cause.CODEX_ENV_KEY_UNSET: CauseText(
        "you",
        Text(
            en="The variable that env_key in Codex's config names is not set.",
            zh="Codex 配置中 env_key 指定的环境变量没有设置。",
        ),
        SETUP_RIGHT,
    ),
    Cause.CODEX_SESSION_OF_OLD_PROVIDER: CauseText(
        "tool",
        Text(en="A resumed Codex conversation keeps its old provider.", zh="恢复的 Codex 会话仍使用旧的 provider。"),
        Text(en="Start a new conversation.", zh="请新建会话。"),
    ),
    Cause.CODEX_APP_SERVER_STALE: CauseText(
        "tool",
        Text(en="Codex's background app-server keeps the old key.", zh="Codex 的后台 app-server 仍保留旧密钥。"),
        Text(en="Run: codex app-server daemon restart", zh="运行：codex app-server daemon restart"),
    ),
    Cause.CLAUDE_KEY_REJECTED_IN_DIALOG: CauseText(
        "you",
        Text(
            en="The answer No to Claude Code's key question is stored, so it ignores the key.",
            zh="你曾在 Claude Code 的密钥提示里选过 No，因此它忽略该密钥。",
        ),
        SETUP_RIGHT,
    ),
    Cause.ONBOARDING_PENDING: CauseText(
        "you",
        Text(en="Claude Code still shows its first-start screens.", zh="Claude Code 仍会显示首次启动界面。"),
        SETUP_RIGHT,
    ),
    Cause.CLINE_PROVIDERS_INVALID: CauseText(
        "you",
        Text(
            en="Cline counts its providers.json as invalid and will overwrite it: {detail}",
            zh="Cline 认为 providers.json 无效，并会覆盖它：{detail}",
        ),
        MEND_FILE,
    ),
    Cause.MCP_SERVER_FAILED_TO_START: CauseText(
        "tool",
        Text(
            en="An MCP server did not start; model requests are not affected: {detail}",
            zh="某个 MCP 服务器没有启动；不影响模型请求：{detail}",
        ),
        Text(
            en="Check the command of that server in the tool's MCP settings.",
            zh="请检查工具 MCP 设置里该服务器的启动命令。",
        ),
    ),
    Cause.TOOL_NOT_RESTARTED: CauseText(
        "you",
        Text(en="{tool} still runs with the settings it was started with.", zh="{tool} 仍在使用启动时的设置。"),
        RESTART,
    ),
    Cause.TOOL_TOO_OLD: CauseText(
        "you",
        Text(
            en="This version of {tool} reads another shape of settings: {detail}",
            zh="这个版本的 {tool} 读取的是另一种配置格式：{detail}",
        ),
        Text(en="Update {tool}, then run: taotoken doctor {tool}", zh="更新 {tool}，然后运行：taotoken doctor {tool}"),
    ),
    Cause.PLUGIN_BROKEN: CauseText(
        "tool",
        Text(en="The third-party plugin for {tool} does not work.", zh="{tool} 的第三方插件无法工作。"),
        Text(
            en="Update that plugin, or turn it off: taotoken tools disable {tool}. The other tools are not affected.",
            zh="请更新该插件，或停用它：taotoken tools disable {tool}。不影响其他工具。",
        ),
    ),
}
