/* A symbol of a file, by its name, for a question to the file's server. */
#include "src/tools/compat/kart_ask_internal.h"

#define PLACES_MAX 1000
#define TOPS_MAX 5 /* names of the file that are told when the one asked for is not there */

/* ---- errors ---- */

/* kart's names for errors, which its clients compare. NULL: an error that is
 * not the server's. */
static const char *kind_of(Err err) {
  switch (err) {
    case ERR_TIMEOUT:
      return "LspTimeoutError";
    case ERR_UNAVAILABLE:
    case ERR_UNTRUSTED:
    case ERR_CLOSED:
      return "LspError";
    default:
      return NULL;
  }
}

Err tool_kart_fail(ToolCall *call, Err err, const char *instead) {
  Err said = tool_agent_fail(call, err, instead);
  const char *kind = kind_of(said);
  return tool_kart_say(call, kind ? job_prefix(call->job, said, "%s", kind) : said);
}

/* ---- which symbol ---- */

/* The name itself where servers say more: (*T).run, run(int). */
static Str bare_name(Str name) {
  size_t open = str_find_byte(name, '(');
  if (open != STR_NONE && open > 0) name = str_slice(name, 0, open);
  size_t dot = str_find_last_byte(name, '.');
  return str_trim(dot == STR_NONE ? name : str_slice(name, dot + 1, name.len));
}

/* What a symbol belongs to: the nearest before it that is less deep. */
static Str owner_of(const LspSymbols *symbols, size_t at, size_t *ret_at) {
  const LspSymbol *symbol = &symbols->items[at];
  *ret_at = SIZE_MAX;
  for (size_t i = at; symbol->depth && i-- > 0;) {
    if (symbols->items[i].depth >= symbol->depth) continue;
    *ret_at = i;
    return bare_name(symbols->items[i].name);
  }
  return symbol->container;
}

/* Whether a symbol is the one of a dotted name, from its end. */
static bool is_named(const LspSymbols *symbols, size_t at, Str name) {
  Str found = bare_name(symbols->items[at].name);
  while (true) {
    size_t dot = str_find_last_byte(name, '.');
    Str last = dot == STR_NONE ? name : str_slice(name, dot + 1, name.len);
    if (!str_eq(found, last)) return false;
    if (dot == STR_NONE) return true;
    if (at == SIZE_MAX) return false;
    name = str_slice(name, 0, dot);
    found = owner_of(symbols, at, &at);
  }
}

/* The name as the server spells it goes first: it may have dots and brackets
 * of its own. */
static const LspSymbol *find_listed(const LspSymbols *symbols, Str name) {
  for (size_t i = 0; i < symbols->len; i++) {
    if (str_eq(symbols->items[i].name, name)) return &symbols->items[i];
  }
  for (size_t i = 0; i < symbols->len; i++) {
    if (is_named(symbols, i, name)) return &symbols->items[i];
  }
  return NULL;
}

/* Bytes beyond ASCII are letters here: names may have them, and no sign
 * between words has. */
static bool is_word(char c) {
  unsigned char byte = (unsigned char)c;
  return byte_is_word(byte) || byte == '$' || byte >= 0x80;
}

/* The first place from..to where a name stands as a word; STR_NONE: nowhere. */
static size_t find_word(Str text, Str name, size_t from, size_t to) {
  Str part = str_slice(text, 0, to);
  while (name.len && from < part.len) {
    size_t at = str_find(str_slice(part, from, part.len), name);
    if (at == STR_NONE) return STR_NONE;
    at += from;
    size_t end = at + name.len;
    bool is_whole = (at == 0 || !is_word(text.ptr[at - 1]) || !is_word(name.ptr[0])) &&
                    (end >= text.len || !is_word(text.ptr[end]) || !is_word(name.ptr[name.len - 1]));
    if (is_whole) return at;
    from = at + 1;
  }
  return STR_NONE;
}

/* Text positions in all the forms in which questions need them. */
static LspRange range_at(const Text *text, size_t byte, size_t length) {
  return (LspRange){.start = text_to_point(text, byte), .end = text_to_point(text, byte + length),
                    .start_byte = (uint32_t)byte, .end_byte = (uint32_t)(byte + length)};
}

/* Some servers tell only where all of a symbol is: its name comes first there. */
static LspRange name_range(const Text *text, const LspSymbol *symbol) {
  const LspLocation *location = &symbol->location;
  Str name = bare_name(symbol->name);
  if (str_starts_with(str_slice(text->chars, location->range.start_byte, text->chars.len), name)) return location->range;
  size_t at = find_word(text->chars, name, location->whole.start_byte, location->whole.end_byte);
  return at == STR_NONE ? location->range : range_at(text, at, name.len);
}

/* Names at the top of the file are those without a depth; they are what a
 * caller is offered when nothing is near. */
static Err fail_symbol(KartAsk *ask, const LspSymbols *symbols) {
  Str *names = ARENA_ARRAY(ask->call->job->arena, Str, symbols->len + 1);
  Str tops[TOPS_MAX];
  KartNames known = {.all = names, .tops = tops};
  for (size_t i = 0; i < symbols->len; i++) {
    names[known.count++] = bare_name(symbols->items[i].name);
    if (known.top_count < TOPS_MAX && !symbols->items[i].depth) tops[known.top_count++] = bare_name(symbols->items[i].name);
  }
  return tool_kart_no_symbol(ask->call, ask->file.path, ask->symbol, &known);
}

/* One that the server does not list, such as an imported one, is taken where it
 * first stands. */
static Err find_symbol(KartAsk *ask) {
  Job *job = ask->call->job;
  LspSymbols symbols = {0};
  Text text;
  ask->symbol = tool_arg_str(ask->call, "symbol");
  Err err = lsp_ask_document_symbols(job, ask->file.server, ask->file.path, &symbols);
  if (err == ERR_UNAVAILABLE) job_forgive(job);
  else TRY(err);
  TRY(tool_agent_text(&ask->file, &text));
  const LspSymbol *symbol = find_listed(&symbols, ask->symbol);
  if (symbol) {
    ask->range = name_range(&text, symbol);
    return OK;
  }
  size_t at = find_word(text.chars, ask->symbol, 0, text.chars.len);
  if (at == STR_NONE) return fail_symbol(ask, &symbols);
  ask->range = range_at(&text, at, ask->symbol.len);
  return OK;
}

/* ---- a call ---- */

/* No server for such files is no mistake in the arguments. */
static Err take(KartAsk *ask) {
  Job *job = ask->call->job;
  Err err = tool_agent_take(&ask->file, STR_EMPTY);
  if (err != ERR_USAGE) return err;
  job_forgive(job);
  return job_fail(job, ERR_UNAVAILABLE, "%.*s", STR_ARG(ask->file.words));
}

/* A file that is not there has kart's words for it, and no advice what to ask
 * instead. */
static Err run(KartAsk *ask, const char *instead, bool by_symbol, KartAnswer *answer) {
  ToolCall *call = ask->call;
  Err err = tool_agent_open(call, tool_arg_str(call, "path"), &ask->file);
  if (err) return tool_kart_fail(call, tool_kart_outside(call, tool_arg_str(call, "path"), err), NULL);
  err = take(ask);
  if (!err && by_symbol) err = find_symbol(ask);
  if (!err) err = answer(ask);
  tool_agent_close(&ask->file);
  return err ? tool_kart_fail(call, err, instead) : OK;
}

Err tool_kart_ask_symbol(ToolCall *call, const char *instead, KartAnswer *answer) {
  return run(&(KartAsk){.call = call}, instead, true, answer);
}

Err tool_kart_ask_file(ToolCall *call, const char *instead, KartAnswer *answer) {
  return run(&(KartAsk){.call = call}, instead, false, answer);
}

LspAt tool_kart_at(const KartAsk *ask) {
  return (LspAt){.server = ask->file.server, .path = ask->file.path, .point = ask->range.start};
}

/* Waiting is no error here: the field says that something may be missing. */
Err tool_kart_ready(KartAsk *ask) {
  TRY(tool_agent_wait(&ask->file));
  if (!ask->file.is_ready) answer_field_bool(ask->call->answer, "indexing", true);
  return OK;
}

/* ---- answers ---- */

void tool_kart_write_subject(KartAsk *ask) {
  if (ask->symbol.len) answer_field_str(ask->call->answer, "symbol", ask->symbol);
  answer_field_str(ask->call->answer, "path", tool_agent_absolute(&ask->file, ask->file.path));
}

/* From 0, as the protocol counts; a place that is not known is the
 * beginning. */
static void write_members(Answer *out, TextPoint point) {
  answer_field_int(out, "line", point.line ? point.line - 1 : 0);
  answer_field_int(out, "character", point.column ? point.column - 1 : 0);
}

void tool_kart_write_point(Answer *out, const char *name, TextPoint point) {
  answer_begin_object(out, name);
  write_members(out, point);
  answer_end(out);
}

void tool_kart_write_range(Answer *out, const char *name, const LspRange *range) {
  answer_begin_object(out, name);
  tool_kart_write_point(out, "start", range->start);
  tool_kart_write_point(out, "end", range->end);
  answer_end(out);
}

void tool_kart_write_places(KartAsk *ask, const KartPlaces *places, const LspLocations *locations) {
  Answer *out = ask->call->answer;
  answer_begin_list(out, places->places);
  for (size_t i = 0; i < locations->len && i < PLACES_MAX; i++) {
    const LspLocation *one = &locations->items[i];
    answer_begin_row(out);
    answer_field_str(out, "path", one->is_outside ? one->path : tool_agent_absolute(&ask->file, one->path));
    write_members(out, one->range.start);
    answer_end(out);
  }
  answer_end(out);
  answer_field_int(out, places->total, (int64_t)locations->len);
  if (locations->len > PLACES_MAX) answer_field_bool(out, "truncated", true);
  if (!locations->dropped) return;
  answer_field_str(out, "note", str_format(ask->call->job->arena, "left out, because in no file: %zu of the server's answers.",
                                         locations->dropped));
}

/* The subject is written before the server is asked, so that the fields come
 * in the order that is promised. */
Err tool_kart_say_places(KartAsk *ask, const KartPlaces *places) {
  LspLocations locations;
  LspAt at = tool_kart_at(ask);
  tool_kart_write_subject(ask);
  TRY(tool_kart_ready(ask));
  TRY(places->ask(ask->call->job, &at, &locations));
  tool_kart_write_places(ask, places, &locations);
  return OK;
}

const ToolField tool_kart_place_fields[] = {
    {"path", TOOL_STRING, true, .help = "absolute path"},
    {"line", TOOL_INTEGER, true, .help = "from 0"},
    {"character", TOOL_INTEGER, true, .help = "from 0, in characters"},
    {0},
};
