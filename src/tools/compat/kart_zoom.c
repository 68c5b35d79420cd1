/* kart_zoom: zoom with kart's two ways of asking and its fields. */
#include "src/query/source/source.h"
#include "src/tools/compat/kart_internal.h"

#define FILES_MAX 500 /* of a folder */

/* ---- symbols ---- */

/* A symbol and all that follows deeper than it; gives where they end. */
static size_t write_symbol(JsonWriter *out, const QueryZoomFile *zoomed, size_t at) {
  const QueryZoomSymbol *one = &zoomed->symbols[at++];
  json_begin_object(out);
  json_field_str(out, "name", str_head(one->symbol.name, TOOL_NAME_MAX));
  json_field_str(out, "kind", tool_kart_kind(one->symbol.kind));
  json_field_str(out, "signature", one->signature);
  if (one->doc.len) json_field_str(out, "doc", one->doc);
  else json_field_raw(out, "doc", STR("null"));
  json_field_bool(out, "exported", one->is_visible);
  bool has_children = at < zoomed->count && zoomed->symbols[at].level > one->level;
  /* The writer nests only so deep: deeper ones become neighbours. */
  if (has_children && out->depth < 40) {
    json_field_array(out, "children");
    while (at < zoomed->count && zoomed->symbols[at].level > one->level) at = write_symbol(out, zoomed, at);
    json_end_array(out);
  }
  json_end_object(out);
  return at;
}

static void write_file(JsonWriter *out, const KartCall *kart, const QueryZoomFile *zoomed, int64_t level) {
  json_field_str(out, "path", tool_kart_absolute(kart, zoomed->file.path));
  json_field_int(out, "level", level);
  json_field_array(out, "symbols");
  for (size_t i = 0; i < zoomed->count;) i = write_symbol(out, zoomed, i);
  json_end_array(out);
  json_field_bool(out, "truncated", true); /* never the whole text */
}

/* ---- text ---- */

static Err zoom_text(KartCall *kart) {
  ToolCall *call = kart->call;
  Arena *arena = call->job->arena;
  JsonWriter *out = call->fields;
  QuerySource source;
  TRY(query_source_open(call->job, kart->index, kart->path, &source));
  bool is_large = source.text.len > QUERY_ZOOM_TEXT_MAX;
  Str text = is_large ? str_format(arena, "%.*s bytes: more than the %.*s that are shown; read it in parts, or zoom at level 1",
                                   STR_ARG(tool_count(arena, (int64_t)source.text.len)),
                                   STR_ARG(tool_count(arena, (int64_t)QUERY_ZOOM_TEXT_MAX)))
                      : str_visible(arena, source.text);
  size_t slash = str_find_last_byte(kart->path, '/');
  json_field_str(out, "path", tool_kart_absolute(kart, kart->path));
  json_field_int(out, "level", 2);
  json_field_array(out, "symbols");
  json_begin_object(out);
  json_field_str(out, "name", slash == STR_NONE ? kart->path : str_slice(kart->path, slash + 1, kart->path.len));
  json_field_str(out, "kind", STR("file"));
  json_field_str(out, "signature", text);
  json_field_raw(out, "doc", STR("null"));
  json_field_bool(out, "exported", false);
  json_end_object(out);
  json_end_array(out);
  json_field_bool(out, "truncated", is_large);
  if (is_large) json_field_int(out, "size", (int64_t)source.text.len);
  return OK;
}

/* ---- folders ---- */

/* `depth` as asked for; negative: by level, and then a folder has but the first. */
static Err zoom_folder(KartCall *kart, QueryZoom zoom, int64_t depth) {
  ToolCall *call = kart->call;
  JsonWriter *out = call->fields;
  QueryZoomFolder folder;
  if (depth < 0) zoom.all = false;
  TRY(query_zoom_folder(call->job, kart->reader, &zoom, kart->path, false, &folder));
  json_field_str(out, "path", tool_kart_absolute(kart, kart->path));
  json_field_int(out, "level", zoom.all);
  if (depth >= 0) json_field_int(out, "depth", depth);
  json_field_array(out, "symbols");
  json_end_array(out);
  json_field_bool(out, "truncated", true);
  if (folder.len > FILES_MAX) json_field_int(out, "filesLeftOut", (int64_t)(folder.len - FILES_MAX));
  json_field_array(out, "files");
  for (size_t i = 0; i < folder.len && i < FILES_MAX; i++) {
    QueryZoomFile zoomed;
    TRY(query_zoom_file(call->job, kart->index, kart->reader, &zoom, &folder.files[i], &zoomed));
    json_begin_object(out);
    write_file(out, kart, &zoomed, zoom.all);
    if (depth >= 0) json_field_int(out, "depth", depth);
    json_end_object(out);
  }
  json_end_array(out);
  return OK;
}

/* ---- the types a file needs ---- */

static Err write_referenced(KartCall *kart, const QueryZoom *zoom, unsigned hops) {
  ToolCall *call = kart->call;
  QueryZoomTypes types;
  if (!hops || !kart->file.id.value) return OK;
  TRY(query_zoom_types(call->job, kart->reader, kart->file.id, hops, tool_arg_bool(call, "deep"), &types));
  json_field_array(call->fields, "referencedFiles");
  for (size_t i = 0; i < types.len; i++) {
    StoreFile file;
    QueryZoomFile zoomed;
    Buf text;
    TRY(store_get_file(call->job, kart->reader, types.files[i], &file));
    if (!file.id.value || file.skip.len) continue;
    TRY(query_zoom_file(call->job, kart->index, kart->reader, zoom, &file, &zoomed));
    buf_init(&text, call->job->arena, 1u << 20);
    query_zoom_show(&text, &zoomed);
    json_begin_object(call->fields);
    json_field_str(call->fields, "path", tool_kart_absolute(kart, file.path));
    json_field_str(call->fields, "content", buf_str(&text));
    json_end_object(call->fields);
  }
  json_end_array(call->fields);
  return OK;
}

static Err zoom_path(KartCall *kart) {
  ToolCall *call = kart->call;
  bool by_level = tool_arg(call, "level");
  int64_t level = tool_arg_int(call, "level"), depth = tool_arg_int(call, "depth");
  QueryZoom zoom = {.all = by_level ? level > 0 : str_eq(tool_arg_str(call, "visibility"), STR("all"))};
  const Json *kinds = tool_arg(call, "kind");
  for (size_t i = 0; kinds && i < kinds->count; i++) zoom.kinds |= tool_kart_kinds(kinds->items[i].text);
  TRY(tool_kart_find_path(kart));
  if (kart->is_folder) return zoom_folder(kart, zoom, by_level ? -1 : depth);
  if (by_level && level == 2) return zoom_text(kart);
  QueryZoomFile zoomed = {.file = kart->file};
  if (!kart->file.skip.len && kart->file.id.value) {
    TRY(query_zoom_file(call->job, kart->index, kart->reader, &zoom, &kart->file, &zoomed));
  }
  write_file(call->fields, kart, &zoomed, by_level ? level : zoom.all);
  if (!by_level) json_field_int(call->fields, "depth", depth);
  return by_level ? OK : write_referenced(kart, &zoom, (unsigned)depth);
}

static Err run(ToolCall *call) {
  KartCall kart;
  Err err = tool_kart_open(call, tool_arg_str(call, "path"), &kart);
  if (!err) err = zoom_path(&kart);
  return tool_kart_end(&kart, err);
}

static const ToolField args[] = {
    {"path", TOOL_PATH, true, .min = 1, .max = 4096, .help = "file or folder"},
    {"level", TOOL_INTEGER, .min = 0, .max = 2, .help = "0: exported signatures and docs; 1: all symbols; 2: text, up to 100 KB"},
    {"depth", TOOL_INTEGER, .min = 0, .max = 2, .otherwise = "0", .help = "without level: also the files whose types it uses, this many steps away"},
    {"visibility", TOOL_STRING, .choices = "exported|all", .otherwise = "\"exported\"", .help = "without level: which symbols"},
    {"kind", TOOL_STRINGS, .choices = KART_KINDS, .help = "only these kinds"},
    {"deep", TOOL_BOOLEAN, .otherwise = "false", .help = "types in bodies count for depth too"},
    {0},
};

/* Symbols hold symbols, which a table of fields cannot say: no schema. */
const Tool tool_kart_zoom = {
    .name = "kart_zoom",
    .title = "Zoom",
    .summary = "Show a file's or folder's symbols with signatures and docs, or a file's text, at the level you need.",
    .args = args,
    .example = "kart_zoom path=src level=0",
    .toolset = "kart",
    .profiles = "kart",
    .alias_of = "zoom",
    .flags = TOOL_READ_ONLY | TOOL_IDEMPOTENT | TOOL_STRUCTURED | TOOL_CLAMPS,
    .run = run,
};
