"""Words of the plans that put a finding right."""

from __future__ import annotations

from taotoken._message import Text

LEFT_OVER = Text(en="no program reads it there", zh="没有程序会从那里读取")
BECAUSE = Text(en="it is what keeps {tool} from working here ({cause})", zh="正是它让 {tool} 无法正常工作（{cause}）")
