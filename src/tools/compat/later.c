/* Names whose work cannot be done yet. They are in no list; who calls one is
 * told why, and what serves in the meantime. A tool of the same name makes its
 * row here dead: remove it then. */
#include "src/tools/kit/tool_internal.h"

#define LIVE "it works in a running interpreter, and there are no such sessions yet"
#define OWN_LIVE "run the interpreter with your own means"

static const ToolLater names[] = {
    {"ex", LIVE, OWN_LIVE},
    {"manage_repl", LIVE, OWN_LIVE},
    {"start_session", LIVE, OWN_LIVE},
    {"check_eval", LIVE, OWN_LIVE},
    {"cancel_eval", LIVE, OWN_LIVE},
    {"list_jobs", LIVE, OWN_LIVE},
};

/* The profile may stand before the name, as in every name that is looked
 * up. */
const ToolLater *tool_find_later(Str name) {
  if (str_starts_with(name, STR("kaimon."))) name = str_slice(name, 7, name.len);
  for (size_t i = 0; i < COUNT_OF(names); i++) {
    if (str_eq_c(name, names[i].name)) return &names[i];
  }
  return NULL;
}
