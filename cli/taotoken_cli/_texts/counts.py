"""Counted things, one and many."""

from __future__ import annotations

from taotoken._message import Text

FILE = Text(en="{count} file", zh="{count} 个文件")
FILES = Text(en="{count} files", zh="{count} 个文件")
RUN = Text(en="{count} run", zh="{count} 条记录")
RUNS = Text(en="{count} runs", zh="{count} 条记录")
MODEL = Text(en="{count} model", zh="{count} 个模型")
MODELS = Text(en="{count} models", zh="{count} 个模型")
REQUEST = Text(en="{count} request", zh="{count} 个请求")
REQUESTS = Text(en="{count} requests", zh="{count} 个请求")
