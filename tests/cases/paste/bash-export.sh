#!/bin/bash
export ANTHROPIC_BASE_URL="https://gw.example/api"
export ANTHROPIC_AUTH_TOKEN="sk-demo-7f3a99990000aaaa1111";
export ANTHROPIC_MODEL=glm-4.6
claude
