#!/usr/bin/env python3
"""Numbers become bytes in base/pack alone: nobody else takes seven bits a byte,
nor turns words by hand, so that what is read from disk is checked in one place."""
import structure

OWNERS = ("src/base/pack.c", "src/base/pack.h")
WAYS = [(r">>=?\s*7\b", "writes numbers of seven bits a byte"),
        (r"\|\s*0x80\b", "writes numbers of seven bits a byte"),
        (r"&\s*0x7[fF]\w*\s*\)\s*<<", "reads numbers of seven bits a byte"),
        (r"<<\s*\(\s*7\s*\*", "reads numbers of seven bits a byte"),
        (r">>\s*\(\s*8\s*\*", "writes words byte by byte"),
        (r"<<\s*\(\s*8\s*\*", "reads words byte by byte"),
        (r"\b(?:[lb]e(?:16|32|64)toh|hto[lb]e(?:16|32|64))\s*\(", "turns words by hand")]


def problems(root):
    found = []
    for path in structure.sources(root):
        where = str(path.relative_to(root))
        if where in OWNERS:
            continue
        text = structure.code(path)
        for pattern, what in WAYS:
            found += [f"{where}:{line}: {what}; that is base/pack.h's" for line, _ in structure.matches(path, text, pattern)]
    return found


SOUND = {"src/base/pack.c": "void f(void) { n >>= 7; m = (b & 0x7F) << s; }\n",
         "src/text/a.c": "void f(void) { pack_number(out, n); x = y >> 70; /* n >> 7 */ z = (b & 0x7) << 3; }\n"}
BROKEN = [(f"a.c:2: {what}", {"src/store/a.c": f"\nvoid f(void) {{ {code} }}\n"}) for code, what in [
    ("for (; n >= 0x80; n >>= 7) put(n);", "writes numbers"), ("*at++ = (char)(n | 0x80);", "writes numbers"), ("n |= (uint64_t)(byte & 0x7F) << shift;", "reads numbers"),
    ("n |= (b & m) << (7 * i);", "reads numbers"), ("put(n >> (8 * i));", "writes words"),
    ("n |= b << (8 * i);", "reads words"), ("n = le64toh(n);", "turns words"), ("n = htobe32(n);", "turns words")]]

structure.main(problems, SOUND, BROKEN)
