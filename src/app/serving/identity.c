/* Who we are: version, exact build, and what clients are told on connecting. */
#include "src/app/app_internal.h"
#include "src/base/hash.h"
#include "src/base/lock.h"
#include "src/os/file.h"
#include "src/os/place.h"
#include "src/os/stamp.h"

const char app_version[] = FATHOM_VERSION;

/* Where the program lies, as it was found last, and what the file was then. */
static struct {
  Lock lock;
  FileStat stat;
  Str path; /* on the heap, or NULL */
} program = {.lock = LOCK_READY};

/* A file that stands unchanged where it was found last is the program's, which its
 * number and its time of change tell: it needs no asking where the program lies. */
static Str find_program(Job *job, FileStat *ret_stat, bool *ret_there) {
  lock_take(&program.lock);
  Str path = str_copy(job->arena, program.path);
  FileStat then = program.stat;
  lock_give(&program.lock);
  *ret_there = path.len && !file_stat(job, path, ret_stat);
  if (*ret_there && stamp_is_same(ret_stat, &then)) return path;
  path = place_program(job->arena);
  *ret_there = !file_stat(job, path, ret_stat);
  lock_take(&program.lock);
  free((void *)(uintptr_t)program.path.ptr);
  program.path = *ret_there ? (Str){str_to_heap(path), path.len} : (Str){NULL, 0};
  program.stat = *ret_stat;
  lock_give(&program.lock);
  return path;
}

/* The program file's identity stands for its contents: reading megabytes at
 * every start to digest them would cost more than the start itself. */
Str app_build_id(Arena *arena) {
  Job job;
  job_init(&job, arena);
  FileStat stat = {0};
  bool is_there;
  Str path = find_program(&job, &stat, &is_there);
  uint64_t digest = hash_str(path);
  if (is_there) {
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
