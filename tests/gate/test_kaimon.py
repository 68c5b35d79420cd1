#!/usr/bin/env python3
"""Tools of the profile kaimon that live with their session: jobs, code that is
paused, and what sessions of each language tell of themselves."""
import shutil
import zipfile

from live import *
from rscript import has_r

LAB = pathlib.Path(__file__).parents[1] / "contract/sessions/lab.py"
START = "import sys; sys.path.insert(0, %r); import fathom_gate\n%s\nfathom_gate.serve(name='lab')\nsys.stdin.read()"
NODE = """
globalThis.Shape = class Shape { area() { return 0 } }
globalThis.fit = function fit(steps) { const half = steps / 2; debugger; return half }
require(%s).serve({name: 'node'})
process.stdin.resume()
"""
R = """
source(%s)
fit <- function(steps, start = 0) { half <- steps / 2; exfiltrate(); half }
fathom_serve(name = "r", block = TRUE)
"""


def python(place):
    return place.start([sys.executable, "-c", START % (str(GATES / "python"), LAB.read_text())])


def node(place):
    return place.start(["node", "-e", NODE % json.dumps(str(GATES / "javascript/fathom-gate.js"))])


def opened(place, **more):
    server = Stdio(place, "--profile", "kaimon", env=ON, **more)
    server.initialize()
    return server


def ask(server, tool, **arguments):
    return text_of(server.call(tool, arguments, []))


@case
def a_long_run_becomes_a_job():
    with Sessions() as place:
        python(place)
        server, notes = opened(place), []
        answer = text_of(server.call("ex", {"e": "import time\nprint('begun', flush=True)\ntime.sleep(12)\n'end'"}, notes, _meta={"progressToken": 1}))
        has(answer, "begun\nstill running after 10.")
        id = re.search(r"eval_id: (\S+);", answer)[1]
        has(notes[0]["params"]["message"], id)
        has(ask(server, "list_jobs", status="running"), id, "import time")
        has(ask(server, "check_eval", eval_id=id), "still running")
        until(lambda: "'end'" in ask(server, "check_eval", eval_id=id), "it ended")
        has(failure_of(server.call("check_eval", {"eval_id": id}, [])), "asked for before")
        server.end()


@case
def a_job_is_cancelled():
    with Sessions() as place:
        session = python(place)
        server = opened(place)
        session.ask("eval_async", code="while True: pass", id="loop")
        id = f"{session.card['id']}.loop"
        until(lambda: "still running" in ask(server, "check_eval", eval_id=id), "it runs")
        has(ask(server, "cancel_eval", eval_id=id), "asked to end")
        until(lambda: "interrupted after" in ask(server, "check_eval", eval_id=id), "it ended")
        server.end()


@case
def a_session_is_restarted_under_its_key():
    with Sessions() as place:
        session = python(place)
        server = opened(place)
        ask(server, "ex", e="mark = 1")
        has(ask(server, "manage_repl", command="restart"), session.card["id"], "under the same key")
        until(lambda: "NameError" in json.dumps(server.call("ex", {"e": "mark", "ses": session.card["id"]}, [])), "it began anew")
        server.end()


@case
def python_code_is_paused():
    with Sessions() as place:
        session = python(place)
        server = opened(place)
        session.ask("eval_async", code="stops(10)", id="p")
        until(lambda: ask(server, "debug_ctrl").startswith("paused\n"), "it is paused")
        told = ask(server, "debug_ctrl")
        has(told, "in stops", "  n = 10", "  half = 5.0")
        same(ask(server, "debug_eval", expression="half * n"), "50.0\n")
        has(ask(server, "debug_eval", expression="nothing_here"), "NameError")
        same(ask(server, "debug_ctrl", action="continue"), "it goes on\n")
        until(lambda: session.ask("result", eval="p").get("value") == "5.0", "it went on")
        server.end()


@case
def a_pause_ends_with_an_interrupt():
    with Sessions() as place:
        session = python(place)
        server = opened(place)
        session.ask("eval_async", code="stops(10)", id="p")
        until(lambda: ask(server, "debug_ctrl").startswith("paused\n"), "it is paused")
        session.ask("interrupt", eval="p")
        until(lambda: "nothing is paused" in ask(server, "debug_ctrl"), "it ended")
        same(ask(server, "ex", e="1 + 1", q=False), "2\n")
        server.end()


@case
def javascript_code_is_paused():
    if not shutil.which("node"):
        return
    with Sessions() as place:
        session = node(place)
        server = opened(place)
        has(ask(server, "debug_ctrl"), "nothing is paused")  # arms it
        session.ask("eval_async", code="fit(10)", id="p")
        until(lambda: ask(server, "debug_ctrl").startswith("paused\n"), "it is paused")
        has(ask(server, "debug_ctrl"), "fit ", "  steps = 10", "  half = 5")
        same(ask(server, "debug_eval", expression="half * steps"), "50\n")
        same(ask(server, "debug_ctrl", action="continue"), "it goes on\n")
        until(lambda: session.ask("result", eval="p").get("value") == "5", "it went on")
        server.end()


@case
def javascript_tells_of_itself():
    if not shutil.which("node"):
        return
    with Sessions() as place:
        node(place)
        server = opened(place)
        has(ask(server, "list_names", module_name="Main"), "Shape: class class Shape\n", "fit: function function fit(steps)\n")
        same(ask(server, "search_methods", query="Shape"), "Shape: class Shape\n  .area()\n")
        has(ask(server, "type_info", type_expr="new Shape()"), "order: Shape < Object")
        has(ask(server, "investigate_environment"), "Node ", f"directory {place.repo}")
        has(ask(server, "profile_code", code="for (let i = 0, s = 0; i < 3e7; i++) s += i"), " ms  ")
        for tool, arguments, words in (("macro_expand", {"expression": "x"}, "has no macros"), ("code_lowered", {"function_expr": "fit", "types": ""}, "V8"),
                                       ("debug_exfiltrate", {"code": "1"}, "cannot read the variables")):
            has(failure_of(server.call(tool, arguments, [])), words)
        server.end()


@case
def r_tells_of_itself():
    if not has_r():
        return
    with Sessions() as place:
        script = place.root / "lab.R"
        script.write_text(R % json.dumps(str(GATES / "r/fathom_gate.R")))
        place.start(["Rscript", str(script)])
        server = opened(place)
        same(ask(server, "list_names", module_name="Main"), "fit: function (steps, start = 0)\n")
        has(ask(server, "search_methods", query="print"), "print(x, ...)", "print.default")
        has(ask(server, "type_info", type_expr="data.frame(a = 1)"), "order: data.frame", "$ a: num 1")
        has(ask(server, "investigate_environment"), "R version", f"directory {place.repo}", "jsonlite")
        has(ask(server, "profile_code", code="for (i in 1:40) sort(runif(2e5))"), "self.time")
        has(ask(server, "code_lowered", function_expr="fit", types=""), "GETVAR")
        same(ask(server, "debug_exfiltrate", code="fit(10)"), "half: numeric = 5\nstart: numeric = 0\nsteps: numeric = 10\n")
        same(ask(server, "debug_safehouse", expression="half * 2"), "[1] 10\n")
        has(failure_of(server.call("macro_expand", {"expression": "x"}, [])), "R has no macros")
        has(failure_of(server.call("debug_ctrl", {}, [])), "pauses no code")
        server.end()


@case
def arguments_stay_arguments():
    with Sessions() as place:
        python(place)
        server = opened(place)
        for text in ('"); import os; os.abort() #', "$HOME\\\"'\n{arguments}{folder}", "é\u202e\U0001f600"):
            answer = server.call("list_names", {"module_name": text}, [])
            has(text_of(answer), "Error")
        same(ask(server, "ex", e="2", q=False), "2\n", "it is still there")
        server.end()


@case
def nothing_without_permission():
    with Sessions() as place:
        session = python(place)
        server = Stdio(place, "--profile", "kaimon")
        server.initialize()
        for tool, arguments in (("ex", {"e": "1"}), ("list_names", {"module_name": "Main"}), ("debug_eval", {"expression": "1"}),
                                ("manage_repl", {"command": "shutdown"}), ("list_jobs", {}), ("start_session", {})):
            has(failure_of(server.call(tool, arguments, [])), "running code in live sessions is off")
        has(ask(server, "ping"), "fathom is alive", "sessions cannot be seen")
        lacks(session.seen(), "[fathom]")
        server.end()


@case
def a_language_that_nobody_knows():
    with Sessions() as place:
        for language in ("cobol", "../python", "Python"):
            gate = FakeGate(place, b'{"v":1,"ok":true,"state":"done"}', card={"gate": 1, "id": "fakefake", "name": "f", "language": language, "version": "1",
                                                                             "project": str(place.repo), "pid": 1})
            try:
                server = opened(place)
                has(failure_of(server.call("list_names", {"module_name": "Main"}, [])), "cannot be asked about themselves")
                server.end()
            finally:
                gate.close()
                for path in place.gates.iterdir():
                    path.unlink()


WHEEL = {"kiln_demo.py": "heat = 17\n", "kiln_demo-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: kiln-demo\nVersion: 1.0\n",
         "kiln_demo-1.0.dist-info/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
         "kiln_demo-1.0.dist-info/RECORD": "kiln_demo.py,,\nkiln_demo-1.0.dist-info/METADATA,,\nkiln_demo-1.0.dist-info/WHEEL,,\nkiln_demo-1.0.dist-info/RECORD,,\n"}


@case
def packages_come_and_go_where_the_session_has_them():
    with Sessions() as place:
        home = place.root / "environment"
        made = subprocess.run([sys.executable, "-m", "venv", home], capture_output=True, text=True)
        if made.returncode:
            print("skipped: no environment can be made here (Debian: apt install python3-venv)")
            return
        wheel = place.root / "kiln_demo-1.0-py3-none-any.whl"
        with zipfile.ZipFile(wheel, "w") as archive:
            for name, text in WHEEL.items():
                archive.writestr(name, text)
        (place.repo / "pip").mkdir()
        (place.repo / "pip/__main__.py").write_text("print('the project was run')")  # must not be what is run
        place.start([home / "bin/python", "-c", START % (str(GATES / "python"), "pass")])
        server = opened(place)
        added = ask(server, "pkg_add", packages=[str(wheel)])
        has(added, "Successfully installed kiln-demo-1.0")
        lacks(added, "the project was run")
        same(ask(server, "ex", e="import kiln_demo\nkiln_demo.heat", q=False), "17\n")
        has(ask(server, "pkg_rm", packages=["kiln-demo"]), "Successfully uninstalled kiln-demo-1.0")
        has(ask(server, "pkg_add", packages=["-r", "x"]), "packages must be names")
        server.end()


main()
