/* Place: where this user's files live (XDG), and where the program itself
 * does. Reads the environment once per call; HOME missing falls back to the
 * password database. */
#ifndef FATHOM_OS_PLACE_H
#define FATHOM_OS_PLACE_H

#include "src/base/job.h"

Str place_home(Arena *arena);    /* empty when there is none */
Str place_config(Arena *arena);  /* $XDG_CONFIG_HOME/fathom */
Str place_cache(Arena *arena);   /* $XDG_CACHE_HOME/fathom */
Str place_state(Arena *arena);   /* $XDG_STATE_HOME/fathom */
/* $XDG_RUNTIME_DIR/fathom, else fathom-<uid> in the temporary directory, else,
 * when somebody else has or could get that one, "run" in the state folder: all
 * processes of the user come to the same. Whoever makes it checks its owner
 * (file_make_dir). */
Str place_runtime(Arena *arena);
/* Why it is not in the temporary directory; empty: it is, or was not to be. */
Str place_runtime_trouble(Arena *arena);
/* The running program's own file, and <prefix>/share/fathom beside it. */
Str place_program(Arena *arena);
Str place_share(Arena *arena);
/* What comes with the program under this name: beside it while it lies in its
 * build directory, else in its share folder, whether or not it is there. */
Str place_supplied(Arena *arena, Str name);
Str place_env(const char *name); /* empty when unset; borrowed */
uint32_t place_user(void);      /* whose rights we have, as FileStat.owner says it */
Str place_host(Arena *arena);   /* this machine's name; empty when it has none */

#endif
