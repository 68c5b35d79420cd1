/* overview: what a repository is, for somebody who sees it for the first time. */
#include "src/query/names/names.h"
#include "src/query/workspace/workspace.h"
#include "src/tools/kit/place_internal.h"

#define LANGUAGES_SHOWN 8

/* Every program has a main: the file tells which. */
static Str symbol_name(Arena *arena, const StoreSymbol *symbol) {
  if (str_eq(symbol->name, STR("main")) && !symbol->container.len) {
    return str_format(arena, "%.*s:main", STR_ARG(str_shown(arena, symbol->path, SIZE_MAX)));
  }
  return str_shown(arena, query_qualified(arena, symbol), TOOL_SHOWN_NAME);
}

/* The name is that of the folder: a repository need not have any other. */
static void add_head(ToolCall *call, Str root, const QueryShape *shape) {
  Arena *arena = call->job->arena;
  Answer *out = call->answer;
  const StoreCounts *counts = &shape->counts;
  size_t slash = str_find_last_byte(root, '/');
  answer_show(out, slash == STR_NONE ? root : str_slice(root, slash + 1, root.len), SIZE_MAX);
  if (shape->about.len) answer_say(out, ": %.*s", STR_ARG(str_shown(arena, shape->about, 160)));
  answer_say(out, "\n%.*s files, %.*s symbols, %.*s edges; %.1f MB of source\n", STR_ARG(tool_count(arena, (int64_t)counts->files)),
             STR_ARG(tool_count(arena, (int64_t)counts->symbols)), STR_ARG(tool_count(arena, (int64_t)counts->edges)),
             (double)counts->bytes / 1e6);
  answer_field_str(out, "about", str_head(shape->about, ANSWER_NAME_MAX));
  answer_field_int(out, "files", (int64_t)counts->files);
  answer_field_int(out, "symbols", (int64_t)counts->symbols);
  answer_field_int(out, "bytes", (int64_t)counts->bytes);
}

/* The text has the largest few in one line, the fields all of them. */
static void add_languages(Answer *out, const StoreCounts *counts) {
  answer_begin_list(out, "languages");
  for (size_t i = 0; i < counts->language_count; i++) {
    const StoreLanguages *one = &counts->languages[i];
    if (i < LANGUAGES_SHOWN) answer_say(out, "%s%.*s %zu", i ? ", " : "Languages: ", STR_ARG(one->language), one->files);
    answer_begin_row(out);
    answer_field_str(out, "language", one->language);
    answer_field_int(out, "files", (int64_t)one->files);
    answer_end(out);
  }
  answer_end(out);
  if (counts->language_count) answer_say(out, "\n");
}

/* `  path:line`, and the fields name, path and line. */
static void add_place(Answer *out, const StoreSymbol *symbol) {
  answer_say(out, "  ");
  answer_field_str(out, "name", str_head(symbol->name, ANSWER_NAME_MAX));
  answer_place(out, "path", symbol->path, NULL, symbol->kind == SYMBOL_FILE ? 0 : symbol->name_span.line);
  answer_field_int(out, "line", symbol->name_span.line);
}

/* Where execution begins: a reader who wants to understand the program starts
 * there. */
static void add_entries(ToolCall *call, const QueryShape *shape) {
  Answer *out = call->answer;
  if (shape->entry_count) answer_say(out, "\n");
  if (shape->entry_count) answer_heading(out, "Starts at:");
  answer_begin_list(out, "entries");
  for (size_t i = 0; i < shape->entry_count; i++) {
    const StoreSymbol *one = &shape->entries[i];
    answer_begin_row(out);
    add_place(out, one);
    if (one->kind != SYMBOL_FILE) {
      answer_column(out, " ");
      answer_name(out, NULL, query_qualified(call->job->arena, one));
    }
    answer_say(out, "\n");
    answer_end(out);
  }
  answer_end(out);
}

/* A folder's count has everything beneath it. */
static void add_folders(Answer *out, const QueryShape *shape) {
  if (shape->folder_count) answer_say(out, "\n");
  if (shape->folder_count) answer_heading(out, "Main folders:");
  answer_begin_list(out, "folders");
  for (size_t i = 0; i < shape->folder_count; i++) {
    const QueryFolder *one = &shape->folders[i];
    answer_begin_row(out);
    answer_say(out, "  ");
    answer_path(out, "path", one->path);
    answer_say(out, "/");
    answer_column(out, "  ");
    answer_count(out, "files", one->files);
    answer_say(out, one->files == 1 ? " file, " : " files, ");
    answer_count(out, "symbols", one->symbols);
    answer_say(out, " symbols\n");
    answer_end(out);
  }
  answer_end(out);
}

/* Uses from other files, since what is used within its own file only is no way
 * into the repository. */
static void add_central(ToolCall *call, const QueryShape *shape) {
  Answer *out = call->answer;
  if (shape->central_count) answer_say(out, "\n");
  if (shape->central_count) answer_heading(out, "Most used from other files:");
  answer_begin_list(out, "central");
  for (size_t i = 0; i < shape->central_count; i++) {
    const QueryCentral *one = &shape->central[i];
    answer_begin_row(out);
    add_place(out, &one->symbol);
    answer_column(out, " ");
    answer_put(out, symbol_name(call->job->arena, &one->symbol));
    answer_say(out, "  ");
    answer_count(out, "uses", one->uses);
    answer_say(out, one->uses == 1 ? " use\n" : " uses\n");
    answer_end(out);
  }
  answer_end(out);
}

/* Something to go on with. A model that sees the tools for the first time
 * learns their arguments from calls that work in this repository. */
typedef struct Question {
  Str words;
  Str call; /* a tool with its arguments */
} Question;

/* `questions` has room for four. Each is a call that works here as it
 * stands. */
static size_t make_questions(Arena *arena, const QueryShape *shape, Question *questions) {
  size_t count = 0;
  const StoreSymbol *central = shape->central_count ? &shape->central[0].symbol : NULL;
  /* Two questions about the same symbol would show less of the repository. */
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
  /* Only to fill up where the graph had little to ask about. */
  if (shape->folder_count && count < 3) {
    Str path = str_shown(arena, shape->folders[0].path, SIZE_MAX);
    questions[count++] = (Question){str_format(arena, "What does %.*s/ offer?", STR_ARG(path)),
                                    str_format(arena, "zoom target='%.*s'", STR_ARG(path))};
  }
  return count;
}

static void add_questions(Answer *out, const Question *questions, size_t count) {
  if (count) answer_say(out, "\n");
  if (count) answer_heading(out, "Ask, for example:");
  answer_begin_list(out, "questions");
  for (size_t i = 0; i < count; i++) answer_next(out, "question", questions[i].words, "call", questions[i].call);
  answer_end(out);
}

static Err run(ToolCall *call) {
  Index *index;
  StoreReader *reader;
  QueryShape shape;
  Question questions[4];
  Str ignored;
  TRY(tool_place(call, STR_EMPTY, &index, &ignored));
  TRY(index_reader_take(call->job, index, &reader));
  Err err = query_shape(call->job, index, reader, tool_arg_bool(call, "brief"), &shape);
  /* The shape is complete and in the call's arena; writing needs no reader. */
  index_reader_return(index, reader);
  if (err) return err;
  add_head(call, index_root(index), &shape);
  add_languages(call->answer, &shape.counts);
  add_entries(call, &shape);
  add_folders(call->answer, &shape);
  add_central(call, &shape);
  add_questions(call->answer, questions, make_questions(call->job->arena, &shape, questions));
  return tool_add_gaps(call, index, false);
}

static const ToolField args[] = {
    {"brief", TOOL_BOOLEAN, .help = "without where it starts, which takes long in a large project", .listed = ""},
    TOOL_ARG_REPO,
    {0},
};

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
