/* kart_zoom: zoom with kart's two ways of asking and its fields. */
#include "src/query/source/source.h"
#include "src/tools/compat/kart_internal.h"
#include "src/tools/kit/graph_internal.h"

#define FILES_MAX 500 /* of a folder */
#define LEVELS_MAX 18 /* of symbols in symbols: an answer nests only so deep */

/* ---- symbols ---- */

/* A symbol and all that follows deeper than it; gives where they end. */
static size_t write_symbol(const KartCall *kart, const QueryZoomFile *zoomed, size_t at, unsigned levels) {
  Answer *out = kart->call->answer;
  const QueryZoomSymbol *one = &zoomed->symbols[at++];
  answer_begin_row(out);
  answer_field_str(out, "name", str_head(one->symbol.name, TOOL_NAME_MAX));
  answer_field_str(out, "kind", tool_kart_kind(one->symbol.kind));
  answer_field_str(out, "signature", one->signature);
  Str doc = tool_kart_doc(kart->call->job->arena, one->doc);
  if (doc.len) answer_field_str(out, "doc", doc);
  else answer_field_raw(out, "doc", STR("null"));
  answer_field_bool(out, "exported", one->is_visible);
  bool has_children = at < zoomed->count && zoomed->symbols[at].level > one->level;
  /* Deeper ones become neighbours. */
  if (has_children && levels) {
    answer_begin_list(out, "children");
    while (at < zoomed->count && zoomed->symbols[at].level > one->level) at = write_symbol(kart, zoomed, at, levels - 1);
    answer_end(out);
  }
  answer_end(out);
  return at;
}

/* What a barrel gives on is not its own, and all that it has. */
static void write_given_on(const KartCall *kart, const QueryZoomFile *zoomed) {
  Answer *out = kart->call->answer;
  if (!zoomed->given_on.len) return;
  answer_begin_list(out, "reexports");
  for (size_t i = 0; i < zoomed->given_on.len; i++) {
    const QueryImport *import = &zoomed->given_on.items[i];
    answer_begin_row(out);
    answer_field_str(out, "from", str_head(import->specifier, TOOL_NAME_MAX));
    if (import->path.len) answer_field_str(out, "path", tool_kart_absolute(kart, import->path));
    answer_field_names(out, "names", import->names, import->name_count);
    answer_end(out);
  }
  answer_end(out);
}

/* Levels 0 and 1 never show the text itself, so something is always left out:
 * kart calls that truncated. */
static void write_file(Answer *out, const KartCall *kart, const QueryZoomFile *zoomed, int64_t level) {
  answer_field_str(out, "path", tool_kart_absolute(kart, zoomed->file.path));
  answer_field_int(out, "level", level);
  answer_begin_list(out, "symbols");
  for (size_t i = 0; i < zoomed->count;) i = write_symbol(kart, zoomed, i, LEVELS_MAX);
  answer_end(out);
  write_given_on(kart, zoomed);
  answer_field_bool(out, "truncated", true); /* never the whole text */
  if (zoomed->is_unsaved) answer_field_bool(out, "unsaved", true);
}

/* ---- text ---- */

/* The whole text stands as the signature of one symbol, the file: that is
 * where kart's clients look for it. */
static Err zoom_text(KartCall *kart) {
  ToolCall *call = kart->call;
  Arena *arena = call->job->arena;
  Answer *out = call->answer;
  QuerySource source;
  TRY(tool_source_open(call, kart->index, kart->path, &source));
  call->chars = 2 * QUERY_ZOOM_TEXT_MAX; /* the text is what is asked for, and signs take two bytes */
  bool is_large = source.text.len > QUERY_ZOOM_TEXT_MAX;
  Str text = is_large ? str_format(arena, "%.*s bytes: more than the %.*s that are shown; read it in parts, or zoom at level 1",
                                   STR_ARG(tool_count(arena, (int64_t)source.text.len)),
                                   STR_ARG(tool_count(arena, (int64_t)QUERY_ZOOM_TEXT_MAX)))
                      : str_visible(arena, source.text);
  size_t slash = str_find_last_byte(kart->path, '/');
  answer_field_str(out, "path", tool_kart_absolute(kart, kart->path));
  answer_field_int(out, "level", 2);
  answer_begin_list(out, "symbols");
  answer_begin_row(out);
  answer_field_str(out, "name", slash == STR_NONE ? kart->path : str_slice(kart->path, slash + 1, kart->path.len));
  answer_field_str(out, "kind", STR("file"));
  answer_field_str(out, "signature", text);
  answer_field_raw(out, "doc", STR("null"));
  answer_field_bool(out, "exported", false);
  answer_end(out);
  answer_end(out);
  answer_field_bool(out, "truncated", is_large);
  if (is_large) answer_field_int(out, "size", (int64_t)source.text.len);
  return OK;
}

/* ---- folders ---- */

/* `depth` as asked for; negative: by level, and then a folder has but the first. */
static Err zoom_folder(KartCall *kart, QueryZoom zoom, int64_t depth) {
  ToolCall *call = kart->call;
  Answer *out = call->answer;
  QueryZoomFolder folder;
  if (depth < 0) zoom.all = false;
  TRY(query_zoom_folder(call->job, kart->reader, &zoom, kart->path, false, &folder));
  answer_field_str(out, "path", tool_kart_absolute(kart, kart->path));
  answer_field_int(out, "level", zoom.all);
  if (depth >= 0) answer_field_int(out, "depth", depth);
  answer_begin_list(out, "symbols");
  answer_end(out);
  answer_field_bool(out, "truncated", true);
  if (folder.len > FILES_MAX) answer_field_int(out, "filesLeftOut", (int64_t)(folder.len - FILES_MAX));
  answer_begin_list(out, "files");
  for (size_t i = 0; i < folder.len && i < FILES_MAX; i++) {
    QueryZoomFile zoomed;
    TRY(query_zoom_file(call->job, kart->index, kart->reader, &zoom, &folder.files[i], &zoomed));
    answer_begin_row(out);
    write_file(out, kart, &zoomed, zoom.all);
    if (depth >= 0) answer_field_int(out, "depth", depth);
    answer_end(out);
  }
  answer_end(out);
  return OK;
}

/* ---- the types a file needs ---- */

/* Only for files that are indexed, because what a file needs is asked of the
 * graph. */
static Err write_referenced(KartCall *kart, const QueryZoom *zoom, unsigned hops) {
  ToolCall *call = kart->call;
  QueryZoomTypes types;
  if (!hops || !kart->file.id.value) return OK;
  TRY(query_zoom_types(call->job, kart->reader, kart->file.id, hops, tool_arg_bool(call, "deep"), &types));
  answer_begin_list(call->answer, "referencedFiles");
  for (size_t i = 0; i < types.len; i++) {
    StoreFile file;
    QueryZoomFile zoomed;
    Buf text;
    TRY(store_get_file(call->job, kart->reader, types.files[i], &file));
    if (!file.id.value || file.skip.len) continue;
    TRY(query_zoom_file(call->job, kart->index, kart->reader, zoom, &file, &zoomed));
    buf_init(&text, call->job->arena, 1u << 20);
    query_zoom_show(&text, &zoomed);
    answer_begin_row(call->answer);
    answer_field_str(call->answer, "path", tool_kart_absolute(kart, file.path));
    answer_field_str(call->answer, "content", buf_str(&text));
    answer_end(call->answer);
  }
  answer_end(call->answer);
  return OK;
}

/* By level or by visibility and depth: two ways of asking that never mix. A
 * file that is not indexed has no symbols, and is still an answer. */
static Err zoom_path(KartCall *kart) {
  ToolCall *call = kart->call;
  bool by_level = tool_arg(call, "level");
  int64_t level = tool_arg_int(call, "level"), depth = tool_arg_int(call, "depth");
  QueryZoom zoom = {.all = by_level ? level > 0 : str_eq(tool_arg_str(call, "visibility"), STR("all")), .texts = tool_unlaid(call, kart->index)};
  const Json *kinds = tool_arg(call, "kind");
  for (size_t i = 0; kinds && i < kinds->count; i++) zoom.kinds |= tool_kart_kinds(kinds->items[i].text);
  TRY(tool_kart_find_path(kart));
  if (kart->is_folder) return zoom_folder(kart, zoom, by_level ? -1 : depth);
  if (by_level && level == 2) return zoom_text(kart);
  QueryZoomFile zoomed = {.file = kart->file};
  if (!kart->file.skip.len && kart->file.id.value) {
    TRY(query_zoom_file(call->job, kart->index, kart->reader, &zoom, &kart->file, &zoomed));
  }
  write_file(call->answer, kart, &zoomed, by_level ? level : zoom.all);
  if (!by_level) answer_field_int(call->answer, "depth", depth);
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
    TOOL_ARG_MAX_CHARS,
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
