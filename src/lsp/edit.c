/* Edits as servers give them, checked: a WorkspaceEdit in either of its forms,
 * or the text edits of one document. Nothing is applied to any file. A server
 * is not believed: every path must lie in the workspace, every range must be
 * in order and within the text, changes of one text must not overlap, and an
 * edit for another version of a text is refused. One bad part refuses the
 * whole, because half of a rename is worse than none. */
#include <stdlib.h>
#include <string.h>

#include "src/base/vec.h"
#include "src/lsp/ask_internal.h"

/* How much text one edit may make on the way, where files change between. */
#define TEXT_MAX ((size_t)256 << 20)

/* An edit is a list of steps, and a later step may change a file that an
 * earlier one created, moved or changed. `texts` is what files have become so
 * far; `open` are the text edits of the present run, which all refer to the
 * texts before it. */
typedef struct Reading {
  LspReader *reader;
  const Json *annotations;
  LspEdit edit;
  Map open;  /* path -> index + 1 of its item, to which further edits are added */
  Map texts; /* path -> Text, where it is not the one on disk any more */
  size_t made; /* bytes of those */
} Reading;

static const char *whose_edit(const Reading *reading) { return reading->reader->whose ? reading->reader->whose : "the "; }

/* Shown to the reader of the answer, with the path cut to a bearable
 * length. */
static Err refuse(Reading *reading, const char *what, Str path) {
  Job *job = reading->reader->job;
  /* What no server gave came with the call, and is its fault. */
  Err err = reading->reader->whose ? ERR_PROTOCOL : ERR_USAGE;
  const char *whose = whose_edit(reading);
  if (!path.len) return job_fail(job, err, "%sedit cannot be used: %s", whose, what);
  return job_fail(job, err, "%sedit of %.*s cannot be used: %s", whose, STR_ARG(str_shown(job->arena, path, 300)), what);
}

/* Leaving the workspace is an error of its own: callers tell it apart from a
 * server's mistake. */
static Err read_path(Reading *reading, const Json *uri, Str *ret_path) {
  LspReader *reader = reading->reader;
  LspLocation location;
  if (!lsp_read_uri(reader, uri, &location)) return refuse(reading, "it names something that is no file of this machine", STR_EMPTY);
  if (location.is_outside) {
    return job_fail(reader->job, ERR_OUTSIDE, "%sedit leaves the workspace: it would change '%.*s'", whose_edit(reading),
                    STR_ARG(str_shown(reader->job->arena, location.path, 300)));
  }
  *ret_path = location.path;
  return OK;
}

/* NULL: the file does not exist, or cannot be read. */
static const Text *text_of(Reading *reading, Str path) {
  const Text *text = map_get(&reading->texts, path);
  return text ? text : lsp_reader_text(reading->reader, path, false);
}

/* An annotation's label, and whether somebody must agree first. */
static void annotate(Reading *reading, const Json *value, Str *ret_label, bool *ret_needs_confirmation) {
  const Json *id = json_get(value, STR("annotationId"));
  if (!json_is(id, JSON_STRING)) return;
  const Json *annotation = json_get(reading->annotations, id->text);
  *ret_label = lsp_shown_words(reading->reader->job->arena, json_get_str(annotation, STR("label"), id->text));
  *ret_needs_confirmation = json_get_bool(annotation, STR("needsConfirmation"), false);
}

/* ---- text edits ---- */

typedef struct Ordered {
  LspTextEdit edit;
  size_t at;
} Ordered;

/* At one place an insertion comes before a replacement, as it must: both begin
 * there and the insertion ends there. */
static int compare_edits(const void *a, const void *b) {
  const Ordered *left = a, *right = b;
  const LspRange *one = &left->edit.range, *two = &right->edit.range;
  if (one->start_byte != two->start_byte) return one->start_byte < two->start_byte ? -1 : 1;
  if (one->end_byte != two->end_byte) return one->end_byte < two->end_byte ? -1 : 1;
  return left->at < right->at ? -1 : left->at > right->at;
}

/* Two equal insertions are two: only replacements can be repeated by mistake
 * without changing what is meant. */
static bool is_same(const LspTextEdit *a, const LspTextEdit *b) {
  return a->range.start_byte == b->range.start_byte && a->range.end_byte == b->range.end_byte &&
         a->range.end_byte > a->range.start_byte && str_eq(a->text, b->text);
}

/* In order of the text; inserts at one place stay in the order given. The same
 * replacement twice is one; any other overlap is refused. */
static Err order_edits(Reading *reading, LspFileEdit *file) {
  Ordered *ordered = ARENA_ARRAY(reading->reader->job->arena, Ordered, file->edit_count);
  for (size_t i = 0; i < file->edit_count; i++) ordered[i] = (Ordered){file->edits[i], i};
  qsort(ordered, file->edit_count, sizeof(Ordered), compare_edits);
  size_t kept = 0;
  for (size_t i = 0; i < file->edit_count; i++) {
    const LspTextEdit *edit = &ordered[i].edit;
    if (kept && is_same(&file->edits[kept - 1], edit)) continue;
    if (kept && edit->range.start_byte < file->edits[kept - 1].range.end_byte) {
      return refuse(reading, "two of its changes overlap", file->path);
    }
    file->edits[kept++] = *edit;
  }
  file->edit_count = kept;
  return OK;
}

static Err read_text_edit(Reading *reading, const Text *text, Str path, const Json *value, LspTextEdit *ret_edit) {
  const Json *new_text = json_get(value, STR("newText"));
  LspTextEdit edit = {0};
  if (!json_is(new_text, JSON_STRING)) return refuse(reading, "a change without a text", path);
  if (!lsp_read_range(reading->reader, text, json_get(value, STR("range")), &edit.range)) {
    return refuse(reading, "a change with a broken range", path);
  }
  edit.text = new_text->text;
  annotate(reading, value, &edit.annotation, &edit.needs_confirmation);
  *ret_edit = edit;
  return OK;
}

/* The item of a file to which text edits are added. The pointer holds until
 * the next item is added. */
static LspFileEdit *item_of(Reading *reading, Str path) {
  uintptr_t index = (uintptr_t)map_get(&reading->open, path);
  if (index) return &reading->edit.items[index - 1];
  *vec_add(reading->reader->job->arena, &reading->edit) = (LspFileEdit){.action = LSP_FILE_EDIT, .path = path};
  map_put(&reading->open, path, (void *)(uintptr_t)reading->edit.len);
  return vec_last(&reading->edit);
}

/* One file may come several times in a run; its edits are gathered in one
 * item. */
static Err read_text_edits(Reading *reading, Str path, const Json *values) {
  Arena *arena = reading->reader->job->arena;
  if (!json_is(values, JSON_ARRAY)) return refuse(reading, "its changes are no list", path);
  if (!values->count) return OK;
  const Text *text = text_of(reading, path);
  if (!text) return refuse(reading, "the file cannot be read", path);
  LspFileEdit *file = item_of(reading, path);
  size_t before = file->edit_count;
  file->edits = arena_grow(arena, file->edits, before * sizeof(LspTextEdit), (before + values->count) * sizeof(LspTextEdit));
  for (size_t i = 0; i < values->count; i++) {
    TRY(read_text_edit(reading, text, path, &values->items[i], &file->edits[before + i]));
  }
  file->edit_count += values->count;
  return OK;
}

/* ---- files ---- */

/* Ordering twice does no harm: what is in order stays. */
static Err order_all(Reading *reading) {
  for (MapEntry *entry = NULL; (entry = map_next(&reading->open, entry));) {
    TRY(order_edits(reading, &reading->edit.items[(uintptr_t)entry->value - 1]));
  }
  return OK;
}

/* Ends a run of text edits: what comes next sees the files with them done. */
static Err settle(Reading *reading) {
  Arena *arena = reading->reader->job->arena;
  TRY(order_all(reading));
  for (MapEntry *entry = NULL; (entry = map_next(&reading->open, entry));) {
    const LspFileEdit *file = &reading->edit.items[(uintptr_t)entry->value - 1];
    Str done = lsp_edit_apply(arena, text_of(reading, file->path)->chars, file);
    reading->made += done.len;
    if (reading->made > TEXT_MAX) return refuse(reading, "it changes more than 256 MB of text", STR_EMPTY);
    Text *text = ARENA_NEW(arena, Text);
    text_take(arena, done, text);
    map_put(&reading->texts, file->path, text);
  }
  map_init(&reading->open, arena);
  return OK;
}

/* A created file begins empty, unless one that exists shall stay. */
static void create_text(Reading *reading, const LspFileEdit *file) {
  Arena *arena = reading->reader->job->arena;
  if (file->ignore_if_exists && !file->overwrite && text_of(reading, file->path)) return;
  Text *text = ARENA_NEW(arena, Text);
  text_take(arena, STR_EMPTY, text);
  map_put(&reading->texts, file->path, text);
}

/* The file before the move keeps its text in `texts`; whoever carries out the
 * edit finds that it is gone. */
static Err read_file_change(Reading *reading, Str kind, const Json *value) {
  const Json *options = json_get(value, STR("options"));
  bool is_rename = str_eq_c(kind, "rename");
  LspFileEdit file = {.overwrite = json_get_bool(options, STR("overwrite"), false),
                      .ignore_if_exists = json_get_bool(options, STR("ignoreIfExists"), false),
                      .recursive = json_get_bool(options, STR("recursive"), false),
                      .ignore_if_not_exists = json_get_bool(options, STR("ignoreIfNotExists"), false)};
  if (is_rename) file.action = LSP_FILE_RENAME;
  else if (str_eq_c(kind, "create")) file.action = LSP_FILE_CREATE;
  else if (str_eq_c(kind, "delete")) file.action = LSP_FILE_DELETE;
  else return refuse(reading, "it wants something other than create, rename and delete", STR_EMPTY);
  TRY(read_path(reading, json_get(value, is_rename ? STR("oldUri") : STR("uri")), &file.path));
  if (is_rename) TRY(read_path(reading, json_get(value, STR("newUri")), &file.new_path));
  annotate(reading, value, &file.annotation, &file.needs_confirmation);
  TRY(settle(reading));
  if (file.action == LSP_FILE_CREATE) create_text(reading, &file);
  const Text *moved = is_rename ? text_of(reading, file.path) : NULL;
  if (moved) map_put(&reading->texts, file.new_path, (void *)(uintptr_t)moved);
  *vec_add(reading->reader->job->arena, &reading->edit) = file;
  return OK;
}

/* A text that this very edit has changed has no version any more; the server
 * counted in its own mind. */
static Err check_version(Reading *reading, Str path, const Json *version) {
  LspReader *reader = reading->reader;
  int64_t given, shown;
  if (!version || version->type == JSON_NULL || map_get(&reading->texts, path)) return OK;
  if (!json_to_int(version, &given)) return refuse(reading, "a version that is no number", path);
  if (!reader->find_version || !reader->find_version(reader->context, path, &shown) || shown == given) return OK;
  return refuse(reading, "it was made for another version of the text", path);
}

static Err read_document_change(Reading *reading, const Json *value) {
  const Json *kind = json_get(value, STR("kind"));
  if (json_is(kind, JSON_STRING)) return read_file_change(reading, kind->text, value);
  const Json *document = json_get(value, STR("textDocument"));
  Str path;
  TRY(read_path(reading, json_get(document, STR("uri")), &path));
  TRY(check_version(reading, path, json_get(document, STR("version"))));
  return read_text_edits(reading, path, json_get(value, STR("edits")));
}

static int compare_files(const void *a, const void *b) {
  return str_compare(((const LspFileEdit *)a)->path, ((const LspFileEdit *)b)->path);
}

/* `changes` has no order of its own: by path. */
static Err read_changes(Reading *reading, const Json *changes) {
  for (size_t i = 0; i < changes->count; i++) {
    Json uri = {.type = JSON_STRING, .text = changes->members[i].name};
    Str path;
    TRY(read_path(reading, &uri, &path));
    TRY(read_text_edits(reading, path, &changes->members[i].value));
  }
  TRY(order_all(reading));
  map_init(&reading->open, reading->reader->job->arena);
  if (reading->edit.len) qsort(reading->edit.items, reading->edit.len, sizeof(LspFileEdit), compare_files);
  return OK;
}

/* The list with an order is preferred to `changes`, as the protocol says. An
 * object with neither is an edit that changes nothing. */
Err lsp_read_edit(LspReader *reader, Str path, const Json *edit, LspEdit *ret_edit) {
  Reading reading = {.reader = reader, .annotations = json_get(edit, STR("changeAnnotations"))};
  const Json *documents = json_get(edit, STR("documentChanges")), *changes = json_get(edit, STR("changes"));
  map_init(&reading.open, reader->job->arena);
  map_init(&reading.texts, reader->job->arena);
  if (json_is(edit, JSON_ARRAY)) {
    TRY(read_text_edits(&reading, path, edit));
  } else if (json_is(documents, JSON_ARRAY)) {
    for (size_t i = 0; i < documents->count; i++) TRY(read_document_change(&reading, &documents->items[i]));
  } else if (json_is(changes, JSON_OBJECT)) {
    TRY(read_changes(&reading, changes));
  } else if (edit && edit->type != JSON_NULL && edit->type != JSON_OBJECT) {
    return refuse(&reading, "it is neither an object nor a list", STR_EMPTY);
  }
  TRY(order_all(&reading));
  *ret_edit = reading.edit;
  return OK;
}

/* Relies on what order_edits made sure of: in order, without overlaps, within
 * the text. */
Str lsp_edit_apply(Arena *arena, Str text, const LspFileEdit *edit) {
  size_t size = text.len, at = 0, len = 0;
  for (size_t i = 0; i < edit->edit_count; i++) size += edit->edits[i].text.len;
  char *out = arena_alloc(arena, size);
  for (size_t i = 0; i <= edit->edit_count; i++) {
    const LspTextEdit *next = i < edit->edit_count ? &edit->edits[i] : NULL;
    Str kept = str_slice(text, at, next ? next->range.start_byte : text.len);
    if (kept.len) memcpy(out + len, kept.ptr, kept.len);
    len += kept.len;
    if (!next) break;
    if (next->text.len) memcpy(out + len, next->text.ptr, next->text.len);
    len += next->text.len;
    at = next->range.end_byte;
  }
  return (Str){out, len};
}
