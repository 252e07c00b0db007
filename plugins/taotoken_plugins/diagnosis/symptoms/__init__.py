"""Phrases that tools, libraries and servers print, and the causes each can have."""

from __future__ import annotations

from typing import Final

from taotoken_plugins.diagnosis.symptoms._symptom import Symptom
from taotoken_plugins.diagnosis.symptoms.claude import CLAUDE
from taotoken_plugins.diagnosis.symptoms.clients import CLIENTS
from taotoken_plugins.diagnosis.symptoms.cline import CLINE
from taotoken_plugins.diagnosis.symptoms.codex import CODEX
from taotoken_plugins.diagnosis.symptoms.gateway import GATEWAY
from taotoken_plugins.diagnosis.symptoms.network import NETWORK
from taotoken_plugins.diagnosis.symptoms.others import OTHERS
from taotoken_plugins.diagnosis.symptoms.plain_words import PLAIN_WORDS
from taotoken_plugins.diagnosis.symptoms.refusals import REFUSALS
from taotoken_plugins.diagnosis.symptoms.stacks import STACKS
from taotoken_plugins.diagnosis.symptoms.trust import TRUST

SYMPTOMS: Final[tuple[Symptom, ...]] = (
    *CLAUDE,
    *CODEX,
    *CLINE,
    *OTHERS,
    *CLIENTS,
    *NETWORK,
    *GATEWAY,
    *PLAIN_WORDS,
    *STACKS,
    *TRUST,
    *REFUSALS,
)
BY_ID: Final = {symptom.id: symptom for symptom in SYMPTOMS}

__all__ = ["BY_ID", "SYMPTOMS", "Symptom"]
