/* What becomes of something that is thrown, in an answer. */
#include "src/tools/kit/uses_internal.h"

#define SHOWN_MAX 30
#define OUTLETS_MAX 12
#define CLAUSE_SHOWN 80

/* `Type.method (path:12)` of a list in one line. */
static void add_one(ToolCall *call, const StoreSymbol *symbol, uint32_t line, size_t number) {
  if (number) answer_say(call->answer, ", ");
  answer_name(call->answer, NULL, query_qualified(call->job->arena, symbol));
  answer_say(call->answer, " (");
  answer_place(call->answer, NULL, symbol->path, NULL, line);
  answer_say(call->answer, ")");
}

static void end_list(Answer *out, size_t count) {
  if (count > OUTLETS_MAX) answer_say(out, " and %zu more", count - OUTLETS_MAX);
  if (count) answer_say(out, "\n");
}

void tool_answer_catches(ToolCall *call, const QueryCatches *catches) {
  Answer *out = call->answer;
  Arena *arena = call->job->arena;
  if (!catches->thrown) return;
  answer_heading(out, "Thrown at %zu place%s; on its way up caught by (%zu):", catches->thrown, catches->thrown == 1 ? "" : "s", catches->len);
  for (size_t i = 0; i < catches->len && i < SHOWN_MAX; i++) {
    const QueryCatch *one = &catches->items[i];
    answer_say(out, "  ");
    answer_place(out, NULL, one->in.path, NULL, one->line);
    answer_say(out, " ");
    answer_name(out, NULL, query_qualified(arena, &one->in));
    answer_say(out, "  ");
    answer_show(out, one->clause, CLAUSE_SHOWN);
    answer_say(out, "  (");
    if (one->up) answer_say(out, "%u call%s up, ", one->up, one->up == 1 ? "" : "s");
    answer_say(out, "from line %u%s%s)\n", one->from, one->is_handed ? ", handed on" : "", one->is_rethrown ? ", thrown on" : "");
  }
  answer_more(out, catches->len > SHOWN_MAX ? catches->len - SHOWN_MAX : 0, "");
  for (size_t i = 0; i < catches->len && i < SHOWN_MAX; i++) {
    if (!catches->items[i].is_handed) continue;
    answer_note(out, "Handed on: a function on the way is given as a value; it comes there only where that is run at once.");
    break;
  }
  for (size_t i = 0; i < catches->outlets.len && i < OUTLETS_MAX; i++) {
    if (!i) answer_say(out, "Gets out of what nobody is known to call: ");
    add_one(call, &catches->outlets.items[i], catches->outlets.items[i].name_span.line, i);
  }
  end_list(out, catches->outlets.len);
  for (size_t i = 0; i < catches->unreached.len && i < OUTLETS_MAX; i++) {
    if (!i) answer_say(out, "Clauses that name it, and that no known way leads to: ");
    add_one(call, &catches->unreached.items[i].in, catches->unreached.items[i].line, i);
  }
  end_list(out, catches->unreached.len);
  if (catches->is_cut) answer_note(out, "The first %zu functions on the way up were looked at.", catches->functions);
}

void tool_write_catches(Answer *answer, const QueryCatches *catches) {
  if (!catches->thrown) return;
  answer_begin_list(answer, "caughtBy");
  for (size_t i = 0; i < catches->len; i++) {
    answer_begin_row(answer);
    tool_answer_fields(answer, &catches->items[i].in);
    answer_field_int(answer, "at", catches->items[i].line);
    answer_field_int(answer, "up", catches->items[i].up);
    answer_field_bool(answer, "rethrown", catches->items[i].is_rethrown);
    answer_field_bool(answer, "handed", catches->items[i].is_handed);
    answer_end(answer);
  }
  answer_end(answer);
  tool_answer_symbols(answer, "getsOut", catches->outlets.items, catches->outlets.len);
  if (!catches->unreached.len) return;
  answer_begin_list(answer, "notReached");
  for (size_t i = 0; i < catches->unreached.len; i++) {
    answer_begin_row(answer);
    tool_answer_fields(answer, &catches->unreached.items[i].in);
    answer_field_int(answer, "at", catches->unreached.items[i].line);
    answer_end(answer);
  }
  answer_end(answer);
}

const ToolField tool_catch_row[] = {
    TOOL_SYMBOL_ROWS,
    {"at", TOOL_INTEGER, true, .help = "line of the clause that takes it"},
    {"up", TOOL_INTEGER, true, .help = "calls from where it is thrown"},
    {"rethrown", TOOL_BOOLEAN, true, .help = "thrown on as it is"},
    {"handed", TOOL_BOOLEAN, true, .help = "a function on the way is handed on as a value, not called"},
    {0},
};

const ToolField tool_unreached_row[] = {
    TOOL_SYMBOL_ROWS,
    {"at", TOOL_INTEGER, true, .help = "line of the clause"},
    {0},
};
