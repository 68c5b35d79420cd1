#!/usr/bin/env python3
"""Trees made to hurt what follows frameworks and dispatch: ten thousand routes in a
file, topics that all match, groups that many use, functions of five hundred methods,
statements of hundreds of tables, structs of ten thousand fields. Each is indexed within
bounds of time and memory, and its edges do not multiply.
usage: test_hostile_wiring.py [WORD...]     (only cases whose name has the word)"""
import subprocess
import sys
import time

from test_hostile import one_tree

MANY = 10_000
SECONDS = 40  # of CPU, for one tree
EDGES = 400_000


def routes(tree):
    lines = [f"app.get('/r{n}/:id', show);" for n in range(MANY)]
    asks = [f"fetch('/r{n}/1');" for n in range(MANY)]
    (tree / "app.js").write_text("const express = require('express');\nconst app = express();\nfunction show() {}\n" + "\n".join(lines))
    (tree / "ask.js").write_text("\n".join(asks))
    return 2


def topics_in_a_file(tree):
    """Each `subscribe` may have its handler at any `run`, and each `send` means all."""
    head = "import { Kafka } from 'kafkajs';\nconst kafka = new Kafka({});\nconst c = kafka.consumer({});\nconst p = kafka.producer();\n"
    body = "c.subscribe({ topic: 'all' });\nc.run({ each: 1 });\np.send({ topic: 'all' });\n" * MANY
    (tree / "all.ts").write_text(head + body)
    return 1


def topics_in_files(tree):
    head = "import { Kafka } from 'kafkajs';\nconst kafka = new Kafka({});\nconst c = kafka.consumer({});\nconst p = kafka.producer();\n"
    body = "c.subscribe({ topic: 'all' });\nc.run({ eachMessage() {} });\n" * 10 + "p.send({ topic: 'all' });\n" * 10
    for number in range(300):
        (tree / f"all{number}.ts").write_text(head + body)
    return 300


def unknown_topics(tree):
    """Which topic it is resolving tells, so all of them are looked at."""
    (tree / "names.ts").write_text("export const ALL = 'all';\n")
    head = "import { Worker, Queue } from 'bullmq';\nimport { ALL } from './names';\nconst q = new Queue(ALL);\n"
    body = "new Worker(ALL, f);\nq.add('x', 1);\n" * 50
    for number in range(200):
        (tree / f"jobs{number}.ts").write_text(head + body)
    return 201


def concerns(tree):
    (tree / "config").mkdir()
    inside = "".join(f"    resources :t{n}\n" for n in range(1000))
    users = "".join(f"  resources :u{n}, concerns: :all\n" for n in range(1000))
    (tree / "config/routes.rb").write_text(f"Rails.application.routes.draw do\n  concern :all do\n{inside}  end\n{users}end\n")
    return 1


def concerns_of_themselves(tree):
    (tree / "config").mkdir()
    text = "".join(f"  concern :c{n} do\n    concerns :c{(n + 1) % 50}\n    get 'x{n}', to: 'a#b'\n  end\n" for n in range(50))
    (tree / "config/routes.rb").write_text(f"Rails.application.routes.draw do\n{text}end\n")
    return 1


def drawn_by_each_other(tree):
    (tree / "config/routes").mkdir(parents=True)
    (tree / "config/routes.rb").write_text("Rails.application.routes.draw do\n  draw :a\nend\n")
    body = "".join(f"get 'x{n}', to: 'a#b'\n" for n in range(500))
    (tree / "config/routes/a.rb").write_text("draw :b\n" * 200 + body)
    (tree / "config/routes/b.rb").write_text("draw :a\n" * 200 + body)
    return 3


def cases_of_redux(tree):
    (tree / "made.ts").write_text("import { createAction } from '@reduxjs/toolkit';\nexport const all = createAction('all');\n")
    body = "import { all } from './made';\nfunction f() {}\n" + "builder.addCase(all, f);\ndispatch(all());\n" * 200
    for number in range(100):
        (tree / f"cases{number}.ts").write_text(body)
    return 101


def heard_by_all(tree):
    folder = tree / "app" / "Listeners"
    folder.mkdir(parents=True)
    (tree / "app/Sold.php").write_text("<?php\nnamespace App;\nclass Sold {}\n")
    for number in range(300):
        text = f"<?php\nnamespace App\\Listeners;\nuse App\\Sold;\nclass L{number} {{ public function handle(Sold $e) {{}} }}\n"
        (folder / f"L{number}.php").write_text(text + "function f() {\n" + "event(new Sold());\n" * 100 + "}\n")
    return 301


def tables_in_texts(tree):
    """All of one name, in a file and in many, and all are asked for; a schema that is one text."""
    made = "db.run('CREATE TABLE t (id INT, a INT)'); db.run('SELECT a FROM t');\n"
    (tree / "one.js").write_text("function f(db) {\n" + made * 3000 + "}\n")
    for number in range(300):
        (tree / f"all{number}.js").write_text("function f(db) {\n" + made * 10 + "}\n")
    columns = ",\n".join(f"c{n} INT" for n in range(20_000))
    (tree / "wide.js").write_text(f"const s = `CREATE TABLE wide ({columns}); " + "CREATE TABLE x (a INT);\n" * 2000 + "`;\n")
    (tree / "deep.js").write_text("const s = `CREATE TABLE deep (a INT DEFAULT " + "(\n" * 20_000 + "`;\n")
    return 303


def tables_by_calls(tree):
    body = "".join(f"  knex.schema.createTable('t', (t) => {{ t.string('a{n}'); }});\n" for n in range(MANY))
    (tree / "up.js").write_text("exports.up = (knex) => {\n" + body + "};\n")
    inner = "".join(f"t.string('c{n}');\n" for n in range(MANY))
    (tree / "wide.js").write_text("exports.up = (knex) => knex.schema.createTable('w', (t) => {" + inner + "});\n")
    ask = "import knex from 'knex';\nconst db = knex({});\n" + "db('w').where(1).insert(2);\n" * MANY
    (tree / "ask.js").write_text(ask)
    return 3


def operations_that_all_answer(tree):
    head = "import { ApolloServer } from '@apollo/server';\nconst resolvers = {\n"
    for number in range(200):
        (tree / f"map{number}.js").write_text(head + "".join(f"Query: {{ all() {{}}, q{n}() {{}} }},\n" for n in range(50)) + "};\n")
        asks = "".join(f"const a{n} = gql`query Q {{ all {{ ...F }} }} fragment F on T {{ a }}`; f(a{n});\n" for n in range(50))
        (tree / f"ask{number}.js").write_text("function g() {\n" + asks + "}\n")
    (tree / "long.js").write_text("const q = gql`query Q { " + "all\n" * 15_000 + "}`;\n" + "const r = gql`query R { all }`;\n" * 5000)
    (tree / "deep.js").write_text("const q = gql`query Q " + "{ a\n" * 15_000 + "`;\n")
    (tree / "deep.graphql").write_text("query Q " + "{ a\n" * 15_000)
    return 403


def methods_that_all_fit(tree):
    """Each method may be the narrower one than each other, for every call."""
    methods = [f"struct T{n} <: S end\nf(x::T{n}, y::S) = 1\n" for n in range(500)]
    calls = [f"g{n}(x::S, y) = f(x, y)\n" for n in range(5000)]
    (tree / "Project.toml").write_text('name = "A"\n')
    (tree / "src").mkdir()
    (tree / "src/A.jl").write_text("module A\nabstract type S end\n" + "".join(methods + calls) + "end\n")
    return 2


def methods_in_a_file(tree):
    """Each call gathers the methods, each method is found among the names of the file."""
    methods = "".join(f"struct T{n} end\nf(x::T{n}) = {n}\n" for n in range(2000))
    (tree / "a.jl").write_text(methods + "function g()\n" + "".join(f"  f(T{n}())\n" for n in range(2000)) + "end\n")
    return 1


def constants_of_many_tables(tree):
    """Who reads the constant reads three hundred tables."""
    tables = [f"t{n}" for n in range(300)]
    (tree / "s.sql").write_text("".join(f"CREATE TABLE {table} (a int);\n" for table in tables))
    statement = ",\n".join(tables)
    (tree / "a.py").write_text(f'Q = """SELECT * FROM {statement}"""\ndef f(db):\n' + "  db.execute(Q)\n" * 3000)
    return 2


def columns_of_many_tables(tree):
    """Of which table a column is would be as many guesses as there are both."""
    columns, tables = ",\n".join(f"c{n}" for n in range(200)), ",\n".join(f"t{n}" for n in range(200))
    (tree / "a.py").write_text("def f(db):\n" + f'  db.execute("""SELECT {columns} FROM {tables}""")\n' * 800)
    return 1


def keys_of_signs(tree):
    """Each part of each key may stand for each part of each that is sent."""
    key, sent = ".".join(["*", "#"] * 12), ".".join("a" * 20)
    binds = "".join(f'c.queue_bind(queue="q", exchange="e", routing_key="{key}.{n}")\n' for n in range(3000))
    sends = "".join(f'  c.basic_publish(exchange="e", routing_key="{sent}.{n}", body="")\n' for n in range(3000))
    (tree / "a.py").write_text("import pika\nc = pika.BlockingConnection().channel()\ndef h(*a): pass\n" + binds +
                               'c.basic_consume(queue="q", on_message_callback=h)\ndef f():\n' + sends)
    return 1


def objects_given_to_common_words(tree):
    """The topic may be a member of each of the objects."""
    (tree / "a.js").write_text("function f(p) {\n" + "".join(f"p.send({{ a: {n} }}); p.subscribe({{ b: {n} }});\n" for n in range(40_000)) + "}\n")
    return 1


def fields_in_a_struct(tree):
    """Rows fill fields by their places, which are counted for each use."""
    fields = "".join(f"int (*f{n})(void);\n" for n in range(MANY))
    (tree / "m.h").write_text("#define ROW(a) { fn_##a, fm_##a }\nstruct row {\n" + fields + "};\n")
    rows, uses = "".join(f"ROW(x{n}),\n" for n in range(MANY)), " +\n".join(f"r->f{n}()" for n in range(MANY))
    (tree / "a.c").write_text(f'#include "m.h"\nstruct row t[] = {{\n{rows}}};\nint use(struct row *r) {{ return {uses}; }}\n')
    return 2


def books_before_blank_lines(tree):
    """The name of a book stands behind its word, and nothing else that follows matters."""
    head = "       IDENTIFICATION DIVISION.\n       PROGRAM-ID. A.\n       PROCEDURE DIVISION.\n"
    (tree / "a.cob").write_text(head + "           INCLUDE X\n" * 40_000 + "\n" * 1_500_000)
    return 1


CASES = [routes, topics_in_a_file, topics_in_files, unknown_topics, concerns, concerns_of_themselves, drawn_by_each_other,
         cases_of_redux, heard_by_all, tables_in_texts, tables_by_calls, operations_that_all_answer,
         methods_that_all_fit, methods_in_a_file, constants_of_many_tables, columns_of_many_tables, keys_of_signs,
         objects_given_to_common_words, fields_in_a_struct, books_before_blank_lines]
# What took time with the square of its size, or more: seconds of CPU, several times what it takes.
TIGHT = {"methods_in_a_file": 5, "keys_of_signs": 5, "objects_given_to_common_words": 4,
         "fields_in_a_struct": 5, "books_before_blank_lines": 5}
PEAK_MB = {"columns_of_many_tables": 200}


def within(name, report):
    assert report["cpuSeconds"] < TIGHT.get(name, SECONDS), f"{report['cpuSeconds']} s of CPU"
    assert report["edges"] < EDGES, f"{report['edges']} edges"
    assert report["peakBytes"] >> 20 < PEAK_MB.get(name, 1024), f"{report['peakBytes'] >> 20} MB"


def run(case):
    expected = []

    class Count(int):
        """Known once the tree is written."""
        def __add__(self, other):
            return expected[0] + other
    return one_tree(lambda tree: expected.append(case(tree)), Count(), lambda report: within(case.__name__, report))


def main():
    failed = 0
    for case in CASES:
        title = case.__name__.replace("_", " ")
        if len(sys.argv) > 1 and not all(word in title.split() for word in sys.argv[1:]):
            continue
        began = time.monotonic()
        try:
            print(f"ok {title}: {run(case)} ({time.monotonic() - began:.1f} s)", flush=True)
        except (AssertionError, subprocess.TimeoutExpired) as error:
            failed += 1
            print(f"FAIL {title}: {error}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
