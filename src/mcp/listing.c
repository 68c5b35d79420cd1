/* Lists: tools, resources, templates and prompts, a page at a time. A cursor
 * says where the next page begins: the list, the provider, the position. */
#include <string.h>

#include "src/mcp/mcp_internal.h"
#include "src/os/secret.h"

/* Where a page begins. For tools the provider is always 0: they come from the
 * registry. */
typedef struct Place {
  size_t provider;
  size_t index;
} Place;

static size_t page_size(const Mcp *mcp) {
  return mcp->options.page_size ? mcp->options.page_size : 100;
}

/* ---- cursors ---- */

/* The name of the list is in it, so that a cursor of one list is refused by
 * another. */
static bool parse_place(Str text, const char *list, Place *ret_place) {
  int64_t provider;
  int64_t index;
  Str name = str_cut(&text, ' ');
  Str first = str_cut(&text, ' ');
  if (!str_eq_c(name, list) || !str_to_int(first, &provider) || !str_to_int(text, &index)) {
    return false;
  }
  if (provider < 0 || index < 0) return false;
  *ret_place = (Place){(size_t)provider, (size_t)index};
  return true;
}

/* Where to begin; false after mcp_error. */
static bool read_cursor(McpRequest *request, const char *list, Place *ret_place) {
  const Json *cursor = json_get(request->params, STR("cursor"));
  Str text;
  *ret_place = (Place){0};
  if (!cursor) return true;
  if (json_is(cursor, JSON_STRING) &&
      secret_from_base64(&request->arena, cursor->text, &text) &&
      parse_place(text, list, ret_place)) {
    return true;
  }
  mcp_error(request, MCP_INVALID_PARAMS,
            "params.cursor is not one this server gave for %s; leave it out to start over",
            request->method->name);
  return false;
}

/* Encoded so that nobody is tempted to compute one; it is no secret, and what
 * it may say is checked when it comes back. */
static void write_cursor(McpRequest *request, const char *list, Place next) {
  Str text = str_format(&request->arena, "%s %zu %zu", list, next.provider, next.index);
  json_field_str(&request->writer, "nextCursor", secret_base64(&request->arena, text));
}

/* ---- tools ---- */

/* Members that later versions brought. */
static bool knows_member(McpVersion version, Str name) {
  if (str_eq(name, STR("annotations"))) return version >= MCP_2025_03_26;
  if (str_eq(name, STR("title")) || str_eq(name, STR("outputSchema")) ||
      str_eq(name, STR("_meta"))) {
    return version >= MCP_2025_06_18;
  }
  if (str_eq(name, STR("icons"))) return version >= MCP_2025_11_25;
  return true;
}

/* Older versions get the same entry without the members that they do not
 * know: some clients refuse what is unknown. */
static void write_tool(McpRequest *request, JsonWriter *writer, const Tool *tool, bool structured) {
  if (request->version >= MCP_2025_11_25) {
    tool_write_listing(writer, tool, structured);
    return;
  }
  Arena *arena = &request->arena;
  Buf buf;
  JsonWriter whole;
  const Json *entry = NULL;
  Job job;
  buf_init(&buf, arena, MCP_MAX_ANSWER);
  json_writer_init(&whole, &buf, 0);
  tool_write_listing(&whole, tool, structured);
  job_init(&job, arena);
  if (json_read(&job, buf_str(&buf), NULL, &entry)) return;
  json_begin_object(writer);
  for (size_t i = 0; i < entry->count; i++) {
    if (!knows_member(request->version, entry->members[i].name)) continue;
    json_name(writer, entry->members[i].name);
    json_value(writer, &entry->members[i].value);
  }
  json_end_object(writer);
}

static void answer_listing(McpRequest *request, const McpListing *page) {
  JsonWriter *writer = mcp_result_begin(request, STR("complete"));
  json_field_raw(writer, "tools", page->tools);
  if (page->next) write_cursor(request, "tools", (Place){0, page->next});
  mcp_result_end(request);
}

/* The page from `first` on, which is at most the end of the list. The first
 * page is asked for again by every session, so it is kept as it is spelled. */
static void spell_page(McpRequest *request, const ToolList *list, size_t first, McpListing *page) {
  size_t left = list->count - first;
  size_t count = left < page_size(request->mcp) ? left : page_size(request->mcp);
  Buf buf;
  JsonWriter writer;
  buf_init(&buf, &request->arena, MCP_MAX_ANSWER);
  json_writer_init(&writer, &buf, 0);
  json_begin_array(&writer);
  for (size_t i = 0; i < count; i++) {
    write_tool(request, &writer, list->items[first + i], page->policy && page->policy->structured);
  }
  json_end_array(&writer);
  page->tools = buf_str(&buf);
  page->next = count < left ? first + count : 0;
  if (!first && !buf.overflow) mcp_listing_keep(request->mcp, page);
}

/* The list may have changed between two pages: a cursor beyond its end is
 * told, a shifted one is not noticed, as the protocol allows. */
void mcp_run_tools_list(McpRequest *request) {
  ToolRegistry *registry = request->mcp->options.registry;
  McpListing page = {.registry = tool_registry_version(registry), .version = request->version,
                     .policy = request->peer->scope.policy};
  Place place;
  if (!read_cursor(request, "tools", &place)) return;
  const McpListing *kept = place.provider || place.index ? NULL : mcp_listing_find(request->mcp, &page);
  if (kept) {
    answer_listing(request, kept);
    return;
  }
  ToolList list = tool_list(&request->arena, registry, page.policy, true);
  if (place.provider != 0 || place.index > list.count) {
    mcp_error(request, MCP_INVALID_PARAMS, "params.cursor lies beyond the list of tools, which "
              "has become shorter; leave it out to start over");
  } else {
    spell_page(request, &list, place.index, &page);
    answer_listing(request, &page);
  }
  tool_list_release(registry, &list);
}

/* ---- what providers bring ---- */

/* One of the two, by the kind that is listed. */
typedef struct Entry {
  McpResource resource;
  McpPrompt prompt;
} Entry;

typedef enum Kind { KIND_RESOURCE, KIND_TEMPLATE, KIND_PROMPT } Kind;

static const char *const kind_names[] = {"resources", "resourceTemplates", "prompts"};

/* False: there is none at this index or behind it. */
static bool entry_at(const McpProvider *provider, Kind kind, Arena *arena, size_t index,
                     Entry *ret_entry) {
  switch (kind) {
    case KIND_RESOURCE:
      return provider->resource_at &&
             provider->resource_at(provider->context, arena, index, &ret_entry->resource);
    case KIND_TEMPLATE:
      return provider->template_at &&
             provider->template_at(provider->context, arena, index, &ret_entry->resource);
    case KIND_PROMPT:
      return provider->prompt_at &&
             provider->prompt_at(provider->context, arena, index, &ret_entry->prompt);
  }
  return false;
}

/* Members without a value are left out. */
static void write_field(JsonWriter *writer, const char *name, Str value) {
  if (value.len) json_field_str(writer, name, value);
}

static void write_resource(McpRequest *request, Kind kind, const McpResource *resource) {
  JsonWriter *writer = &request->writer;
  json_begin_object(writer);
  json_field_str(writer, kind == KIND_TEMPLATE ? "uriTemplate" : "uri", resource->uri);
  json_field_str(writer, "name", resource->name);
  if (request->version >= MCP_2025_06_18) write_field(writer, "title", resource->title);
  write_field(writer, "description", resource->description);
  write_field(writer, "mimeType", resource->mime_type);
  json_end_object(writer);
}

static void write_prompt(McpRequest *request, const McpPrompt *prompt) {
  JsonWriter *writer = &request->writer;
  json_begin_object(writer);
  json_field_str(writer, "name", prompt->name);
  if (request->version >= MCP_2025_06_18) write_field(writer, "title", prompt->title);
  write_field(writer, "description", prompt->description);
  if (prompt->argument_count) {
    json_field_array(writer, "arguments");
    for (size_t i = 0; i < prompt->argument_count; i++) {
      const McpPromptArgument *argument = &prompt->arguments[i];
      json_begin_object(writer);
      json_field_str(writer, "name", argument->name);
      write_field(writer, "description", argument->description);
      json_field_bool(writer, "required", argument->required);
      json_end_object(writer);
    }
    json_end_array(writer);
  }
  json_end_object(writer);
}

/* The first entry at or after `place`, which is moved to it. */
static bool next_entry(McpRequest *request, Kind kind, Place *place, Entry *ret_entry) {
  Mcp *mcp = request->mcp;
  while (place->provider < mcp->providers.len) {
    const McpProvider *provider = &mcp->providers.items[place->provider];
    memset(ret_entry, 0, sizeof *ret_entry);
    if (mcp_is_offered(provider, request->peer) && entry_at(provider, kind, &request->arena, place->index, ret_entry)) return true;
    *place = (Place){place->provider + 1, 0};
  }
  return false;
}

/* One entry is looked at beyond the page, to know whether there is a next
 * one. */
static void list_entries(McpRequest *request, Kind kind) {
  bool is_offered = kind == KIND_PROMPT ? request->mcp->has_prompts : request->mcp->has_resources;
  const char *list = kind_names[kind];
  Place place;
  Entry entry;
  if (!is_offered) {
    mcp_error(request, MCP_METHOD_NOT_FOUND, "this server has no %s",
              kind == KIND_PROMPT ? "prompts" : "resources");
    return;
  }
  if (!read_cursor(request, list, &place)) return;
  JsonWriter *writer = mcp_result_begin(request, STR("complete"));
  json_field_array(writer, list);
  bool more = next_entry(request, kind, &place, &entry);
  for (size_t count = 0; more && count < page_size(request->mcp); count++) {
    if (kind == KIND_PROMPT) write_prompt(request, &entry.prompt);
    else write_resource(request, kind, &entry.resource);
    place.index++;
    more = next_entry(request, kind, &place, &entry);
  }
  json_end_array(writer);
  if (more) write_cursor(request, list, place);
  mcp_result_end(request);
}

void mcp_run_resources_list(McpRequest *request) { list_entries(request, KIND_RESOURCE); }
void mcp_run_templates_list(McpRequest *request) { list_entries(request, KIND_TEMPLATE); }
void mcp_run_prompts_list(McpRequest *request) { list_entries(request, KIND_PROMPT); }
