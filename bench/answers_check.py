"""Checks the questions against the checkouts they were written for."""
import re

import answers_score as scoring

COMMENTS = {
    ".py": r'("""|\'\'\')[\s\S]*?\1|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|#[^\n]*',
    "": r'/\*[\s\S]*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|'
        r'`(?:\\.|\$\{(?:[^`}]|`[^`]*`)*\}|[^`\\])*`',
}


def without_text(file, lines):
    """The lines without comments and without what stands in quotes."""
    pattern = COMMENTS.get(file[file.rfind("."):], COMMENTS[""])
    blank = re.sub(pattern, lambda found: "_" * (found[0][0] in "\"'`") + "\n" * found[0].count("\n"), "\n".join(lines))
    return blank.split("\n")


def indent(line):
    return len(line) - len(line.lstrip())


def end_problem(file, lines, first, last):
    """Why a definition cannot end there: brackets it opens must be closed by
    then and not before; in Python what follows must not be indented deeper."""
    code = without_text(file, lines)[first - 1:last]
    if re.match(r"\s*#\s*define\b", lines[first - 1]):
        return None if not lines[last - 1].endswith("\\") else "the macro goes on"
    depth = [0]
    for line in code:
        depth.append(depth[-1] + sum(map(line.count, "([{")) - sum(map(line.count, ")]}")))
    if depth[-1] > 0:
        return "brackets are still open"
    if file.endswith(".py"):
        after = next((line for line in lines[last:] if line.strip()), "")
        return "the body goes on" if indent(after) > indent(lines[first - 1]) and last > first else None
    if last > first and min(depth[1:]) < 0:
        return "what surrounds it is closed"
    bodies = [i for i, line in enumerate(code[:-1]) if depth[i + 1] == 0 and line.rstrip().endswith(("}", "};"))]
    return f"it seems to end at line {first + bodies[0]}" if bodies else None


def problems_of(question, checkout):
    if question["kind"] not in scoring.KINDS:
        yield f"kind '{question['kind']}' is none of {', '.join(scoring.KINDS)}"
    if not question["prose"].strip() or not 3 <= len(question["names"].split()) <= 6:
        yield "prose is empty or names are not 3 to 6"
    if not 3 <= len(question["needs"]) <= 8:
        yield "needs are not 3 to 8"
    for need in question["needs"]:
        file, name, first, last = need["file"], need["symbol"].split(".")[-1], need["line"], need["end"]
        place = f"{file}:{first} {need['symbol']}: "
        if file not in checkout.lines_of:
            yield place + "no such file"
        elif not first <= last <= len(checkout.lines(file)):
            yield place + f"lines {first} to {last} of {len(checkout.lines(file))}"
        elif not re.search(r"(?<![\w-])" + re.escape(name) + r"(?![\w-])", checkout.lines(file)[first - 1]):
            yield place + "the name is not on that line"
        elif not need.get("seen") and (problem := end_problem(file, checkout.lines(file), first, last)):
            yield place + f"line {last}: {problem}"


def check(name, checkout):
    """Prints every problem of a repository's questions; gives their number."""
    questions, count = scoring.read_questions(name), 0
    for question in questions:
        for problem in problems_of(question, checkout):
            print(f"{question['id']}: {problem}")
            count += 1
    ids = [question["id"] for question in questions]
    needs = sum(len(question["needs"]) for question in questions)
    flows = sum(question["kind"] == "flow" for question in questions)
    print(f"{name}: {len(ids)} questions ({flows} flows), {needs} definitions, {count} problems")
    return count + len(ids) - len(set(ids))
