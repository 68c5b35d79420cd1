#!/usr/bin/env python3
"""What frameworks are told, and where imports lead, stands in several files: after
a change of any of them the graph is the one that a fresh index gives."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from trees import FATHOM

GRAPHS = pathlib.Path(__file__).resolve().parent.parent / "graphs"

# graph, file, what is replaced (None: the whole file goes; empty: something is put before it), by what
CHANGES = {
    "a controller's action is renamed": ("ruby-rails", "app/controllers/home_controller.rb", "def about", "def around"),
    "a controller is renamed": ("ruby-rails", "app/controllers/sessions_controller.rb", "class Sessions", "class Visits"),
    "a group of another file gets another prefix": ("php-laravel", "app/Providers/RouteServiceProvider.php", "'api'", "'rest'"),
    "a class goes to another namespace": ("php-laravel", "app/Http/Controllers/Api/AuthController.php", "\\Api", "\\Rest"),
    "the configuration that makes files routes goes": ("typescript-nextjs", "next.config.mjs", None, None),
    "a route's file stops exporting": ("typescript-nextjs", "app/api/posts/route.ts", "export async function GET", "async function GET"),
    "a listener listens to another event": ("typescript-node_events", "listen.ts", "bus.on('stopped'", "bus.on('over'"),
    "an emitter is none any more": ("typescript-node_events", "bus.ts", "bus = new EventEmitter()", "bus = new Map()"),
    "a signal is none any more": ("python-signals", "signals.py", "order_done = Signal()", "order_done = list()"),
    "an action of a store is renamed": ("typescript-zustand", "store.ts", "clear() {", "wipe() {"),
    "a package is given on under another name": ("typescript-paths", "web.ts", "default as createApp", "default as makeApp"),
    "a package goes by another name": ("typescript-modules", "packages/core/package.json", "@demo/core", "@demo/other"),
    "a package is none any more": ("typescript-modules", "packages/core/package.json", None, None),
    "lines move where a listener is registered": ("python-signals", "handlers.py", "", "\n\n"),
    "lines move where a task is": ("python-celery", "tasks.py", "", "\n\n"),
    "lines move where a store was made": ("typescript-zustand", "store.ts", "", "\n\n"),
    "lines move where a slice was made": ("typescript-redux", "slice.ts", "", "\n\n"),
    "another function is put into a container": ("python-containers", "commands.py", '["late"] = late', '["late"] = plain'),
    "a function is registered no more": ("python-containers", "commands.py", '@register("open")', ""),
    "a function stops keeping what it is given": ("typescript-containers", "router.ts", "this.byKind.set(key, fn)", "this.byKind.has(key)"),
    "lines move where functions are put into a container": ("typescript-containers", "handlers.ts", "", "\n\n"),
    "a type implements another service": ("go-grpc", "server/server.go", "UnimplementedShopServer", "UnimplementedLostServer"),
    "a procedure is renamed": ("go-grpc", "shop.proto", "rpc BuyItem", "rpc SellItem"),
    "lines move where a service is implemented": ("go-grpc", "server/server.go", "", "\n\n"),
    "a type hears another event": ("java-spring_events", "Listeners.java", "ApplicationListener<Sold>", "ApplicationListener<Lost>"),
    "an asynchronous action runs another function": ("typescript-redux", "slice.ts", "async () => []", "cleared"),
    "lines move where a statement is": ("sql-queries", "texts.py", "", "\n\n"),
    "a consumer gets another topic": ("typescript-kafka", "Invoices.java", 'topics = "invoices"', 'topics = "bills"'),
    "a constant that names a topic changes": ("typescript-kafka", "client.ts", "'orders.paid'", "'paid'"),
    "the broker's package is imported no more": ("typescript-bull", "queues.ts", "import { Queue } from 'bullmq'", "import { Queue } from './own'"),
    "a queue is made with another name": ("typescript-bull", "queues.ts", "'mails'", "'letters'"),
    "lines move where a topic is consumed": ("typescript-kafka", "consumer.ts", "", "\n\n"),
    "a task goes by another name": ("python-celery", "tasks.py", "mail.welcome", "mail.hello"),
    "a task's file goes": ("python-celery", "tasks.py", None, None),
    "a class is no job any more": ("ruby-sidekiq", "jobs.rb", "include Sidekiq::Job", ""),
    "a listener takes another event": ("php-laravel_events", "app/Listeners/SendNote.php", "handle(OrderShipped", "handle(OrderLost"),
    "a case is about another action": ("typescript-redux", "cases.ts", "addCase(reset,", "addCase(never,"),
    "a file is drawn no more": ("ruby-rails", "config/routes.rb", "draw :reports", ""),
    "a concern is used no more": ("ruby-rails", "config/routes.rb", ", concerns: :tagged", ""),
    "the prefix of api routes is told": ("php-laravel-api", "bootstrap/app.php", "health:", "apiPrefix: 'rest', health:"),
    "a trait is implemented without the package": ("rust-tonic", "src/main.rs", "use tonic::{Request, Response, Status};", ""),
    "a call gives a method something else": ("javascript-given-elsewhere", "lib/protocol.js", "packet.write(new Writer())", "packet.write(new Other())"),
    "a class is made with something else": ("javascript-given-elsewhere", "lib/client.js", "new Formatter(this, builder)", "new Formatter(builder)"),
    "a constant that paths begin with changes": ("typescript-paths", "paths.ts", "'/api'", "'/rest'"),
}


def export(base, tree, home="home"):
    """With another home, which is where the index lies, it is a fresh one."""
    (base / home).mkdir(exist_ok=True)
    places = {name: str(base / home) for name in
              ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR")}
    done = subprocess.run([FATHOM, "export", "--all", str(tree)], capture_output=True, text=True, env={**os.environ, **places})
    assert done.returncode == 0, done.stderr
    return sorted(done.stdout.splitlines())


def edges(lines):
    return [line for line in lines if '"links"' in line or '"calls"' in line or '"wired"' in line]


def check(base, graph, name, old, new):
    tree = base / "tree"
    shutil.copytree(GRAPHS / graph, tree)
    before = export(base, tree)
    for kept in (tree / ".fathom").glob("*.world"):
        kept.unlink() # as after a process that ended before it was kept: all is read from the store
    path = tree / name
    if old is None:
        path.unlink()
    else:
        text = path.read_text()
        assert old in text, f"{name} has no {old}"
        path.write_text(text.replace(old, new) if old else new + text)
    changed = export(base, tree)
    fresh = export(base, tree, "other")
    assert edges(before) != edges(fresh), "the change changes nothing"
    assert changed == fresh, [line for line in changed if line not in fresh] + [line for line in fresh if line not in changed]


failed = 0
for case, change in CHANGES.items():
    with tempfile.TemporaryDirectory(prefix="fathom-wiring-") as folder:
        try:
            check(pathlib.Path(folder), *change)
            print("ok", case)
        except AssertionError as error:
            failed = 1
            print(f"FAIL {case}: {error}")
sys.exit(failed)
