#!/usr/bin/env python3
"""The public conformance suites against one running server of both eras.
What the suites let pass without looking is asserted in tests/protocol."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

NODE = os.environ.get("FATHOM_NODE", "")
CLIENTS = pathlib.Path(os.environ.get("FATHOM_CLIENTS", ""))
SERVER = os.environ.get("FATHOM_CONFORMANCE", "")

# suite, how to run it, scenarios that must pass
SUITES = [
    ("2025-11-25", "@modelcontextprotocol/conformance", ["--requirements", "2025-11-25"], 30),
    ("2026-07-28", "@modelcontextprotocol/conformance", ["--requirements", "2026-07-28"], 37),
    ("0.1.16", "conformance-legacy", ["--suite", "all"], 32),
]

# Keeps whatever a suite opens itself on this machine.
LOOPBACK = """
const net = require('net'), listen = net.Server.prototype.listen;
net.Server.prototype.listen = function (...args) {
  if (typeof args[0] === 'number' && typeof args[1] !== 'string') args.splice(1, 0, '127.0.0.1');
  else if (args[0] && typeof args[0] === 'object' && args[0].port !== undefined && !args[0].host)
    args[0] = { ...args[0], host: '127.0.0.1' };
  return listen.apply(this, args);
};
"""

failures = 0


def verdict(name, problem=None):
    global failures
    print(f"FAIL {name}: {problem}" if problem else f"ok {name}", flush=True)
    failures += problem is not None


def scenario_results(folder):
    """name -> failed checks, from the files a suite leaves."""
    results = {}
    for path in sorted(folder.rglob("checks.json")):
        name = re.sub(r"^server-", "", path.parent.name)
        name = re.sub(r"-\d{4}-\d\d-\d\dT.*$", "", name)
        checks = json.loads(path.read_text())
        results[name] = [c for c in checks if c.get("status") == "FAILURE"]
    return results


def run_suite(name, package, options, wanted, url, place):
    out = place / name
    preload = place / "loopback.cjs"
    preload.write_text(LOOPBACK)
    script = CLIENTS / package / "dist" / "index.js"
    command = [NODE, "--require", str(preload), str(script), "server", "--url", url, "-o", str(out)]
    run = subprocess.run(command + options, capture_output=True, text=True, timeout=600)
    results = scenario_results(out)
    report = run.stdout + run.stderr
    required = required_scenarios(name, results, report)
    passed = 0
    for scenario in required:
        problems = results.get(scenario)
        if problems is None:
            verdict(f"{name} {scenario}", "it was not run")
        elif problems:
            words = "; ".join(str(p.get("errorMessage") or p.get("description")) for p in problems)
            verdict(f"{name} {scenario}", words)
        else:
            passed += 1
            verdict(f"{name} {scenario}")
    print(f"{name}: {passed} of {wanted} required scenarios pass", flush=True)
    if passed < wanted:
        verdict(f"{name} in all", f"{passed} of {wanted}; exit status {run.returncode}\n{report[-4000:]}")


def required_scenarios(name, results, report):
    """The scenarios a revision requires; the old suite requires all it runs."""
    listed = CLIENTS / "@modelcontextprotocol/conformance/requirements" / f"{name}.yaml"
    if not listed.is_file():
        return sorted(results)
    names, section = [], None
    for line in listed.read_text().splitlines():
        if re.match(r"^\w+:", line):
            section = line.split(":")[0]
        match = re.match(r"^\s+-\s+([\w-]+)\s*$", line)
        if section == "server" and match:
            names.append(match.group(1))
    return names


def main():
    if not (NODE and SERVER and (CLIENTS / "conformance-legacy").is_dir()):
        print("skipped: needs 'make conformance', which installs the suites")
        return 77
    place = pathlib.Path(tempfile.mkdtemp(prefix="fathom-conformance-"))
    env = dict(os.environ, HOME=str(place), XDG_STATE_HOME=str(place / "state"),
               XDG_CONFIG_HOME=str(place / "config"), XDG_RUNTIME_DIR=str(place))
    work = place / "work"
    work.mkdir()
    server = subprocess.Popen(
        [SERVER, "serve", "--http", "--no-auth", "--no-daemon", "--port", "0"],
        cwd=work, env=env, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        url = re.search(r"http://\S+", server.stderr.readline()).group(0)
        for name, package, options, wanted in SUITES:
            run_suite(name, package, options, wanted, url, place)
        if server.poll() is not None:
            verdict("the server survives", f"it ended with status {server.returncode}")
    finally:
        server.terminate()
        server.wait(timeout=20)
        shutil.rmtree(place, ignore_errors=True)
    return 1 if failures else 0


sys.exit(main())
