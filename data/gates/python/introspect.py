"""What a Python session knows of itself. answer(question, arguments as JSON) prints."""
import __main__
import cProfile
import dataclasses
import dis
import importlib
import importlib.metadata
import inspect
import io
import json
import os
import platform
import pstats
import subprocess
import sys
import types

SHOWN = 200  # rows of an answer


class Unsupported(Exception):
    """The language has no such thing; the words say what serves instead."""


def value_of(expression):
    """A name of the session, or a module that is loaded."""
    try:
        return eval(expression, __main__.__dict__)
    except NameError:
        if expression in sys.modules:
            return sys.modules[expression]
        raise


def signature_of(value):
    try:
        return str(inspect.signature(value))
    except (TypeError, ValueError):
        return "(...)"


def place_of(value):
    try:
        return f"  {inspect.getsourcefile(value)}:{inspect.getsourcelines(value)[1]}"
    except (TypeError, OSError):
        return ""


def kind_of(value):
    return ("module" if inspect.ismodule(value) else "class" if inspect.isclass(value) else
            "function" if callable(value) else type(value).__name__)


def print_rows(rows):
    for row in rows[:SHOWN]:
        print(row)
    if len(rows) > SHOWN:
        print(f"... and {len(rows) - SHOWN} more")
    if not rows:
        print("nothing")


def names(module_name, all=False):
    module = value_of(module_name) if module_name not in ("Main", "__main__") else __main__
    chosen = getattr(module, "__all__", None) if not all else None
    found = sorted(chosen if chosen is not None else (name for name in dir(module) if all or not name.startswith("_")))
    rows = []
    for name in found:
        value = inspect.getattr_static(module, name, None)
        rows.append(f"{name}: {kind_of(value)}" + (f" {signature_of(value)}" if callable(value) and not inspect.isclass(value) else ""))
    print_rows(rows)


def methods(query):
    value = value_of(query)
    if inspect.isclass(value):
        rows = [f"{query}{signature_of(value)}{place_of(value)}"]
        for name, member in inspect.getmembers(value, callable):
            if not name.startswith("__"):
                rows.append(f"  .{name}{signature_of(member)}")
        for name, function in list(vars(__main__).items()):
            hints = getattr(function, "__annotations__", {}) if isinstance(function, types.FunctionType) else {}
            rows += [f"{name}{signature_of(function)}  takes it"] if value in hints.values() else []
        return print_rows(rows)
    rows = [f"{query}{signature_of(value)}{place_of(value)}"]
    for kind, function in getattr(value, "registry", {}).items():  # of functools.singledispatch
        rows.append(f"  for {kind.__name__}: {signature_of(function)}{place_of(function)}")
    return print_rows(rows)


def type_information(type_expr):
    value = value_of(type_expr)
    kind = value if inspect.isclass(value) else type(value)
    if kind is not value:
        print(f"{type_expr} is a value of type {kind.__qualname__}")
    print(f"{kind.__module__}.{kind.__qualname__}{place_of(kind)}")
    print("order: " + " < ".join(one.__qualname__ for one in kind.__mro__))
    below = [one.__qualname__ for one in type.__subclasses__(kind)][:50]
    print("subclasses: " + (", ".join(below) or "none"))
    fields = {field.name: field.type for field in dataclasses.fields(kind)} if dataclasses.is_dataclass(kind) else getattr(kind, "__annotations__", {})
    for name, hint in fields.items():
        print(f"  {name}: {hint.__name__ if inspect.isclass(hint) else hint}")
    if kind is not value and hasattr(value, "__dict__") and not inspect.ismodule(value):
        for name, held in list(vars(value).items())[:50]:
            print(f"  {name} = {type(held).__name__}")


def environment():
    print(f"Python {platform.python_version()} at {sys.executable}")
    print(f"directory {os.getcwd()}")
    print(f"environment {sys.prefix}" + ("" if sys.prefix == sys.base_prefix else " (virtual)"))
    found = sorted({(d.metadata["Name"] or "?", d.version, "direct_url.json" in {str(f.name) for f in d.files or ()})
                    for d in importlib.metadata.distributions()}, key=lambda one: one[0].lower())
    print(f"{len(found)} packages:")
    print_rows([f"  {name} {version}" + (" (from a directory or address)" if is_direct else "") for name, version, is_direct in found])


def profile(code):
    profiler, out = cProfile.Profile(), io.StringIO()
    compiled = compile(code, "<profile>", "exec")
    profiler.enable()
    try:
        exec(compiled, __main__.__dict__)
    finally:
        profiler.disable()
    pstats.Stats(profiler, stream=out).sort_stats("cumulative").print_stats(25)
    print(out.getvalue().strip())


def macro(expression):
    raise Unsupported("Python has no macros; code_lowered shows what code becomes")


def lowered(function_expr, types=""):
    dis.dis(value_of(function_expr))


def typed(function_expr, types=""):
    raise Unsupported("Python infers no types; code_lowered shows its bytecode, type_info what a value is")


def symbols(query):
    wanted, rows = query.lower(), []
    for module_name, module in sorted((name, one) for name, one in list(sys.modules.items()) if one is not None):
        for name, value in sorted(vars(module).items(), key=lambda one: one[0]) if hasattr(module, "__dict__") else ():
            if wanted in name.lower() and (inspect.isclass(value) or inspect.isroutine(value)) and getattr(value, "__module__", None) == module_name:
                rows.append(f"{module_name}.{name}: {kind_of(value)}{place_of(value)}")
    print_rows(rows)


def names_only(packages):
    """What a package manager would take for an option is none."""
    if not packages or any(not name or name.startswith("-") for name in packages):
        raise ValueError("packages must be names, at least one")
    return packages


def run_pip(*words):
    """Isolated: a folder pip of the project is not what is run."""
    done = subprocess.run([sys.executable, "-I", "-m", "pip", "--disable-pip-version-check", "--no-input", *words],
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    print(done.stdout.strip())
    importlib.invalidate_caches()
    if done.returncode:
        raise RuntimeError(f"pip ended with {done.returncode}")


def pkg_add(packages):
    run_pip("install", *names_only(packages))


def pkg_rm(packages):
    run_pip("uninstall", "--yes", *names_only(packages))


def gate():
    found = sys.modules.get("fathom_gate")
    if not found:
        raise Unsupported("this session has no gate of fathom's, which holds what is captured")
    return found


def exfiltrate(code):
    """Runs the code with exfiltrate(), which keeps the variables of where it is called."""
    held = gate().safehouse
    __main__.__dict__.setdefault("exfiltrate", gate().exfiltrate)
    held.clear()
    exec(compile(code, "<exfiltrate>", "exec"), __main__.__dict__)
    safehouse("inspect")


def safehouse(action="inspect", expression=""):
    held = gate().safehouse
    if action == "clear":
        held.clear()
        print("cleared")
    elif expression:
        print(repr(eval(expression, __main__.__dict__, dict(held))))
    else:
        print_rows([f"{name}: {type(value).__name__} = {repr(value)[:200]}" for name, value in held.items()])


def answer(question, spelled):
    {"names": names, "methods": methods, "type": type_information, "environment": environment, "profile": profile, "macro": macro,
     "lowered": lowered, "typed": typed, "symbols": symbols, "exfiltrate": exfiltrate, "safehouse": safehouse,
     "pkg_add": pkg_add, "pkg_rm": pkg_rm}[question](**json.loads(spelled))
