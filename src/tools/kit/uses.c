/* Places by the manner of their use. A reader who is told "used by 48
 * functions" goes and looks which of them switch over it; here that is said. */
#include "src/tools/kit/uses_internal.h"

#define WRITTEN_MAX 200 /* rows among the fields */
#define KEY_SHOWN 60
#define VALUES_SHOWN 1500 /* bytes of statements that spell a value out */
#define TESTS_NAMED 3 /* places in tests; more are counted */

typedef struct Group {
  ToolCall *call;
  const ToolUses *shown;
  const QueryUse *items;
  size_t len;
  size_t end; /* bytes of the answer's text at which it stops */
} Group;

static size_t text_size(const Group *group) { return answer_text(group->call->answer).len; }

/* Neighbours in one definition share its name. */
static bool is_same_place(const QueryUse *a, const QueryUse *b) {
  return str_eq(a->in.path, b->in.path) && a->in.id.value == b->in.id.value;
}

/* Names file and function once and lets the lines of further uses follow. */
static void add_where(const Group *group, const QueryUse *use, const QueryUse *before) {
  Answer *out = group->call->answer;
  bool is_file = before && str_eq(before->in.path, use->in.path);
  if (before && is_same_place(before, use)) {
    answer_say(out, ", ");
    return;
  }
  if (is_file) {
    answer_say(out, "; ");
  } else {
    answer_say(out, before ? "\n  " : "  ");
    answer_path(out, NULL, use->in.path);
    answer_say(out, ": ");
  }
  if (use->in.kind == SYMBOL_FILE) answer_say(out, "(top level)");
  else answer_name(out, NULL, query_qualified(group->call->job->arena, &use->in));
  answer_say(out, " at ");
}

static void add_names(const Group *group, const QueryUse *use) {
  Arena *arena = group->call->job->arena;
  Answer *out = group->call->answer;
  if (use->value.len) answer_say(out, " = %.*s", STR_ARG(str_shown(arena, use->value, KEY_SHOWN)));
  if (group->shown->with_targets && use->to.len) answer_say(out, " to %s%.*s", use->is_column ? "column " : "", STR_ARG(str_shown(arena, use->to, KEY_SHOWN)));
  if (group->shown->with_members && use->of.kind == SYMBOL_ENUM_MEMBER) answer_say(out, " %.*s", STR_ARG(str_shown(arena, use->of.name, TOOL_SHOWN_WORD)));
  if (!group->shown->with_names) return;
  Str into = str_shown(arena, use->into, KEY_SHOWN), key = str_shown(arena, use->key, KEY_SHOWN);
  bool says_where = into.len && !str_eq(use->into, use->in.name);
  if (says_where) answer_say(out, "%s %.*s", use->form == QUERY_USE_PASSED ? " to" : " in", STR_ARG(into));
  if (key.len) answer_say(out, " as \"%.*s\"", STR_ARG(key));
}

/* Those outside of tests first; in tests many are only counted. */
static void add_group(const Group *group) {
  Answer *out = group->call->answer;
  const QueryUse *before = NULL;
  size_t code = 0, tests = 0, done = 0;
  for (size_t i = 0; i < group->len; i++) *(group->items[i].is_test ? &tests : &code) += 1;
  answer_heading(out, "%s (%zu):", query_use_title(group->items[0].form), group->len);
  size_t most = code && tests > TESTS_NAMED ? code : group->len;
  for (; done < most && text_size(group) < group->end; done++) {
    const QueryUse *use = &group->items[done];
    add_where(group, use, before);
    answer_line(out, NULL, use->line);
    add_names(group, use);
    before = use;
  }
  if (before) answer_say(out, "\n");
  answer_more(out, most - done, "");
  if (most < group->len) answer_say(out, "  and %zu in tests\n", tests);
}

/* Places where something is only named are the many and tell the least. */
static size_t share(QueryUseForm form, size_t max) {
  return form == QUERY_USE_TYPED || form == QUERY_USE_READ || form == QUERY_USE_CALLED ? max / 4 : max / 2;
}

/* Each manner of use has a share of the room, so that hundreds of reads do not
 * hide the one place that constructs. */
size_t tool_answer_uses(ToolCall *call, const ToolUses *shown) {
  const QueryUses *uses = shown->uses;
  size_t places = 0, end = answer_text(call->answer).len + shown->max;
  for (size_t i = 0; i < uses->len;) {
    QueryUseForm form = uses->items[i].form;
    size_t count = uses->counts[form];
    if (!shown->forms || shown->forms & TOOL_USE_FORM(form)) {
      size_t own = answer_text(call->answer).len + share(form, shown->max);
      add_group(&(Group){.call = call, .shown = shown, .items = &uses->items[i], .len = count, .end = own < end ? own : end});
      places += count;
    }
    i += count;
  }
  if (uses->is_cut && places) answer_note(call->answer, "The first %zu of %zu places were told apart.", (size_t)TOOL_USES_LOOKED, uses->total);
  return places;
}

void tool_answer_values(ToolCall *call, const QueryValuePlaces *places) {
  Answer *out = call->answer;
  Arena *arena = call->job->arena;
  Str path = STR_EMPTY;
  size_t end = answer_text(out).len + VALUES_SHOWN, done = 0;
  if (!places->len) return;
  answer_heading(out, "Written as '%.*s' by a statement, found by its text (%zu):", STR_ARG(str_shown(arena, places->value, KEY_SHOWN)), places->len);
  for (; done < places->len && answer_text(out).len < end; done++) {
    const QueryValuePlace *place = &places->items[done];
    bool is_same = done && str_eq(place->path, path);
    path = place->path;
    if (is_same) {
      answer_say(out, ", ");
    } else {
      answer_say(out, done ? "\n  " : "  ");
      answer_path(out, NULL, path);
      answer_say(out, ": ");
    }
    if (place->in.id.value && place->in.kind != SYMBOL_FILE) {
      answer_name(out, NULL, query_qualified(arena, &place->in));
      answer_say(out, " at ");
    }
    answer_line(out, NULL, place->line);
    answer_say(out, " to column %.*s", STR_ARG(str_shown(arena, place->column, KEY_SHOWN)));
  }
  answer_say(out, "\n");
  answer_more(out, places->len - done, "");
}

void tool_write_values(Answer *answer, const QueryValuePlaces *places) {
  answer_begin_list(answer, "values");
  for (size_t i = 0; i < places->len && i < WRITTEN_MAX; i++) {
    const QueryValuePlace *place = &places->items[i];
    answer_begin_row(answer);
    answer_field_str(answer, "path", place->path);
    answer_field_int(answer, "line", place->line);
    answer_field_str(answer, "in", str_head(place->in.name, ANSWER_NAME_MAX));
    answer_field_str(answer, "column", str_head(place->column, ANSWER_NAME_MAX));
    answer_end(answer);
  }
  answer_end(answer);
}

const ToolField tool_value_row[] = {
    {"path", TOOL_STRING, true, .help = "file, relative to the workspace"},
    {"line", TOOL_INTEGER, true, .help = "of the place"},
    {"in", TOOL_STRING, true, .help = "the definition it stands in; empty: none"},
    {"column", TOOL_STRING, true, .help = "that is written"},
    {0},
};

void tool_write_uses(Answer *answer, const QueryUses *uses) {
  answer_begin_list(answer, "uses");
  for (size_t i = 0; i < uses->len && i < WRITTEN_MAX; i++) {
    const QueryUse *use = &uses->items[i];
    answer_begin_row(answer);
    answer_field_str(answer, "form", str_from_c(query_use_word(use->form)));
    answer_field_str(answer, "path", use->in.path);
    answer_field_int(answer, "line", use->line);
    answer_field_str(answer, "in", str_head(use->in.kind == SYMBOL_FILE ? STR_EMPTY : use->in.name, ANSWER_NAME_MAX));
    answer_field_str(answer, "of", str_head(use->of.name, ANSWER_NAME_MAX));
    if (use->into.len) answer_field_str(answer, "into", str_head(use->into, ANSWER_NAME_MAX));
    if (use->key.len) answer_field_str(answer, "key", use->key);
    if (use->to.len) answer_field_str(answer, "to", str_head(use->to, ANSWER_NAME_MAX));
    if (use->value.len) answer_field_str(answer, "value", str_head(use->value, ANSWER_NAME_MAX));
    answer_field_bool(answer, "test", use->is_test);
    answer_end(answer);
  }
  answer_end(answer);
}

const ToolField tool_use_row[] = {
    {"form", TOOL_STRING, true, .help = "made, switched, stored, written, compared, assigned, passed, returned, typed, read, ..."},
    {"path", TOOL_STRING, true, .help = "file, relative to the workspace"},
    {"line", TOOL_INTEGER, true, .help = "of the place"},
    {"in", TOOL_STRING, true, .help = "the definition it stands in; empty: the file's top level"},
    {"of", TOOL_STRING, true, .help = "what is used: the symbol or a member of it"},
    {"into", TOOL_STRING, .help = "the table, variable or call it is put into"},
    {"key", TOOL_STRING, .help = "the string beside it: a name it is registered under"},
    {"to", TOOL_STRING, .help = "the field, variable or column that gets it there"},
    {"value", TOOL_STRING, .help = "of a column: what a statement writes into it"},
    {"test", TOOL_BOOLEAN, true, .help = "it is test code"},
    {0},
};
