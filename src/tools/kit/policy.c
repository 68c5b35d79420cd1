/* Who sees and who may use which tool. Decides from the descriptor and the
 * policy alone; which tools exist is the registry's business. */
#include "src/tools/kit/tool_internal.h"

/* Some tools are another tool in different clothes. Disabling a tool must
 * disable these too, or the ban could be walked around by the other name. */
static bool is_alias_of_disabled(Str disabled, const Tool *tool) {
  if (!tool->alias_of) return false;
  while (disabled.len) {
    Str name = str_trim(str_cut(&disabled, ','));
    /* Tools may be disabled with their namespace written out, as in "core.find". */
    if (str_starts_with(name, STR("core."))) name = str_slice(name, 5, name.len);
    if (str_eq_c(name, tool->alias_of)) return true;
  }
  return false;
}

/* The order decides what a user is told: that he disabled the tool himself is
 * the more useful reason where several hold. */
ToolRefusal tool_refusal(const ToolPolicy *policy, const Tool *tool) {
  if (!policy) return TOOL_ALLOWED;
  if (tool_is_named(policy->disabled, tool)) return TOOL_DISABLED;
  if (is_alias_of_disabled(policy->disabled, tool)) return TOOL_ALIAS_DISABLED;
  if (policy->read_only && !(tool->flags & (TOOL_READ_ONLY | TOOL_PARTLY))) return TOOL_WRITES;
  return TOOL_ALLOWED;
}

Err tool_allow(Job *job, const ToolPolicy *policy, const Tool *tool) {
  switch (tool_refusal(policy, tool)) {
  case TOOL_ALLOWED:
    return OK;
  case TOOL_DISABLED:
    return job_fail(job, ERR_DENIED, "the tool '%s' is disabled (--disable or tools.disabled)",
                    tool->name);
  case TOOL_ALIAS_DISABLED:
    return job_fail(job, ERR_DENIED,
                    "the tool '%s' is a form of '%s', which is disabled (--disable or "
                    "tools.disabled)",
                    tool->name, tool->alias_of);
  case TOOL_WRITES:
    return job_fail(job, ERR_DENIED,
                    "the tool '%s' can change or execute something, and only read-only tools are "
                    "allowed here (--read-only or tools.read_only)",
                    tool->name);
  }
  return job_fail(job, ERR_INTERNAL, "no rule for the tool '%s'", tool->name);
}

/* No profile means the core one, so that a client that was not set up sees a
 * short list rather than every tool there is. */
static bool is_in_profile(const ToolPolicy *policy, const Tool *tool) {
  if (policy->profile.len == 0 || str_eq(policy->profile, STR("core"))) {
    return tool->flags & TOOL_CORE;
  }
  return str_eq(policy->profile, STR("full")) || tool_has_profile(tool, policy->profile);
}

/* Listing is a matter of taste and context size, not of safety: a tool that is
 * not listed can still be called by name. What must not run is refused above. */
static bool is_wanted(const ToolPolicy *policy, const Tool *tool) {
  /* A repository's own settings can make the list shorter, never longer: a tool
   * is listed when both the user's and the repository's settings want it. */
  if (policy->within && !is_wanted(policy->within, tool)) return false;
  if (policy->tools.len) return tool_is_named(policy->tools, tool);
  /* Tools that were added at run time were added on purpose, unless they say by
   * a toolset of their own to whom; and `call` is how tools that
   * are not listed are reached at all. */
  if (str_eq_c(STR("call"), tool->name) || (!tool_is_builtin(tool) && !tool->toolset)) return true;
  if (is_in_profile(policy, tool)) return true;
  return tool->toolset && tool_commas_have(policy->toolsets, str_from_c(tool->toolset));
}

bool tool_is_listed(const ToolPolicy *policy, const Tool *tool) {
  static const ToolPolicy plain = {0};
  return tool_refusal(policy, tool) == TOOL_ALLOWED && is_wanted(policy ? policy : &plain, tool);
}

bool tool_is_structured(const ToolPolicy *policy, const Tool *tool) {
  return (tool->flags & TOOL_STRUCTURED) || (policy && policy->structured);
}

/* Both lists in one. */
static Str unite(Arena *arena, Str a, Str b) {
  if (!a.len) return str_copy(arena, b);
  if (!b.len) return str_copy(arena, a);
  return str_format(arena, "%.*s,%.*s", STR_ARG(a), STR_ARG(b));
}

/* What a repository says comes from whoever wrote the repository. Every field
 * is therefore combined so that the result allows at most what `base` does. */
ToolPolicy tool_policy_narrow(Arena *arena, const ToolPolicy *base, const ToolPolicy *project) {
  ToolPolicy narrow = *base;
  narrow.disabled = unite(arena, base->disabled, project->disabled);
  narrow.read_only = base->read_only || project->read_only;
  if (project->profile.len || project->tools.len) {
    ToolPolicy *within = ARENA_NEW(arena, ToolPolicy);
    within->profile = str_copy(arena, project->profile);
    within->toolsets = str_copy(arena, project->toolsets);
    within->tools = str_copy(arena, project->tools);
    within->within = base->within;
    narrow.within = within;
  }
  return narrow;
}

bool tool_policy_equals(const ToolPolicy *a, const ToolPolicy *b) {
  for (; a && b; a = a->within, b = b->within) {
    if (a == b) return true;
    if (a->read_only != b->read_only || a->structured != b->structured) return false;
    if (!str_eq(a->profile, b->profile) || !str_eq(a->toolsets, b->toolsets)) return false;
    if (!str_eq(a->tools, b->tools) || !str_eq(a->disabled, b->disabled)) return false;
  }
  return a == b;
}

const ToolPolicy *tool_policy_copy(Arena *arena, const ToolPolicy *policy) {
  if (!policy) return NULL;
  ToolPolicy *copy = ARENA_NEW(arena, ToolPolicy);
  *copy = (ToolPolicy){.profile = str_copy(arena, policy->profile), .toolsets = str_copy(arena, policy->toolsets),
                       .tools = str_copy(arena, policy->tools), .disabled = str_copy(arena, policy->disabled),
                       .read_only = policy->read_only, .structured = policy->structured,
                       .within = tool_policy_copy(arena, policy->within)};
  return copy;
}
