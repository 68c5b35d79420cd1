/* Uses of a symbol in an answer: groups by manner, each with its count. */
#ifndef FATHOM_TOOLS_KIT_USES_INTERNAL_H
#define FATHOM_TOOLS_KIT_USES_INTERNAL_H

#include "src/query/uses/uses.h"
#include "src/tools/kit/family_internal.h"

#define TOOL_USES_LOOKED 3000 /* places of one symbol that are looked at */
#define TOOL_USES_SHOWN 5000  /* bytes of all groups in an answer */

#define TOOL_USE_FORM(form) (1u << (form))

typedef struct ToolUses {
  const QueryUses *uses;
  uint32_t forms;     /* TOOL_USE_FORM(…): only these; 0: all */
  bool with_members;  /* several symbols were asked about: say which */
  bool with_names;    /* of functions: where they are put, and under which name */
  bool with_targets;  /* of values: what gets them there */
  size_t max;         /* bytes */
} ToolUses;
/* `Compared or tested (3):` and a line a file: `  path: function at 12, 15`.
 * Places in tests are counted, and shown where there are no others. Words only.
 * Gives the number of places in the groups. */
size_t tool_answer_uses(ToolCall *call, const ToolUses *shown);
/* The list `uses`, at most 200 rows. Fields only. */
void tool_write_uses(Answer *answer, const QueryUses *uses);

/* Statements that write a constant's value, spelled out: words, and the list `values`. */
void tool_answer_values(ToolCall *call, const QueryValuePlaces *places);
void tool_write_values(Answer *answer, const QueryValuePlaces *places);
extern const ToolField tool_value_row[];
#define TOOL_VALUES_ROW \
  {"values", TOOL_OBJECTS, .help = "of a constant: statements that write its value, spelled out, found by its text", .fields = tool_value_row}

/* `Its values decide …:` and a line a file, unless its uses tell that, then what
 * each switch lacks. Words only; nothing where there are none. */
void tool_answer_literals(ToolCall *call, const QueryLiterals *literals, bool are_told);
/* Whether two are the same places of the same values; never of none. */
bool tool_same_literals(const QueryLiterals *one, const QueryLiterals *other);
/* The lists `literals` and `switches`. Fields only. */
void tool_write_literals(Answer *answer, const QueryLiterals *literals);
/* `Its values are listed …:` and a line each. Words only; nothing where there are none. */
void tool_answer_literal_lists(ToolCall *call, const QueryLiteralLists *lists);
/* The list `lists`. Fields only. */
void tool_write_literal_lists(Answer *answer, const QueryLiteralLists *lists);
extern const ToolField tool_literal_row[], tool_switch_row[], tool_literal_list_row[];
#define TOOL_LITERAL_ROWS                                                                                                      \
  {"literals", TOOL_OBJECTS, .help = "of a union of texts: where one of them decides, found by its text", .fields = tool_literal_row}, \
  {"switches", TOOL_OBJECTS, .help = "over several of them", .fields = tool_switch_row}, \
  {"lists", TOOL_OBJECTS, .help = "where they are spelled together, found by their text", .fields = tool_literal_list_row}

/* Who catches what is thrown, a line each, and where it gets out. Words only;
 * nothing of what is not thrown. */
void tool_answer_catches(ToolCall *call, const QueryCatches *catches);
/* The lists `caughtBy` and `getsOut`. Fields only. */
void tool_write_catches(Answer *answer, const QueryCatches *catches);
extern const ToolField tool_catch_row[];
extern const ToolField tool_unreached_row[];

/* A function that nobody is known to call. */
typedef struct ToolUncalled {
  const StoreSymbol *symbol;
  const QuerySource *source; /* its file's; NULL: not at hand */
  size_t values;  /* places where it is used as a value */
  bool overrides; /* something that may be called in its place */
  bool links;     /* something may reach it by heuristics, which was told */
} ToolUncalled;
/* Why there may be callers nevertheless, in a line: kept or passed as a value,
 * decorated, called through what it overrides, a test, an entry, part of an
 * interface, named in files that are not read as code; or that it is nowhere
 * else at all. Words only. */
Err tool_answer_uncalled(ToolCall *call, ToolGraph *graph, const ToolUncalled *uncalled) MUST_CHECK;

/* The others of a symbol's name: declarations with what overrides them, then
 * what stands alone; what overrides the first of them is only counted, as it is
 * listed elsewhere, and its family is left out. Words only. */
Err tool_answer_namesakes(ToolCall *call, ToolGraph *graph, const QueryTargets *targets, const ToolFamily *family) MUST_CHECK;

extern const ToolField tool_use_row[];
#define TOOL_USES_ROW \
  {"uses", TOOL_OBJECTS, .help = "places by manner, calls of functions apart; at most 200", .fields = tool_use_row}

#endif
