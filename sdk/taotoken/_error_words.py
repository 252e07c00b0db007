"""The words by which servers say what is wrong, in English and Chinese."""

from __future__ import annotations

import re

from taotoken import _error_rules as kinds
from taotoken._error_rules import Kind

_I = re.IGNORECASE
_MAX_TOKENS = r"max_(?:completion_|output_|new_)?tokens\b"
_KEY = r"(?:x-)?(?:api[-_ ]?key|(?:bearer |access |authentication )?token)"

_PROGRAMS = r"\b(?:claude code|codex)\b"
_NUMBER = r"(\d{1,3}(?:,\d{3}){1,4}(?!\d)|\d+)"  # 4096, 4,096

# In this order: the first that is found counts.
_WORDS: tuple[tuple[Kind, tuple[str, ...]], ...] = (
    (kinds.V1_DOUBLED, (r"invalid url \((?:get|post) /(?:\S*/)?v1/v1/",)),
    (kinds.ENDPOINT_DOUBLED, (r"invalid url \((?:get|post) \S*/(chat/completions|messages|responses)/\S*\1",)),
    (
        kinds.NO_ENDPOINT,
        (
            r"invalid url \((?:get|post) ",
            r"no route (?:for|matches)|\bcannot (?:post|get) /",
            r"route \S+ not found",
            r"接口(?:地址)?(?:错误|不存在)|(?:路径|路由)\S{0,4}(?:不存在|错误)",
            r"/(?:completions|responses|messages) ?不存在",
            r"^not found\W*$",
        ),
    ),
    (
        kinds.REGION,
        (
            r"country, region, or territory",
            r"not available in your (?:country|region)",
            r"user location is not supported",
            r"(?:地区|区域)不支持",
            r"(?:not |un)available in your (?:country|region|location)|所在的?国家或地区不可用",
            r"(?:unsupported|restricted) (?:countr|region|territor|location)",
            r"所在\S{0,4}(?:地区|区域|国家).{0,8}(?:不支持|不可用|无法使用)",
        ),
    ),
    (
        kinds.BETA,
        (r"extra inputs are not permitted", r"unexpected value\(s\).{0,80}anthropic-beta", r"unsupported beta"),
    ),
    (kinds.MAX_TOKENS, (_MAX_TOKENS + r"['\"`]? is too (?:large|high|big)",)),
    (kinds.RATE, (r"too many tokens, please wait",)),
    (
        kinds.CONTEXT,
        (
            r"context[ _](?:length|window|size|limit)s?(?:_exceeded)?\b|context(?:window|length)exceeded",
            r"(?:prompt|input)(?: tokens?)? (?:(?:is|are) )?too long",
            r"(?:input|prompt)(?: token)?s?(?: count| length)? (?:\S+ )?(?:exceed|is longer than|is larger than)",
            r"exceed(?:s|ed)? (?:the )?model token limit|total tokens.{0,80}exceed.{0,20}max message tokens",
            r"range of input length|longer than the maximum model length|maximum prompt length|max_seq_len",
            r"inputs\W{0,2}tokens\W{1,4}max_new_tokens\W{0,2}must be",
            r"too many (?:input |prompt )?tokens",
            r"reduce the length of (?:the|your) (?:messages|prompt|input)|conversation is too long",
            r"上下文(?:长度|窗口|过长|超长|超出|超过)|tokens?\s?数.{0,6}(?:超限|超出|超过|过长)",
            r"(?:输入|提示词|prompt).{0,12}(?:过长|超长|超出|超过)",
        ),
    ),
    (
        kinds.MAX_TOKENS,
        (
            r"range of " + _MAX_TOKENS,
            _MAX_TOKENS + r".{0,120}(?:range|at most|too (?:large|high|big)|exceed|maximum|less than|<=|must be| > )",
            _MAX_TOKENS + r".{0,120}(?:should be|超[过出]|范围|不能大于|非法|不合法)",
        ),
    ),
    (
        kinds.TOO_LARGE,
        (
            r"request (?:body|entity)?\s?(?:is )?too large",
            r"(?:payload|body (?:size )?(?:is )?)\s?too large",
            r"(?:request|payload|body) size exceeds|(?:文件|图片|附件)过大",
            r"(?:请求体?|上传内容)过大|image exceeds \d",
        ),
    ),
    (kinds.OUT_OF_MEMORY, (r"out of memory", r"cuda error")),
    (
        kinds.QUOTA,
        (
            r"insufficient (?:account )?(?:balance|quota|credit|fund)",
            r"balance (?:is )?(?:insufficient|not enough|too low)",
            r"(?:no|out of|not enough|requires more) credits?\b",
            r"credit balance",
            r"exceeded your current quota",
            r"payment required",
            r"overdue|unpaid|(?:spending|billing|monthly) limit",
            r"quota (?:is |has been )?(?:exhausted|used up|not enough)|not enough quota|out of call volume quota",
            r"credits? (?:is |are |have been )?(?:depleted|exhausted)|\bany credits\b|free tier.{0,80}exhausted",
            r"reached your specified api usage limits",
            r"budget (?:has been )?exceeded|exceeded (?:\S+ )?budget",
            r"(?:额度|余额|配额)(?:不足|不够|已?为 ?0(?![.\d])|已?耗尽|已?用[尽完])|剩余额度|欠费|充值",
            r"quota exceeded.{0,80}\b(?:billing|plan)\b|billing (?:is )?(?:not active|disabled)",
            r"套餐.{0,20}(?:到期|过期|用[尽完])|绑定支付|(?:请先?|需要?)(?:付费|购买|开通)(?!.{0,4}模型)",
            r"(?:daily|weekly|monthly|session|cost|spend|usage) (?:cost |usage )?(?:limit|quota) (?:exceeded|reached)",
            r"(?:hit|reached|exceeded) (?:your|the) (?:daily|weekly|monthly|session|usage|cost) (?:limit|quota)",
            r"(?:usage|credits?|funds|balance) (?:has |have )?run out|余额(?:过低|太低)|已用光",
            r"hit your limit\b|check your plan and billing|account is in (?:good standing|arrears)",
            r"(?:费用|消费|用量|使用量|花费)\S{0,4}(?:上限|超限|用[尽完]|耗尽)|资源包.{0,6}(?:不足|用[尽完]|耗尽)|请(?:及时)?续费",
        ),
    ),
    (
        kinds.KEY_NOT_ALLOWED,
        (
            r"无权(?:访问|使用)|令牌\S{0,6}(?:没有|无)权限",
            r"not allowed to (?:use|access)|no access to model",
            r"(?:does not|doesn't|do not|don't) have (?:access|permission) to (?:use )?(?:the |this |that )?model",
            r"(?:key|token)\S* (?:does not|doesn't) have (?:access|permission)",
            r"key (?:is )?not (?:allowed|permitted|authorized)",
            r"(?:key|token|account|group)\b[^.]{0,30}\bnot (?:enabled|permitted|authorized)[^.]{0,20}\bmodel",
            r"\bip\b.{0,40}(?:白名单|不在.{0,12}允许|被?拒绝|not (?:in|on|allowed|whitelisted|permitted))",
            r"(?:令牌|密钥|key|分组)[^，。\n]{0,8}(?:不允许|禁止|不能)(?:使用|访问|调用)",
            r"权限不足|没有.{0,6}权限|无权(?:进行|操作|调用|限)",
            r"\bis not authorized to (?:perform|invoke|access|use)|permission ['\"`]\S{1,80}['\"`] (?:is )?denied",
            r"organization must be verified|分组\S{0,4}(?:禁用|停用)",
        ),
    ),
    (
        kinds.CLIENT_NOT_ALLOWED,
        (
            r"\bonly (?:\S+ ){0,5}?(?:allow|authori[sz]|available|permit|support|accept|admit|for).{0,40}" + _PROGRAMS,
            r"\b(?:restricted to|please use|use the official|must use)\b.{0,40}" + _PROGRAMS,
            _PROGRAMS + r" (?:clients? )?only\b",
            r"(?:unauthorized|unsupported) client|client (?:is )?not (?:allowed|supported)",
            r"(?:仅|只|请使用).{0,20}(?:claude|codex|客户端)",
            r"(?:不允许|不支持|未授权).{0,6}客户端",
            r"\bthis client (?:is|are) not (?:permitted|supported)",
            r"非(?:官方|授权|允许的?)客户端|available for coding agents",
        ),
    ),
    (
        kinds.KEY_INVALID,
        (
            r"无效的令牌|令牌(?:已过期|已失效|验证失败|状态不可用|不可用|无效)",
            r"(?:invalid|incorrect|wrong|expired|unknown) " + _KEY,
            r"(?:api[- ]?key|access token) (?:is )?(?:not valid|invalid|expired)",
            r"(?:api[-_ ]?key|密钥)\s?(?:不正确|无效|错误|已?失效|已?过期)",
            r"无效的? ?(?:api[-_ ]?)?key",
            r"(?:用户|账[号户]|令牌|密钥|key)\S{0,4}(?:封禁|禁用|停用|冻结)",
            r"(?:account|user|key|token) (?:is |has been |was )?(?:banned|disabled|suspended|deactivated|revoked)",
            r"(?:令牌|密钥)[^，。\n]{0,6}(?:删除|不存在|吊销|作废|失效)|(?<!代理)(?:身份|鉴权|认证)(?:验证|校验)?(?:失败|不通过)",
            r"(?:令牌|密钥|key)(?:验证|校验)(?:不通过|未通过)|\bapi[_ ]?key\b[^.\n]{0,20} is revoked",
            r"\bapi[- ]?key\b[^.\n]{0,20} has (?:been )?(?:expired|revoked)",
            r"\b(?:ak|api[- ]?key|access key|key) (?:is |does )?not exist|key has been deleted",
            r"security token \S{0,40} ?.{0,24}is (?:invalid|expired)|invalid (?:subscription key|proxy server token)",
        ),
    ),
    (
        kinds.UNAUTHENTICATED,
        (
            r"未提供令牌|未登录",
            r"(?:no|missing|didn't provide an?|without) (?:api[- ]?key|authorization|authentication|token|bearer)",
            r"(?:api[- ]?key|authorization header).{0,20} (?:required|missing)",
            r"unauthorized|not authenticated|\blogin fail|carry the api secret key",
        ),
    ),
    (kinds.MODEL_EMPTY, (r"对于模型\s*(?:无|没有)可用", r"for model\s*(?:,|\(|$)")),
    (
        kinds.NO_CHANNEL,
        (
            r"(?:无|没有)可用(?:的)?(?:渠道|账[号户]|节点|上游|供应商)|可用渠道不存在|渠道\S{0,6}(?:不存在|禁用|停用|已关闭)",
            r"no available channel|no (?:active |valid |usable )?(?:credentials|accounts?) (?:for|available)",
            r"no (?:available )?(?:channels?|deployments?|providers?|endpoints?) (?:available |found )",
            r"no (?:available|allowed|healthy|usable) (?:\w+ )?(?:accounts?|providers?|deployments?|channels?)\b",
            r"credentials for model \S{1,80} are cooling|no providers? configured for model",
            r"no auth available|暂无可用",
        ),
    ),
    (
        kinds.MODEL_GONE,
        (
            r"(?:倍率|价格)\S{0,8}未(?:配置|设置)",
            r"model\b.{0,120}\b(?:decommissioned|deprecated|retired)|\bmodel (?:is )?disabled",
            r"模型[^，。,]{0,40}暂时?不可用",
        ),
    ),
    (
        kinds.MODEL_WRONG,
        (
            r"\bmodels?\b.{0,120}\b(?:does not exist|doesn't exist|not found|not exist)",
            r"\bmodel\b.{0,60}\b(?:is not supported(?! with (?:the |this )?(?:parameter|option))|is not available)",
            r"not found the model|model identifier is invalid|\bmodel_not_found\b",
            r"\bmodel [\"'`]?\S{1,80} is not (?:served|offered|deployed)|暂不支持该模型",
            r"no model (?:called|named) |模型[^，。\n]{0,40}不在\S{0,6}列表",
            r"invocation of model id|模型(?:名称?|代码|编码|id)?(?:错误|有误|不正确|无效)",
            r"(?:no such|unknown|invalid|unsupported|not a valid) model(?! provider)",
            r"模型.{0,40}(?:不存在|未找到|不支持|已下线|未开通)|不支持(?:所选|该|此|当前|这个)?的?模型|不存在的模型",
            r"(?:找不到|没有找到|未找到)\S{0,4}模型",
            r"llm provider not provided|providermodelnotfound",
            r"^model: \S+$",
        ),
    ),
    (
        kinds.CONTENT,
        (
            r"content (?:management |usage )?polic|content[ _]filter",
            r"flagged (?:as|by)|inappropriate content|safety system",
            r"content exists risk|new_sensitive",
            r"敏感(?:词|内容)|违规|风控|不当内容|审核(?:未|不)通过",
        ),
    ),
    (
        kinds.OVERLOADED,
        (
            r"overloaded|(?:over|at) capacity|high demand",
            r"(?:too|is|are|currently) busy",
            r"(?:temporarily|currently|service) unavailable|under maintenance|维护中|正在维护",
            r"饱和|(?:服务|系统|模型|上游|接口|通道)\S{0,6}(?:繁忙|过载)|(?:上游|服务|接口|通道|网关)[^，。,]{0,10}不可用",
            r"(?:访问量|流量|负载|人数)\S{0,3}(?:过大|过高|过多|太[大多高])|(?:当前|目前)\S{0,8}(?:拥挤|火爆|排队)",
            r"heavy (?:traffic|load)|人数\S{0,2}较多|queue is full|队列已满",
            r"负载\S{0,2}(?:较高|已满)|\bmodel is (?:still )?loading|模型(?:正在|仍在)加载",
        ),
    ),
    (
        kinds.RATE,
        (
            r"rate[- _]?limit|too many requests|\b[rt]pm\b",
            r"(?:requests|tokens) per (?:min|minute|day|second)",
            r"\bqps\b.{0,20}limit|quota exceeded|resource (?:has been )?exhausted|concurren\w+ (?:limit|request)",
            r"请求(?:过于|太)频繁|请求过快|(?:频率|速率)(?:限制|超限|过[高快])|(?:请求|调用|访问)频率|限[流速]|请求数限制|并发数?(?:限制|超限|已达|过高|过大)",
            r"(?:请求|调用)\S{0,4}[太过]快|每(?:分钟|秒|小时)\S{0,6}(?:上限|超限|超出)|number of concurrent",
            r"\bthrottled\b|max (?:request|concurrency) limit",
            r"(?:请求|调用|操作|访问)\S{0,3}(?:过多|太多|太频繁|过于频繁)",
        ),
    ),
    (
        kinds.SERVER,
        (
            r"internal (?:server )?error|bad gateway|connection reset",
            r"upstream (?:connect|error|failure)|内部错误",
            r"请求上游\S{0,4}失败|error occurred on our (?:side|end)|server is returning an unknown error",
            r"(?:后端|上游|服务端)\S{0,4}返回(?:错误|异常)(?!码)",
            r"server had an error|internalserverexception|unexpected error has occurred|\benginedead",
            r"(?:服务器?|上游|网关)(?:服务)?(?:异常|出错|故障)|invalid response was received from the upstream",
            r"upstream provider error|\bprovider returned (?:an )?error|错误码\S{0,2} ?50[0-4]",
        ),
    ),
    (kinds.SERVER_504, (r"time[d-]?[ -]?out|超时",)),
)
BY_TEXT = tuple((re.compile("|".join(words), _I), kind) for kind, words in _WORDS)

# Pages that firewalls put before a server.
WAF = re.compile(
    rb"cf-browser-verification|cf-error-details|challenge-platform|attention required|just a moment|\bray id\b"
    rb"|blocked by|been blocked|access denied|security (?:service|policy|check)|firewall|\bwaf\b|captcha|incapsula"
    rb"|errors.aliyun.com|safedog",
    _I,
)

# The most that a parameter takes, as servers say it.
LIMITS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("context_tokens", re.compile(r"inputs\W{0,2}tokens\W{1,4}max_new_tokens\W{0,2}must be <= " + _NUMBER, _I)),
    ("max_tokens", re.compile(_MAX_TOKENS + r".{0,80}?\[\s*\d+\s*,\s*" + _NUMBER + r"\s*\]", _I)),
    ("max_tokens", re.compile(_MAX_TOKENS + r".{0,40}?\d > " + _NUMBER, _I)),
    (
        "max_tokens",
        re.compile(
            _MAX_TOKENS + r".{0,140}?(?:at most|<=|less than or equal to|up to|maximum (?:value )?(?:of|is)"
            r"|limit (?:of|is)|不能(?:大于|超过)|最大(?:值)?为?)\s*[:=]?\s*" + _NUMBER,
            _I,
        ),
    ),
    ("context_tokens", re.compile(r"maximum (?:context|prompt|model) length (?:is|of) " + _NUMBER, _I)),
    ("context_tokens", re.compile(r"prompt is too long: [\d,]+ tokens > " + _NUMBER, _I)),
    ("context_tokens", re.compile(r"range of input length should be \[\s*\d+\s*,\s*" + _NUMBER + r"\s*\]", _I)),
    (
        "context_tokens",
        re.compile(r"(?:context (?:length|window|size)|上下文长度)\D{0,40}?(\d{1,3}(?:,\d{3}){1,4}(?!\d)|\d{4,})", _I),
    ),
)

# A request that the limit per minute can never take: waiting does not help.
NEVER_FITS = re.compile(rf"limit:? {_NUMBER}, (?:used [\d,]+, )?requested:? {_NUMBER}", _I)

# A wait: "6s", "1m26.4s", "2 hours", "20 秒", or a bare number of seconds.
_AMOUNT = r"\d{1,9}(?:\.\d{1,9})?"
_LATIN = r"(?:milliseconds?|ms|seconds?|secs?|s|minutes?|mins?|m|hours?|hrs?|h|days?|d)(?![a-z])"
_UNIT = rf"(?:{_LATIN}|毫秒|秒钟?|分钟?|个?小时)"
SPAN = rf"{_AMOUNT}(?:\s?{_UNIT}(?:\s?{_AMOUNT}\s?{_UNIT}){{0,4}})?"
SPAN_PARTS = re.compile(rf"({_AMOUNT})\s?({_UNIT})?", _I)
TRY_AGAIN = re.compile(rf"(?:try again|retry) (?:in|after) ({SPAN})|({SPAN})(?:之?后|以后)(?:再|重|请).{{0,4}}试", _I)


def number(text: str) -> int:
    """The number that digits with or without commas are."""
    return int(text.replace(",", ""))
