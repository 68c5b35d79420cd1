/* What language servers say: as resources, and as news of them. */
#ifndef FATHOM_APP_SERVING_SERVER_RESOURCES_INTERNAL_H
#define FATHOM_APP_SERVING_SERVER_RESOURCES_INTERNAL_H

#include "src/app/serving/server_internal.h"

/* ---- server_resources.c ---- */

/* Offers them, and the prompts that go with them, to profiles that list the
 * tools they are read by. */
void app_add_server_resources(AppServer *server, AppServerNews *news);
/* The path in a URI of diagnostics: of the workspace, or absolute with or
 * without its first slash; empty: all files. False for any other URI. */
bool app_diagnostics_path(Arena *arena, Str uri, Str *ret_path) MUST_CHECK;

/* ---- server_news.c ---- */

/* Of an McpProvider whose context is the news. */
void app_server_news_subscribed(void *context, ToolScope *scope, Str uri);

#endif
