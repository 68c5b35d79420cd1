/* zoom: a file, folder or symbol as signatures, all symbols, or text. */
#include "src/base/hash.h"
#include "src/base/vec.h"
#include "src/index/part.h"
#include "src/query/names/names.h"
#include "src/query/source/source.h"
#include "src/tools/kit/form_internal.h"
#include "src/tools/kit/outline_internal.h"
#include "src/tools/kit/parts_internal.h"
#include "src/tools/kit/precise_internal.h"

#define TARGETS_MAX 20 /* symbols of one name that are shown */
#define PATH_MAX_LEN 2000 /* of a target that is looked for on the disk, and of its parts */
#define PART_MAX_LEN 255

/* One call. What the files hold in full and what was shown of it are
 * counted, to tell what the outline saved. */
typedef struct Zooming {
  ToolCall *call;
  Index *index;
  StoreReader *reader;
  QueryZoom zoom;
  int64_t depth;
  Str path;        /* of the target within the workspace */
  size_t whole;    /* bytes of the files that are looked into */
  size_t shown;    /* bytes of the answer that were compared with them */
  bool by_length;  /* symbols: text, unless they are long */
  bool is_outlined; /* one was */
  Map sources;     /* files that were read for it */
  VEC(size_t) bytes; /* by item: of its file; 0: not looked into */
} Zooming;

/* Four bytes to a token: the usual estimate for code, and said as "about". */
static Str tokens(Arena *arena, size_t bytes) { return tool_count(arena, (int64_t)(bytes + 3) / 4); }

/* The fields that every form of the answer has. */
static void add_start(Zooming *z, const char *what) {
  answer_field_str(z->call->answer, "target", z->path);
  answer_field_str(z->call->answer, "is", str_from_c(what));
  answer_field_int(z->call->answer, "depth", z->depth);
}

/* What it cost and what it would have cost; without a comparison the whole
 * text counts. */
static void add_end(Zooming *z, const AnswerPaged *paged) {
  Answer *out = z->call->answer;
  answer_field_int(out, "tokens", (int64_t)((z->shown ? z->shown : answer_text(out).len) + 3) / 4);
  answer_field_int(out, "wholeTokens", (int64_t)(z->whole + 3) / 4);
  answer_field_bool(out, "truncated", paged->cursor.len > 0);
  if (paged->cursor.len) answer_field_str(out, "cursor", paged->cursor);
}

/* ---- one file ---- */

/* How many symbols there are and how many are shown: a reader sees that
 * something is hidden. */
static Str file_heading(Arena *arena, const QueryZoomFile *zoomed) {
  return str_format(arena, "%.*s  %.*s, %u lines; %zu of %zu symbols",
                    STR_ARG(str_shown(arena, zoomed->file.path, SIZE_MAX)), STR_ARG(zoomed->file.language),
                    zoomed->lines, zoomed->count, zoomed->total);
}

/* Nothing is said where nothing was saved. */
static void add_savings(Zooming *z, const char *of_what) {
  Arena *arena = z->call->job->arena;
  size_t shown = z->shown = answer_text(z->call->answer).len;
  if (shown >= z->whole) return;
  answer_note(z->call->answer, "About %.*s tokens instead of %.*s for %s.", STR_ARG(tokens(arena, shown)),
              STR_ARG(tokens(arena, z->whole)), of_what);
}

/* An item a symbol, with the declaration that repeats it. */
static void add_symbols(Answer *out, const QueryZoomFile *zoomed) {
  answer_begin_list(out, "symbols");
  for (size_t i = 0; i < zoomed->count;) {
    answer_begin_item(out, &(AnswerItem){0});
    do {
      tool_outline_symbol(out, &zoomed->symbols[i++], zoomed->brief);
    } while (i < zoomed->count && zoomed->symbols[i].is_repeated);
    answer_end(out);
  }
  answer_end(out);
}

/* One item for all that is re-exported. */
static void add_reexports(ToolCall *call, const QueryZoomFile *zoomed) {
  Answer *out = call->answer;
  if (!zoomed->given_on.len) return;
  answer_begin_list(out, "reexports");
  answer_begin_item(out, &(AnswerItem){.splits = true});
  for (size_t i = 0; i < zoomed->given_on.len; i++) {
    answer_part(out);
    tool_outline_import(call, &zoomed->given_on.items[i], false);
  }
  answer_end(out);
  answer_end(out);
}

/* An empty outline says why: all is private, or of other kinds. */
static Err show_symbols(Zooming *z, const StoreFile *file) {
  ToolCall *call = z->call;
  Answer *out = call->answer;
  QueryZoomFile zoomed;
  AnswerPaged paged;
  TRY(query_zoom_file(call->job, z->index, z->reader, &z->zoom, file, &zoomed));
  z->whole = zoomed.bytes;
  answer_heading(out, "%.*s", STR_ARG(file_heading(call->job->arena, &zoomed)));
  if (!zoomed.count && !zoomed.given_on.len) {
    answer_warn(out, "Nothing %s here%s.", z->zoom.kinds ? "of these kinds" : "exported",
                zoomed.total ? "; depth 1 shows all symbols" : "");
  }
  add_start(z, "file");
  answer_begin_list(out, "files");
  answer_begin_row(out);
  tool_outline_fields(out, &zoomed);
  tool_begin_page_over(call, TOOL_ANSWER_MAX);
  add_symbols(out, &zoomed);
  add_reexports(call, &zoomed);
  TRY(tool_end_page(call, z->index, answer_page_hash(out), &paged));
  answer_end(out);
  answer_end(out);
  add_savings(z, "the whole file");
  add_end(z, &paged);
  return OK;
}

/* ---- text ---- */

/* Too much to show: names the next call that would work, with its numbers,
 * rather than cutting the text somewhere. */
static Err tell_size(Zooming *z, const QuerySource *source, uint32_t from, uint32_t to, size_t bytes) {
  ToolCall *call = z->call;
  Arena *arena = call->job->arena;
  uint32_t end = from;
  while (end < to && source->starts[end + 1] - source->starts[from - 1] <= QUERY_ZOOM_TEXT_MAX) end++;
  answer_path(call->answer, NULL, source->path);
  answer_say(call->answer,
             ": lines %u to %u are %.*s bytes, more than the %.*s that are shown at once. Read it in parts: "
             "from=%u to=%u, then from=%u; or zoom at depth 1 for its symbols with their lines.\n",
             from, to, STR_ARG(tool_count(arena, (int64_t)bytes)), STR_ARG(tool_count(arena, (int64_t)QUERY_ZOOM_TEXT_MAX)), from,
             end, end + 1);
  add_start(z, "text");
  answer_field_int(call->answer, "bytes", (int64_t)bytes);
  answer_field_int(call->answer, "lines", source->lines);
  add_end(z, &(AnswerPaged){0});
  return OK;
}

/* An item a line. */
static Err show_lines(Zooming *z, const QuerySource *source, uint32_t from, uint32_t to) {
  ToolCall *call = z->call;
  Answer *out = call->answer;
  AnswerPaged paged;
  if (from < 1) from = 1;
  if (to > source->lines) to = source->lines;
  size_t bytes = from <= to ? source->starts[to] - source->starts[from - 1] : 0;
  z->whole = source->text.len;
  if (bytes > QUERY_ZOOM_TEXT_MAX) return tell_size(z, source, from, to, bytes);
  answer_path(out, NULL, source->path);
  answer_say(out, "  lines %u to %u of %u\n", from, to, source->lines);
  size_t before = answer_text(out).len;
  tool_begin_page(call, NULL, TOOL_ANSWER_MAX);
  for (uint32_t line = from; line <= to; line++) {
    answer_begin_item(out, &(AnswerItem){0});
    query_source_add(call->job, out, source, line, line);
    answer_end(out);
  }
  TRY(tool_end_page(call, z->index, answer_page_hash(out), &paged));
  add_start(z, "text");
  answer_field_int(out, "bytes", (int64_t)bytes);
  answer_field_int(out, "lines", source->lines);
  answer_field_shown(out, "text", before);
  add_end(z, &paged);
  return OK;
}

/* Schema bounds keep the number positive; far beyond any file it is as good as
 * the greatest line there can be, and must not wrap around to a small one. */
static uint32_t line_number(int64_t number) { return number < INT32_MAX ? (uint32_t)number : INT32_MAX; }

/* As the client sees it now, not from the index. */
static Err show_text(Zooming *z, Str path, uint32_t from, uint32_t to) {
  QuerySource source;
  FileStat stat;
  Job *job = z->call->job;
  if (tool_arg(z->call, "from")) from = line_number(tool_arg_int(z->call, "from"));
  if (tool_arg(z->call, "to")) to = line_number(tool_arg_int(z->call, "to"));
  if (from > to) return job_fail(job, ERR_USAGE, "from (%u) is after to (%u)", from, to);
  TRY(root_stat(job, index_files(z->index), path, &stat));
  TRY(tool_source_open(z->call, z->index, path, &source));
  /* Line 1 of an empty file may be asked for: the answer is then empty, as the
   * file is. Any other line that is not there is a mistake worth an error. */
  if (from > 1 && from > source.lines) {
    return job_fail(job, ERR_USAGE, "from is %u, but '%.*s' has %u lines", from, STR_ARG(str_shown(job->arena, path, SIZE_MAX)),
                    source.lines);
  }
  /* A NUL byte does not occur in source text and would end up in a reply that a
   * terminal shows; its size is all there is to say of such a file. */
  if (memchr(source.text.len ? source.text.ptr : "", 0, source.text.len)) {
    answer_warn(z->call->answer, "%.*s is binary: %.*s bytes, not shown.", STR_ARG(str_shown(job->arena, path, SIZE_MAX)),
                STR_ARG(tool_count(job->arena, (int64_t)stat.size)));
    add_start(z, "binary");
    answer_field_int(z->call->answer, "bytes", (int64_t)stat.size);
    return OK;
  }
  return show_lines(z, &source, from, to);
}

/* Depth 2 is the text itself, and needs no index. */
static Err show_file(Zooming *z, const StoreFile *file) {
  if (z->depth == 2) return show_text(z, file->path, 1, UINT32_MAX);
  z->zoom.brief = z->depth == 0;
  /* A file that was skipped is named with the reason, or its empty outline would
   * look as if there were nothing in it. */
  if (!file->skip.len) return show_symbols(z, file);
  answer_warn(z->call->answer, "%.*s has no symbols: it is not indexed (%.*s). Depth 2 shows its text.",
              STR_ARG(str_shown(z->call->job->arena, file->path, SIZE_MAX)), STR_ARG(file->skip));
  add_start(z, "file");
  answer_begin_list(z->call->answer, "files");
  answer_end(z->call->answer);
  return OK;
}

/* ---- folders ---- */

/* `Left out: 1 test file, 2 folders.`: how much of each there is, if any. */
static void add_left_out(Answer *out, bool *has_any, size_t count, const char *what) {
  if (!count) return;
  answer_say(out, "%s%zu %s", *has_any ? ", " : "Left out: ", count, what);
  *has_any = true;
}

/* An outline that leaves things out silently is worse than none: a reader
 * concludes that they do not exist. */
static void show_left_out(Zooming *z, const QueryZoomFolder *folder) {
  Answer *out = z->call->answer;
  bool has_any = false;
  const char *what = z->zoom.kinds ? "of these kinds" : z->zoom.all ? "symbols" : "exports";
  Str bare = str_format(z->call->job->arena, "file%s %s %s", folder->bare == 1 ? "" : "s", z->zoom.kinds ? "with nothing" : "without", what);
  add_left_out(out, &has_any, folder->tests, folder->tests == 1 ? "test file" : "test files");
  add_left_out(out, &has_any, folder->bare, bare.ptr);
  add_left_out(out, &has_any, folder->unindexed, folder->unindexed == 1 ? "file that is not indexed" : "files that are not indexed");
  add_left_out(out, &has_any, folder->folders, folder->folders == 1 ? "folder (recursive shows it)" : "folders (recursive shows them)");
  if (has_any) answer_say(out, ".\n");
  if (!folder->len && folder->bare && !z->zoom.kinds && !z->zoom.all) answer_note(out, "Depth 1 shows all symbols.");
  answer_begin_object(out, "leftOut");
  answer_field_int(out, "tests", (int64_t)folder->tests);
  answer_field_int(out, "bare", (int64_t)folder->bare);
  answer_field_int(out, "unindexed", (int64_t)folder->unindexed);
  answer_field_int(out, "folders", (int64_t)folder->folders);
  answer_end(out);
}

/* An item a file; only those that can be on this page are looked into. */
static Err add_files(Zooming *z, const QueryZoomFolder *folder) {
  Arena *arena = z->call->job->arena;
  Answer *out = z->call->answer;
  for (size_t i = 0; i < folder->len; i++) {
    QueryZoomFile zoomed = {0};
    if (answer_page_wants(out)) {
      TRY(query_zoom_file(z->call->job, z->index, z->reader, &z->zoom, &folder->files[i], &zoomed));
      Str heading = file_heading(arena, &zoomed);
      if (zoomed.purpose.len) heading = str_format(arena, "%.*s  // %.*s", STR_ARG(heading), STR_ARG(zoomed.purpose));
      answer_begin_item(out, &(AnswerItem){.heading = heading, .splits = true});
      tool_outline_file(z->call, &zoomed);
      answer_end(out);
    } else {
      answer_skip_items(out, 1);
    }
    *vec_add(arena, &z->bytes) = zoomed.bytes;
  }
  return OK;
}

/* A cursor holds while the folder has the same files with the same contents. */
static uint64_t state_of(const QueryZoomFolder *folder) {
  uint64_t state = folder->len;
  for (size_t i = 0; i < folder->len; i++) {
    state = hash_combine(state, hash_combine(hash_str(folder->files[i].path), folder->files[i].hash));
  }
  return state;
}

/* What is left out is counted at the end, with the argument that would show
 * it. */
static Err show_folder(Zooming *z) {
  ToolCall *call = z->call;
  Answer *out = call->answer;
  QueryZoomFolder folder;
  AnswerPaged paged;
  z->zoom.brief = true;
  z->zoom.no_fields = !z->zoom.kinds && z->depth == 0; /* what is in a folder is asked, not how it is made */
  TRY(query_zoom_folder(call->job, z->reader, &z->zoom, z->path, tool_arg_bool(call, "recursive"), &folder));
  Str path = z->path.len ? str_shown(call->job->arena, z->path, SIZE_MAX) : STR(".");
  answer_heading(out, "%.*s/  %zu file%s with %s", STR_ARG(path), folder.len, folder.len == 1 ? "" : "s",
                 z->zoom.all ? "symbols" : "exports");
  if (z->depth == 2) answer_note(out, "(depth 2 is for one file or symbol)");
  if (folder.len) answer_say(out, "\n");
  add_start(z, "folder");
  tool_begin_page(call, "files", TOOL_ANSWER_MAX);
  TRY(add_files(z, &folder));
  TRY(tool_end_page(call, z->index, state_of(&folder), &paged));
  for (size_t i = paged.first; i < paged.first + paged.shown; i++) z->whole += z->bytes.items[i];
  if (folder.len) add_savings(z, paged.shown == 1 ? "the whole file" : "the whole files");
  show_left_out(z, &folder);
  add_end(z, &paged);
  return OK;
}

/* ---- symbols ---- */

/* Members of a type in other files, an item each file. */
static Err add_elsewhere(Zooming *z, const StoreSymbol *type) {
  Arena *arena = z->call->job->arena;
  Answer *out = z->call->answer;
  QueryZoomFiles files;
  TRY(query_zoom_elsewhere(z->call->job, z->index, z->reader, &z->zoom, type, &files));
  for (size_t i = 0; i < files.len; i++) {
    const QueryZoomFile *one = &files.items[i];
    *vec_add(arena, &z->bytes) = one->bytes;
    z->whole += one->bytes;
    Str heading = str_format(arena, "Members in %.*s:", STR_ARG(str_shown(arena, one->file.path, SIZE_MAX)));
    answer_begin_item(out, &(AnswerItem){.heading = heading});
    tool_outline_file(z->call, one);
    answer_end(out);
  }
  return OK;
}

/* The symbol's text, with the comment above it, or what tells how it is made
 * where that is long; NULL: it cannot be read. */
static Err take_form(Zooming *z, const StoreSymbol *symbol, const QueryZoomFile *zoomed, ToolForm *ret_form) {
  const QuerySource *source = query_source_once(z->call->job, z->index, 0, &z->sources, symbol->path);
  ToolGraph graph = {.index = z->index, .reader = z->reader};
  if (!source) return job_fail(z->call->job, ERR_NOT_FOUND, "%.*s cannot be read", STR_ARG(str_shown(z->call->job->arena, symbol->path, SIZE_MAX)));
  TRY(tool_form(z->call, &graph, symbol, source, z->depth == 2 ? TOOL_FORM_ANY : TOOL_FORM_LONG, ret_form));
  if (ret_form->kind != TOOL_FORM_OUTLINE) ret_form->zoomed = *zoomed;
  z->is_outlined |= ret_form->kind != TOOL_FORM_TEXT;
  return OK;
}

/* Some languages let a type's methods stand beside the type. */
static void add_beside(Zooming *z, const ToolForm *form) {
  QueryZoomFile beside = form->zoomed;
  beside.count = 0;
  beside.symbols = ARENA_ARRAY(z->call->job->arena, QueryZoomSymbol, form->zoomed.count);
  for (size_t i = 0; i < form->zoomed.count; i++) {
    uint32_t line = form->zoomed.symbols[i].symbol.full.line;
    if (line < form->from || line > form->to) beside.symbols[beside.count++] = form->zoomed.symbols[i];
  }
  if (!beside.count) return;
  *vec_add(z->call->job->arena, &z->bytes) = 0;
  answer_begin_item(z->call->answer, &(AnswerItem){.heading = STR("Members beside it:"), .splits = true});
  tool_outline_file(z->call, &beside);
  answer_end(z->call->answer);
}

/* One item of the answer for each symbol of the name, so that a page ends
 * between two symbols where it can. */
static Err add_target(Zooming *z, const StoreSymbol *symbol) {
  Arena *arena = z->call->job->arena;
  Answer *out = z->call->answer;
  QueryZoomFile zoomed;
  TRY(query_zoom_symbol(z->call->job, z->index, z->reader, &z->zoom, symbol, &zoomed));
  *vec_add(arena, &z->bytes) = zoomed.bytes;
  z->whole += zoomed.bytes;
  ToolForm form = {.kind = TOOL_FORM_OUTLINE, .zoomed = zoomed};
  bool is_text = z->depth == 2 || z->by_length;
  if (is_text) TRY(take_form(z, symbol, &zoomed, &form));
  Str words = is_text ? tool_form_words(arena, &form) : STR_EMPTY;
  Str heading = str_format(arena, "%.*s:%u %s %.*s%.*s", STR_ARG(str_shown(arena, symbol->path, SIZE_MAX)), symbol->name_span.line,
                           symbol_kind_word(symbol->kind), STR_ARG(tool_symbol_name(arena, symbol)), STR_ARG(words));
  answer_begin_item(out, &(AnswerItem){.heading = heading});
  tool_answer_form(z->call, &form);
  answer_end(out);
  if (z->by_length && form.kind != TOOL_FORM_OUTLINE) add_beside(z, &form);
  /* Or in other files. */
  return z->depth < 2 && symbol_kind_is_type(symbol->kind) ? add_elsewhere(z, symbol) : OK;
}

/* What a language server shows for it: types that are not written down. */
static Err add_type(Zooming *z, const StoreSymbol *symbol) {
  ToolCall *call = z->call;
  ToolGraph graph = {.index = z->index, .reader = z->reader};
  Str server, type;
  map_init(&graph.sources, call->job->arena);
  TRY(tool_precise_type(call, &graph, symbol, &server, &type));
  if (!type.len) return OK;
  answer_say(call->answer, "%.*s: %.*s\n", STR_ARG(str_shown(call->job->arena, server, TOOL_SHOWN_WORD)),
                 STR_ARG(str_shown(call->job->arena, type, TOOL_SHOWN_NAME)));
  answer_field_str(call->answer, "server", server);
  answer_field_str(call->answer, "type", type);
  return OK;
}

/* A struct and its typedef are one text. */
static bool is_repeated(const QueryTargets *targets, size_t at) {
  const StoreSymbol *symbol = &targets->items[at];
  for (size_t i = 0; i < at; i++) {
    const StoreSymbol *other = &targets->items[i];
    if (other->file.value == symbol->file.value && other->full.line == symbol->full.line && other->full.end_line == symbol->full.end_line) return true;
  }
  return false;
}

static Err show_targets(Zooming *z, const QueryTargets *targets) {
  ToolCall *call = z->call;
  Answer *out = call->answer;
  AnswerPaged paged;
  z->by_length = !tool_arg(call, "depth") && z->depth < 2 && !z->zoom.kinds && !tool_arg(call, "visibility");
  if (z->by_length) z->zoom.all = z->zoom.brief = true;
  map_init(&z->sources, call->job->arena);
  add_start(z, "symbol");
  tool_begin_page(call, "files", TOOL_ANSWER_MAX);
  size_t count = z->by_length ? targets->distinct : targets->len; /* a type's text has its constructors */
  for (size_t i = 0; i < count && i < TARGETS_MAX; i++) {
    if (!z->by_length || !is_repeated(targets, i)) TRY(add_target(z, &targets->items[i]));
  }
  TRY(tool_end_page(call, z->index, answer_page_hash(out), &paged));
  if (z->depth == 2 || z->by_length) answer_field_shown(out, "text", 0);
  if (z->is_outlined) answer_note(out, TOOL_FORM_HINT);
  if (count > TARGETS_MAX) answer_note(out, "%d of %zu symbols of that name; qualify it to see others.", TARGETS_MAX, count);
  /* Asking a language server costs time, so later pages do not ask again for
   * what the first one has shown. */
  bool is_first = !tool_arg_str(call, "cursor").len;
  if (is_first) TRY(add_type(z, &targets->items[0]));
  if (z->depth < 2 && !z->by_length) add_savings(z, z->bytes.len == 1 ? "the whole file" : "the whole files");
  add_end(z, &paged);
  return OK;
}

/* Says what is spelled alike, and how much of the workspace is not indexed:
 * the name may be in there. */
static Err show_nothing(Zooming *z, const QueryTargets *targets) {
  ToolCall *call = z->call;
  Str target = str_shown(call->job->arena, tool_arg_str(call, "target"), TOOL_SHOWN_NAME);
  answer_warn(call->answer, "No file, folder or symbol '%.*s'.", STR_ARG(target));
  tool_answer_suggestions(call->answer, targets->suggestions, targets->suggestion_count);
  add_start(z, "nothing");
  answer_field_names(call->answer, "suggestions", targets->suggestions, targets->suggestion_count);
  return tool_add_gaps(call, z->index, true);
}

/* ---- which ---- */

/* The name may be that of a file without its folder: then the target found is
 * the file's own symbol, and the file is shown rather than the symbol. */
static Err show_named(Zooming *z) {
  Job *job = z->call->job;
  QueryTarget target = {.name = str_trim(tool_arg_str(z->call, "target"))};
  QueryTargets targets;
  StoreFile file;
  TRY(query_targets(job, z->reader, &target, &targets));
  if (!targets.len) return show_nothing(z, &targets);
  query_targets_by_place(&targets);
  if (targets.items[0].kind != SYMBOL_FILE) return show_targets(z, &targets);
  TRY(store_get_file(job, z->reader, targets.items[0].file, &file));
  z->path = file.path;
  return show_file(z, &file);
}

/* A target may be a file, a folder or a symbol, and is tried in this order:
 * an indexed path is the cheapest to recognise and the least ambiguous. Files
 * that are ignored are not in the index but may still be read, so the disk is
 * asked before the word is taken for a symbol's name. */
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

/* Words for kinds are checked here, because listing them all in the schema
 * would cost every client their bytes. */
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

/* Who says `full` means the text, of whatever it is. */
static bool wants_whole(const ToolCall *call) { return tool_arg_bool(call, "full") || tool_arg_int(call, "depth") == 2; }

static Err show_parts(ToolCall *call, ToolGraph *graph) {
  return tool_answer_parts(call, graph, &(ToolPartsAsk){tool_arg_str(call, "target"), wants_whole(call)});
}

/* The reader is given back on every way out. Visibility follows the depth
 * unless it is said otherwise: a deeper look is a look at everything. */
static Err run(ToolCall *call) {
  Zooming z = {.call = call, .depth = wants_whole(call) ? 2 : tool_arg_int(call, "depth"), .zoom.short_values = true};
  Str target = str_trim(tool_arg_str(call, "target")), visibility = tool_arg_str(call, "visibility");
  z.zoom.all = visibility.len ? str_eq(visibility, STR("all")) : z.depth > 0;
  TRY(read_kinds(call, &z.zoom.kinds));
  if (!target.len) return job_fail(call->job, ERR_USAGE, "target is blank: give a path or a symbol's name");
  if (tool_is_parts(target)) return tool_graph_run(call, STR_EMPTY, show_parts);
  bool is_path = may_be_path(target);
  TRY(tool_place(call, is_path ? target : STR_EMPTY, &z.index, &z.path));
  TRY(index_reader_take(call->job, z.index, &z.reader));
  z.zoom.texts = tool_unlaid(call, z.index);
  Err err = is_path ? show_target(&z) : show_named(&z);
  index_reader_return(z.index, z.reader);
  return err ? err : tool_add_gaps(call, z.index, false);
}

static const ToolField args[] = {
    {"target", TOOL_PATH, true, .help = "file, folder or symbol: name, Type.member, file.c:name, file.c:120-180; several with commas: their text, up to 30,000 characters"},
    {"depth", TOOL_INTEGER, .min = 0, .max = 2, .otherwise = "0", .help = "0: exported signatures; 1: all symbols, docs; 2: text. Of a symbol, if not given: its text, or its outline when it is long", .listed = "0: signatures; 1: all symbols, docs; 2: text; else a symbol's text, outlined if long"},
    {"full", TOOL_BOOLEAN, .help = "as depth 2: what is long is not outlined", .listed = ""},
    {"kind", TOOL_STRINGS, .help = "function, class, ...", .listed = ""},
    {"visibility", TOOL_STRING, .choices = "exported|all", .help = "default: by depth", .listed = ""},
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
    .brief = "'f, T.m, a.go:10-80': read many functions and ranges in one call; files and folders as outlines",
    .summary = "Read code: functions by name and ranges of lines, many in one call (target 'f, Type.method, a.go:10-80'). "
               "Or outline a class, file or folder.",
    .help = "A folder, and a file at depth 0, show a line for each symbol with the first sentence of its docs; a symbol, and a "
            "file at depth 1, signatures and docs as written. Of a folder the exports of each file are shown; test files (unless there are no others) and files without exports are left out and counted. A symbol of over 120 lines is outlined unless depth is 2: a type by its members, anything else by its signature, the lines that open blocks, leave or call, and \u2026 N lines for what is between. Several places have 30,000 characters together, in the order they are named and each line once; what does not fit beside those before it comes last, and the call that brings the rest stands first. Text over 100 KB is read in parts with from "
            "and to.",
    .args = args,
    .result = result,
    .example = "zoom target=src depth=0",
    .toolset = "read",
    .flags = TOOL_CORE | TOOL_READ_ONLY | TOOL_IDEMPOTENT,
    .run = run,
};
