/* Names of other systems that have no tool here. They are in no list; who calls
 * one is told why, and what serves instead. A tool of the same name makes its
 * row here dead: remove it then. */
#include "src/tools/kit/tool_internal.h"

#define STORE "there is no vector store here: the index is fathom's own and follows the disk by itself"
#define SEARCH "use search_code or grep_code; nothing has to be indexed first"

static const ToolLater names[] = {
    {"server_log", "logs go to the server's stderr, and calls to the audit log", "ask the user for them, or use status"},
    {"set_tty", "it moves a Julia program's own screen", "run what does so with ex"},
    {"format_code", "files are changed by edit alone", "use format_document for the edits of a language server's formatter, or run one with ex"},
    {"connect_tcp", "gates on the network are the user's to connect", "ask the user for fathom sessions connect"},
    {"qdrant_list_collections", STORE, SEARCH},
    {"qdrant_collection_info", STORE, SEARCH},
    {"qdrant_browse_collection", STORE, SEARCH},
    {"qdrant_index_project", STORE, SEARCH},
    {"qdrant_sync_index", STORE, SEARCH},
    {"qdrant_reindex_file", STORE, SEARCH},
    {"qdrant_collection_exists", STORE, SEARCH},
    {"qdrant_create_collection", STORE, SEARCH},
    {"qdrant_delete_collection", STORE, SEARCH},
    {"qdrant_upsert_points", STORE, SEARCH},
    {"qdrant_delete_points", STORE, SEARCH},
    {"qdrant_ensure_fts_coverage", STORE, SEARCH},
    {"qdrant_search", STORE, SEARCH},
    {"ollama_embed", "nothing is embedded here", SEARCH},
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
