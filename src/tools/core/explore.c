/* explore: the source that answers a question. */
#include "src/query/explore/explore.h"
#include "src/tools/kit/graph_internal.h"

/* Which definitions the answer is about. Their source is in the text, in which
 * a program would have to look for them. */
static void add_fields(Answer *out, const QueryExplored *explored) {
  answer_field_int(out, "symbols", (int64_t)explored->symbols);
  answer_field_int(out, "files", (int64_t)explored->shown_files);
  answer_field_bool(out, "names", explored->is_names);
  if (explored->handle.len) answer_field_str(out, "handle", explored->handle);
  answer_begin_list(out, "definitions");
  for (size_t i = 0; i < explored->symbols; i++) {
    answer_begin_row(out);
    tool_answer_fields(out, &explored->definitions[i]);
    answer_field_int(out, "endLine", explored->definitions[i].full.end_line);
    answer_end(out);
  }
  answer_end(out);
  answer_begin_list(out, "notes");
  for (size_t i = 0; i < explored->note_count; i++) answer_item_str(out, explored->notes[i].text);
  answer_end(out);
}

/* A handle that is lost is said first: the source below may be what the client
 * has already. */
static Err show(ToolCall *call, Index *index, Str query, const QueryExplored *explored) {
  Answer *out = call->answer;
  if (explored->is_handle_lost) answer_warn(out, "The handle is unknown or too old: source may be repeated.");
  if (!explored->note_count) {
    answer_warn(out, "Nothing here has a word of '%.*s'. Name a symbol, a file or an option, or search for text.",
                STR_ARG(str_shown(call->job->arena, query, TOOL_SHOWN_NAME)));
    return tool_add_gaps(call, index, true);
  }
  query_explored_add(call->job, out, explored);
  if (explored->is_session_shown) {
    answer_note(out, "Lines that this session was shown before are left out; handle=" QUERY_EXPLORE_AFRESH " shows them again.");
  } else if (explored->handle.len) {
    answer_note(out, "handle=%.*s keeps a further explore from repeating this source.", STR_ARG(explored->handle));
  }
  return tool_add_gaps(call, index, false);
}

static Err run(ToolCall *call) {
  Index *index;
  Str none;
  QueryExplored explored;
  QueryExplore request = {.query = str_trim(tool_arg_str(call, "query")), .handle = tool_arg_str(call, "handle"), .session = call->scope->session,
                          .max_chars = (size_t)tool_arg_int(call, "max_chars")};
  if (!request.query.len) return job_fail(call->job, ERR_USAGE, "query is blank: ask a question, or give names");
  TRY(tool_place(call, STR_EMPTY, &index, &none));
  TRY(query_explore(call->job, index, &request, &explored));
  add_fields(call->answer, &explored);
  return show(call, index, request.query, &explored);
}

static const ToolField args[] = {
    {"query", TOOL_STRING, true, .min = 1, .help = "a question, keywords, or names; \"quoted\" text is looked for verbatim"},
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

static const ToolField result[] = {
    {"symbols", TOOL_INTEGER, true, .help = "definitions shown"},
    {"files", TOOL_INTEGER, true, .help = "files they are from"},
    {"names", TOOL_BOOLEAN, true, .help = "the query was taken for a bag of names"},
    {"definitions", TOOL_OBJECTS, true, .help = "shown, best first; of code outside of them the file", .fields = definition_row},
    {"sources", TOOL_OBJECTS, .help = "neighbouring lines, by file", .fields = source_row},
    {"notes", TOOL_STRINGS, true, .help = "what is said around the source: entry points, where texts stand, flow, what is not shown"},
    {"handle", TOOL_STRING, .help = "stands for the source shown so far, for half an hour"},
    {0},
};

const Tool tool_explore = {
    .name = "explore",
    .title = "Explore",
    .summary = "Start here: ask how or where something works, or list the names involved. Gives the source that leads, "
               "verbatim by file, with the call flow, and a line for each further definition that may matter.",
    .help = "Definitions are ranked by the words of the question in their names, comments and bodies and by how they are "
            "connected with each other; tests and generated code come last unless asked for. Names that exist are always "
            "shown; what is quoted or has signs in it (--flag, /path, an error's text) is looked for in all files as it is "
            "written. Long bodies are cut to their beginning and the lines that matter (\u2026 34 lines), and bring the "
            "constants they use. What is shown needs no second look at the file.",
    .args = args,
    .result = result,
    .example = "explore query='how is a request parsed'",
    .toolset = "read",
    .chars = 40000, /* by tier, and what is said around it */
    .flags = TOOL_CORE | TOOL_READ_ONLY,
    .run = run,
};
