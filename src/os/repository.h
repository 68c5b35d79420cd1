/* Repository: the git repository a directory belongs to, found and judged.
 * What lies in a `.git` may come from anybody: it can name folders anywhere as
 * its data, its objects or its working tree. So the places are looked up here,
 * by plain rules, and whoever runs git tells it all of them. Nothing is
 * executed, and of git's configuration four values alone are looked at. Knows
 * nothing of commits. */
#ifndef FATHOM_OS_REPOSITORY_H
#define FATHOM_OS_REPOSITORY_H

#include "src/os/file.h"

typedef struct Repository {
  Str top;        /* the working tree */
  Str git_dir;    /* git's data of this working tree */
  Str common_dir; /* git's data shared by linked working trees; else git_dir */
  Str inside;     /* the directory asked about, from `top`; "": it is `top` */
  bool is_shallow;
  bool is_sha256; /* names of objects have 64 digits, else 40 */
  bool converts_lines; /* git writes lines with CR LF here: core.autocrlf of the repository or the user */
  bool is_foreign; /* belongs to another user: read it only when this user's own settings say so */
} Repository;

/* The nearest `.git` at or above `directory`, on its file system. Accepted are a
 * folder `.git`, and a file `.git` that names a folder which leads back to it
 * (linked working trees, submodules); and nothing in them may lead out of the
 * working tree and git's own folder: no link, no list of further objects. Bare
 * repositories are not looked for. Paths are absolute and real, in job->arena.
 * ERR_NOT_FOUND: there is none. ERR_UNAVAILABLE: there is one that is not read,
 * with words that say why and what to do; they do not tell whether anything
 * outside exists. Any thread. */
Err repository_find(Job *job, Str directory, Repository *ret_repository) MUST_CHECK;

#endif
