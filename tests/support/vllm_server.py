"""A server that answers as vLLM does: a stream, ``/metrics`` and ``/tokenize``."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from slow_server import chat_stream

_SECONDS = {
    "request_queue_time": 0.25,
    "request_prefill_time": 0.1,
    "request_decode_time": 0.6,
    "e2e_request_latency": 1,
}


class VLLM:
    """What its pages say."""

    @staticmethod
    def metrics(*, requests: int) -> str:
        """The metrics after so many equal requests."""
        label = '{engine="0",model_name="m"}'
        lines = ["# HELP vllm:num_requests_running Number of requests in model execution batches."]
        lines += [f"vllm:num_requests_running{label} 1.0", f"vllm:num_requests_waiting{label} 2.0"]
        lines += [f"vllm:kv_cache_usage_perc{label} 0.42"]
        lines += [f"vllm:prefix_cache_queries_total{label} {100.0 * requests}"]
        lines += [f"vllm:prefix_cache_hits_total{label} {50.0 * requests}"]
        for name, seconds in _SECONDS.items():
            lines += [
                f'vllm:{name}_seconds_bucket{{engine="0",le="0.3",model_name="m"}} {requests}.0',
                f"vllm:{name}_seconds_count{label} {requests}.0",
                f"vllm:{name}_seconds_sum{label} {seconds * requests}",
            ]
        return "\n".join(lines) + "\n"


@dataclass(kw_only=True)
class Running:
    """The server as it runs: what it was asked, with which keys."""

    port: int
    asked: list[str] = field(default_factory=list)
    keys: set[str] = field(default_factory=set)


@contextmanager
def vllm_server(*, name: str = "uvicorn", hides: bool = False) -> Iterator[Running]:
    """The server; `name` is its ``Server`` header, `hides` refuses its own pages."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self._answer(VLLM.metrics(requests=1 + running.asked.count("/v1/chat/completions")), "text/plain")

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["content-length"]))
            if self.path == "/tokenize":
                tokens = {"count": 3, "tokens": [1, 2, 3], "token_strs": ["Hi", " there", "!"]}
                self._answer(json.dumps(tokens), "application/json")
            else:
                self._answer(chat_stream(), "text/event-stream")

        def _answer(self, body: str, kind: str) -> None:
            running.asked.append(self.path)
            running.keys.add(self.headers["authorization"])
            content = body.encode()
            self.send_response(404 if hides and not self.path.startswith("/v1") else 200)
            self.send_header("content-type", kind)
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def version_string(self) -> str:
            return name

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name in the base class
            return

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        running = Running(port=server.server_address[1])
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield running
        finally:
            server.shutdown()
            thread.join()
