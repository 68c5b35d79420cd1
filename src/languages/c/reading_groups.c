/* C: which sides of an #if the grammar reads. It understands conditions around
 * whole declarations and statements; around anything less, the directives are
 * hidden from it and one side is chosen. */
#include "src/languages/c/reading_internal.h"

/* Whether the condition asks for another language or system than the usual. */
static bool is_foreign(Str condition) {
  static const char *const names[] = {"__cplusplus", "_WIN32", "WIN32", "_MSC_VER", "__MINGW32__",
                                      "MSDOS",       "__VMS",  "__OS2__", "__APPLE__"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    size_t at = str_find(condition, str_from_c(names[i]));
    if (at == STR_NONE) continue;
    Str before = str_trim(str_slice(condition, 0, at));
    while (before.len && (before.ptr[before.len - 1] == '(' || before.ptr[before.len - 1] == ' ')) before.len--;
    if (str_ends_with(before, STR("defined"))) before = str_trim(str_slice(before, 0, before.len - 7));
    if (!str_ends_with(before, STR("!"))) return true;
  }
  return false;
}

/* Whether a condition holds is not computed; only sides that are surely not
 * meant are told. */
static CBranch new_branch(uint32_t from, uint32_t to, Str condition) {
  bool is_false = str_eq(condition, STR("0")) || is_foreign(condition);
  return (CBranch){.directive = {from, to}, .is_false = is_false};
}

/* Deeper nesting than there is room for is counted, so that its ends are
 * matched, and left as it is. */
void language_c_group_open(CReading *reading, uint32_t from, uint32_t to, Str condition) {
  if (reading->group_count == C_GROUPS_MAX) {
    reading->skipped_groups++;
    return;
  }
  CGroup *group = &reading->groups[reading->group_count++];
  *group = (CGroup){.before = reading->last, .braces = reading->braces, .brackets = reading->brackets};
  int depth = reading->braces;
  group->in_table = depth > 0 && depth < C_BRACES_MAX && reading->tables[depth];
  *vec_add(reading->arena, &group->branches) = new_branch(from, to, condition);
  reading->last = TOKEN_NONE;
}

/* How the side changed the nesting is compared with that of the others. */
static void close_branch(CReading *reading, CGroup *group, uint32_t at) {
  CBranch *branch = vec_last(&group->branches);
  branch->body_to = at;
  branch->last = reading->last;
  branch->braces = reading->braces - group->braces;
  branch->brackets = reading->brackets - group->brackets;
}

void language_c_group_next(CReading *reading, uint32_t from, uint32_t to) {
  if (!reading->group_count || reading->skipped_groups) return;
  CGroup *group = &reading->groups[reading->group_count - 1];
  close_branch(reading, group, from);
  *vec_add(reading->arena, &group->branches) = new_branch(from, to, STR_EMPTY);
  reading->braces = group->braces;
  reading->brackets = group->brackets;
  reading->last = TOKEN_NONE;
}

/* ---- which side is read ---- */

/* Closing what was open before is as bad as leaving something open. */
static bool is_balanced(const CBranch *branch) {
  return !branch->braces && !branch->brackets && branch->least_braces >= 0 && branch->least_brackets >= 0;
}

/* Whole statements, declarations or entries of a table. */
static bool is_complete(const CBranch *branch) {
  if (branch->first == TOKEN_NONE) return true;
  if (branch->first == TOKEN_ELSE || branch->first == TOKEN_SIGN || branch->first == TOKEN_COMMA) return false;
  return branch->last == TOKEN_END || branch->last == TOKEN_BRACKET || branch->last == TOKEN_COMMA;
}

/* The first byte behind the group that is neither blank, comment nor directive. */
static char byte_after(const CReading *reading, uint32_t at) {
  for (int i = 0; i < 64; i++) {
    at = language_c_blank_end(reading, at);
    uint32_t end = language_c_comment_end(reading, at);
    if (end == at) break;
    at = end;
  }
  return language_c_byte(reading, at);
}

/* A condition around the head of a function or an expression, whose rest comes
 * behind the #endif. */
static bool goes_on(const CReading *reading, const CGroup *group, uint32_t end) {
  bool bracket = false;
  for (size_t i = 0; i < group->branches.len; i++) bracket |= group->branches.items[i].last == TOKEN_BRACKET;
  char next = byte_after(reading, end);
  return bracket && (next == '{' || next == '=' || next == '?' || next == '&' || next == '|');
}

/* The first that may hold; none: all are somebody else's. */
static size_t chosen_branch(const CGroup *group) {
  for (size_t i = 0; i < group->branches.len; i++) {
    if (!group->branches.items[i].is_false) return i;
  }
  return group->branches.len;
}

/* Hides all directives of the group and, but for `keep_all`, all sides but one. */
static void flatten(CReading *reading, const CGroup *group, Range endif, bool keep_all) {
  size_t chosen = chosen_branch(group);
  for (size_t i = 0; i < group->branches.len; i++) {
    const CBranch *branch = &group->branches.items[i];
    bool keep = keep_all || i == chosen;
    language_c_hide(reading, branch->directive.from, keep ? branch->directive.to : branch->body_to);
  }
  language_c_hide(reading, endif.from, endif.to);
}

/* Left alone where the grammar can read both sides, else flattened; then what
 * was counted goes on from the side that is read. */
void language_c_group_close(CReading *reading, uint32_t from, uint32_t to) {
  if (reading->skipped_groups) {
    reading->skipped_groups--;
    return;
  }
  if (!reading->group_count) return;
  CGroup *group = &reading->groups[--reading->group_count];
  close_branch(reading, group, from);
  bool balanced = true, complete = true, commas = true;
  for (size_t i = 0; i < group->branches.len; i++) {
    const CBranch *branch = &group->branches.items[i];
    balanced &= is_balanced(branch);
    complete &= is_complete(branch);
    commas &= branch->first == TOKEN_NONE || branch->last == TOKEN_COMMA || branch->last == TOKEN_END;
  }
  Range endif = {from, to};
  bool inside = group->brackets > 0 || group->in_table;
  bool broken_before = group->before != TOKEN_NONE && group->before != TOKEN_END &&
                       group->before != TOKEN_BRACKET && group->before != TOKEN_COMMA;
  if (!balanced) flatten(reading, group, endif, false);
  else if (inside) flatten(reading, group, endif, group->in_table && commas);
  else if (broken_before || !complete || goes_on(reading, group, to)) flatten(reading, group, endif, false);
  /* What follows stands behind the side that is read. */
  size_t chosen = chosen_branch(group);
  const CBranch *read = chosen < group->branches.len ? &group->branches.items[chosen] : NULL;
  reading->braces = group->braces + (read ? read->braces : 0);
  reading->brackets = group->brackets + (read ? read->brackets : 0);
  bool empty = !read || read->first == TOKEN_NONE;
  reading->last = empty ? group->before : read->last;
  if (empty || !reading->group_count) return;
  CBranch *outer = vec_last(&reading->groups[reading->group_count - 1].branches);
  if (outer->first == TOKEN_NONE) outer->first = read->first;
}
