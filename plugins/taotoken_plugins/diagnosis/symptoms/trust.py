"""What TLS stacks and proxies print, by library: each names its fault by an exception or a number of its own."""

from __future__ import annotations

from typing import Final

from taotoken_plugins._texts import diagnosis_steps as steps
from taotoken_plugins.diagnosis.symptoms._symptom import Symptom, symptom

TRUST: Final[tuple[Symptom, ...]] = (
    symptom(
        "trust-issuer",
        (
            "invalid peer certificate",
            "pkix path building",
            "certpathbuilder",
            "untrustedroot",
            "partialchain",
            "unknown ca",
            "is not trusted",
            "2146893019",
            "0x80090325",
            "远程证书无效",
            "curl: (60)",
        ),
        "tls_untrusted_ca:84",
        pattern=r"invalid peer certificate(?!: ?(?:certificate )?(?:expired|not ?valid))"
        r"|pkix path building|certpathbuilder|untrustedroot|partialchain|alert unknown ca"
        r"|certificate[^\n]{0,20} is not trusted|2146893019|0x80090325|远程证书无效|curl: \(60\)",
    ),
    symptom(
        "trust-name",
        (
            "subject alternative",
            "subject name",
            "hostname",
            "no name matching",
            "ip sans",
            "certificate is valid for",
            "not valid for name",
            "notvalidforname",
            "目标主体名称",
            "2146893022",
            "0x80090322",
            "namemismatch",
        ),
        "tls_wrong_name:88",
        pattern=r"no subject alternative|subject name [^\n]{0,80} does not match"
        r"|hostname \S{1,200} (?:is )?not verified|no name matching|any ip sans"
        r"|certificate is valid for [^\n]{1,200}, not |not valid for name|notvalidforname|目标主体名称不正确"
        r"|2146893022|0x80090322|certificatenamemismatch",
    ),
    symptom(
        "trust-expired",
        ("expired", "有效期"),
        "tls_expired:88 clock_skew:60",
        pattern=r"invalid peer certificate: ?(?:certificate )?expired|certificateexpired|sec_e_cert_expired|0x80090328"
        r"|证书[^\n]{0,4}不在[^\n]{0,4}有效期",
        decide=steps.SEE_CLOCK,
    ),
    symptom(
        "trust-clock",
        ("notyetvalid", "notvalidyet", "证书尚未生效", "signature", "tooskewed", "your system clock"),
        "clock_skew:86",
        pattern=r"notyetvalid|notvalidyet|证书尚未生效|signature (?:is )?(?:not yet current|expired)|tooskewed"
        r"|check your (?:system )?clock",
    ),
    symptom(
        "tunnel-failed",
        ("socks", "tunnel", "proxyconnection", "httpproxyerror", "proxy response (", "through proxy", "代理"),
        "proxy_env_dead:90",
        pattern=r"can't connect to socks|socks connect |connect to socks\w{0,2} (?:server|proxy)|proxyconnectionerror"
        r"|clienthttpproxyerror|proxy response \((?!407)|unsuccessful tunnel|tunnel failed, response (?!407)"
        r"|unable to tunnel through proxy(?![^\n]{0,100}407)|代理(?:服务器)?[^\n]{0,6}(?:没有|无)(?:响应|应答)"
        r"|(?:failed|unable|cannot)[^\n]{0,40}through proxy|代理连接(?:超时|失败)"
        r"|socks\w{0,2} (?:proxy|server)[^\n]{0,30}(?:refused|unreachable|rejected|timed out)",
    ),
    symptom(
        "proxy-login",
        ("代理", "proxy requires", "proxy authentication"),
        "proxy_auth_required:90",
        pattern=r"代理(?:服务器)?[^\n]{0,4}(?:需要|要求)[^\n]{0,4}(?:身份验证|认证|登录)|proxy requires authentication"
        r"|proxy authentication (?:failed|is required)",
    ),
    symptom(
        "proxy-of-odd-scheme",
        ("scheme", "protocol", "proxy url"),
        "proxy_env_bad_scheme:90",
        pattern=r"proxy: ?(?:unknown|unsupported|invalid) (?:scheme|protocol)"
        r"|(?:unknown|unsupported|invalid)[^\n]{0,20}(?:scheme|protocol)\b[^\n]{0,100}\(?proxy socks"
        r"|check proxy url|代理[^\n]{0,6}(?:协议|地址格式)[^\n]{0,6}(?:不支持|错误|有误)",
    ),
    symptom(
        "socks-package",
        ("python-socks", "built-in: socks", "socks-proxy-agent"),
        "socks_support_missing:92",
        pattern=r"install python-socks|not found built-in: socks|cannot find (?:module|package) ['\"]socks-proxy-agent",
    ),
)
