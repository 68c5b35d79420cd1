/* Which tool a name means.
 * Several systems share names: a bare name is looked up in the active profile,
 * "profile.name" always means that profile's tool. Works on entries handed in
 * and takes no lock. */
#include <string.h>

#include "src/base/vec.h"
#include "src/tools/kit/tool_internal.h"

enum { NAME_MAX_LEN = 64 };

bool tool_name_is_valid(Str name) {
  if (name.len < 1 || name.len > NAME_MAX_LEN) return false;
  for (size_t i = 0; i < name.len; i++) {
    char c = name.ptr[i];
    bool is_letter = byte_is_letter(c);
    bool is_other = byte_is_digit(c) || c == '_' || c == '.' || c == '-';
    if (!is_letter && !is_other) return false;
  }
  return true;
}

/* A dot is the sign of tools that were added: built-in names must not have
 * one, and the registry sees to that. */
bool tool_is_builtin(const Tool *tool) {
  return !strchr(tool->name, '.');
}

/* Our own surface, as opposed to names kept for compatibility. */
static bool is_own(const Tool *tool) {
  return !tool->profiles || (tool->flags & TOOL_CORE);
}

bool tool_has_profile(const Tool *tool, Str profile) {
  Str rest = str_from_c(tool->profiles);
  while (rest.len) {
    if (str_eq(str_cut(&rest, ' '), profile)) return true;
  }
  return false;
}

/* Two of the same name are told apart by their profiles; if any profile has
 * both, or both are our own, nothing could choose between them. */
bool tool_names_clash(const Tool *a, const Tool *b) {
  if (strcmp(a->name, b->name)) return false;
  if (is_own(a) && is_own(b)) return true;
  Str rest = str_from_c(a->profiles);
  while (rest.len) {
    if (tool_has_profile(b, str_cut(&rest, ' '))) return true;
  }
  return false;
}

/* "kart.find" for a tool `find` that the profile kart has. */
static bool matches_qualified(Str name, const Tool *tool) {
  if (!tool_is_builtin(tool)) return false;
  size_t dot = str_find_byte(name, '.');
  if (dot == STR_NONE || !str_eq_c(str_slice(name, dot + 1, name.len), tool->name)) return false;
  Str profile = str_slice(name, 0, dot);
  return str_eq(profile, STR("core")) ? is_own(tool) : tool_has_profile(tool, profile);
}

bool tool_commas_have(Str list, Str item) {
  while (list.len) {
    if (str_eq(str_trim(str_cut(&list, ',')), item)) return true;
  }
  return false;
}

static bool is_named_qualified(Str names, const Tool *tool) {
  while (names.len) {
    if (matches_qualified(str_trim(str_cut(&names, ',')), tool)) return true;
  }
  return false;
}

/* By its bare name or by one with a profile, in a list with commas. */
bool tool_is_named(Str names, const Tool *tool) {
  return tool_commas_have(names, str_from_c(tool->name)) || is_named_qualified(names, tool);
}

void tool_add_comma(Buf *buf, Str item) {
  if (buf->len) buf_add_c(buf, ", ");
  buf_add(buf, item);
}

Str tool_qualified_name(Arena *arena, const Tool *tool) {
  if (!tool_is_builtin(tool)) return str_from_c(tool->name);
  Str rest = str_from_c(tool->profiles);
  Str profile = is_own(tool) ? STR("core") : str_cut(&rest, ' ');
  return str_format(arena, "%.*s.%s", STR_ARG(profile), tool->name);
}

/* How much the policy prefers this tool among those of the same name. What
 * was named outright outweighs the profile, which outweighs everything else. */
static int preference(const ToolPolicy *policy, const Tool *tool) {
  int score = is_own(tool) ? 2 : 0;
  if (!policy) return score;
  if (is_named_qualified(policy->tools, tool)) score += 8;
  if (tool_has_profile(tool, policy->profile)) score += 4;
  if (tool->toolset && tool_commas_have(policy->toolsets, str_from_c(tool->toolset))) score += 1;
  return score;
}

/* Where built-in tools of this name begin, if there are any: entries are in order
 * of their names, and those that were added, which have a dot, stand last. */
static size_t first_of(ToolEntries entries, Str name) {
  size_t from = 0, to = entries.count;
  while (from < to) {
    size_t middle = from + (to - from) / 2;
    const ToolEntry *entry = entries.items[middle];
    if (!entry->owner && str_compare(entry->name, name) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

/* NULL: no such name, or several that nothing tells apart. A qualified name
 * ends the search, since it means exactly one. */
ToolEntry *tool_match(ToolEntries entries, const ToolPolicy *policy, Str name) {
  ToolEntry *best = NULL;
  int best_score = -1;
  bool is_tie = false;
  bool has_dot = str_find_byte(name, '.') != STR_NONE;
  for (size_t i = has_dot ? 0 : first_of(entries, name); i < entries.count; i++) {
    const Tool *tool = entries.items[i]->tool;
    bool is_it = str_eq(name, entries.items[i]->name);
    if (has_dot && matches_qualified(name, tool)) return entries.items[i];
    if (!is_it && !has_dot) break;
    if (!is_it) continue;
    int score = preference(policy, tool);
    if (score < best_score) continue;
    is_tie = score == best_score;
    best = entries.items[i];
    best_score = score;
  }
  return is_tie ? NULL : best;
}

/* ---- words ---- */

typedef VEC(Str) StrVec;

static void add_once(Arena *arena, StrVec *names, Str name) {
  for (size_t i = 0; i < names->len; i++) {
    if (str_eq(names->items[i], name)) return;
  }
  *vec_add(arena, names) = name;
}

static Str join(Arena *arena, const StrVec *names) {
  Buf joined;
  buf_init(&joined, arena, 4096);
  for (size_t i = 0; i < names->len; i++)
    tool_add_comma(&joined, names->items[i]);
  return buf_str(&joined);
}

/* Bare and qualified names of what the policy allows. */
static StrVec usable_names(Arena *arena, ToolEntries entries, const ToolPolicy *policy) {
  StrVec names = {0};
  for (size_t i = 0; i < entries.count; i++) {
    const Tool *tool = entries.items[i]->tool;
    if (tool_refusal(policy, tool) != TOOL_ALLOWED) continue;
    *vec_add(arena, &names) = str_from_c(tool->name);
    *vec_add(arena, &names) = tool_qualified_name(arena, tool);
  }
  return names;
}

static StrVec sharing_name(Arena *arena, ToolEntries entries, Str name) {
  StrVec names = {0};
  for (size_t i = 0; i < entries.count; i++) {
    if (!str_eq_c(name, entries.items[i]->tool->name)) continue;
    *vec_add(arena, &names) = tool_qualified_name(arena, entries.items[i]->tool);
  }
  return names;
}

/* The order is that of usefulness: several tools of the name, a name that will
 * exist, a name that was misspelt. Only tools that the policy allows are
 * suggested. */
Err tool_explain_no_match(Job *job, ToolEntries entries, const ToolPolicy *policy, Str name) {
  Arena *arena = job->arena;
  Str shown = str_shown(arena, name, TOOL_SHOWN_WORD);
  StrVec sharing = sharing_name(arena, entries, name);
  if (sharing.len) {
    return job_fail(job, ERR_NOT_FOUND, "'%.*s' names %zu tools; say which one: %.*s",
                    STR_ARG(shown), sharing.len, STR_ARG(join(arena, &sharing)));
  }
  const ToolLater *later = tool_find_later(name);
  if (later) {
    return job_fail(job, ERR_UNAVAILABLE, "Error: '%s' is not available: %s; %s", later->name, later->needs, later->instead);
  }
  StrVec usable = usable_names(arena, entries, policy);
  Str nearest = str_nearest(name, usable.items, usable.len);
  if (nearest.len) {
    return job_fail(job, ERR_NOT_FOUND, "there is no tool '%.*s'; did you mean '%.*s'?",
                    STR_ARG(shown), STR_ARG(nearest));
  }
  return job_fail(job, ERR_NOT_FOUND,
                  "there is no tool '%.*s'; the tool 'call' without arguments names those that "
                  "are not listed",
                  STR_ARG(shown));
}

/* ---- names in a policy ---- */

/* Two always exist; the others are whatever the tools themselves name. */
static StrVec known_profiles(Arena *arena, ToolEntries entries) {
  StrVec names = {0};
  add_once(arena, &names, STR("core"));
  add_once(arena, &names, STR("full"));
  for (size_t i = 0; i < entries.count; i++) {
    Str rest = str_from_c(entries.items[i]->tool->profiles);
    while (rest.len)
      add_once(arena, &names, str_cut(&rest, ' '));
  }
  return names;
}

bool tool_is_profile(ToolEntries entries, Str name) {
  if (str_eq(name, STR("core")) || str_eq(name, STR("full"))) return true;
  for (size_t i = 0; i < entries.count; i++) {
    if (tool_has_profile(entries.items[i]->tool, name)) return true;
  }
  return false;
}

static StrVec known_toolsets(Arena *arena, ToolEntries entries) {
  StrVec names = {0};
  for (size_t i = 0; i < entries.count; i++) {
    const char *toolset = entries.items[i]->tool->toolset;
    if (toolset) add_once(arena, &names, str_from_c(toolset));
  }
  return names;
}

/* `candidates` may be meant, `known` are told. */
static Err unknown_name(Job *job, const char *what, Str name, const StrVec *candidates,
                        const StrVec *known) {
  Str shown = str_shown(job->arena, name, TOOL_SHOWN_WORD);
  Str nearest = str_nearest(name, candidates->items, candidates->len);
  Buf words;
  buf_init(&words, job->arena, 8192);
  buf_add_format(&words, "there is no %s '%.*s'; ", what, STR_ARG(shown));
  if (nearest.len) buf_add_format(&words, "did you mean '%.*s'? ", STR_ARG(nearest));
  buf_add_format(&words, "known: %.*s", STR_ARG(join(job->arena, known)));
  return job_fail(job, ERR_USAGE, "%.*s", STR_ARG(buf_str(&words)));
}

static Err check_toolsets(Job *job, ToolEntries entries, Str list) {
  StrVec known = known_toolsets(job->arena, entries);
  while (list.len) {
    Str name = str_trim(str_cut(&list, ','));
    bool is_known = name.len == 0;
    for (size_t i = 0; i < known.len && !is_known; i++)
      is_known = str_eq(known.items[i], name);
    if (!is_known) return unknown_name(job, "toolset", name, &known, &known);
  }
  return OK;
}

/* One that is added at run time may come later: "<owner>.<something>". */
static bool may_come_later(ToolEntries entries, Str name) {
  size_t dot = str_find_byte(name, '.');
  return dot != STR_NONE && tool_name_is_valid(name) &&
         !tool_is_profile(entries, str_slice(name, 0, dot));
}

static bool is_known_tool(ToolEntries entries, Str name) {
  for (size_t i = 0; i < entries.count; i++) {
    const Tool *tool = entries.items[i]->tool;
    if (str_eq_c(name, tool->name) || matches_qualified(name, tool)) return true;
  }
  return false;
}

/* An empty item is a comma too many and no mistake. */
static Err check_tools(Job *job, ToolEntries entries, Str list) {
  while (list.len) {
    Str name = str_trim(str_cut(&list, ','));
    if (!name.len || is_known_tool(entries, name) || may_come_later(entries, name)) continue;
    StrVec candidates = usable_names(job->arena, entries, NULL);
    StrVec known = {0};
    for (size_t i = 0; i < entries.count; i++) {
      add_once(job->arena, &known, str_from_c(entries.items[i]->tool->name));
    }
    return unknown_name(job, "tool", name, &candidates, &known);
  }
  return OK;
}

/* Only one tool can be listed under a name. */
static Err check_listable(Job *job, ToolEntries entries, const ToolPolicy *policy) {
  Str list = policy->tools;
  while (list.len) {
    Str name = str_trim(str_cut(&list, ','));
    ToolEntry *entry = tool_match(entries, policy, name);
    if (entry) name = str_from_c(entry->tool->name);
    if (entry && tool_match(entries, policy, name) == entry) continue;
    StrVec sharing = sharing_name(job->arena, entries, name);
    if (sharing.len < 2) continue;
    return job_fail(job, ERR_USAGE,
                    "'%.*s' can stand for one tool only; name one of %.*s, or choose a profile",
                    STR_ARG(name), STR_ARG(join(job->arena, &sharing)));
  }
  return OK;
}

Err tool_check_names(Job *job, ToolEntries entries, const ToolPolicy *policy) {
  if (policy->profile.len && !tool_is_profile(entries, policy->profile)) {
    StrVec profiles = known_profiles(job->arena, entries);
    return unknown_name(job, "profile", policy->profile, &profiles, &profiles);
  }
  TRY(check_toolsets(job, entries, policy->toolsets));
  TRY(check_tools(job, entries, policy->tools));
  TRY(check_tools(job, entries, policy->disabled));
  TRY(check_listable(job, entries, policy));
  return policy->within ? tool_check_names(job, entries, policy->within) : OK;
}
