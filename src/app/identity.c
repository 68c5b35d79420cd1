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
    "fathom holds an up-to-date map of this codebase. Prefer it to grep, ls and reading whole "
    "files. Start with `explore`: a question in plain words, or the names involved, gives the "
    "source that answers it. `symbol` tells all about one name, `impact` what a change reaches, "
    "`trace` how one thing reaches another.\n"
    "`zoom` outlines a file or folder, `search` finds text, regexes and syntax, `find` names, "
    "`files` what is where. Before changing a signature ask `impact`; before committing "
    "`impact` with diff=true names the tests to run. Tools that are not listed (co-change, "
    "hierarchy, dead code, cycles, ...) are found and run through `call`.\n"
    "Answers reflect the disk at the time of the call; nothing has to be indexed by hand. They "
    "are text with 1-based line numbers, cut to a budget; one that ends early says how to go "
    "on. \"Nothing found\", \"could not resolve\" and \"not indexed\" are different answers: read "
    "which one it is; `status` tells what is not indexed and why.";
