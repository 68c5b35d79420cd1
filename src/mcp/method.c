/* Methods: the table of what can be asked, in which versions, and where it
 * runs. */
#include "src/mcp/mcp_internal.h"

#define ALL MCP_2024_11_05, MCP_2026_07_28
#define OLD MCP_2024_11_05, MCP_2025_11_25
#define NEW MCP_2026_07_28, MCP_2026_07_28

enum { NO_CACHE = -1, MINUTES_5 = 5 * 60 * 1000, HOUR = 60 * 60 * 1000 };

/* What depends on the files is never fresh for long; the rest is announced
 * when it changes. */
static const McpMethod methods[] = {
    {"tools/call", ALL, false, true, "name", NO_CACHE, NULL, mcp_run_tools_call},
    {"tools/list", ALL, true, false, NULL, MINUTES_5, "private", mcp_run_tools_list},
    {"resources/read", ALL, false, true, "uri", 0, "private", mcp_run_resources_read},
    {"resources/list", ALL, false, false, NULL, 0, "private", mcp_run_resources_list},
    {"resources/templates/list", ALL, false, false, NULL, MINUTES_5, "private",
     mcp_run_templates_list},
    {"prompts/list", ALL, false, false, NULL, MINUTES_5, "private", mcp_run_prompts_list},
    {"prompts/get", ALL, false, true, "name", NO_CACHE, NULL, mcp_run_prompts_get},
    {"completion/complete", ALL, false, false, NULL, NO_CACHE, NULL, mcp_run_complete},
    {"initialize", OLD, true, false, NULL, NO_CACHE, NULL, mcp_run_initialize},
    {"ping", OLD, true, false, NULL, NO_CACHE, NULL, mcp_run_ping},
    {"logging/setLevel", OLD, true, false, NULL, NO_CACHE, NULL, mcp_run_set_level},
    {"resources/subscribe", OLD, true, false, NULL, NO_CACHE, NULL, mcp_run_subscribe},
    {"resources/unsubscribe", OLD, true, false, NULL, NO_CACHE, NULL, mcp_run_unsubscribe},
    {"server/discover", NEW, true, false, NULL, HOUR, "public", mcp_run_discover},
    {"subscriptions/listen", NEW, true, false, NULL, NO_CACHE, NULL, mcp_run_listen},
};

const McpMethod *mcp_method_find(Str name, McpVersion version) {
  for (size_t i = 0; i < COUNT_OF(methods); i++) {
    const McpMethod *method = &methods[i];
    if (version >= method->first && version <= method->last && str_eq_c(name, method->name)) {
      return method;
    }
  }
  return NULL;
}
