"""What other coding tools print about their settings and keys."""

from __future__ import annotations

from typing import Final

from taotoken_plugins.diagnosis.symptoms._symptom import Symptom, symptom

OTHERS: Final[tuple[Symptom, ...]] = (
    symptom(
        "key-variable-unset",
        ("environment variable", "environment variables"),
        "key_missing:80",
        pattern=r"missing \w{1,80} environment variable|set the '\w{1,80}' environment variable"
        r"|environment variable is not set or is empty|must specify \w{1,80}_api_key",
    ),
    symptom(
        "key-not-resolved",
        ("failed to resolve api key", "failed to resolve secrets", "no models available"),
        "key_missing:74 value_not_expanded:50",
        pattern=r"failed to resolve (?:api key|secrets)|^\s*(?:error: )?no models available",
    ),
    symptom(
        "provider-model-unknown",
        ("providermodelnotfound", "modelunavailableerror", "model unavailable", "llm provider not provided"),
        "model_id_wrong:76 model_no_channel:30 config_unknown_shape:28",
        pattern=r"(?:providermodelnotfound|modelunavailable|model unavailable)[\s\S]{0,200}?"
        r"modelID[\"']?: ?[\"'](?P<model>[^\"'\s]{1,120})|you passed model=(?P<model2>\S{1,120})"
        r"|providermodelnotfound|modelunavailableerror|model unavailable|llm provider not provided",
    ),
    symptom("bad-file-reference", "bad file reference", "key_missing:62 config_unknown_shape:58"),
    symptom(
        "config-not-known",
        (
            "failed to parse config",
            "unrecognized arguments: --",
            "configuration is invalid",
            "config invalid",
            "unsupported provider api_style",
            "must declare a wire protocol",
            "invalid auth method",
            "base url is only supported for",
        ),
        "config_unknown_shape:72 config_wrong_type:40",
    ),
    symptom(
        "project-keys-ignored",
        "unsupported project-local config keys",
        "config_shape_misplaced:78 config_unknown_shape:60",
        tool="codex",
    ),
    symptom(
        "login-of-the-other-kind",
        ("api key login is required", "chatgpt login is required"),
        "oauth_vs_api_key:72 codex_key_not_sent:50",
        tool="codex",
    ),
    # Said on the way of every good run: nothing is wrong, and the words around it must not be judged.
    symptom("codex-metadata", "defaulting to fallback metadata", "", tool="codex"),
    symptom("codex-models-list", "failed to refresh available models", "", tool="codex"),
)
