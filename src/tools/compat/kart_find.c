/* kart_find: every symbol whose name has a part, with kart's fields. */
#include "src/query/names/names.h"
#include "src/query/source/source.h"
#include "src/tools/compat/kart_internal.h"

#define SYMBOLS_MAX 1000

/* What is at hand while the list is written: the text of one file, and whether
 * it could be read. */
typedef struct Finding {
  KartCall *kart;
  Str kind; /* asked for; empty: every one */
  Str path; /* whose text is at hand */
  QuerySource source;
  bool has_source;
} Finding;

/* Symbols come by file: each is read once. */
static bool has_source(Finding *finding, const StoreSymbol *symbol) {
  Job *job = finding->kart->call->job;
  if (!str_eq(finding->path, symbol->path)) {
    finding->path = symbol->path;
    finding->has_source = !query_source_open(job, finding->kart->index, symbol->path, &finding->source);
    if (!finding->has_source) job_forgive(job);
  }
  return finding->has_source;
}

/* Where the statement begins: with the `export` before what is declared. */
static uint32_t begin_of(Finding *finding, const StoreSymbol *symbol) {
  uint32_t from = symbol->full.from;
  if (!(symbol->flags & DEF_EXPORTED) || !has_source(finding, symbol) || from > finding->source.text.len) return from;
  uint32_t start = finding->source.starts[query_source_line_at(&finding->source, from) - 1];
  Str before = str_slice(finding->source.text, start, from), words = str_trim(before);
  if (!str_starts_with(words, STR("export"))) return from;
  for (size_t i = 0; i < words.len; i++) {
    if (words.ptr[i] != ' ' && !(words.ptr[i] >= 'a' && words.ptr[i] <= 'z')) return from;
  }
  return start + (uint32_t)(words.ptr - before.ptr);
}

/* The index knows variables; what they are declared with stands in the line. */
static bool is_var(Finding *finding, const StoreSymbol *symbol) {
  if (!has_source(finding, symbol)) return false;
  Str line = str_trim(query_source_line(&finding->source, symbol->full.line));
  static const char *const before[] = {"export ", "declare "};
  for (size_t i = 0; i < COUNT_OF(before); i++) {
    Str word = str_from_c(before[i]);
    if (str_starts_with(line, word)) line = str_slice(line, word.len, line.len);
  }
  return str_starts_with(line, STR("var "));
}

/* The index knows no difference between the two words for a variable, so what
 * does not fit is left out here, after the limit. */
static void write_symbol(Finding *finding, const StoreSymbol *symbol) {
  Answer *out = finding->kart->call->answer;
  bool var = symbol->kind == SYMBOL_VARIABLE && is_var(finding, symbol);
  if ((str_eq(finding->kind, STR("var")) && !var) || (str_eq(finding->kind, STR("let")) && var)) return;
  answer_begin_row(out);
  answer_field_str(out, "name", str_head(symbol->name, TOOL_NAME_MAX));
  answer_field_str(out, "kind", var ? STR("var") : tool_kart_kind(symbol->kind));
  answer_field_bool(out, "exported", symbol->flags & DEF_EXPORTED);
  answer_field_int(out, "line", symbol->full.line);
  answer_begin_object(out, "range");
  answer_field_int(out, "start", begin_of(finding, symbol));
  answer_field_int(out, "end", symbol->full.to);
  answer_end(out);
  answer_field_str(out, "file", symbol->path);
  answer_end(out);
}

static Err find(KartCall *kart, int64_t start_ms) {
  ToolCall *call = kart->call;
  QueryNamedList list;
  Finding finding = {.kart = kart, .kind = tool_arg_str(call, "kind")};
  QueryNamed named = {.part = tool_arg_str(call, "name"), .kinds = tool_kart_kinds(finding.kind),
                      .has_exported = tool_arg(call, "exported"), .exported = tool_arg_bool(call, "exported"),
                      .path = kart->path, .limit = SYMBOLS_MAX};
  if (kart->path.len) TRY(tool_kart_find_path(kart));
  TRY(query_named(call->job, kart->reader, &named, &list));
  answer_begin_list(call->answer, "symbols");
  for (size_t i = 0; i < list.len; i++) write_symbol(&finding, &list.items[i]);
  answer_end(call->answer);
  answer_field_bool(call->answer, "truncated", list.truncated);
  answer_field_int(call->answer, "fileCount", (int64_t)list.files);
  answer_field_int(call->answer, "durationMs", job_now_ms() - start_ms);
  return OK;
}

static Err run(ToolCall *call) {
  KartCall kart;
  int64_t start_ms = job_now_ms();
  Err err = tool_kart_open(call, tool_arg_str(call, "path"), &kart);
  if (!err) err = find(&kart, start_ms);
  return tool_kart_end(&kart, err);
}

static const ToolField args[] = {
    {"name", TOOL_STRING, true, .help = "part of the name, with its case; empty: all"},
    {"kind", TOOL_STRING, .choices = KART_KINDS "|let|var", .help = "only this kind"},
    {"exported", TOOL_BOOLEAN, .help = "true: only exported ones; false: only others"},
    {"path", TOOL_PATH, .help = "only beneath this folder"},
    TOOL_ARG_MAX_CHARS,
    {0},
};

static const ToolField range_row[] = {
    {"start", TOOL_INTEGER, true, .help = "first byte"},
    {"end", TOOL_INTEGER, true, .help = "byte after the last"},
    {0},
};

static const ToolField symbol_row[] = {
    {"name", TOOL_STRING, true, .help = "its name"},
    {"kind", TOOL_STRING, true, .help = "what it is"},
    {"exported", TOOL_BOOLEAN, true, .help = "other files can see it"},
    {"line", TOOL_INTEGER, true, .help = "from 1"},
    {"range", TOOL_OBJECT, true, .help = "in the file", .fields = range_row},
    {"file", TOOL_STRING, true, .help = "relative to the workspace"},
    {0},
};

static const ToolField result[] = {
    {"symbols", TOOL_OBJECTS, true, .help = "by file and line", .fields = symbol_row},
    {"truncated", TOOL_BOOLEAN, true, .help = "there are more than 1,000"},
    {"fileCount", TOOL_INTEGER, true, .help = "files searched"},
    {"durationMs", TOOL_INTEGER, true, .help = "time taken"},
    {0},
};

const Tool tool_kart_find = {
    .name = "kart_find",
    .title = "Find symbols",
    .summary = "Find symbols of the workspace by a part of their names, their kind, and whether they are exported.",
    .args = args,
    .result = result,
    .example = "kart_find name=main kind=function",
    .toolset = "kart",
    .profiles = "kart",
    .alias_of = "find",
    .flags = TOOL_READ_ONLY | TOOL_IDEMPOTENT | TOOL_STRUCTURED,
    .run = run,
};
