/* Names whose work cannot be done yet. They are in no list; who calls one is
 * told why, and what serves in the meantime. A tool of the same name makes its
 * row here dead: remove it then. */
#include "src/tools/tool_internal.h"

#define SERVER "it needs a language server"
#define EDITING "it changes files"
#define OWN_EDITING "edit the file with your own means and call kart_zoom afterwards"

static const ToolLater names[] = {
    {"kart_references", SERVER, "kart_impact with depth 1 names the callers"},
    {"kart_definition", SERVER, "kart_find names where a symbol is defined"},
    {"kart_type_definition", SERVER, "kart_find with kind class, interface or type names where a type is defined"},
    {"kart_implementation", SERVER, "kart_find names every definition of a name"},
    {"kart_code_actions", SERVER, "there is no substitute"},
    {"kart_expand_macro", SERVER, "kart_find names where a macro is defined"},
    {"kart_inlay_hints", SERVER, "kart_zoom shows signatures with their types"},
    {"kart_diagnostics", "it runs a linter", "run the project's own linter"},
    {"kart_workspace_symbol", SERVER, "kart_find searches the symbols of the whole workspace"},
    {"kart_replace", EDITING, OWN_EDITING},
    {"kart_insert_after", EDITING, OWN_EDITING},
    {"kart_insert_before", EDITING, OWN_EDITING},
    {"kart_rename", EDITING, OWN_EDITING},
    {"kart_restart", "there is no language server to restart", "nothing needs to be restarted: answers reflect the disk"},
};

const ToolLater *tool_find_later(Str name) {
  if (str_starts_with(name, STR("kart."))) name = str_slice(name, 5, name.len);
  for (size_t i = 0; i < COUNT_OF(names); i++) {
    if (str_eq_c(name, names[i].name)) return &names[i];
  }
  return NULL;
}
