/* Where the values of a union decide, in an answer. */
#include "src/tools/kit/uses_internal.h"

#define SHOWN_MAX 4000   /* bytes */
#define WRITTEN_MAX 200  /* rows among the fields */
#define LACKING_NAMED 12 /* values of one switch */
#define LISTS_SHOWN 12

/* Neighbours in one definition share its name, those in one file its path. */
static void add_where(ToolCall *call, const QueryLiteral *one, const QueryLiteral *before) {
  Answer *out = call->answer;
  bool is_file = before && str_eq(before->path, one->path);
  if (is_file && before->in.id.value == one->in.id.value) {
    answer_say(out, before->line == one->line ? " " : ", ");
    return;
  }
  answer_say(out, is_file ? "; " : before ? "\n  " : "  ");
  if (!is_file) {
    answer_path(out, NULL, one->path);
    answer_say(out, ": ");
  }
  if (one->in.id.value) answer_name(out, NULL, query_qualified(call->job->arena, &one->in));
  else answer_say(out, "(top level)");
  answer_say(out, " at ");
}

/* Several values on one line are told beside each other, since a condition
 * often compares with more than one. */
static void add_places(ToolCall *call, const QueryLiterals *literals) {
  Answer *out = call->answer;
  const QueryLiteral *before = NULL;
  size_t end = answer_text(out).len + SHOWN_MAX, done = 0;
  answer_heading(out, "Its values decide, found by their text (%zu%s):", literals->len, literals->is_cut ? " and more" : "");
  for (; done < literals->len && answer_text(out).len < end; done++) {
    const QueryLiteral *one = &literals->items[done];
    bool is_line = before && before->line == one->line && str_eq(before->path, one->path);
    add_where(call, one, before);
    if (!is_line) answer_line(out, NULL, one->line);
    answer_say(out, "%s%.*s%s", is_line ? "" : " ", STR_ARG(str_shown(call->job->arena, literals->members[one->member], TOOL_SHOWN_WORD)),
               one->form == QUERY_USE_STORED && !is_line ? " as a key" : "");
    before = one;
  }
  answer_say(out, "\n");
  answer_more(out, literals->len - done, ": search lists all");
}

static bool lacks(const QueryLiterals *literals, const QueryLiteralSwitch *one, size_t member) {
  return member < literals->member_count && !(one->has >> member & 1);
}

static size_t count_lacking(const QueryLiterals *literals, const QueryLiteralSwitch *one) {
  size_t count = 0;
  for (size_t i = 0; i < literals->member_count; i++) count += lacks(literals, one, i);
  return count;
}

/* A switch over one value is of another type as likely as not. */
static bool is_counted(const QueryLiteralSwitch *one) { return one->has & (one->has - 1); }

/* What a further value of the type would do to it. */
static const char *fate_words(QuerySwitchFate fate) {
  switch (fate) {
    case QUERY_SWITCH_FLAGGED: return "; the compiler would flag a new value";
    case QUERY_SWITCH_WARNED: return "; a compiler with warnings would tell of a new value";
    case QUERY_SWITCH_SILENT: return "; silent about a new value";
    case QUERY_SWITCH_UNKNOWN: break;
  }
  return "";
}

static void add_tables(ToolCall *call, const QueryLiterals *literals) {
  Answer *out = call->answer;
  for (size_t i = 0; i < literals->tables.len && i < LACKING_NAMED; i++) {
    const QueryLiteralTable *one = &literals->tables.items[i];
    answer_say(out, "  table at ");
    answer_place(out, NULL, one->in.path, NULL, one->line);
    answer_say(out, " has to have every value; the compiler would flag a new value: ");
    answer_name(out, NULL, query_qualified(call->job->arena, &one->in));
    answer_say(out, "\n");
  }
}

/* What a switch lacks is the news: which values have no case, and what a
 * compiler would make of that. */
static void add_switches(ToolCall *call, const QueryLiterals *literals) {
  Answer *out = call->answer;
  Arena *arena = call->job->arena;
  for (size_t i = 0; i < literals->switches.len; i++) {
    const QueryLiteralSwitch *one = &literals->switches.items[i];
    size_t lacking = count_lacking(literals, one), named = 0;
    if (!is_counted(one)) continue;
    answer_say(out, "  switch at ");
    answer_place(out, NULL, one->first->path, NULL, one->first->line);
    answer_say(out, lacking ? " lacks " : " has every value");
    for (size_t k = 0; k < literals->member_count && named < LACKING_NAMED; k++) {
      if (!lacks(literals, one, k)) continue;
      answer_say(out, "%s%.*s", named++ ? ", " : "", STR_ARG(str_shown(arena, literals->members[k], TOOL_SHOWN_WORD)));
    }
    if (lacking > named) answer_say(out, " and %zu more", lacking - named);
    answer_say(out, "%s%s\n", one->has_default ? "; has a default" : "; no default", fate_words(one->fate));
  }
}

void tool_answer_literals(ToolCall *call, const QueryLiterals *literals, bool are_told) {
  size_t counted = 0;
  for (size_t i = 0; i < literals->switches.len; i++) counted += is_counted(&literals->switches.items[i]);
  if (literals->len && !are_told) add_places(call, literals);
  if ((counted || literals->tables.len) && are_told) answer_heading(call->answer, "Switches over it (%zu):", counted);
  add_switches(call, literals);
  add_tables(call, literals);
}

void tool_answer_literal_lists(ToolCall *call, const QueryLiteralLists *lists) {
  Answer *out = call->answer;
  Arena *arena = call->job->arena;
  if (lists->len) answer_heading(out, "Its values are listed, found by their text (%zu):", lists->len);
  for (size_t i = 0; i < lists->len && i < LISTS_SHOWN; i++) {
    const QueryLiteralList *one = &lists->items[i];
    size_t named = 0;
    answer_say(out, "  ");
    answer_place(out, NULL, one->path, NULL, one->line);
    if (one->end_line > one->line) answer_say(out, "-%u", one->end_line);
    if (one->in.id.value && one->in.kind != SYMBOL_FILE) answer_say(out, " in ");
    if (one->in.id.value && one->in.kind != SYMBOL_FILE) answer_name(out, NULL, query_qualified(arena, &one->in));
    for (size_t k = 0; k < lists->member_count; k++) {
      if (one->has >> k & 1) continue;
      if (named++ < LACKING_NAMED) answer_say(out, "%s%.*s", named > 1 ? ", " : " lacks ", STR_ARG(str_shown(arena, lists->members[k], TOOL_SHOWN_WORD)));
    }
    if (named > LACKING_NAMED) answer_say(out, " and %zu more", named - LACKING_NAMED);
    answer_say(out, named ? "\n" : ", every value\n");
  }
  if (lists->len > LISTS_SHOWN) answer_more(out, lists->len - LISTS_SHOWN, "");
}

void tool_write_literal_lists(Answer *answer, const QueryLiteralLists *lists) {
  if (lists->member_count < 2) return;
  answer_begin_list(answer, "lists");
  for (size_t i = 0; i < lists->len && i < WRITTEN_MAX; i++) {
    const QueryLiteralList *one = &lists->items[i];
    int64_t lacks = 0;
    for (size_t k = 0; k < lists->member_count; k++) lacks += !(one->has >> k & 1);
    answer_begin_row(answer);
    answer_field_str(answer, "path", one->path);
    answer_field_int(answer, "line", one->line);
    answer_field_int(answer, "endLine", one->end_line);
    answer_field_str(answer, "in", str_head(one->in.name, ANSWER_NAME_MAX));
    answer_field_int(answer, "lacks", lacks);
    answer_end(answer);
  }
  answer_end(answer);
}

bool tool_same_literals(const QueryLiterals *one, const QueryLiterals *other) {
  if (!one->len || one->len != other->len || one->member_count != other->member_count) return false;
  for (size_t i = 0; i < one->len; i++) {
    const QueryLiteral *x = &one->items[i], *y = &other->items[i];
    if (x->line != y->line || !str_eq(x->path, y->path) || !str_eq(one->members[x->member], other->members[y->member])) return false;
  }
  return true;
}

void tool_write_literals(Answer *answer, const QueryLiterals *literals) {
  if (literals->member_count < 2) return;
  answer_begin_list(answer, "literals");
  for (size_t i = 0; i < literals->len && i < WRITTEN_MAX; i++) {
    const QueryLiteral *one = &literals->items[i];
    answer_begin_row(answer);
    answer_field_str(answer, "path", one->path);
    answer_field_int(answer, "line", one->line);
    answer_field_str(answer, "in", str_head(one->in.name, ANSWER_NAME_MAX));
    answer_field_str(answer, "value", literals->members[one->member]);
    answer_field_str(answer, "form", str_from_c(query_use_word(one->form)));
    answer_end(answer);
  }
  answer_end(answer);
  answer_begin_list(answer, "switches");
  for (size_t i = 0; i < literals->switches.len && i < WRITTEN_MAX; i++) {
    const QueryLiteralSwitch *one = &literals->switches.items[i];
    if (!is_counted(one)) continue;
    answer_begin_row(answer);
    answer_field_str(answer, "path", one->first->path);
    answer_field_int(answer, "line", one->first->line);
    answer_field_int(answer, "lacks", (int64_t)count_lacking(literals, one));
    answer_field_bool(answer, "default", one->has_default);
    static const char *const words[] = {"unknown", "silent", "warned", "flagged"};
    answer_field_str(answer, "newValue", str_from_c(words[one->fate]));
    answer_end(answer);
  }
  answer_end(answer);
}

const ToolField tool_literal_row[] = {
    {"path", TOOL_STRING, true, .help = "file, relative to the workspace"},
    {"line", TOOL_INTEGER, true, .help = "of the place"},
    {"in", TOOL_STRING, true, .help = "the definition it stands in; empty: the file's top level"},
    {"value", TOOL_STRING, true, .help = "which of its values"},
    {"form", TOOL_STRING, true, .help = "switched, compared, or stored: a key"},
    {0},
};

const ToolField tool_literal_list_row[] = {
    {"path", TOOL_STRING, true, .help = "file, relative to the workspace"},
    {"line", TOOL_INTEGER, true, .help = "of the first value"},
    {"endLine", TOOL_INTEGER, true, .help = "of the last"},
    {"in", TOOL_STRING, true, .help = "the definition it stands in; empty: the file's top level"},
    {"lacks", TOOL_INTEGER, true, .help = "how many values are not there"},
    {0},
};

const ToolField tool_switch_row[] = {
    {"path", TOOL_STRING, true, .help = "file, relative to the workspace"},
    {"line", TOOL_INTEGER, true, .help = "of its first case"},
    {"lacks", TOOL_INTEGER, true, .help = "how many values it has no case for"},
    {"default", TOOL_BOOLEAN, true, .help = "it has one for all others"},
    {"newValue", TOOL_STRING, true, .help = "what the compiler would say: flagged, warned, silent, or unknown"},
    {0},
};
