#!/usr/bin/env python3
"""A function takes at most six parameters: more of them are a struct that was
not named."""
import re

import structure

MOST = 6

# A definition or declaration at column 0: its name and what follows the bracket.
HEAD = re.compile(r"^(?!typedef|#|\s)[A-Za-z_][\w \t*]*?[ \t*](\w+)\(", re.M)


def parameters(text, at):
    """How many the list that begins at `at` has; None when it does not end."""
    depth, count = 0, 1
    for index in range(at, len(text)):
        sign = text[index]
        if sign in "([{":
            depth += 1
        elif sign in ")]}":
            if depth == 0:
                inner = text[at:index].strip()
                return 0 if inner in ("", "void") else count
            depth -= 1
        elif sign == "," and depth == 0:
            count += 1
    return None


def over(path):
    text = structure.code(path)
    found = {}
    for match in HEAD.finditer(text):
        count = parameters(text, match.end())
        if count and count > MOST:
            found[match[1]] = (count, text.count("\n", 0, match.start()) + 1)
    return found


def problems(root):
    return [f"{path.relative_to(root)}:{line}: {function} takes {count} parameters, at most {MOST}: give it a struct"
            for path in structure.sources(root)
            for function, (count, line) in sorted(over(path).items())]


SOUND = {
    "src/base/a.c": "static int f(int a, int b, int c, int d, int e, int g) {\n  call(1, 2, 3, 4, 5, 6, 7);\n}\n"
                    "int h(int (*one)(int, int, int), int b);\ntypedef void T(int a, int b, int c, int d, int e, int f, int g);\n"
                    "int none(void) { return 0; }\n",
}
BROKEN = [
    ("src/os/b.c:1: f takes 7 parameters", {"src/os/b.c": "static int f(int a, int b, int c, int d, int e, int g,\n             int h) {\n}\n"}),
    ("src/os/b.h:2: g takes 8 parameters",
     {"src/os/b.h": "/* of it */\nErr g(Job *a, int b, int c, int d, int e, int f, void (*h)(int, int), int *i) MUST_CHECK;\n"}),
]

structure.main(problems, SOUND, BROKEN)
