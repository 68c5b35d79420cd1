/* find: symbols by name. */
#include "src/model/glob.h"
#include "src/query/names/names.h"
#include "src/tools/kit/place_internal.h"

static void show_match(ToolCall *call, const StoreSymbol *symbol) {
  Arena *arena = call->job->arena;
  buf_add(call->text, str_shown(arena, symbol->path, SIZE_MAX));
  buf_add_format(call->text, ":%u %s ", symbol->name_span.line, symbol_kind_word(symbol->kind));
  if (symbol->container.len) buf_add_format(call->text, "%.*s.", STR_ARG(str_shown(arena, symbol->container, TOOL_SHOWN_NAME)));
  buf_add(call->text, str_shown(arena, symbol->name, TOOL_SHOWN_NAME));
  if (symbol->signature.len && !str_eq(symbol->signature, symbol->name)) {
    buf_add_format(call->text, "  %.*s", STR_ARG(str_shown(arena, symbol->signature, SIZE_MAX)));
  }
  if (symbol->flags & DEF_DECLARATION) buf_add_c(call->text, "  (declaration)");
  buf_add_byte(call->text, '\n');
}

static void write_match(JsonWriter *out, const StoreSymbol *symbol) {
  json_begin_object(out);
  json_field_str(out, "name", str_head(symbol->name, TOOL_NAME_MAX));
  json_field_str(out, "kind", str_from_c(symbol_kind_word(symbol->kind)));
  json_field_str(out, "path", symbol->path);
  json_field_int(out, "line", symbol->name_span.line);
  json_field_int(out, "endLine", symbol->full.end_line);
  if (symbol->container.len) json_field_str(out, "container", str_head(symbol->container, TOOL_NAME_MAX));
  json_field_str(out, "signature", str_head(symbol->signature, TOOL_NAME_MAX));
  json_field_bool(out, "exported", symbol->flags & DEF_EXPORTED);
  json_end_object(out);
}

/* How many of the matches fit into the answer. */
static size_t show_matches(ToolCall *call, const QueryFind *find, const QueryMatches *matches) {
  Arena *arena = call->job->arena;
  if (matches->fuzzy) {
    buf_add_format(call->text, "Nothing is called '%.*s'; spelled alike:\n",
                   STR_ARG(str_shown(arena, find->query, TOOL_SHOWN_NAME)));
  }
  size_t shown = 0;
  for (; shown < matches->len; shown++) {
    size_t before = call->text->len;
    show_match(call, &matches->items[shown]);
    if (!tool_entry_fits(call, before)) break;
  }
  if (shown < matches->total) {
    buf_add_format(call->text, "%zu of %s%zu shown; narrow by kind, path or a longer name, or raise limit (at most 100).\n",
                   shown, matches->total_is_least ? "more than " : "", matches->total);
  }
  if (matches->passed_over) {
    buf_add_format(call->text, "The name is very common: the best of the first %zu were chosen; kind and path look at all.\n",
                   matches->total - matches->passed_over);
  }
  return shown;
}

static Err show_nothing(ToolCall *call, Index *index, const QueryFind *find, const QueryMatches *matches) {
  Arena *arena = call->job->arena;
  buf_add_format(call->text, "Nothing found for '%.*s'", STR_ARG(str_shown(arena, find->query, TOOL_SHOWN_NAME)));
  if (find->has_kind) buf_add_format(call->text, " of kind %s", symbol_kind_word(find->kind));
  if (find->exported) buf_add_c(call->text, ", exported");
  if (find->path.len) buf_add_format(call->text, " in %.*s", STR_ARG(str_shown(arena, find->path, TOOL_SHOWN_NAME)));
  buf_add_c(call->text, ".\n");
  if (!glob_has_magic(find->path) && !tool_path_exists(call, index, find->path)) {
    buf_add_format(call->text, "There is no file or folder '%.*s' in the workspace.\n", STR_ARG(str_shown(arena, find->path, TOOL_SHOWN_NAME)));
    return tool_add_gaps(call, index, true);
  }
  for (size_t i = 0; i < matches->suggestion_count; i++) {
    buf_add_format(call->text, "%s%.*s", i ? ", " : "There is: ", STR_ARG(str_shown(arena, matches->suggestions[i], TOOL_SHOWN_NAME)));
  }
  if (matches->suggestion_count) buf_add_c(call->text, "\n");
  return tool_add_gaps(call, index, true);
}

static void write_fields(ToolCall *call, const QueryMatches *matches, size_t shown) {
  JsonWriter *out = call->fields;
  json_field_array(out, "matches");
  for (size_t i = 0; i < shown; i++) write_match(out, &matches->items[i]);
  json_end_array(out);
  json_field_int(out, "total", (int64_t)matches->total);
  json_field_bool(out, "truncated", shown < matches->total || matches->total_is_least);
  tool_write_names(out, "suggestions", matches->suggestions, matches->suggestion_count);
}

static Err run(ToolCall *call) {
  Index *index;
  StoreReader *reader;
  QueryMatches matches;
  QueryFind find = {.query = str_trim(tool_arg_str(call, "query")), .exported = tool_arg_bool(call, "exported"),
                    .limit = (size_t)tool_arg_int(call, "limit")};
  if (find.query.len == 0) return job_fail(call->job, ERR_USAGE, "query is blank: give a name or a part of one");
  find.has_kind = symbol_kind_from_word(tool_arg_str(call, "kind"), &find.kind);
  TRY(tool_place(call, tool_arg_str(call, "path"), &index, &find.path));
  find.index = index;
  TRY(index_reader_take(call->job, index, &reader));
  Err err = query_find(call->job, reader, &find, &matches);
  index_reader_return(index, reader);
  if (err) return err;
  size_t shown = show_matches(call, &find, &matches);
  write_fields(call, &matches, shown);
  return matches.total ? tool_add_gaps(call, index, false) : show_nothing(call, index, &find, &matches);
}

static const ToolField args[] = {
    {"query", TOOL_STRING, true, .help = "name, part of one, glob (get_*), or qualified: file.c:name, Type.member"},
    {"kind", TOOL_STRING, .choices = SYMBOL_CHOICES, .help = "only this kind", .listed = "function, class, ..."},
    {"exported", TOOL_BOOLEAN, .help = "only what other files can see"},
    {"path", TOOL_PATH, .help = "only in this file, directory or glob"},
    {"limit", TOOL_INTEGER, .min = 1, .max = 100, .otherwise = "10", .help = "matches to show", .listed = ""},
    TOOL_ARG_REPO,
    {0},
};

static const ToolField match_row[] = {
    {"name", TOOL_STRING, true, .help = "its name"},
    {"kind", TOOL_STRING, true, .help = "what it is"},
    {"path", TOOL_STRING, true, .help = "file, relative to the workspace"},
    {"line", TOOL_INTEGER, true, .help = "line of the name, from 1"},
    {"endLine", TOOL_INTEGER, true, .help = "last line of the definition"},
    {"container", TOOL_STRING, .help = "what it belongs to"},
    {"signature", TOOL_STRING, true, .help = "declaration without body"},
    {"exported", TOOL_BOOLEAN, true, .help = "other files can see it"},
    {0},
};

static const ToolField result[] = {
    {"matches", TOOL_OBJECTS, true, .help = "best first", .fields = match_row},
    {"total", TOOL_INTEGER, true, .help = "matches before the limit"},
    {"truncated", TOOL_BOOLEAN, true, .help = "there are more than shown"},
    {"suggestions", TOOL_STRINGS, true, .help = "names spelled alike, when nothing matches"},
    {0},
};

const Tool tool_find_symbols = {
    .name = "find",
    .title = "Find symbols",
    .summary = "Find symbols by name: exact, partial, glob or misspelt. Gives path:line, kind and signature, best first.",
    .help = "Exact names come first, then names that begin with the query or contain its words; within these, what is "
            "exported and much used before the rest, tests and generated code last. When there is "
            "none, names that contain it as a part are shown, or else names spelled alike, marked as such. A qualified query is "
            "never answered with another name: near ones are only suggested.",
    .args = args,
    .result = result,
    .example = "find query=main kind=function",
    .toolset = "read",
    .flags = TOOL_CORE | TOOL_READ_ONLY | TOOL_IDEMPOTENT,
    .run = run,
};
