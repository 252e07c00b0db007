"""Causes on the way and at the gateway, in words: network, gateway, model, request, stream."""

from __future__ import annotations

from taotoken._causes import Cause
from taotoken._message import Text
from taotoken_plugins._texts.cause_text import SETUP_AGAIN, TELL_GATEWAY, TRY_LATER, CauseText

REMOTE_CAUSES: dict[Cause, CauseText] = {
    Cause.KEY_INVALID: CauseText(
        "you",
        Text(
            en="{host} refuses the key {key}: it is mistyped, deleted, or a key of another gateway.",
            zh="{host} 拒绝了密钥 {key}：可能输错、已删除，或属于别的网关。",
        ),
        SETUP_AGAIN,
    ),
    Cause.KEY_NOT_ALLOWED: CauseText(
        "you",
        Text(
            en="The key {key} is known to {host} but may not use the model {model}.",
            zh="{host} 认识密钥 {key}，但它无权使用模型 {model}。",
        ),
        Text(
            en="Choose a model the key may use (taotoken models), or allow it on the gateway's key page.",
            zh="换一个该密钥可用的模型（taotoken models 可查看），或在网关的密钥页面开通权限。",
        ),
    ),
    Cause.CLIENT_NOT_ALLOWED: CauseText(
        "gateway",
        Text(
            en="{host} admits only certain client programs, so this check can't speak for {tool}.",
            zh="{host} 只允许特定的客户端程序，因此这次检查不能代表 {tool} 本身。",
        ),
        Text(
            en="Run: taotoken doctor {tool} --deep, which starts {tool} itself once; if it is refused too, ask the "
            "gateway's support.",
            zh="运行：taotoken doctor {tool} --deep，它会实际启动一次 {tool}；若同样被拒，请联系网关客服。",
        ),
    ),
    Cause.KEY_WRONG_HEADER: CauseText(
        "you",
        Text(
            en="The gateway takes the key only in the header {other_header}, but {tool} sends {header}.",
            zh="该网关只接受 {other_header} 请求头里的密钥，而 {tool} 发送的是 {header}。",
        ),
        Text(
            en="Run: taotoken setup {tool} --claude-auth {other_header}",
            zh="运行：taotoken setup {tool} --claude-auth {other_header}",
        ),
    ),
    Cause.BASE_URL_WRONG_HOST: CauseText(
        "you",
        Text(
            en="{url} answers with a web page or an unknown path, not with an API: the base URL is not an API's.",
            zh="{url} 返回的是网页或未知路径，而不是 API：Base URL 指向的不是 API。",
        ),
        Text(
            en="Take the base URL from the gateway's documentation and run: taotoken setup {tool} --base-url URL",
            zh="请从网关文档复制 Base URL，然后运行：taotoken setup {tool} --base-url URL",
        ),
    ),
    Cause.HOST_NAME_WRONG: CauseText(
        "you",
        Text(
            en="The host {host} does not exist; did you mean {nearest}?",
            zh="主机 {host} 不存在；你是不是想写 {nearest}？",
        ),
        Text(
            en="Run: taotoken setup {tool} --base-url URL, with the host name corrected.",
            zh="更正主机名后运行：taotoken setup {tool} --base-url URL",
        ),
    ),
    Cause.DNS_FAILED: CauseText(
        "network",
        Text(en="The host name {host} can't be resolved.", zh="无法解析主机名 {host}。"),
        Text(
            en="Check the spelling and your network or DNS, then run: taotoken doctor {tool}",
            zh="检查拼写以及网络或 DNS，然后运行：taotoken doctor {tool}",
        ),
    ),
    Cause.CONNECT_REFUSED: CauseText(
        "network",
        Text(en="{host} refuses connections on port {port}.", zh="{host} 拒绝了端口 {port} 的连接。"),
        Text(
            en="Check host and port of the base URL, and a firewall between; then run: taotoken doctor {tool}",
            zh="检查 Base URL 的主机和端口，以及中间的防火墙；然后运行：taotoken doctor {tool}",
        ),
    ),
    Cause.CONNECT_TIMEOUT: CauseText(
        "network",
        Text(en="{host} did not answer in time.", zh="{host} 没有在限定时间内响应。"),
        Text(
            en="Check your network or proxy, then run: taotoken doctor {tool}",
            zh="检查网络或代理，然后运行：taotoken doctor {tool}",
        ),
    ),
    Cause.LOCAL_GATEWAY_NOT_RUNNING: CauseText(
        "you",
        Text(
            en="Nothing listens on {host}:{port}: the local proxy that {tool} points at is not running.",
            zh="{host}:{port} 没有程序在监听：{tool} 指向的本地代理没有运行。",
        ),
        Text(
            en="Start that program, or point {tool} straight at a gateway: taotoken setup {tool} --base-url URL",
            zh="启动该程序，或让 {tool} 直连网关：taotoken setup {tool} --base-url URL",
        ),
    ),
    Cause.PROXY_ENV_DEAD: CauseText(
        "you",
        Text(en="The proxy of the environment does not work: {detail}", zh="环境变量中的代理不可用：{detail}"),
        Text(
            en="Start the proxy, or remove HTTP_PROXY, HTTPS_PROXY and ALL_PROXY from the environment.",
            zh="启动该代理，或从环境变量中去掉 HTTP_PROXY、HTTPS_PROXY 和 ALL_PROXY。",
        ),
    ),
    Cause.PROXY_ENV_BAD_SCHEME: CauseText(
        "you",
        Text(en="A proxy variable is not a proxy URL: {detail}", zh="代理变量不是有效的代理地址：{detail}"),
        Text(
            en="Write it as http://HOST:PORT or socks5://HOST:PORT.",
            zh="请写成 http://主机:端口 或 socks5://主机:端口。",
        ),
    ),
    Cause.TLS_UNTRUSTED_CA: CauseText(
        "network",
        Text(
            en="The certificate of {host} is not trusted on this machine: {detail}",
            zh="本机不信任 {host} 的证书：{detail}",
        ),
        Text(
            en="If your company inspects TLS, set SSL_CERT_FILE (for the tools NODE_EXTRA_CA_CERTS) to its CA file.",
            zh="若公司网络会检查 TLS，请把 SSL_CERT_FILE（工具用 NODE_EXTRA_CA_CERTS）设为公司的 CA 文件。",
        ),
    ),
    Cause.QUOTA_EXHAUSTED: CauseText(
        "you",
        Text(
            en="The balance or quota of the key {key} at {host} is used up.",
            zh="密钥 {key} 在 {host} 的余额或额度已用完。",
        ),
        Text(
            en="Top up or raise the quota on the gateway's console, then run: taotoken doctor {tool}",
            zh="在网关控制台充值或提高额度，然后运行：taotoken doctor {tool}",
        ),
    ),
    Cause.RATE_LIMITED: CauseText(
        "gateway",
        Text(
            en="{host} limits the rate of requests (retry after: {retry_after}).",
            zh="{host} 正在限流（建议等待：{retry_after}）。",
        ),
        TRY_LATER,
    ),
    Cause.OVERLOADED: CauseText(
        "gateway",
        Text(en="{host} or the model behind it is overloaded.", zh="{host} 或其上游模型过载。"),
        TRY_LATER,
    ),
    Cause.SERVER_ERROR: CauseText(
        "gateway",
        Text(en="{host} failed on its own side: {detail}", zh="{host} 自身出错：{detail}"),
        TRY_LATER,
    ),
    Cause.WAF_BLOCKED: CauseText(
        "gateway",
        Text(
            en="A firewall in front of {host} blocked the request before it reached the API.",
            zh="{host} 前面的防火墙在请求到达 API 之前将其拦截。",
        ),
        Text(
            en="Check the base URL; if it is right, ask the gateway's support or try another network.",
            zh="检查 Base URL；若无误，请联系网关客服或换个网络再试。",
        ),
    ),
    Cause.REGION_BLOCKED_UPSTREAM: CauseText(
        "gateway",
        Text(
            en="The model's provider blocks the region the request comes from.",
            zh="模型提供方屏蔽了请求所在的地区。",
        ),
        TELL_GATEWAY,
    ),
    Cause.MODEL_ID_WRONG: CauseText(
        "you",
        Text(
            en="{host} does not have the model {model}.{nearest}",
            zh="{host} 没有模型 {model}。{nearest}",
        ),
        Text(
            en="See the ids with: taotoken models, then run: taotoken setup {tool} --model ID",
            zh="用 taotoken models 查看模型 ID，然后运行：taotoken setup {tool} --model ID",
        ),
    ),
    Cause.MODEL_NO_CHANNEL: CauseText(
        "gateway",
        Text(
            en="{host} lists the model {model} but has no channel that serves it now.",
            zh="{host} 有模型 {model}，但当前没有可用渠道。",
        ),
        Text(
            en="Choose another model (taotoken models), or ask the gateway's support.",
            zh="换一个模型（taotoken models 可查看），或联系网关客服。",
        ),
    ),
    Cause.ENDPOINT_NOT_SUPPORTED: CauseText(
        "gateway",
        Text(
            en="{host} answers, but has no endpoint {url}: it does not speak the protocol that {tool} needs.",
            zh="{host} 可以访问，但没有接口 {url}：它不支持 {tool} 所用的协议。",
        ),
        Text(
            en="Ask the gateway's support for this endpoint, or use a tool that speaks another protocol.",
            zh="请向网关客服确认是否支持该接口，或改用其他协议的工具。",
        ),
    ),
    Cause.GATEWAY_REJECTS_REQUEST_SHAPE: CauseText(
        "gateway",
        Text(en="{host} refuses the shape of the request: {detail}", zh="{host} 拒绝了请求格式：{detail}"),
        Text(
            en="Try another model; if it stays, tell the gateway's support this text.",
            zh="换个模型试试；若仍然如此，请把这段文字告诉网关客服。",
        ),
    ),
    Cause.PROMPT_TOO_LONG: CauseText(
        "you",
        Text(
            en="The prompt is longer than the model {model} takes: {detail}",
            zh="提示词超过了模型 {model} 的长度上限：{detail}",
        ),
        Text(en="Choose a model with a larger context window.", zh="请换用上下文窗口更大的模型。"),
    ),
    Cause.MAX_TOKENS_TOO_LARGE: CauseText(
        "you",
        Text(en="max_tokens is above the model's limit: {detail}", zh="max_tokens 超过了模型的上限：{detail}"),
        Text(en="Lower the output limit in {tool}'s settings.", zh="请在 {tool} 的设置中调低输出上限。"),
    ),
    Cause.REQUEST_TOO_LARGE: CauseText(
        "you",
        Text(en="{host} refuses the request as too large.", zh="{host} 认为请求体过大而拒绝。"),
        Text(
            en="Send less context, or ask the gateway to raise the limit.",
            zh="减少上下文，或请网关提高上限。",
        ),
    ),
    Cause.BAD_RESPONSE: CauseText(
        "gateway",
        Text(
            en="{url} answers with success but not with a reply of the protocol: {detail}",
            zh="{url} 返回成功，但内容不是该协议的回复：{detail}",
        ),
        TELL_GATEWAY,
    ),
    Cause.EMPTY_REPLY: CauseText(
        "gateway",
        Text(
            en="{host} answers with success but without any text (tools then say: reading 'choices').",
            zh="{host} 返回成功但没有任何内容（工具常报 reading 'choices'）。",
        ),
        Text(
            en="Try another model with: taotoken setup {tool} --model ID; if it stays, tell the gateway's support.",
            zh="换个模型：taotoken setup {tool} --model ID；若仍然如此，请联系网关客服。",
        ),
    ),
    Cause.STREAM_CUT: CauseText(
        "gateway",
        Text(en="{host} ended the stream before the answer was complete.", zh="{host} 在回答完成之前中断了流。"),
        TRY_LATER,
    ),
    Cause.STREAM_IDLE_TIMEOUT: CauseText(
        "gateway",
        Text(en="{host} began to answer and then fell silent.", zh="{host} 开始回答后就没有动静了。"),
        TRY_LATER,
    ),
    Cause.RESPONSE_TIMEOUT: CauseText(
        "gateway",
        Text(
            en="{host} took the request but gave no first token in time.",
            zh="{host} 接受了请求，但没有在限定时间内给出首个 token。",
        ),
        TRY_LATER,
    ),
    Cause.TLS_EXPIRED: CauseText(
        "network",
        Text(en="The certificate of {host} has expired: {detail}", zh="{host} 的证书已过期：{detail}"),
        Text(
            en="Check this machine's clock; if it is right, tell the gateway's support.",
            zh="检查本机时钟；若时钟正确，请联系网关客服。",
        ),
    ),
    Cause.TLS_WRONG_NAME: CauseText(
        "network",
        Text(
            en="The certificate that answers for {host} is for another name: {detail}",
            zh="{host} 返回的证书属于另一个名称：{detail}",
        ),
        Text(
            en="Check the host name of the base URL; on a hotel or company network, sign in to the network first.",
            zh="检查 Base URL 的主机名；若在酒店或公司网络，请先完成网络登录。",
        ),
    ),
    Cause.CLOCK_SKEW: CauseText(
        "you",
        Text(
            en="This machine's clock is wrong, so certificates look invalid: {detail}",
            zh="本机时钟不准，导致证书看起来无效：{detail}",
        ),
        Text(en="Set the clock, then run: taotoken doctor {tool}", zh="校准时钟后运行：taotoken doctor {tool}"),
    ),
    Cause.SERVER_OUT_OF_MEMORY: CauseText(
        "gateway",
        Text(
            en="The model server {host} has no memory left: {detail}",
            zh="模型服务器 {host} 的显存或内存已耗尽：{detail}",
        ),
        Text(
            en="On your own server lower the context length or the number of parallel requests; else tell its owner.",
            zh="若是自己的服务器，请降低上下文长度或并发数；否则请告知管理员。",
        ),
    ),
    Cause.GATEWAY_REJECTS_BETA_FIELDS: CauseText(
        "gateway",
        Text(
            en="{host} refuses beta headers or fields that {tool} sends: {detail}",
            zh="{host} 拒绝了 {tool} 发送的 beta 请求头或字段：{detail}",
        ),
        Text(
            en="Ask the gateway's support to accept them, or choose a model that does.",
            zh="请网关客服支持这些字段，或换用支持的模型。",
        ),
    ),
    Cause.OUTPUT_BUDGET_TOO_LARGE: CauseText(
        "you",
        Text(
            en="Prompt and output limit together exceed what the model {model} takes: {detail}",
            zh="提示词与输出上限之和超出了模型 {model} 的限制：{detail}",
        ),
        Text(
            en="Lower the output limit, or choose a model with a larger context window.",
            zh="请调低输出上限，或换用上下文窗口更大的模型。",
        ),
    ),
    Cause.STREAM_BUFFERED: CauseText(
        "network",
        Text(
            en="A proxy between holds the stream back and delivers it all at once.",
            zh="中间的代理缓存了流，最后一次性返回。",
        ),
        Text(
            en="Switch off response buffering in that proxy, or go round it with NO_PROXY.",
            zh="关闭该代理的响应缓冲，或用 NO_PROXY 绕过它。",
        ),
    ),
    Cause.SLOW_FIRST_TOKEN: CauseText(
        "gateway",
        Text(en="{host} answers, but the first token comes very late.", zh="{host} 有响应，但首个 token 来得很慢。"),
        TRY_LATER,
    ),
}
