/* Phases: ways of working in a fixed order, which a client can bind itself to.
 * While one is active each call of a tool is held against it: a tool of the
 * present phase is fine, one of a later phase moves on to that, one that must
 * not be used now is refused or remarked on. Of each client its own; kept in
 * the registry, so for as long as the process lives. Any thread. */
#ifndef FATHOM_TOOLS_KIT_PHASES_INTERNAL_H
#define FATHOM_TOOLS_KIT_PHASES_INTERNAL_H

#include "src/tools/tool.h"

typedef struct ToolPhase {
  const char *name;
  const char *allowed;   /* tools, separated by commas; a `*` at the end of one stands for anything */
  const char *forbidden; /* the same; NULL: none */
} ToolPhase;

enum { TOOL_PHASES_MAX = 6 };

typedef struct ToolSkill {
  const char *name;
  const char *forbidden; /* in all of its phases */
  ToolPhase phases[TOOL_PHASES_MAX]; /* the first without a name ends them */
} ToolSkill;
extern const ToolSkill tool_skills[];
extern const size_t tool_skill_count;

typedef struct ToolPhases ToolPhases;
ToolPhases *tool_phases_open(void); /* nobody is in a phase; the caller's to close */
void tool_phases_close(ToolPhases *phases);
/* Those of a registry. */
ToolPhases *tool_registry_phases(ToolRegistry *registry);

/* Whether a list of names and patterns has it. */
bool tool_phase_lists(const char *patterns, const char *name);

/* Of the job's client from now on, from its first phase. ERR_USAGE: no such
 * skill, with those there are; or one is active already, which must be ended
 * first. */
Err tool_phases_activate(Job *job, ToolPhases *phases, Str skill, bool blocks) MUST_CHECK;
/* The name of the one that ended, which is static; empty: none was active. */
Str tool_phases_deactivate(Job *job, ToolPhases *phases);
/* Before a tool runs. ERR_DENIED with an object that names tool, skill, phase,
 * reason and what to do; or OK, with words for the answer in *ret_warning when
 * the skill only warns. Moves on to a later phase. */
Err tool_phases_check(Job *job, ToolPhases *phases, const Tool *tool, Str *ret_warning) MUST_CHECK;

/* One call that was made while the skill was active. */
typedef struct ToolPhaseStep {
  Str tool;  /* in the job's arena */
  Str phase; /* static */
  bool was_refused;
} ToolPhaseStep;
typedef struct ToolPhaseStatus {
  const ToolSkill *skill; /* NULL: none is active */
  size_t phase;
  bool blocks;
  const ToolPhaseStep *steps; /* the last of them, oldest first */
  size_t step_count;
} ToolPhaseStatus;
/* A copy of the moment, in the job's arena. */
ToolPhaseStatus tool_phases_status(Job *job, ToolPhases *phases);

#endif
