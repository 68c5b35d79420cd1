/* Versions: their names, what each lets us announce, and the levels of log
 * messages. The one place that compares revisions by feature. */
#include "src/mcp/mcp_internal.h"

/* In the order of McpVersion, oldest first, so that "has this feature" is a
 * comparison. */
static const char *const version_names[MCP_VERSION_COUNT] = {
    "2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"};

Str mcp_version_name(McpVersion version) {
  return version < MCP_VERSION_COUNT ? str_from_c(version_names[version]) : STR_EMPTY;
}

/* What is not known is MCP_VERSION_NONE, which is larger than all others:
 * callers that want a known one must compare for it. */
McpVersion mcp_version_from_name(Str name) {
  for (McpVersion version = 0; version < MCP_VERSION_COUNT; version++) {
    if (str_eq_c(name, version_names[version])) return version;
  }
  return MCP_VERSION_NONE;
}

bool mcp_is_session_version(Str name) { return mcp_version_from_name(name) < MCP_2026_07_28; }

bool mcp_is_stateless_version(Str name) { return mcp_version_from_name(name) == MCP_2026_07_28; }

static const char *const level_names[MCP_LEVEL_COUNT] = {
    "debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"};

Str mcp_level_name(McpLevel level) {
  return level < MCP_LEVEL_COUNT ? str_from_c(level_names[level]) : STR_EMPTY;
}

bool mcp_level_from_name(Str name, McpLevel *ret_level) {
  for (McpLevel level = 0; level < MCP_LEVEL_COUNT; level++) {
    if (!str_eq_c(name, level_names[level])) continue;
    *ret_level = level;
    return true;
  }
  return false;
}

static void write_empty(JsonWriter *writer, const char *name) {
  json_field_object(writer, name);
  json_end_object(writer);
}

static void write_list_changed(JsonWriter *writer, const char *name, bool can_subscribe) {
  json_field_object(writer, name);
  if (can_subscribe) json_field_bool(writer, "subscribe", true);
  json_field_bool(writer, "listChanged", true);
  json_end_object(writer);
}

/* Only what there is: a client asks for whatever is announced. Logging is
 * always there. */
void mcp_write_capabilities(const Mcp *mcp, JsonWriter *writer, McpVersion version) {
  json_begin_object(writer);
  write_list_changed(writer, "tools", false);
  if (mcp->has_resources) write_list_changed(writer, "resources", true);
  if (mcp->has_prompts) write_list_changed(writer, "prompts", false);
  write_empty(writer, "logging");
  if (mcp->has_completion && version >= MCP_2025_03_26) write_empty(writer, "completions");
  json_end_object(writer);
}

/* The type is told where the source says it; drawings fit any size. */
static void write_icons(const Mcp *mcp, JsonWriter *writer) {
  json_field_array(writer, "icons");
  for (size_t i = 0; i < mcp->options.icon_count; i++) {
    Str src = mcp->options.icons[i];
    bool is_svg = str_starts_with(src, STR("data:image/svg+xml"));
    json_begin_object(writer);
    json_field_str(writer, "src", src);
    if (is_svg || str_starts_with(src, STR("data:image/png"))) {
      json_field_str(writer, "mimeType", is_svg ? STR("image/svg+xml") : STR("image/png"));
    }
    if (is_svg) {
      json_field_array(writer, "sizes");
      json_str(writer, STR("any"));
      json_end_array(writer);
    }
    json_end_object(writer);
  }
  json_end_array(writer);
}

/* The website and icons are told once, where a session or a discovery begins,
 * and not with every answer. */
void mcp_write_implementation(const Mcp *mcp, JsonWriter *writer, McpVersion version, bool whole) {
  const McpOptions *options = &mcp->options;
  json_begin_object(writer);
  json_field_str(writer, "name", options->name);
  if (options->title.len && version >= MCP_2025_06_18) {
    json_field_str(writer, "title", options->title);
  }
  json_field_str(writer, "version", options->version);
  if (whole && version >= MCP_2025_11_25) {
    if (options->website.len) json_field_str(writer, "websiteUrl", options->website);
    if (options->icon_count) write_icons(mcp, writer);
  }
  json_end_object(writer);
}
