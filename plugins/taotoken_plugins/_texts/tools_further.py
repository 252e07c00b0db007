"""Sentences of Continue, aider, llm, vibe, Kimi Code and the .env file."""

from __future__ import annotations

from taotoken._message import Text

# Why an edit takes something out: told to the user as "removed NAME (…)".
OLD_ADDRESS = Text(en="an address that would stand beside the new one", zh="会与新地址并存的地址")
OTHER_HEADER = Text(
    en="with it the SDK would send another key along with the new one", zh="有它在，SDK 会把另一个密钥一起发送"
)
KEY_ELSEWHERE = Text(en="the tool refuses it beside a key", zh="与密钥并存时工具会拒绝")

# What stands on this host and matters.
CONTINUE_LEGACY = Text(
    en="{file} is no longer read once config.yaml is there: the models in it will be missing in Continue.",
    zh="config.yaml 存在后，{file} 就不再被读取：其中的模型不会出现在 Continue 里。",
)
CONTINUE_OVERWRITES = Text(
    en="ANTHROPIC_API_KEY is exported: at a headless run (cn -p) Continue writes that key and two models of its own "
    "into {file}. The new model stays chosen.",
    zh="已导出 ANTHROPIC_API_KEY：以 cn -p 方式运行时，Continue 会把该密钥和它自己的两个模型写入 {file}。"
    "新模型仍是选定的模型。",
)
OTHER_MODEL_STAYS = Text(
    en="{file} sets {name} to {model}: aider still uses that model for its side jobs, through the new gateway where it "
    "is an OpenAI model.",
    zh="{file} 把 {name} 设为 {model}：aider 的辅助任务仍使用该模型；如果它是 OpenAI 模型，请求会发往新网关。",
)
ENV_IGNORE_UNKNOWN = Text(
    en="{file} will hold an API key, and git could not tell whether it is ignored. Make sure that {gitignore} has this "
    "line: .env",
    zh="{file} 将包含 API 密钥，而 git 无法判断它是否被忽略。请确认 {gitignore} 中有这一行：.env",
)

# What to type next.
AFTER_CONTINUE = Text(
    en="run cn; in VS Code or JetBrains, reload the window and choose the model TaoToken.",
    zh="运行 cn；在 VS Code 或 JetBrains 中，请重新加载窗口并选择模型 TaoToken。",
)
AFTER_AIDER = Text(en="run aider", zh="运行 aider")
AFTER_LLM = Text(en='Ask with: llm "hello"', zh='提问：llm "hello"')
AFTER_VIBE = Text(en="run vibe", zh="运行 vibe")
AFTER_OPENHANDS = Text(en="run openhands", zh="运行 openhands")
AFTER_KIMI = Text(en="run kimi", zh="运行 kimi")
AFTER_ENV = Text(
    en="Programs that load .env from this folder use the gateway, TaoToken's own SDK too. To load it into a shell: "
    "set -a; . ./.env; set +a",
    zh="从这个文件夹加载 .env 的程序会使用该网关，TaoToken 自己的 SDK 也一样。载入当前 shell：set -a; . ./.env; set +a",
)
