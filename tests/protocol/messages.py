"""Messages of both eras, and what an answer says."""
from checks import same, show

LEGACY = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]
MODERN = "2026-07-28"
META = "io.modelcontextprotocol/"


def message(id, method, params=None):
    whole = {"jsonrpc": "2.0"}
    if id is not None:
        whole["id"] = id
    whole["method"] = method
    if params is not None:
        whole["params"] = params
    return whole


def modern(params=None, version=MODERN, capabilities=None, **meta):
    """Parameters with what the new era puts into every request."""
    whole = dict(params or {})
    whole["_meta"] = {META + "protocolVersion": version, META + "clientCapabilities": capabilities or {},
                      **whole.get("_meta", {}), **meta}
    return whole


def text_of(answer):
    """The text of a tool's result; fails when it is an error."""
    assert "result" in answer, f"no result: {show(answer)}"
    result = answer["result"]
    assert result.get("isError") is not True, f"an error: {show(result)}"
    return result["content"][0]["text"]


def error_of(answer, code):
    assert "error" in answer, f"no error: {show(answer)}"
    same(answer["error"]["code"], code, show(answer))
    return answer["error"]["message"]


def failure_of(answer):
    """The text of a tool's error result."""
    assert answer.get("result", {}).get("isError") is True, f"no error result: {show(answer)}"
    return answer["result"]["content"][0]["text"]
