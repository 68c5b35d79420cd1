/* Who we are: version, exact build, and what clients are told on connecting. */
#include "src/app/app_internal.h"
#include "src/base/hash.h"
#include "src/os/file.h"
#include "src/os/place.h"

const char app_version[] = FATHOM_VERSION;

/* The program file's identity stands for its contents: reading megabytes at
 * every start to digest them would cost more than the start itself. */
Str app_build_id(Arena *arena) {
  Job job;
  job_init(&job, arena);
  FileStat stat = {0};
  Str program = place_program(arena);
  uint64_t digest = hash_str(program);
  if (!file_stat(&job, program, &stat)) {
    digest = hash_combine(digest, stat.inode);
    digest = hash_combine(digest, stat.size);
    digest = hash_combine(digest, (uint64_t)stat.mtime_ns);
  }
  return str_format(arena, "%s-%016llx", app_version, (unsigned long long)digest);
}

const char app_instructions[] =
    "fathom holds an up-to-date map of this codebase. Ask it before grep, ls and reading whole "
    "files: it knows what names mean.\n"
    "A name that you have: `symbol` ('A, B, C') instead of grep: all uses by manner, each with the "
    "function it is in, whether the list is complete, where a field, column or status gets its value, "
    "who catches an exception, which switches lack a value and what a compiler would make of a new "
    "one.\n"
    "No name yet: `explore`, a question in plain words, or several at once ('also').\n"
    "How something runs, what happens when: `trace` from where it begins (a function, or 'POST /path') "
    "gives the whole flow by the lines that matter, to where it leaves the program.\n"
    "To read: `zoom` all that you want in one call, by names and lines ('f, Type.m, a.go:10-80'): long "
    "functions come as skeletons, classes as outlines, a third of what reading their files costs; ask "
    "for lines where a skeleton leaves something open.\n"
    "What a change reaches: `impact`; before a commit diff=true names the tests to run.\n"
    "`search`: texts that are no names, regex or syntax, each hit with its function. `files`, `zoom` of a folder: what "
    "is where. `call`: tools that are not listed (cochange, hierarchy, dead_code, cycles, ...).\n"
    "`max_chars` sets the length of an answer, `cursor` goes on where one ended, `repo` names "
    "another workspace. Answers reflect the disk at the time of the call; nothing has to be "
    "indexed by hand. \"Nothing found\", \"could not resolve\" and \"not indexed\" are different "
    "answers; `status` tells what is not indexed and why.";
