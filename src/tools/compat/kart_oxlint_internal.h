/* What oxlint says, as entries. */
#ifndef FATHOM_TOOLS_COMPAT_KART_OXLINT_INTERNAL_H
#define FATHOM_TOOLS_COMPAT_KART_OXLINT_INTERNAL_H

#include "src/tools/compat/kart_ask_internal.h"

typedef struct KartFinding {
  Str file;
  int64_t line, column; /* from 1; 0: of the whole file */
  Str severity, message;
  Str rule; /* may be empty */
} KartFinding;
typedef struct KartFindings {
  KartFinding *items;
  size_t len;
  size_t cap;
} KartFindings;

/* Its output with --format=json, of any version; false: it is none. */
bool tool_kart_read_oxlint(Job *job, Str output, KartFindings *ret_findings) MUST_CHECK;

#endif
