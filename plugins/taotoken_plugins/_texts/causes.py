"""Every cause in words: one sentence, one remedy, and who must act."""

from __future__ import annotations

from taotoken._causes import Cause
from taotoken_plugins._texts.cause_text import CauseText
from taotoken_plugins._texts.causes_local import LOCAL_CAUSES
from taotoken_plugins._texts.causes_remote import REMOTE_CAUSES
from taotoken_plugins._texts.causes_tools import TOOL_CAUSES

CAUSES: dict[Cause, CauseText] = {**LOCAL_CAUSES, **REMOTE_CAUSES, **TOOL_CAUSES}
