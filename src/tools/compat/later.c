/* Names whose work cannot be done yet. They are in no list; who calls one is
 * told why, and what serves in the meantime. A tool of the same name makes its
 * row here dead: remove it then. */
#include "src/tools/kit/tool_internal.h"

#define SKILLS "there is no state of a skill to keep"
#define OWN_SKILLS "call the tools that the skill names directly; the server's prompts tell how to go about a task"

static const ToolLater names[] = {
    {"activate_skill", SKILLS, OWN_SKILLS},
    {"deactivate_skill", SKILLS, OWN_SKILLS},
    {"get_skill_phase", SKILLS, OWN_SKILLS},
};

const ToolLater *tool_find_later(Str name) {
  if (str_starts_with(name, STR("kart."))) name = str_slice(name, 5, name.len);
  if (str_starts_with(name, STR("agent-lsp."))) name = str_slice(name, 10, name.len);
  for (size_t i = 0; i < COUNT_OF(names); i++) {
    if (str_eq_c(name, names[i].name)) return &names[i];
  }
  return NULL;
}
