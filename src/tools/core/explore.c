/* explore: the source that answers a question. */
#include "src/query/explore/explore.h"
#include "src/tools/kit/graph_internal.h"

#define QUESTIONS_MAX 8 /* in one call */

/* What is asked, and what was found. */
typedef struct Asked {
  Str query;
  QueryExplored explored;
} Asked;

/* Which definitions the answer is about. Their source is in the text, in which
 * a program would have to look for them. */
static void add_fields(Answer *out, const Asked *asked, size_t count) {
  size_t symbols = 0, files = 0;
  bool are_names = true;
  for (size_t i = 0; i < count; i++) {
    symbols += asked[i].explored.symbols, files += asked[i].explored.shown_files;
    are_names &= asked[i].explored.is_names;
  }
  answer_field_int(out, "symbols", (int64_t)symbols);
  answer_field_int(out, "files", (int64_t)files);
  answer_field_bool(out, "names", are_names);
  if (asked[count - 1].explored.handle.len) answer_field_str(out, "handle", asked[count - 1].explored.handle);
  answer_begin_list(out, "definitions");
  for (size_t i = 0; i < count; i++) {
    for (size_t k = 0; k < asked[i].explored.symbols; k++) {
      answer_begin_row(out);
      tool_answer_fields(out, &asked[i].explored.definitions[k]);
      answer_field_int(out, "endLine", asked[i].explored.definitions[k].full.end_line);
      answer_end(out);
    }
  }
  answer_end(out);
  answer_begin_list(out, "notes");
  for (size_t i = 0; i < count; i++) {
    for (size_t k = 0; k < asked[i].explored.note_count; k++) answer_item_str(out, asked[i].explored.notes[k].text);
  }
  answer_end(out);
}

static void add_source(ToolCall *call, const Asked *asked) {
  if (asked->explored.note_count) query_explored_add(call->job, call->answer, &asked->explored);
  else answer_warn(call->answer, "Nothing here has a word of '%.*s'. Name a symbol, a file or an option, or search for text.",
                   STR_ARG(str_shown(call->job->arena, asked->query, TOOL_SHOWN_NAME)));
}

/* Several are parted by what was asked. */
static void add_sources(ToolCall *call, const Asked *asked, size_t count) {
  Answer *out = call->answer;
  answer_begin_list(out, "answers");
  for (size_t i = 0; i < count; i++) {
    answer_begin_row(out);
    answer_heading(out, "%s# %.*s", i ? "\n" : "", STR_ARG(str_shown(call->job->arena, asked[i].query, TOOL_SHOWN_NAME)));
    answer_field_str(out, "query", asked[i].query);
    add_source(call, &asked[i]);
    answer_end(out);
  }
  answer_end(out);
}

/* A handle that is lost is said first: the source below may be what the client
 * has already. */
static Err show(ToolCall *call, Index *index, const Asked *asked, size_t count) {
  Answer *out = call->answer;
  bool has_any = false, is_session_shown = false;
  for (size_t i = 0; i < count; i++) has_any |= asked[i].explored.note_count > 0, is_session_shown |= asked[i].explored.is_session_shown;
  const QueryExplored *last = &asked[count - 1].explored;
  if (asked[0].explored.is_handle_lost) answer_warn(out, "The handle is unknown or too old: source may be repeated.");
  if (count == 1) add_source(call, asked);
  else add_sources(call, asked, count);
  if (is_session_shown) {
    answer_note(out, "Lines that this session was shown before are left out; handle=" QUERY_EXPLORE_AFRESH " shows them again.");
  } else if (last->handle.len) {
    answer_note(out, "handle=%.*s keeps a further explore from repeating this source.", STR_ARG(last->handle));
  }
  return tool_add_gaps(call, index, !has_any);
}

/* Room that one question leaves is for those behind it; what one was shown is
 * named for the next. */
static Err explore_each(ToolCall *call, Index *index, Asked *asked, size_t count) {
  size_t left = (size_t)tool_arg_int(call, "max_chars");
  QueryExplore request = {.handle = tool_arg_str(call, "handle"), .session = call->scope->session, .shared = count};
  for (size_t i = 0; i < count; i++) {
    request.query = asked[i].query;
    request.max_chars = left / (count - i);
    TRY(query_explore(call->job, index, &request, &asked[i].explored));
    if (asked[i].explored.handle.len && (request.handle.len || !request.session.len)) request.handle = asked[i].explored.handle;
    size_t used = asked[i].explored.used < left ? asked[i].explored.used : left;
    if (left && i + 1 < count) left -= used < request.max_chars ? used : request.max_chars;
  }
  return OK;
}

static Err read_questions(ToolCall *call, Asked *asked, size_t *ret_count) {
  const Json *also = tool_arg(call, "also");
  size_t count = 0;
  asked[count++].query = str_trim(tool_arg_str(call, "query"));
  for (size_t i = 0; also && i < also->count; i++) asked[count++].query = str_trim(also->items[i].text);
  for (size_t i = 0; i < count; i++) {
    if (!asked[i].query.len) return job_fail(call->job, ERR_USAGE, "query is blank: ask a question, or give names");
  }
  *ret_count = count;
  return OK;
}

static Err run(ToolCall *call) {
  Index *index;
  Str none;
  Asked asked[QUESTIONS_MAX] = {0};
  size_t count = 0;
  TRY(read_questions(call, asked, &count));
  TRY(tool_place(call, STR_EMPTY, &index, &none));
  TRY(explore_each(call, index, asked, count));
  add_fields(call->answer, asked, count);
  return show(call, index, asked, count);
}

static const ToolField args[] = {
    {"query", TOOL_STRING, true, .min = 1, .help = "a question, keywords, or names; \"quoted\" text is looked for verbatim"},
    {"also", TOOL_STRINGS, .min = 0, .max = QUESTIONS_MAX - 1, .follows = true, .whole = true, .help = "further questions; nothing is shown twice", .listed = "further questions"},
    {"max_chars", TOOL_INTEGER, .min = QUERY_EXPLORE_LEAST, .max = QUERY_EXPLORE_MOST,
     .help = "length of the answer; else 9000 of source that leads, and a line for each of the rest", .listed = ""},
    {"handle", TOOL_STRING, .max = 100, .help = "from an earlier answer, whose source is not repeated; in a session not needed, \"" QUERY_EXPLORE_AFRESH "\" repeats all",
     .listed = "from an earlier answer, whose source is not repeated"},
    TOOL_ARG_REPO,
    {0},
};

static const ToolField definition_row[] = {
    TOOL_SYMBOL_ROWS,
    {"endLine", TOOL_INTEGER, true, .help = "last line of the definition"},
    {0},
};

static const ToolField source_row[] = {
    {"path", TOOL_STRING, true, .help = "file, relative to the workspace"},
    {"from", TOOL_INTEGER, true, .help = "first line"},
    {"to", TOOL_INTEGER, true, .help = "last line"},
    {"text", TOOL_STRING, true, .help = "the lines, numbered"},
    {0},
};

static const ToolField answer_row[] = {
    {"query", TOOL_STRING, true, .help = "the question"},
    {"sources", TOOL_OBJECTS, .help = "neighbouring lines, by file", .fields = source_row},
    {0},
};

static const ToolField result[] = {
    {"symbols", TOOL_INTEGER, true, .help = "definitions shown"},
    {"files", TOOL_INTEGER, true, .help = "files they are from"},
    {"names", TOOL_BOOLEAN, true, .help = "the query was taken for a bag of names"},
    {"definitions", TOOL_OBJECTS, true, .help = "shown, best first; of code outside of them the file", .fields = definition_row},
    {"sources", TOOL_OBJECTS, .help = "neighbouring lines, by file", .fields = source_row},
    {"answers", TOOL_OBJECTS, .help = "instead, of several questions: each with its own", .fields = answer_row},
    {"notes", TOOL_STRINGS, true, .help = "what is said around the source: entry points, where texts stand, flow, what is not shown"},
    {"handle", TOOL_STRING, .help = "stands for the source shown so far, for half an hour"},
    {0},
};

const Tool tool_explore = {
    .name = "explore",
    .title = "Explore",
    .brief = "'QUESTION' ['QUESTION 2' ...]: no name yet; the source that leads, its flow, names of the rest",
    .summary = "Start here: ask how or where something works, or list the names involved. Gives the source that leads, "
               "verbatim by file, with the call flow, and a line for each further definition that may matter.",
    .help = "Definitions are ranked by the words of the question in their names, comments and bodies and by how they are "
            "connected with each other; tests and generated code come last unless asked for. Names that exist are always "
            "shown; what is quoted or has signs in it (--flag, /path, an error's text) is looked for in all files as it is "
            "written. The functions that lead are whole up to 150 lines; other long bodies are cut, what decides nothing "
            "first (\u2026 34 lines), and all bring the constants they use. What is shown needs no second look at the file.",
    .args = args,
    .result = result,
    .example = "explore query='how is a request parsed'",
    .toolset = "read",
    .chars = 40000, /* by tier, and what is said around it */
    .flags = TOOL_CORE | TOOL_READ_ONLY,
    .run = run,
};
