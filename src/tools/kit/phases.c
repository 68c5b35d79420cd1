/* The state of each client's active skill, and what it says of a call. Skills
 * are orders in which tools are to be used; the table is in skills.c. A client
 * activates one by itself, so this protects it from its own haste and nobody
 * from it. Thread-safe: one lock around a table of at most 64. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/lock.h"
#include "src/tools/kit/phases_internal.h"
#include "src/tools/kit/tool_internal.h"

/* Clients with an active skill; who activated one first gives way. */
enum { ACTIVE_MAX = 64, HISTORY = 50 };

typedef struct Step {
  const Tool *tool; /* built in, so it stays */
  const char *phase;
  bool was_refused;
} Step;

/* The order that one client has put itself under. A client is known by the
 * owner of its jobs, so two sessions of one program are two. */
typedef struct Active {
  JobOwner owner;
  const ToolSkill *skill;
  size_t phase;
  bool blocks;
  uint64_t begun; /* a count, for the order */
  Step steps[HISTORY]; /* a ring */
  size_t step_count;
} Active;

struct ToolPhases {
  Lock lock;
  uint64_t begun;
  size_t count;
  Active *active[ACTIVE_MAX];
};

ToolPhases *tool_phases_open(void) {
  ToolPhases *phases = arena_heap_alloc(sizeof(*phases));
  lock_init(&phases->lock);
  return phases;
}

void tool_phases_close(ToolPhases *phases) {
  for (size_t i = 0; i < phases->count; i++) free(phases->active[i]);
  lock_clear(&phases->lock);
  free(phases);
}

/* ---- which one ---- */

static bool is_owner(const Active *active, const Job *job) {
  return active->owner.group == job->owner.group && active->owner.member == job->owner.member;
}

static Active *find_active(const ToolPhases *phases, const Job *job) {
  for (size_t i = 0; i < phases->count; i++) {
    if (is_owner(phases->active[i], job)) return phases->active[i];
  }
  return NULL;
}

/* Order in the table means nothing: the last one takes the free place. */
static void drop(ToolPhases *phases, const Active *active) {
  for (size_t i = 0; i < phases->count; i++) {
    if (phases->active[i] != active) continue;
    free(phases->active[i]);
    phases->active[i] = phases->active[--phases->count];
    return;
  }
}

static const ToolSkill *find_skill(Str name) {
  for (size_t i = 0; i < tool_skill_count; i++) {
    if (str_eq_c(name, tool_skills[i].name)) return &tool_skills[i];
  }
  return NULL;
}

/* The client whose skill was activated first loses it and can activate it
 * again: nothing depends on a skill but advice. */
static void make_room(ToolPhases *phases) {
  if (phases->count < ACTIVE_MAX) return;
  const Active *oldest = phases->active[0];
  for (size_t i = 1; i < phases->count; i++) {
    if (phases->active[i]->begun < oldest->begun) oldest = phases->active[i];
  }
  drop(phases, oldest);
}

static void begin(Job *job, ToolPhases *phases, const ToolSkill *skill, bool blocks) {
  make_room(phases);
  Active *active = phases->active[phases->count++] = arena_heap_alloc(sizeof(*active));
  *active = (Active){.owner = job->owner, .skill = skill, .blocks = blocks, .begun = ++phases->begun};
}

/* Activating begins at the first phase, also when the same skill was active
 * already. */
Err tool_phases_activate(Job *job, ToolPhases *phases, Str name, bool blocks) {
  const ToolSkill *skill = find_skill(name);
  if (!skill) {
    Buf names;
    buf_init(&names, job->arena, 1000);
    for (size_t i = 0; i < tool_skill_count; i++) tool_add_comma(&names, str_from_c(tool_skills[i].name));
    return job_fail(job, ERR_USAGE, "no skill '%.*s' has phases; those that have are %.*s",
                    STR_ARG(str_shown(job->arena, name, TOOL_SHOWN_WORD)), STR_ARG(buf_str(&names)));
  }
  lock_take(&phases->lock);
  const Active *active = find_active(phases, job);
  const char *other = active ? active->skill->name : NULL;
  if (!other) begin(job, phases, skill, blocks);
  lock_give(&phases->lock);
  /* Otherwise one call would be enough to be let off. */
  if (other) return job_fail(job, ERR_USAGE, "the skill '%s' is active; deactivate_skill ends it, then another can be activated", other);
  return OK;
}

Str tool_phases_deactivate(Job *job, ToolPhases *phases) {
  lock_take(&phases->lock);
  const Active *active = find_active(phases, job);
  Str name = active ? str_from_c(active->skill->name) : STR_EMPTY;
  if (active) drop(phases, active);
  lock_give(&phases->lock);
  return name;
}

/* ---- what it says of a call ---- */

/* "a,b*": names, and beginnings of names. */
bool tool_phase_lists(const char *patterns, const char *name) {
  Str rest = str_from_c(patterns), wanted = str_from_c(name);
  while (rest.len) {
    Str pattern = str_cut(&rest, ',');
    bool is_open = pattern.len && pattern.ptr[pattern.len - 1] == '*';
    if (is_open ? str_starts_with(wanted, str_slice(pattern, 0, pattern.len - 1)) : str_eq(wanted, pattern)) return true;
  }
  return false;
}

static bool is_phase(const ToolSkill *skill, size_t at) { return at < TOOL_PHASES_MAX && skill->phases[at].name; }

/* The next phase after `from` that has the tool; TOOL_PHASES_MAX: none. */
static size_t later_phase(const ToolSkill *skill, size_t from, const char *name) {
  for (size_t at = from + 1; is_phase(skill, at); at++) {
    if (tool_phase_lists(skill->phases[at].allowed, name)) return at;
  }
  return TOOL_PHASES_MAX;
}

/* Why a call is out of order, or NULL; *ret_phase is where it leads. A tool that
 * no phase speaks of is nobody's business. What writes must not jump over a
 * phase: to look before writing is what the order is for. */
static const char *judge(const Active *active, const char *name, bool writes, size_t *ret_phase) {
  const ToolSkill *skill = active->skill;
  *ret_phase = active->phase;
  if (tool_phase_lists(skill->forbidden, name)) return "the skill does not use this tool in any phase";
  if (tool_phase_lists(skill->phases[active->phase].forbidden, name)) return "the present phase forbids this tool";
  if (tool_phase_lists(skill->phases[active->phase].allowed, name)) return NULL;
  size_t later = later_phase(skill, active->phase, name);
  if (later == TOOL_PHASES_MAX) return NULL;
  if (writes && later > active->phase + 1) return "it would change files before the phases between were gone through";
  *ret_phase = later;
  return NULL;
}

/* Kept for the client's own question what it did; the oldest step is
 * overwritten. */
static void note(Active *active, const Tool *tool, bool was_refused) {
  Step step = {tool, active->skill->phases[active->phase].name, was_refused};
  active->steps[active->step_count++ % HISTORY] = step;
}

/* What may be done now, and what comes next. */
static Str recovery(Arena *arena, const ToolSkill *skill, size_t phase) {
  const ToolPhase *now = &skill->phases[phase];
  if (!is_phase(skill, phase + 1)) return str_format(arena, "in phase '%s' use %s; deactivate_skill ends the order", now->name, now->allowed);
  const ToolPhase *next = &skill->phases[phase + 1];
  return str_format(arena, "in phase '%s' use %s; then '%s' begins with %s; deactivate_skill ends the order", now->name, now->allowed,
                    next->name, next->allowed);
}

/* The error is an object spelled as text, because clients of this profile
 * parse it. */
static Err refuse(Job *job, const ToolPhaseStatus *at, const Tool *tool, const char *reason) {
  Buf text;
  JsonWriter json;
  buf_init(&text, job->arena, 4000);
  json_writer_init(&json, &text, 0);
  json_begin_object(&json);
  json_field_str(&json, "error", STR("phase_violation"));
  json_field_str(&json, "tool", str_from_c(tool->name));
  json_field_str(&json, "skill", str_from_c(at->skill->name));
  json_field_str(&json, "current_phase", str_from_c(at->skill->phases[at->phase].name));
  json_field_str(&json, "reason", str_from_c(reason));
  json_field_str(&json, "recovery", recovery(job->arena, at->skill, at->phase));
  json_end_object(&json);
  return job_fail(job, ERR_DENIED, "%.*s", STR_ARG(buf_str(&text)));
}

/* These must always work, or a client could not get out of an order. */
static bool is_about_phases(const Tool *tool) {
  return tool_phase_lists("activate_skill,deactivate_skill,get_skill_phase", tool->name);
}

/* The name that a call is judged by; NULL: by none. The tools of other profiles
 * and our own are outside of the order, but for those that edit: they would be
 * the way around, and count as apply_edit. */
static const char *judged_as(const Tool *tool) {
  if (!tool_is_builtin(tool) || is_about_phases(tool)) return NULL;
  if (tool_has_profile(tool, STR("agent-lsp"))) return tool->name;
  return tool_phase_lists("edit", tool->alias_of ? tool->alias_of : tool->name) ? "apply_edit" : NULL;
}

/* Judged and noted under the lock, so that two calls at once go through phases
 * one after the other; words are made outside of it. Without blocking a call
 * out of order goes on, with a warning in its answer. */
Err tool_phases_check(Job *job, ToolPhases *phases, const Tool *tool, Str *ret_warning) {
  *ret_warning = STR_EMPTY;
  const char *name = judged_as(tool);
  if (!name) return OK;
  bool writes = !(tool->flags & TOOL_READ_ONLY) && (tool->flags & TOOL_DESTRUCTIVE || name != tool->name);
  lock_take(&phases->lock);
  Active *active = find_active(phases, job);
  const char *reason = NULL;
  ToolPhaseStatus at = {0};
  if (active) {
    size_t phase;
    reason = judge(active, name, writes, &phase);
    active->phase = phase;
    note(active, tool, reason && active->blocks);
    at = (ToolPhaseStatus){.skill = active->skill, .phase = phase, .blocks = active->blocks};
  }
  lock_give(&phases->lock);
  if (!reason) return OK;
  if (at.blocks) return refuse(job, &at, tool, reason);
  *ret_warning = str_format(job->arena, "%s is out of order in %s, phase '%s': %s; %.*s", tool->name, at.skill->name,
                            at.skill->phases[at.phase].name, reason, STR_ARG(recovery(job->arena, at.skill, at.phase)));
  return OK;
}

/* ---- for who wants to know ---- */

ToolPhaseStatus tool_phases_status(Job *job, ToolPhases *phases) {
  ToolPhaseStatus status = {0};
  lock_take(&phases->lock);
  const Active *active = find_active(phases, job);
  if (active) {
    size_t count = active->step_count < HISTORY ? active->step_count : HISTORY;
    ToolPhaseStep *steps = ARENA_ARRAY(job->arena, ToolPhaseStep, count + 1);
    for (size_t i = 0; i < count; i++) {
      const Step *step = &active->steps[(active->step_count - count + i) % HISTORY];
      steps[i] = (ToolPhaseStep){str_from_c(step->tool->name), str_from_c(step->phase), step->was_refused};
    }
    status = (ToolPhaseStatus){active->skill, active->phase, active->blocks, steps, count};
  }
  lock_give(&phases->lock);
  return status;
}
