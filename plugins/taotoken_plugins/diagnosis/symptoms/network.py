"""What the network layers print: names, connections, proxies, certificates."""

from __future__ import annotations

from typing import Final

from taotoken_plugins._texts import diagnosis_steps as steps
from taotoken_plugins.diagnosis.symptoms._symptom import Symptom, symptom

NETWORK: Final[tuple[Symptom, ...]] = (
    symptom(
        "dns",
        (
            "enotfound",
            "getaddrinfo",
            "name or service not known",
            "nodename nor servname",
            "eai_again",
            "no such host",
            "failed to lookup address",
            "name resolution",
            "could not resolve host",
            "err_name_not_resolved",
            "dns error",
            "failedtoopensocket",
            "无法解析",
        ),
        "dns_failed:70 host_name_wrong:55 proxy_env_dead:20",
        pattern=r"(?:enotfound|eai_again|could not resolve host:?|lookup|resolve"
        r"|err_name_not_resolved at|host[= "
        r"]+)\s*['\"]?(?P<host>[a-z0-9](?:[a-z0-9.\-]{0,200}[a-z0-9])?\.[a-z]{2,24})\b|enotfound"
        r"|getaddrinfo|name or service|nodename|eai_again|no such host|lookup address|name resolution"
        r"|could not resolve|err_name|dns error|failedtoopensocket|无法解析(?:主机|域名|地址|服务器)",
        decide=steps.LOOK_UP_HOST,
    ),
    symptom(
        "refused",
        (
            "econnrefused",
            "connection refused",
            "connectionrefused",
            "actively refused",
            "os error 111",
            "os error 61",
            "os error 10061",
            "winerror 10061",
            "积极拒绝",
            "err_connection_refused",
            "errno 111",
        ),
        "connect_refused:60 local_gateway_not_running:50 proxy_env_dead:46",
        pattern=r"(?:econnrefused|refused)[^\n]{0,60}?\b(?P<address>(?:\[?::1\]?|localhost"
        r"|(?:\d{1,3}\.){3}\d{1,3}):\d{1,5})|(?P<address2>(?:\[?::1\]?|localhost|(?:\d{1,3}\.){3}\d{1,3}):\d{1,5})[^\n]{0,40}(?:refused|拒绝)"
        r"|failed to connect to (?P<peer>[\w.\-]{1,200}) port (?P<port>\d{1,5})[^\n]{0,40}refused"
        r"|econnrefused|refused|os error (?:111|61|10061)|积极拒绝"
        r"|errno 111|winerror 10061",
        decide=steps.CONNECT,
    ),
    symptom(
        "connect-timeout",
        (
            "etimedout",
            "connect timeout",
            "connecttimeout",
            "connection timed out",
            "und_err_connect_timeout",
            "os error 110",
            "winerror 10060",
            "err_connection_timed_out",
            "连接超时",
        ),
        "connect_timeout:76 proxy_env_dead:40 dns_failed:20",
        decide=steps.CONNECT,
    ),
    symptom(
        "read-timeout",
        (
            "readtimeout",
            "read timed out",
            "read timeout",
            "response timeout",
            "und_err_headers_timeout",
            "headers timeout",
            "timed out waiting for the response",
            "响应超时",
        ),
        "response_timeout:72 stream_idle_timeout:50 slow_first_token:40",
        decide=steps.SEE_ANSWER,
    ),
    symptom(
        "api-timeout",
        ("apitimeouterror", "context deadline exceeded", "operation timed out", "timeouterror", "请求超时"),
        "response_timeout:56 connect_timeout:52 stream_idle_timeout:44",
        decide=steps.CONNECT,
    ),
    symptom(
        "body-timeout",
        (
            "und_err_body_timeout",
            "body timeout",
            "idle timeout",
            "no data received for",
            "stream stalled",
            "stream idle",
        ),
        "stream_idle_timeout:76",
        decide=None,
    ),
    symptom(
        "first-token",
        ("first token", "first byte timeout", "首字", "首 token", "time to first token"),
        "slow_first_token:74",
        pattern=r"(?:no )?first (?:token|byte).{0,60}(?:timeout|timed out|after|within|slow|late|\d+ "
        r"?s)|(?:timeout|timed out).{0,60}first (?:token|byte)|首(?:字|\s?token).{0,20}(?:慢|超时|延迟"
        r"|\d+\s?(?:s|秒))|time to first token.{0,40}\d",
    ),
    symptom(
        "buffered",
        ("all at once", "buffer", "一次性返回", "一次性输出"),
        "stream_buffered:72",
        pattern=r"(?:stream\w*|tokens?|response|reply|output)[^\n]{0,120}(?:all at once|buffer(?:ed"
        r"|ing))|(?:proxy_buffering|x-accel-buffering|response buffering)|一次性(?:返回|输出)",
    ),
    symptom(
        "reset",
        (
            "econnreset",
            "connection reset",
            "socket hang up",
            "premature close",
            "err_stream_premature_close",
            "peer closed connection",
            "incomplete chunked read",
            "incompleteread",
            "remoteprotocolerror",
            "terminated",
            "unexpected eof",
            "broken pipe",
            "server disconnected",
            "连接被重置",
            "chunkedencodingerror",
            "connection broken",
        ),
        "stream_cut:66 proxy_env_dead:30",
        pattern=r"econnreset|connection reset|socket hang up|premature close|peer closed|incomplete "
        r"?chunked|incompleteread|server disconnected|typeerror: terminated|unexpected eof|broken pipe"
        r"|连接被重置|err_stream|chunkedencodingerror|connection broken",
        decide=steps.SEE_ANSWER,
    ),
    # proxies
    symptom(
        "socks-missing",
        (
            "socksio",
            "socks support",
            "missing dependencies for socks",
            "pysocks",
            "aiohttp_socks",
            "aiohttp-socks",
            "httpx[socks]",
        ),
        "socks_support_missing:90",
    ),
    symptom(
        "proxy-scheme",
        (
            "unknown scheme for proxy url",
            "unsupported proxy",
            "proxy url must",
            "invalid proxy url",
            "proxy scheme",
            "unsupported proxy protocol",
            "unknown proxy scheme",
            "proxyschemeunknown",
            "not supported proxy scheme",
        ),
        "proxy_env_bad_scheme:88",
    ),
    symptom(
        "no-proxy",
        ("no_proxy", "invalid port: ':", "invalid ipv6"),
        "no_proxy_unparseable:78",
        pattern=r"no_proxy.{0,80}(?:invalid|pars|malformed)|invalid port: ['\"]:|invalid ipv6",
    ),
    symptom(
        "proxy-407",
        ("407", "proxy authentication required"),
        "proxy_auth_required:88",
        pattern=r"407[ a-z]{0,20}proxy|proxy authentication required|http 407|status(?: code)?:? 407"
        r"|response 407",
    ),
    symptom(
        "proxy-dead",
        (
            "cannot connect to proxy",
            "unable to connect to proxy",
            "proxyerror",
            "err_proxy_connection_failed",
            "tunneling socket could not be established",
            "proxy connection failed",
            "proxy connect aborted",
            "failed to connect to proxy",
            "tunnel connection failed",
            "can't reach the proxy",
            "connecting to proxy",
            "could not resolve proxy",
            "proxyconnect tcp",
            "unable to resolve proxy",
            "代理连接失败",
            "无法连接到代理",
            "连接代理失败",
        ),
        "proxy_env_dead:84",
    ),
    # certificates
    symptom("tls-not-yet", ("not yet valid", "cert_not_yet_valid"), "clock_skew:84 tls_expired:20"),
    symptom(
        "tls-expired",
        (
            "certificate has expired",
            "cert_has_expired",
            "certificate is expired",
            "certificate expired",
            "err_cert_date_invalid",
            "证书已过期",
        ),
        "tls_expired:72 clock_skew:48",
        decide=steps.SEE_CLOCK,
    ),
    symptom(
        "tls-name",
        (
            "hostname mismatch",
            "err_tls_cert_altname_invalid",
            "does not match certificate",
            "hostname/ip does not match",
            "not valid for '",
            "certificate is not valid for",
            "no alternative certificate subject name",
            "err_cert_common_name_invalid",
            "ip address mismatch",
        ),
        "tls_wrong_name:86",
    ),
    symptom(
        "tls-ca",
        (
            "self_signed_cert_in_chain",
            "self-signed certificate",
            "self signed certificate",
            "unable to get local issuer",
            "unable_to_get_issuer_cert",
            "unable_to_verify_leaf_signature",
            "unable to verify the first certificate",
            "depth_zero_self_signed_cert",
            "unknownissuer",
            "certificate signed by unknown authority",
            "err_cert_authority_invalid",
            "sec_e_untrusted_root",
            "不受信任",
        ),
        "tls_untrusted_ca:84",
    ),
    symptom(
        "tls-other",
        ("certificate verify failed", "ssl: certificate", "sslcertverificationerror"),
        "tls_untrusted_ca:60 clock_skew:30 tls_expired:28 tls_wrong_name:26",
        hides=True,
        decide=steps.SEE_CLOCK,
    ),
    symptom(
        "tls-protocol",
        ("wrong version number", "ssl routines", "packet length too long", "eproto"),
        "base_url_unparsable:56 proxy_env_dead:50 base_url_wrong_host:40",
        pattern=r"wrong version number|packet length too long|eproto",
    ),
    symptom(
        "tls-cut",
        (
            "tls handshake eof",
            "before secure tls connection was established",
            "ssl_error_syscall",
            "unexpected eof while reading",
            "eof occurred in violation of protocol",
            "tls handshake timeout",
            "handshake failure",
            "ssl_connect",
        ),
        "proxy_env_dead:54 connect_timeout:48 tls_untrusted_ca:46 connect_refused:40 base_url_unparsable:30",
        decide=steps.CONNECT,
    ),
)
