/* zoom: a file, folder or symbol as signatures, all symbols, or text. */
#include "src/base/hash.h"
#include "src/base/vec.h"
#include "src/index/part.h"
#include "src/query/names/names.h"
#include "src/query/source/source.h"
#include "src/tools/kit/precise_internal.h"

#define TARGETS_MAX 20 /* symbols of one name that are shown */
#define PATH_MAX_LEN 2000 /* of a target that is looked for on the disk, and of its parts */
#define PART_MAX_LEN 255

typedef struct Zooming {
  ToolCall *call;
  Index *index;
  StoreReader *reader;
  QueryZoom zoom;
  int64_t depth;
  bool is_text;    /* of symbols: numbered lines */
  Str path;        /* of the target within the workspace */
  size_t whole;    /* bytes of the files that are looked into */
  size_t shown;    /* bytes of the answer that were compared with them */
  VEC(QueryItem) items;
  VEC(QueryZoomFile) files; /* what the items are made of */
} Zooming;

static void add_item(Zooming *z, Str group, Str text) {
  *vec_add(z->call->job->arena, &z->items) = (QueryItem){.group = group, .text = text};
}

static Str tokens(Arena *arena, size_t bytes) { return tool_count(arena, (int64_t)(bytes + 3) / 4); }

/* ---- fields ---- */

static void write_symbol(JsonWriter *out, const QueryZoomSymbol *one) {
  json_begin_object(out);
  json_field_str(out, "name", str_head(one->symbol.name, TOOL_NAME_MAX));
  json_field_str(out, "kind", str_from_c(symbol_kind_word(one->symbol.kind)));
  json_field_int(out, "line", one->symbol.full.line);
  json_field_int(out, "endLine", one->symbol.full.end_line);
  json_field_int(out, "level", one->level);
  json_field_str(out, "signature", one->signature);
  if (one->doc.len) json_field_str(out, "doc", one->doc);
  json_field_bool(out, "exported", one->is_visible);
  json_end_object(out);
}

static void write_reexports(JsonWriter *out, const QueryImports *imports) {
  json_field_array(out, "reexports");
  for (size_t i = 0; i < imports->len; i++) {
    json_begin_object(out);
    json_field_str(out, "from", str_head(imports->items[i].specifier, TOOL_NAME_MAX));
    tool_write_names(out, "names", imports->items[i].names, imports->items[i].name_count);
    json_end_object(out);
  }
  json_end_array(out);
}

static void write_file(JsonWriter *out, const QueryZoomFile *file) {
  json_begin_object(out);
  json_field_str(out, "path", file->file.path);
  json_field_str(out, "language", file->file.language);
  json_field_int(out, "lines", file->lines);
  json_field_array(out, "symbols");
  for (size_t i = 0; i < file->count; i++) write_symbol(out, &file->symbols[i]);
  json_end_array(out);
  if (file->given_on.len) write_reexports(out, &file->given_on);
  json_end_object(out);
}

/* The bytes of an item's text that are on the page. */
static Range bytes_on(const Zooming *z, const QueryPage *page, size_t item) {
  bool is_last = item + 1 == page->first + page->shown;
  return (Range){item == page->first ? (uint32_t)page->first_byte : 0,
                 (uint32_t)(is_last ? page->end_byte : z->items.items[item].text.len)};
}

static void write_end(Zooming *z, const QueryPage *page) {
  JsonWriter *out = z->call->fields;
  json_field_int(out, "tokens", (int64_t)((z->shown ? z->shown : z->call->text->len) + 3) / 4);
  json_field_int(out, "wholeTokens", (int64_t)(z->whole + 3) / 4);
  json_field_bool(out, "truncated", page->cursor.len > 0);
  if (page->cursor.len) json_field_str(out, "cursor", page->cursor);
}

static void write_start(Zooming *z, const char *what) {
  json_field_str(z->call->fields, "target", z->path);
  json_field_str(z->call->fields, "is", str_from_c(what));
  json_field_int(z->call->fields, "depth", z->depth);
}

/* ---- one file ---- */

static Str file_heading(Arena *arena, const QueryZoomFile *zoomed) {
  return str_format(arena, "%.*s  %.*s, %u lines; %zu of %zu symbols",
                    STR_ARG(str_shown(arena, zoomed->file.path, SIZE_MAX)), STR_ARG(zoomed->file.language),
                    zoomed->lines, zoomed->count, zoomed->total);
}

static void add_savings(Zooming *z, const char *of_what) {
  Arena *arena = z->call->job->arena;
  size_t shown = z->shown = z->call->text->len;
  if (shown >= z->whole) return;
  buf_add_format(z->call->text, "About %.*s tokens instead of %.*s for %s.\n", STR_ARG(tokens(arena, shown)),
                 STR_ARG(tokens(arena, z->whole)), of_what);
}

/* An item a symbol; one for all that is re-exported. */
static void add_symbols(Zooming *z, const QueryZoomFile *zoomed) {
  for (size_t i = 0; i < zoomed->count + (zoomed->given_on.len > 0); i++) {
    Buf text;
    QueryZoomFile one = *zoomed;
    one.symbols += i, one.count = i < zoomed->count;
    if (one.count) one.given_on.len = 0;
    buf_init(&text, z->call->job->arena, 1u << 20);
    query_zoom_show(&text, &one);
    *vec_add(z->call->job->arena, &z->items) = (QueryItem){.text = buf_str(&text), .splits = !one.count};
  }
}

/* The items together are the file's text. */
static QueryZoomFile on_page(const Zooming *z, const QueryZoomFile *zoomed, const QueryPage *page) {
  size_t from = page->first_byte, to = page->end_byte;
  for (size_t i = 0; i + 1 < page->first + page->shown; i++) {
    if (i < page->first) from += z->items.items[i].text.len;
    to += z->items.items[i].text.len;
  }
  return query_zoom_part(z->call->job->arena, zoomed, from, to);
}

static Err show_symbols(Zooming *z, const StoreFile *file) {
  ToolCall *call = z->call;
  Arena *arena = call->job->arena;
  QueryZoomFile zoomed;
  QueryPage page;
  TRY(query_zoom_file(call->job, z->index, z->reader, &z->zoom, file, &zoomed));
  z->whole = zoomed.bytes;
  zoomed.all_names = true;
  buf_add_format(call->text, "%.*s\n", STR_ARG(file_heading(arena, &zoomed)));
  add_symbols(z, &zoomed);
  if (!z->items.len) {
    buf_add_format(call->text, "Nothing %s here%s.\n", z->zoom.kinds ? "of these kinds" : "exported",
                   zoomed.total ? "; depth 1 shows all symbols" : "");
  }
  TRY(tool_add_page(call, z->index, z->items.items, z->items.len, TOOL_ANSWER_MAX, &page));
  add_savings(z, "the whole file");
  write_start(z, "file");
  json_field_array(call->fields, "files");
  zoomed = on_page(z, &zoomed, &page);
  write_file(call->fields, &zoomed);
  json_end_array(call->fields);
  write_end(z, &page);
  return OK;
}

/* ---- text ---- */

static Err tell_size(Zooming *z, const QuerySource *source, uint32_t from, uint32_t to, size_t bytes) {
  ToolCall *call = z->call;
  Arena *arena = call->job->arena;
  uint32_t end = from;
  while (end < to && source->starts[end + 1] - source->starts[from - 1] <= QUERY_ZOOM_TEXT_MAX) end++;
  buf_add_format(call->text,
                 "%.*s: lines %u to %u are %.*s bytes, more than the %.*s that are shown at once. Read it in parts: "
                 "from=%u to=%u, then from=%u; or zoom at depth 1 for its symbols with their lines.\n",
                 STR_ARG(str_shown(arena, source->path, SIZE_MAX)), from, to, STR_ARG(tool_count(arena, (int64_t)bytes)),
                 STR_ARG(tool_count(arena, (int64_t)QUERY_ZOOM_TEXT_MAX)), from, end, end + 1);
  write_start(z, "text");
  json_field_int(call->fields, "bytes", (int64_t)bytes);
  json_field_int(call->fields, "lines", source->lines);
  write_end(z, &(QueryPage){.cursor = STR_EMPTY});
  return OK;
}

/* An item a line. */
static Err show_lines(Zooming *z, const QuerySource *source, uint32_t from, uint32_t to) {
  ToolCall *call = z->call;
  QueryPage page;
  if (from < 1) from = 1;
  if (to > source->lines) to = source->lines;
  size_t bytes = from <= to ? source->starts[to] - source->starts[from - 1] : 0;
  z->whole = source->text.len;
  if (bytes > QUERY_ZOOM_TEXT_MAX) return tell_size(z, source, from, to, bytes);
  buf_add_format(call->text, "%.*s  lines %u to %u of %u\n",
                 STR_ARG(str_shown(call->job->arena, source->path, SIZE_MAX)), from, to, source->lines);
  for (uint32_t line = from; line <= to; line++) {
    Buf text;
    buf_init(&text, call->job->arena, 1u << 16);
    query_source_show(&text, source, line, line);
    add_item(z, STR_EMPTY, buf_str(&text));
  }
  size_t before = call->text->len;
  TRY(tool_add_page(call, z->index, z->items.items, z->items.len, TOOL_ANSWER_MAX, &page));
  write_start(z, "text");
  json_field_int(call->fields, "bytes", (int64_t)bytes);
  json_field_int(call->fields, "lines", source->lines);
  json_field_str(call->fields, "text", str_slice(buf_str(call->text), before, call->text->len));
  write_end(z, &page);
  return OK;
}

static uint32_t line_number(int64_t number) { return number < INT32_MAX ? (uint32_t)number : INT32_MAX; }

static Err show_text(Zooming *z, Str path, uint32_t from, uint32_t to) {
  QuerySource source;
  FileStat stat;
  Job *job = z->call->job;
  if (tool_arg(z->call, "from")) from = line_number(tool_arg_int(z->call, "from"));
  if (tool_arg(z->call, "to")) to = line_number(tool_arg_int(z->call, "to"));
  if (from > to) return job_fail(job, ERR_USAGE, "from (%u) is after to (%u)", from, to);
  TRY(root_stat(job, index_files(z->index), path, &stat));
  TRY(query_source_open(job, z->index, path, &source));
  if (from > 1 && from > source.lines) {
    return job_fail(job, ERR_USAGE, "from is %u, but '%.*s' has %u lines", from, STR_ARG(str_shown(job->arena, path, SIZE_MAX)),
                    source.lines);
  }
  if (memchr(source.text.len ? source.text.ptr : "", 0, source.text.len)) {
    buf_add_format(z->call->text, "%.*s is binary: %.*s bytes, not shown.\n",
                   STR_ARG(str_shown(job->arena, path, SIZE_MAX)), STR_ARG(tool_count(job->arena, (int64_t)stat.size)));
    write_start(z, "binary");
    json_field_int(z->call->fields, "bytes", (int64_t)stat.size);
    return OK;
  }
  return show_lines(z, &source, from, to);
}

static Err show_file(Zooming *z, const StoreFile *file) {
  if (z->depth == 2) return show_text(z, file->path, 1, UINT32_MAX);
  z->zoom.brief = z->depth == 0;
  if (!file->skip.len) return show_symbols(z, file);
  buf_add_format(z->call->text, "%.*s has no symbols: it is not indexed (%.*s). Depth 2 shows its text.\n",
                 STR_ARG(str_shown(z->call->job->arena, file->path, SIZE_MAX)), STR_ARG(file->skip));
  write_start(z, "file");
  json_field_array(z->call->fields, "files");
  json_end_array(z->call->fields);
  return OK;
}

/* ---- folders ---- */

static void add_left_out(Buf *text, size_t count, const char *one, const char *many, bool *is_first) {
  if (!count) return;
  buf_add_format(text, "%s%zu %s", *is_first ? "Left out: " : ", ", count, count == 1 ? one : many);
  *is_first = false;
}

static void show_left_out(Zooming *z, const QueryZoomFolder *folder) {
  bool is_first = true;
  Buf *text = z->call->text;
  add_left_out(text, folder->tests, "test file", "test files", &is_first);
  const char *what = z->zoom.kinds ? "of these kinds" : z->zoom.all ? "symbols" : "exports";
  if (folder->bare) {
    buf_add_format(text, "%s%zu file%s %s %s", is_first ? "Left out: " : ", ", folder->bare, folder->bare == 1 ? "" : "s",
                   z->zoom.kinds ? "with nothing" : "without", what);
    is_first = false;
  }
  add_left_out(text, folder->unindexed, "file that is not indexed", "files that are not indexed", &is_first);
  add_left_out(text, folder->folders, "folder (recursive shows it)", "folders (recursive shows them)", &is_first);
  if (!is_first) buf_add_c(text, ".\n");
  if (!folder->len && folder->bare && !z->zoom.kinds && !z->zoom.all) buf_add_c(text, "Depth 1 shows all symbols.\n");
}

/* Of numbered lines the first and the last. */
static uint32_t first_number(Str lines) {
  int64_t number;
  return str_to_int(str_cut(&lines, '\t'), &number) && number > 0 && number < UINT32_MAX ? (uint32_t)number : 0;
}

static uint32_t last_number(Str lines) {
  while (lines.len && lines.ptr[lines.len - 1] == '\n') lines.len--;
  size_t end = str_find_last_byte(lines, '\n');
  return first_number(str_slice(lines, end == STR_NONE ? 0 : end + 1, lines.len));
}

/* Of each file what its text on this page shows. At depth 2 that is numbered
 * lines. */
static void write_parts(Zooming *z, const QueryPage *page) {
  for (size_t i = page->first; i < page->first + page->shown; i++) {
    Range bytes = bytes_on(z, page, i);
    Str text = str_slice(z->items.items[i].text, bytes.from, bytes.to);
    const QueryZoomFile *file = &z->files.items[i];
    QueryZoomFile part = z->is_text ? query_zoom_lines(file, first_number(text), last_number(text))
                                    : query_zoom_part(z->call->job->arena, file, bytes.from, bytes.to);
    write_file(z->call->fields, &part);
  }
}

/* An item a file; only those that can be on this page get their text. */
static Err make_items(Zooming *z, const QueryZoomFolder *folder) {
  Arena *arena = z->call->job->arena;
  size_t first = query_budget_first(tool_arg_str(z->call, "cursor")), made = 0;
  size_t room = tool_arg(z->call, "max_chars") ? (size_t)tool_arg_int(z->call, "max_chars") : TOOL_ANSWER_MAX;
  for (size_t i = 0; i < folder->len; i++) {
    QueryZoomFile zoomed = {.file = folder->files[i]};
    Buf text;
    buf_init(&text, arena, 4u << 20);
    if (i >= first && made <= room) {
      TRY(query_zoom_file(z->call->job, z->index, z->reader, &z->zoom, &folder->files[i], &zoomed));
      query_zoom_show(&text, &zoomed);
      if (i > first) made += text.len; /* the first may be shown up to its end already */
    }
    *vec_add(arena, &z->files) = zoomed;
    *vec_add(arena, &z->items) = (QueryItem){.group = file_heading(arena, &zoomed), .text = buf_str(&text), .splits = true};
  }
  return OK;
}

static void write_folder(Zooming *z, const QueryZoomFolder *folder, const QueryPage *page) {
  JsonWriter *out = z->call->fields;
  write_start(z, "folder");
  json_field_array(out, "files");
  write_parts(z, page);
  json_end_array(out);
  json_field_object(out, "leftOut");
  json_field_int(out, "tests", (int64_t)folder->tests);
  json_field_int(out, "bare", (int64_t)folder->bare);
  json_field_int(out, "unindexed", (int64_t)folder->unindexed);
  json_field_int(out, "folders", (int64_t)folder->folders);
  json_end_object(out);
  write_end(z, page);
}

static Err show_folder(Zooming *z) {
  ToolCall *call = z->call;
  QueryZoomFolder folder;
  QueryPage page;
  Str path = z->path.len ? str_shown(call->job->arena, z->path, SIZE_MAX) : STR(".");
  z->zoom.brief = true;
  TRY(query_zoom_folder(call->job, z->reader, &z->zoom, z->path, tool_arg_bool(call, "recursive"), &folder));
  buf_add_format(call->text, "%.*s/  %zu file%s with %s\n", STR_ARG(path), folder.len, folder.len == 1 ? "" : "s",
                 z->zoom.all ? "symbols" : "exports");
  if (z->depth == 2) buf_add_c(call->text, "(depth 2 is for one file or symbol)\n");
  if (folder.len) buf_add_byte(call->text, '\n');
  TRY(make_items(z, &folder));
  uint64_t state = folder.len;
  for (size_t i = 0; i < folder.len; i++) state = hash_combine(state, hash_combine(hash_str(folder.files[i].path), folder.files[i].hash));
  TRY(tool_add_page_of(call, z->index, state, z->items.items, z->items.len, TOOL_ANSWER_MAX, &page));
  for (size_t i = page.first; i < page.first + page.shown; i++) z->whole += z->files.items[i].bytes;
  if (folder.len) add_savings(z, page.shown == 1 ? "the whole file" : "the whole files");
  show_left_out(z, &folder);
  write_folder(z, &folder, &page);
  return OK;
}

/* ---- symbols ---- */

static void add_file(Zooming *z, const QueryZoomFile *zoomed, Str heading, Str text) {
  z->whole += zoomed->bytes;
  *vec_add(z->call->job->arena, &z->files) = *zoomed;
  add_item(z, heading, text);
}

/* Members of a type in other files, an item each file. */
static Err add_elsewhere(Zooming *z, const StoreSymbol *type) {
  Arena *arena = z->call->job->arena;
  QueryZoomFiles files;
  TRY(query_zoom_elsewhere(z->call->job, z->index, z->reader, &z->zoom, type, &files));
  for (size_t i = 0; i < files.len; i++) {
    Buf text;
    buf_init(&text, arena, 4u << 20);
    query_zoom_show(&text, &files.items[i]);
    add_file(z, &files.items[i], str_format(arena, "Members in %.*s:", STR_ARG(str_shown(arena, files.items[i].file.path, SIZE_MAX))),
             buf_str(&text));
  }
  return OK;
}

static Err zoom_targets(Zooming *z, const QueryTargets *targets) {
  Arena *arena = z->call->job->arena;
  for (size_t i = 0; i < targets->len && i < TARGETS_MAX; i++) {
    const StoreSymbol *symbol = &targets->items[i];
    QueryZoomFile zoomed;
    Buf text;
    buf_init(&text, arena, 4u << 20);
    TRY(query_zoom_symbol(z->call->job, z->index, z->reader, &z->zoom, symbol, &zoomed));
    if (z->is_text) {
      QuerySource source;
      TRY(query_source_open(z->call->job, z->index, symbol->path, &source));
      uint32_t from = symbol->full.line;
      if (symbol->doc.to > symbol->doc.from && symbol->doc.from < symbol->full.from) {
        from = query_source_line_at(&source, symbol->doc.from);
      }
      query_source_show(&text, &source, from, symbol->full.end_line);
    } else {
      query_zoom_show(&text, &zoomed);
    }
    add_file(z, &zoomed, str_format(arena, "%.*s:%u %s %.*s", STR_ARG(str_shown(arena, symbol->path, SIZE_MAX)),
                                    symbol->name_span.line, symbol_kind_word(symbol->kind),
                                    STR_ARG(str_shown(arena, query_qualified(arena, symbol), TOOL_SHOWN_NAME))),
             buf_str(&text));
    if (!z->is_text && symbol_kind_is_type(symbol->kind)) TRY(add_elsewhere(z, symbol));
  }
  return OK;
}

/* What a language server shows for it: types that are not written down. */
static Err add_type(Zooming *z, const StoreSymbol *symbol) {
  ToolCall *call = z->call;
  ToolGraph graph = {.index = z->index, .reader = z->reader};
  Str server, type;
  map_init(&graph.sources, call->job->arena);
  TRY(tool_precise_type(call, &graph, symbol, &server, &type));
  if (!type.len) return OK;
  buf_add_format(call->text, "%.*s: %.*s\n", STR_ARG(str_shown(call->job->arena, server, TOOL_SHOWN_WORD)),
                 STR_ARG(str_shown(call->job->arena, type, TOOL_SHOWN_NAME)));
  json_field_str(call->fields, "server", server);
  json_field_str(call->fields, "type", type);
  return OK;
}

static Err show_targets(Zooming *z, const QueryTargets *targets) {
  ToolCall *call = z->call;
  QueryPage page;
  z->is_text = z->depth == 2;
  TRY(zoom_targets(z, targets));
  size_t before = call->text->len;
  TRY(tool_add_page(call, z->index, z->items.items, z->items.len, TOOL_ANSWER_MAX, &page));
  Str shown = str_slice(buf_str(call->text), before, call->text->len);
  if (targets->len > TARGETS_MAX) {
    buf_add_format(call->text, "%d of %zu symbols of that name; qualify it to see others.\n", TARGETS_MAX, targets->len);
  }
  if (!page.first && !page.first_byte) TRY(add_type(z, &targets->items[0]));
  if (z->depth < 2) add_savings(z, z->files.len == 1 ? "the whole file" : "the whole files");
  write_start(z, "symbol");
  json_field_array(call->fields, "files");
  write_parts(z, &page);
  json_end_array(call->fields);
  if (z->depth == 2) json_field_str(call->fields, "text", shown);
  write_end(z, &page);
  return OK;
}

static Err show_nothing(Zooming *z, const QueryTargets *targets) {
  ToolCall *call = z->call;
  Arena *arena = call->job->arena;
  Str target = tool_arg_str(call, "target");
  buf_add_format(call->text, "No file, folder or symbol '%.*s'.\n", STR_ARG(str_shown(arena, target, TOOL_SHOWN_NAME)));
  for (size_t i = 0; i < targets->suggestion_count; i++) {
    buf_add_format(call->text, "%s%.*s", i ? ", " : "There is: ", STR_ARG(str_shown(arena, targets->suggestions[i], TOOL_SHOWN_NAME)));
  }
  if (targets->suggestion_count) buf_add_c(call->text, "\n");
  write_start(z, "nothing");
  tool_write_names(call->fields, "suggestions", targets->suggestions, targets->suggestion_count);
  return tool_add_gaps(call, z->index, true);
}

/* ---- which ---- */

static Err show_named(Zooming *z) {
  Job *job = z->call->job;
  QueryTarget target = {.name = str_trim(tool_arg_str(z->call, "target"))};
  QueryTargets targets;
  StoreFile file;
  TRY(query_targets(job, z->reader, &target, &targets));
  if (!targets.len) return show_nothing(z, &targets);
  if (targets.items[0].kind != SYMBOL_FILE) return show_targets(z, &targets);
  TRY(store_get_file(job, z->reader, targets.items[0].file, &file));
  z->path = file.path;
  return show_file(z, &file);
}

static Err show_target(Zooming *z) {
  Job *job = z->call->job;
  StoreFile file;
  StoreFiles beneath;
  FileStat stat;
  TRY(query_file(job, z->reader, z->path, &file));
  if (file.id.value) return show_file(z, &file);
  TRY(store_list_files(job, z->reader, z->path, &beneath));
  if (beneath.len) return show_folder(z);
  Err err = root_stat(job, index_files(z->index), z->path, &stat);
  if (err) job_forgive(job);
  if (!err && stat.kind == FILE_REGULAR) return show_file(z, &(StoreFile){.path = z->path, .skip = STR("ignored")});
  return !err && stat.kind == FILE_DIRECTORY ? show_folder(z) : show_named(z);
}

/* Names in code may be longer than a file system takes. */
static bool may_be_path(Str target) {
  if (target.len > PATH_MAX_LEN) return false;
  while (target.len) {
    if (str_cut(&target, '/').len > PART_MAX_LEN) return false;
  }
  return true;
}

static Err read_kinds(ToolCall *call, uint32_t *ret_kinds) {
  const Json *kinds = tool_arg(call, "kind");
  for (size_t i = 0; kinds && i < kinds->count; i++) {
    SymbolKind kind;
    if (!symbol_kind_from_word(kinds->items[i].text, &kind)) {
      return job_fail(call->job, ERR_USAGE, "'%.*s' is no kind of symbol; accepted: %s",
                      STR_ARG(str_shown(call->job->arena, kinds->items[i].text, TOOL_SHOWN_WORD)), SYMBOL_WORDS);
    }
    *ret_kinds |= 1u << kind;
  }
  return OK;
}

static Err run(ToolCall *call) {
  Zooming z = {.call = call, .depth = tool_arg_int(call, "depth"), .zoom.short_values = true};
  Str target = str_trim(tool_arg_str(call, "target")), visibility = tool_arg_str(call, "visibility");
  z.zoom.all = visibility.len ? str_eq(visibility, STR("all")) : z.depth > 0;
  TRY(read_kinds(call, &z.zoom.kinds));
  if (!target.len) return job_fail(call->job, ERR_USAGE, "target is blank: give a path or a symbol's name");
  bool is_path = may_be_path(target);
  TRY(tool_place(call, is_path ? target : STR_EMPTY, &z.index, &z.path));
  TRY(index_reader_take(call->job, z.index, &z.reader));
  Err err = is_path ? show_target(&z) : show_named(&z);
  index_reader_return(z.index, z.reader);
  return err ? err : tool_add_gaps(call, z.index, false);
}

static const ToolField args[] = {
    {"target", TOOL_PATH, true, .help = "file, folder or symbol: name, Type.member, file.c:name"},
    {"depth", TOOL_INTEGER, .min = 0, .max = 2, .otherwise = "0", .help = "0: exported signatures; 1: all symbols, docs; 2: text"},
    {"kind", TOOL_STRINGS, .help = "function, class, ..."},
    {"visibility", TOOL_STRING, .choices = "exported|all", .help = "default: by depth"},
    {"recursive", TOOL_BOOLEAN, .help = "inner folders too"},
    {"from", TOOL_INTEGER, .min = 1, .help = "first line (depth 2)"},
    {"to", TOOL_INTEGER, .min = 1, .help = "last line", .listed = ""},
    TOOL_ARG_PRECISE,
    TOOL_ARGS_PAGE,
    TOOL_ARG_REPO,
    {0},
};

static const ToolField symbol_row[] = {
    {"name", TOOL_STRING, true, .help = "its name"},
    {"kind", TOOL_STRING, true, .help = "what it is"},
    {"line", TOOL_INTEGER, true, .help = "first line, from 1"},
    {"endLine", TOOL_INTEGER, true, .help = "last line", .listed = ""},
    {"level", TOOL_INTEGER, true, .help = "0: not inside another one shown"},
    {"signature", TOOL_STRING, true, .help = "as written"},
    {"doc", TOOL_STRING, .help = "its comment as written, or its first sentence"},
    {"exported", TOOL_BOOLEAN, true, .help = "other files can see it"},
    {0},
};

static const ToolField given_row[] = {
    {"from", TOOL_STRING, true, .help = "module, as written"},
    {"names", TOOL_STRINGS, true, .help = "none: all of them"},
    {0},
};

static const ToolField file_row[] = {
    {"path", TOOL_STRING, true, .help = "relative to the workspace"},
    {"language", TOOL_STRING, true, .help = "its language"},
    {"lines", TOOL_INTEGER, true, .help = "of the file"},
    {"symbols", TOOL_OBJECTS, true, .help = "in the file's order", .fields = symbol_row},
    {"reexports", TOOL_OBJECTS, .help = "what it gives on", .fields = given_row},
    {0},
};

static const ToolField left_row[] = {
    {"tests", TOOL_INTEGER, true, .help = "test files"},
    {"bare", TOOL_INTEGER, true, .help = "files without what is asked for"},
    {"unindexed", TOOL_INTEGER, true, .help = "files that are not indexed"},
    {"folders", TOOL_INTEGER, true, .help = "folders inside"},
    {0},
};

static const ToolField result[] = {
    {"target", TOOL_STRING, true, .help = "its path, or what was asked for"},
    {"is", TOOL_STRING, true, .choices = "file|folder|symbol|text|binary|nothing", .help = "what is shown"},
    {"depth", TOOL_INTEGER, true, .help = "as asked for"},
    {"files", TOOL_OBJECTS, .help = "with their symbols, this page", .fields = file_row},
    {"leftOut", TOOL_OBJECT, .help = "of a folder: how many", .fields = left_row},
    {"server", TOOL_STRING, .help = "language server that was heard about a symbol"},
    {"type", TOOL_STRING, .help = "what it shows for it: the first line"},
    {"text", TOOL_STRING, .help = "numbered lines, at depth 2"},
    {"bytes", TOOL_INTEGER, .help = "of the text asked for"},
    {"lines", TOOL_INTEGER, .help = "of the file, at depth 2"},
    {"tokens", TOOL_INTEGER, .help = "of this answer, estimated: bytes / 4"},
    {"wholeTokens", TOOL_INTEGER, .help = "of the whole files, likewise"},
    {"truncated", TOOL_BOOLEAN, .help = "there is more"},
    {"cursor", TOOL_STRING, .help = "to go on with"},
    {"suggestions", TOOL_STRINGS, .help = "names spelled alike, when nothing matches"},
    {0},
};

const Tool tool_zoom = {
    .name = "zoom",
    .title = "Zoom into code",
    .summary = "Outline a file, folder or symbol: exported signatures, all symbols with docs, or text. Far fewer tokens "
               "than reading files.",
    .help = "A folder, and a file at depth 0, show a line for each symbol with the first sentence of its docs; a symbol, and a "
            "file at depth 1, signatures and docs as written. Of a folder the exports of each file are shown; test files (unless there are no others) and files without exports are left out and counted. Text over 100 KB is read in parts with from "
            "and to.",
    .args = args,
    .result = result,
    .example = "zoom target=src depth=0",
    .toolset = "read",
    .flags = TOOL_CORE | TOOL_READ_ONLY | TOOL_IDEMPOTENT,
    .run = run,
};
