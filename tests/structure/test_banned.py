#!/usr/bin/env python3
"""Library calls that cannot be used safely, or not from here, and what base
does so that nobody does it by hand."""
import re

import structure

CALLS = {
    "strcpy": "no bound", "strcat": "no bound", "sprintf": "no bound", "vsprintf": "no bound",
    "stpcpy": "no bound", "gets": "no bound", "strncpy": "may leave no terminator",
    "strtok": "hidden state", "localtime": "hidden state", "gmtime": "hidden state",
    "atoi": "no error", "atol": "no error", "atof": "no error",
    "system": "runs a shell", "popen": "runs a shell", "alloca": "no bound on the stack",
    "rand": "predictable", "srand": "predictable", "tmpnam": "a race", "mktemp": "a race",
}
# Not a field or a method of something, and a call rather than a declaration of another name.
CALL = r"(?<![\w.>])(%s)\s*\(" % "|".join(CALLS)
ASSERT = r"(?<!\w)assert\s*\(([^;]*)\)\s*;"
SIDE_EFFECT = r"\+\+|--|(?<![=!<>])=(?!=)"
SWAPPERS = ("src/base/job.c", "src/base/job.h")


def swaps(text):
    """The arena of a job written: one that is called so, or is declared as one in this file."""
    names = {"job", *re.findall(r"\bJob\s*\*?\s*(\w+)\s*[;,=)]", text)}
    return r"(?<![a-z])(?:%s)\s*(?:->|\.)\s*arena\s*=(?!=)" % "|".join(sorted(names))


def problems(root):
    found = []
    for path in structure.sources(root, "src", "tests/unit", "tests/fuzz", "tests/conformance", "bench"):
        if path.name == "banned.h":
            continue
        text = structure.code(path)
        where = path.relative_to(root)
        for line, match in structure.matches(path, text, CALL):
            found.append(f"{where}:{line}: {match[1]} is banned ({CALLS[match[1]]})")
        for line, match in structure.matches(path, text, ASSERT):
            if re.search(SIDE_EFFECT, match[1]):
                found.append(f"{where}:{line}: an assertion must not change anything")
        if str(where) in SWAPPERS:
            continue
        for line, _ in structure.matches(path, text, swaps(text)):
            found.append(f"{where}:{line}: an arena is swapped by JOB_SCRATCH or JOB_ARENA, never by hand")
    return found


SOUND = {
    "src/base/banned.h": "#define strcpy(a, b) banned\n",
    "src/base/a.c": '/* strcpy(a, b) */ // system("x")\nconst char *s = "popen(";\n'
                    "void f(void) { ops->system(1); x.rand(); my_atoi(2); assert(a == b && c <= d); }\n"
                    "bool g(Job *job) { config->arena = job->arena; return job->arena == &arena; }\n",
    "src/base/job.c": "void f(Job *job) { job->arena = 0; }\n",
}
BROKEN = [(f"a.c:2: {call} is banned", {"src/base/a.c": f"\nvoid f(void) {{ {call}(x); }}\n"})
          for call in CALLS]
BROKEN += [
    ("must not change", {"src/base/a.c": "void f(void) { assert(i++ < 2); }\n"}),
    ("must not change", {"src/base/a.c": "void f(void) { assert((x = g())); }\n"}),
    ("never by hand", {"src/text/a.c": "void f(Job *job) { job->arena = &a; }\n"}),
    ("never by hand", {"src/text/a.c": "void f(Job *scratch) { scratch->arena = &a; }\n"}),
    ("never by hand", {"src/text/a.c": "void f(M *m) { m->job->arena = &a; }\n"}),
    ("never by hand", {"src/text/a.c": "void f(M *m) { m->own_job.arena=&a; }\n"}),
    ("is banned", {"tests/unit/a.c": "int main(void) { return rand (); }\n"}),
]

structure.main(problems, SOUND, BROKEN)
