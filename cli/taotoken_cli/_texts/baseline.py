"""Words of `taotoken baseline`."""

from __future__ import annotations

from typing import Final

from taotoken._message import Text

HELP = Text(
    en="Has a model become slower, or another one, since last time? A baseline is a fixed prompt asked a few times, "
    "with its answers, token counts and times; check asks again and says what changed.",
    zh="某个模型是不是变慢了、被换掉了？基线是把固定的提示词问几次，记下回答、token 数和耗时；check 再问一遍，"
    "说明哪里变了。",
)
EXAMPLES = Text(
    en='  taotoken baseline save\n  taotoken baseline check\n  taotoken baseline save --name poem --prompt "A poem"',
    zh='  taotoken baseline save\n  taotoken baseline check\n  taotoken baseline save --name poem --prompt "写一首诗"',
)
COMMANDS: Final[dict[str, Text]] = {
    "save": Text(en="Ask, and keep the answers as a baseline.", zh="提问，并把结果保存为基线。"),
    "check": Text(en="Ask again, and say what changed.", zh="再问一遍，说明哪里变了。"),
    "list": Text(en="List the baselines.", zh="列出已保存的基线。"),
}
SAVE_HELP = Text(
    en="Ask a fixed prompt several times and keep text, usage and timings. There is one baseline for each base URL, "
    "model and protocol, or one for each --name; saving again replaces it.",
    zh="把固定的提示词问几次，保存文本、用量和耗时。每个 Base URL、模型和协议各有一个基线，也可用 --name 另取名；"
    "再次保存会替换。",
)
CHECK_HELP = Text(
    en="Ask what the baseline asked, and say what changed: text, token counts, TTFT, TPOT. Exit code 0 when nothing "
    "did, 1 when something did.",
    zh="按基线的内容再问一遍，说明哪里变了：文本、token 数、TTFT、TPOT。没有变化时退出码为 0，有变化时为 1。",
)
LIST_HELP = Text(en="List the baselines, with what they asked and when.", zh="列出基线，以及各自问了什么、何时保存。")
NAME = Text(en="Name of the baseline; default: made of base URL, model and protocol.",
            zh="基线的名称；默认由 Base URL、模型和协议组成。")  # fmt: skip
WHICH = Text(
    en="Name of the baseline; default: that of the saved gateway and model.",
    zh="基线的名称；默认是已保存的网关和模型的那个。",
)
MODEL = Text(en="Model id; default: the saved one.", zh="模型 ID；默认用已保存的。")
MODEL_CHECK = Text(en="Another model than the baseline's.", zh="换一个模型，而不用基线里的。")
PROTOCOL = Text(en="How to ask; default: chat.", zh="使用哪种协议；默认 chat。")
PROTOCOL_CHECK = Text(en="Another protocol than the baseline's.", zh="换一种协议，而不用基线里的。")
PROMPT = Text(en="What to ask.", zh="提示词。")
MAX_TOKENS = Text(en="Bound of each answer in tokens; default: 50.", zh="每个回答最多多少 token；默认 50。")
TEMPERATURE = Text(en="Sampling temperature; default: 0.", zh="采样温度；默认 0。")
SEED = Text(en="Seed for sampling (chat only).", zh="采样的 seed（仅 chat）。")
RUNS = Text(en="How often to ask; default: 10.", zh="问多少次；默认 10。")
RUNS_CHECK = Text(en="How often to ask; default: as often as the baseline did.", zh="问多少次；默认与基线相同。")
SETTING_CHECK = Text(en="Another value than the baseline's.", zh="换一个值，而不用基线里的。")

ASKING = Text(en="asking {model} {requests} times", zh="向 {model} 提问 {requests} 次")
PROGRESS = Text(en="{done} of {requests} requests", zh="{done} / {requests} 次请求")
SAVED = Text(en="saved: {name} ({path})", zh="已保存：{name}（{path}）")
REPLACED = Text(en="an older one of this name, of {time}, was replaced", zh="同名的旧基线（{time}）已被替换")
FIGURES = Text(
    en="{runs} runs: TTFT {ttft}, TPOT {tpot} (medians), {input} tokens in, {output} out; {answers}",
    zh="{runs} 次：TTFT {ttft}，TPOT {tpot}（中位数），输入 {input} 个 token，输出 {output} 个；{answers}",
)
ONE_ANSWER = Text(en="the same answer each time", zh="每次回答都相同")
MORE_ANSWERS = Text(en="{distinct} different answers", zh="有 {distinct} 种不同的回答")
COUNTING = Text(
    en="the server tells no token counts; they are not compared", zh="服务器没有给出 token 数，因此不作比较"
)
NO_TEXT = Text(
    en="no visible text came within {bound} tokens (a model that thinks first?), so only counts and times will be "
    "compared; for the text give more room: --max-tokens 500",
    zh="{bound} 个 token 之内没有可见文本（会先思考的模型？），因此只能比较 token 数和耗时；"
    "要比较文本，请放宽：--max-tokens 500",
)
VARIES = Text(
    en="the answers differ already among themselves, so a changed text will show late or not at all",
    zh="各次回答本来就不一样，因此文本的变化会很晚才看得出，甚至看不出",
)
SAVE_NEXT = Text(
    en="taotoken baseline check {name}, whenever you wonder",
    zh="想知道有没有变化时，运行 taotoken baseline check {name}",
)
CHECKED = Text(
    en="{name}: {model}, saved {time} with {runs} runs; asked {now} times now",
    zh="{name}：{model}，保存于 {time}，共 {runs} 次；这次问了 {now} 次",
)
TIMES_AGAIN = Text(
    en="only times have changed; asking once more, in case it was a busy moment",
    zh="只有耗时变了；再问一轮，以防只是一时繁忙",
)
SETTINGS = Text(en="asked differently, so changes may come from that:", zh="这次提问方式不同，变化可能由此而来：")
CHANGED = Text(en="changed:", zh="有变化：")
UNCHANGED = Text(en="unchanged:", zh="没有变化：")
SAME = Text(en="nothing has changed", zh="没有任何变化")
FAILED = Text(en="Since the baseline {name} this has changed: {names}.", zh="与基线 {name} 相比，有变化的是：{names}。")
FAILED_SETTINGS = Text(
    en="The baseline {name} was asked differently ({names}), so nothing is said to be the same.",
    zh="基线 {name} 的提问方式不同（{names}），因此不能说没有变化。",
)
FAILED_NEXT = Text(
    en='look closer: taotoken trace "Hi" --repeat 2; if it is meant to be so, save it anew: taotoken baseline save '
    "--name {name}",
    zh='进一步查看：taotoken trace "你好" --repeat 2；如果变化是有意的，重新保存：taotoken baseline save --name {name}',
)
FAILED_SETTINGS_NEXT = Text(
    en="ask as the baseline did (leave the options out), or save it anew: taotoken baseline save --name {name}",
    zh="按基线的方式提问（去掉这些选项），或重新保存：taotoken baseline save --name {name}",
)
EMPTY = Text(
    en="There are no baselines yet. Take one: taotoken baseline save",
    zh="还没有基线。先保存一个：taotoken baseline save",
)
LINE = Text(
    en="{time}  {model} ({protocol}) at {url}: TTFT {ttft}, TPOT {tpot}",
    zh="{time}  {model}（{protocol}），位于 {url}：TTFT {ttft}，TPOT {tpot}",
)
SEED_ELSEWHERE = Text(en="The {protocol} protocol has no seed.", zh="{protocol} 协议没有 seed。")
SEED_ELSEWHERE_NEXT = Text(en="leave --seed out, or ask with --protocol chat", zh="去掉 --seed，或使用 --protocol chat")
