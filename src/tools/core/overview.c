/* overview: what a repository is, for somebody who sees it for the first time. */
#include "src/query/names/names.h"
#include "src/query/workspace/workspace.h"
#include "src/tools/kit/place_internal.h"

/* Every program has a main: the file tells which. */
static Str symbol_name(Arena *arena, const StoreSymbol *symbol) {
  if (str_eq(symbol->name, STR("main")) && !symbol->container.len) {
    return str_format(arena, "%.*s:main", STR_ARG(str_shown(arena, symbol->path, SIZE_MAX)));
  }
  return str_shown(arena, query_qualified(arena, symbol), TOOL_SHOWN_NAME);
}

static Str place_of(Arena *arena, const StoreSymbol *symbol) {
  Str path = str_shown(arena, symbol->path, SIZE_MAX);
  return symbol->kind == SYMBOL_FILE ? path : str_format(arena, "%.*s:%u", STR_ARG(path), symbol->name_span.line);
}

static void show_head(ToolCall *call, Str root, const QueryShape *shape) {
  Arena *arena = call->job->arena;
  const StoreCounts *counts = &shape->counts;
  size_t slash = str_find_last_byte(root, '/');
  Str name = slash == STR_NONE ? root : str_slice(root, slash + 1, root.len);
  buf_add_format(call->text, "%.*s", STR_ARG(str_shown(arena, name, SIZE_MAX)));
  if (shape->about.len) buf_add_format(call->text, ": %.*s", STR_ARG(str_shown(arena, shape->about, 160)));
  buf_add_format(call->text, "\n%.*s files, %.*s symbols, %.*s edges; %.1f MB of source\n",
                 STR_ARG(tool_count(arena, (int64_t)counts->files)), STR_ARG(tool_count(arena, (int64_t)counts->symbols)),
                 STR_ARG(tool_count(arena, (int64_t)counts->edges)), (double)counts->bytes / 1e6);
  for (size_t i = 0; i < counts->language_count && i < 8; i++) {
    const StoreLanguages *one = &counts->languages[i];
    buf_add_format(call->text, "%s%.*s %zu", i ? ", " : "Languages: ", STR_ARG(one->language), one->files);
  }
  if (counts->language_count) buf_add_byte(call->text, '\n');
}

static void show_lists(ToolCall *call, const QueryShape *shape) {
  Arena *arena = call->job->arena;
  Buf *text = call->text;
  if (shape->entry_count) buf_add_c(text, "\nStarts at:\n");
  for (size_t i = 0; i < shape->entry_count; i++) {
    const StoreSymbol *one = &shape->entries[i];
    buf_add_format(text, "  %.*s", STR_ARG(place_of(arena, one)));
    if (one->kind != SYMBOL_FILE) buf_add_format(text, " %.*s", STR_ARG(str_shown(arena, query_qualified(arena, one), TOOL_SHOWN_NAME)));
    buf_add_byte(text, '\n');
  }
  if (shape->folder_count) buf_add_c(text, "\nMain folders:\n");
  for (size_t i = 0; i < shape->folder_count; i++) {
    const QueryFolder *one = &shape->folders[i];
    buf_add_format(text, "  %.*s/  %zu file%s, %zu symbols\n", STR_ARG(str_shown(arena, one->path, SIZE_MAX)), one->files,
                   one->files == 1 ? "" : "s", one->symbols);
  }
  if (shape->central_count) buf_add_c(text, "\nMost used from other files:\n");
  for (size_t i = 0; i < shape->central_count; i++) {
    const QueryCentral *one = &shape->central[i];
    buf_add_format(text, "  %.*s %.*s  %zu use%s\n", STR_ARG(place_of(arena, &one->symbol)),
                   STR_ARG(symbol_name(arena, &one->symbol)), one->uses, one->uses == 1 ? "" : "s");
  }
}

typedef struct Question {
  Str words;
  Str call; /* a tool with its arguments */
} Question;

static size_t make_questions(Arena *arena, const QueryShape *shape, Question *questions) {
  size_t count = 0;
  const StoreSymbol *central = shape->central_count ? &shape->central[0].symbol : NULL;
  const StoreSymbol *second = shape->central_count > 1 ? &shape->central[1].symbol : central;
  if (second) {
    Str name = symbol_name(arena, second);
    questions[count++] = (Question){str_format(arena, "How does %.*s work?", STR_ARG(name)),
                                    str_format(arena, "explore query='how does %.*s work'", STR_ARG(name))};
  }
  if (central) {
    Str name = symbol_name(arena, central);
    questions[count++] = (Question){str_format(arena, "What breaks if I change %.*s?", STR_ARG(name)),
                                    str_format(arena, "impact target='%.*s'", STR_ARG(name))};
  }
  if (shape->has_path) {
    Str from = symbol_name(arena, &shape->from), to = symbol_name(arena, &shape->to);
    questions[count++] = (Question){str_format(arena, "How does %.*s reach %.*s?", STR_ARG(from), STR_ARG(to)),
                                    str_format(arena, "trace from='%.*s' to='%.*s'", STR_ARG(from), STR_ARG(to))};
  }
  if (shape->folder_count && count < 3) {
    Str path = str_shown(arena, shape->folders[0].path, SIZE_MAX);
    questions[count++] = (Question){str_format(arena, "What does %.*s/ offer?", STR_ARG(path)),
                                    str_format(arena, "zoom target='%.*s'", STR_ARG(path))};
  }
  return count;
}

static void show_questions(ToolCall *call, const Question *questions, size_t count) {
  if (count) buf_add_c(call->text, "\nAsk, for example:\n");
  for (size_t i = 0; i < count; i++) {
    buf_add_format(call->text, "  %.*s\n    %.*s\n", STR_ARG(questions[i].words), STR_ARG(questions[i].call));
  }
}

static void write_symbols(JsonWriter *out, const QueryShape *shape) {
  json_field_array(out, "entries");
  for (size_t i = 0; i < shape->entry_count; i++) {
    json_begin_object(out);
    json_field_str(out, "name", str_head(shape->entries[i].name, TOOL_NAME_MAX));
    json_field_str(out, "path", shape->entries[i].path);
    json_field_int(out, "line", shape->entries[i].name_span.line);
    json_end_object(out);
  }
  json_end_array(out);
  json_field_array(out, "central");
  for (size_t i = 0; i < shape->central_count; i++) {
    const QueryCentral *one = &shape->central[i];
    json_begin_object(out);
    json_field_str(out, "name", str_head(one->symbol.name, TOOL_NAME_MAX));
    json_field_str(out, "path", one->symbol.path);
    json_field_int(out, "line", one->symbol.name_span.line);
    json_field_int(out, "uses", (int64_t)one->uses);
    json_end_object(out);
  }
  json_end_array(out);
}

static void write_fields(ToolCall *call, const QueryShape *shape, const Question *questions, size_t count) {
  JsonWriter *out = call->fields;
  json_field_str(out, "about", str_head(shape->about, TOOL_NAME_MAX));
  json_field_int(out, "files", (int64_t)shape->counts.files);
  json_field_int(out, "symbols", (int64_t)shape->counts.symbols);
  json_field_int(out, "bytes", (int64_t)shape->counts.bytes);
  json_field_array(out, "languages");
  for (size_t i = 0; i < shape->counts.language_count; i++) {
    json_begin_object(out);
    json_field_str(out, "language", shape->counts.languages[i].language);
    json_field_int(out, "files", (int64_t)shape->counts.languages[i].files);
    json_end_object(out);
  }
  json_end_array(out);
  write_symbols(out, shape);
  json_field_array(out, "folders");
  for (size_t i = 0; i < shape->folder_count; i++) {
    json_begin_object(out);
    json_field_str(out, "path", shape->folders[i].path);
    json_field_int(out, "files", (int64_t)shape->folders[i].files);
    json_field_int(out, "symbols", (int64_t)shape->folders[i].symbols);
    json_end_object(out);
  }
  json_end_array(out);
  json_field_array(out, "questions");
  for (size_t i = 0; i < count; i++) {
    json_begin_object(out);
    json_field_str(out, "question", questions[i].words);
    json_field_str(out, "call", questions[i].call);
    json_end_object(out);
  }
  json_end_array(out);
}

static Err run(ToolCall *call) {
  Index *index;
  StoreReader *reader;
  QueryShape shape;
  Question questions[4];
  Str ignored;
  TRY(tool_place(call, STR_EMPTY, &index, &ignored));
  TRY(index_reader_take(call->job, index, &reader));
  Err err = query_shape(call->job, index, reader, &shape);
  index_reader_return(index, reader);
  if (err) return err;
  show_head(call, index_root(index), &shape);
  show_lists(call, &shape);
  size_t count = make_questions(call->job->arena, &shape, questions);
  show_questions(call, questions, count);
  write_fields(call, &shape, questions, count);
  return tool_add_gaps(call, index, false);
}

static const ToolField args[] = {TOOL_ARG_REPO, {0}};

static const ToolField language_row[] = {
    {"language", TOOL_STRING, true, .help = "its name"}, {"files", TOOL_INTEGER, true, .help = "indexed"}, {0}};
static const ToolField entry_row[] = {
    {"name", TOOL_STRING, true, .help = "its name, or the file's path"},
    {"path", TOOL_STRING, true, .help = "relative to the workspace"},
    {"line", TOOL_INTEGER, true, .help = "from 1"},
    {0}};
static const ToolField central_row[] = {
    {"name", TOOL_STRING, true, .help = "its name"},
    {"path", TOOL_STRING, true, .help = "relative to the workspace"},
    {"line", TOOL_INTEGER, true, .help = "from 1"},
    {"uses", TOOL_INTEGER, true, .help = "calls from other files"},
    {0}};
static const ToolField folder_row[] = {
    {"path", TOOL_STRING, true, .help = "relative to the workspace"},
    {"files", TOOL_INTEGER, true, .help = "all levels, without tests"},
    {"symbols", TOOL_INTEGER, true, .help = "in them"},
    {0}};
static const ToolField question_row[] = {
    {"question", TOOL_STRING, true, .help = "in words"}, {"call", TOOL_STRING, true, .help = "as a tool with arguments"}, {0}};

static const ToolField result[] = {
    {"about", TOOL_STRING, true, .help = "what its README says first"},
    {"files", TOOL_INTEGER, true, .help = "indexed"},
    {"symbols", TOOL_INTEGER, true, .help = "in them"},
    {"bytes", TOOL_INTEGER, true, .help = "of source"},
    {"languages", TOOL_OBJECTS, true, .help = "most files first", .fields = language_row},
    {"entries", TOOL_OBJECTS, true, .help = "where it starts", .fields = entry_row},
    {"central", TOOL_OBJECTS, true, .help = "most used from other files", .fields = central_row},
    {"folders", TOOL_OBJECTS, true, .help = "most symbols first", .fields = folder_row},
    {"questions", TOOL_OBJECTS, true, .help = "that can be asked about it", .fields = question_row},
    {0}};

const Tool tool_overview = {
    .name = "overview",
    .title = "What this repository is",
    .summary = "Say what a repository is: languages, size, where it starts, main folders, most used symbols, and what to ask next.",
    .args = args,
    .result = result,
    .example = "overview",
    .toolset = "read",
    .flags = TOOL_READ_ONLY | TOOL_IDEMPOTENT,
    .run = run,
};
