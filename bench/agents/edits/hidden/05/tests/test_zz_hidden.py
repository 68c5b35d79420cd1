import ast
import inspect
from pathlib import Path

import pytest

import rsched
from rsched.engine import observations
from rsched.engine.observations import Truncation, truncate


def test_shape():
    t = truncate("x" * 100, cap=100)
    assert isinstance(t, Truncation)
    assert (t.text, t.truncated, t.dropped) == ("x" * 100, False, 0)
    t = truncate("H" * 900 + "T" * 900, cap=100)
    assert t.truncated is True and t.dropped == 1700
    assert t.text.startswith("H" * 60 + "\n[...") and t.text.endswith("T" * 40)
    t = truncate("A" * 50 + "B" * 7, cap=50, keep="head")
    assert t.truncated is True and t.dropped == 7
    assert t.text.startswith("A" * 50) and "B" not in t.text
    assert truncate("").dropped == 0


def test_frozen_and_not_a_tuple():
    t = truncate("abc")
    with pytest.raises(Exception):
        t.text = "z"
    assert not isinstance(t, tuple)
    with pytest.raises(TypeError):
        _a, _b = t


def test_keyword_only():
    p = inspect.signature(truncate).parameters
    assert p["cap"].kind is p["keep"].kind is inspect.Parameter.KEYWORD_ONLY
    assert p["cap"].default == observations.OBS_CAP_CHARS and p["keep"].default == "head+tail"
    with pytest.raises(TypeError):
        truncate("abc", 2)


def test_no_caller_left_on_the_old_shape():
    bad = []

    def is_call(n):
        return (isinstance(n, ast.Call) and
                (getattr(n.func, "id", None) == "truncate" or getattr(n.func, "attr", None) == "truncate"))

    for f in Path(rsched.__file__).parent.rglob("*.py"):
        for n in ast.walk(ast.parse(f.read_text(encoding="utf-8"))):
            if isinstance(n, ast.Assign) and is_call(n.value) and any(isinstance(t, (ast.Tuple, ast.List)) for t in n.targets):
                bad.append(f"{f.name}:{n.lineno}")
            if isinstance(n, ast.Subscript) and is_call(n.value):
                bad.append(f"{f.name}:{n.lineno}")
            if is_call(n) and getattr(n.func, "id", None) == "truncate" and len(n.args) > 1:
                bad.append(f"{f.name}:{n.lineno}")
    assert not bad
