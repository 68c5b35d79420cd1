/* What the files behind tool.h share: registry entries, the meaning of names,
 * the words for a field's type. */
#ifndef FATHOM_TOOLS_KIT_TOOL_INTERNAL_H
#define FATHOM_TOOLS_KIT_TOOL_INTERNAL_H

#include "src/tools/tool.h"

/* The type's own limits, where a field's row states none: characters, bytes
 * and items. */
enum { TOOL_STRING_MAX = 10000, TOOL_PATH_MAX = 4096, TOOL_ITEMS_MAX = 1000 };

/* ---- registry.c ---- */

typedef struct ToolEntry {
  const Tool *tool;
  Str name;    /* the tool's: every call compares it with that of all tools */
  char *owner; /* NULL: built in */
  void (*release)(const Tool *tool);
  size_t refs; /* under the registry's lock; the registry itself holds one */
} ToolEntry;

/* The name by which tool_run finds `tool`: its own, or the qualified one where
 * that means another. */
Str tool_callable_name(Arena *arena, ToolRegistry *registry, const ToolPolicy *policy,
                       const Tool *tool);

/* ---- descriptor.c ---- */

/* ERR_USAGE when a descriptor contradicts itself. */
Err tool_check_descriptor(Job *job, const Tool *tool) MUST_CHECK;

/* ---- names.c: pure, over entries in registry order ---- */

typedef struct ToolEntries {
  ToolEntry *const *items;
  size_t count;
} ToolEntries;

/* Letters, digits and "_.-", not too long; and whether a tool is the program's own,
 * brought by no extension. */
bool tool_name_is_valid(Str name);
bool tool_is_builtin(const Tool *tool);
bool tool_has_profile(const Tool *tool, Str profile); /* in `profiles` */
/* True when no profile and no qualified name tells them apart. */
bool tool_names_clash(const Tool *a, const Tool *b);
/* Whether a comma-separated list names it, bare or qualified. */
bool tool_is_named(Str names, const Tool *tool);
bool tool_commas_have(Str list, Str item);
/* Adds an item to a list of names for a message: "a, b". */
void tool_add_comma(Buf *buf, Str item);
Str tool_qualified_name(Arena *arena, const Tool *tool);
/* NULL: no tool has the name, or several have and nothing prefers one. */
ToolEntry *tool_match(ToolEntries entries, const ToolPolicy *policy, Str name);
/* Says why tool_match found nothing. */
Err tool_explain_no_match(Job *job, ToolEntries entries, const ToolPolicy *policy, Str name) MUST_CHECK;
/* ERR_USAGE for the first unknown name in the policy. */
Err tool_check_names(Job *job, ToolEntries entries, const ToolPolicy *policy) MUST_CHECK;
bool tool_is_profile(ToolEntries entries, Str name);

/* ---- compat/later.c ---- */

/* A name of a system we stand in for whose work is not done here. */
typedef struct ToolLater {
  const char *name;
  const char *needs;   /* "it needs a language server" */
  const char *instead; /* what to do now */
} ToolLater;
const ToolLater *tool_find_later(Str name); /* bare or qualified; or NULL */

/* ---- policy.c ---- */

typedef enum ToolRefusal { TOOL_ALLOWED, TOOL_DISABLED, TOOL_ALIAS_DISABLED, TOOL_WRITES } ToolRefusal;
/* Whether the policy refuses the tool, and why. */
ToolRefusal tool_refusal(const ToolPolicy *policy, const Tool *tool);
/* Allowed, and the policy wants it listed. (tool_list also leaves out a tool
 * whose bare name means another one.) `call` is listed in every profile. */
bool tool_is_listed(const ToolPolicy *policy, const Tool *tool);

/* ---- fit.c ---- */

typedef struct ToolFit {
  size_t max;      /* bytes */
  const char *how; /* how to get the rest: "raise max_chars, at most 200000" */
} ToolFit;
/* `fields`, a spelled object, within fit->max: the ends of lists are left out,
 * the rest of long texts after them, and `left_out` tells which. As it is when
 * it fits. In the job's arena. ERR_TOO_LARGE: it cannot be made to fit. */
Err tool_fit_fields(Job *job, Str fields, const ToolFit *fit, Str *ret_fields) MUST_CHECK;
/* The row of output schemas that describes left_out. */
extern const ToolField tool_left_out_row[];

/* ---- unsaved.c ---- */

/* From here on the call's questions about this index are about what its client
 * has open and has not saved. ERR_TIMEOUT, ERR_CANCELLED: the job's. */
Err tool_lay_unsaved(ToolCall *call, Index *index) MUST_CHECK;
/* Also after a handler that failed; readers are given back by then. */
void tool_end_unsaved(ToolCall *call);
/* Below an answer that names a file whose unsaved text it is not about. */
void tool_say_unsaved(ToolCall *call);

/* ---- clamp.c ---- */

/* The arguments with every number within its row's bounds, and whole where
 * the row wants it so. */
const Json *tool_clamp(Arena *arena, const ToolField *fields, const Json *args);

/* ---- validate.c ---- */

const ToolField *tool_find_field(const ToolField *fields, Str name); /* or NULL */
bool tool_is_path(ToolType type);
bool tool_has_min(const ToolField *field);
bool tool_has_max(const ToolField *field);
/* One value against one row. */
Err tool_validate_field(Job *job, const ToolField *field, const Json *value) MUST_CHECK;

/* ---- shown.c ---- */

/* How much of a text from outside is shown: of a word in a message, and of a
 * name from a file, which can be as long as the file. All: SIZE_MAX. */
enum { TOOL_SHOWN_WORD = 60, TOOL_SHOWN_NAME = 300 };
/* "10,000"; `count` is not negative. */
Str tool_count(Arena *arena, int64_t count);

/* ---- foreign.c ---- */

/* The table of a tool's arguments; of a raw schema, as near as a table can
 * come to it: enough to read words and to explain, not to validate. */
const ToolField *tool_fields_of(Arena *arena, const Tool *tool);

/* ---- describe.c ---- */

/* "integer 1 to 100", "one of a, b", "list of text", ... */
void tool_add_type(Buf *buf, const ToolField *field);
/* The default as a reader would write it; nothing when there is none. */
Str tool_default_text(const ToolField *field);
/* Meaning, type, bounds and default in one phrase. */
void tool_add_meaning(Buf *buf, const ToolField *field);
/* The first sentence, without its full stop. */
Str tool_first_sentence(const char *text);
/* "max_chars" as "--max-chars". */
void tool_add_option_name(Buf *buf, const char *name);
/* The example as typed in a shell; nothing without an example. */
void tool_add_command_line(Buf *buf, const Tool *tool);

/* ---- command_line.c ---- */

/* Splits the example at white space; quotes group. The first word is the
 * tool's name. */
Err tool_split_example(Job *job, const Tool *tool, Str **ret_words, size_t *ret_count) MUST_CHECK;
/* The index-th argument that needs no --name on the CLI; NULL at the end. */
const ToolField *tool_positional(const ToolField *fields, size_t index);
/* Finds by name, '-' and '_' being the same; or NULL. */
const ToolField *tool_find_option(const ToolField *fields, Str name);

#endif
