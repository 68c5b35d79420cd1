/* kart's questions to a language server: about a file, or about a symbol of it
 * that is given by name. Places are written as kart does: absolute paths, lines
 * and characters from 0. */
#ifndef FATHOM_TOOLS_COMPAT_KART_ASK_INTERNAL_H
#define FATHOM_TOOLS_COMPAT_KART_ASK_INTERNAL_H

#include "src/tools/compat/kart_internal.h"
#include "src/tools/kit/served_internal.h"

/* One question. The file and its server are open while the handler runs and
 * belong to tool_kart_ask_symbol or tool_kart_ask_file. */
typedef struct KartAsk {
  ToolCall *call;
  AgentFile file;
  Str symbol;     /* as asked; empty: the question is about the file */
  LspRange range; /* of its name */
} KartAsk;
typedef Err KartAnswer(KartAsk *ask);

/* Opens the file of the argument `path` with a server for it and finds the
 * argument `symbol` in it; answers, lets both go. `instead`: what answers
 * without a server, or NULL. */
Err tool_kart_ask_symbol(ToolCall *call, const char *instead, KartAnswer *answer) MUST_CHECK;
/* The same for the file alone. */
Err tool_kart_ask_file(ToolCall *call, const char *instead, KartAnswer *answer) MUST_CHECK;
/* An error as kart says it: the kind of error in front, what answers instead at
 * the end. */
Err tool_kart_fail(ToolCall *call, Err err, const char *instead) MUST_CHECK;

/* Where the symbol stands, for a question. */
LspAt tool_kart_at(const KartAsk *ask);
/* Waits until the server has seen the workspace; else the field `indexing`. */
Err tool_kart_ready(KartAsk *ask) MUST_CHECK;

/* symbol and path. */
void tool_kart_write_subject(KartAsk *ask);
/* {line, character} from 0 as field `name`, and both ends of a range. */
void tool_kart_write_point(Answer *out, const char *name, TextPoint point);
void tool_kart_write_range(Answer *out, const char *name, const LspRange *range);

/* Answers with the places that a question gives: fields `places` and `total`. */
typedef struct KartPlaces {
  Err (*ask)(Job *job, const LspAt *at, LspLocations *ret_locations);
  const char *places; /* "definitions" */
  const char *total;  /* "totalDefinitions" */
} KartPlaces;
Err tool_kart_say_places(KartAsk *ask, const KartPlaces *places) MUST_CHECK;
void tool_kart_write_places(KartAsk *ask, const KartPlaces *places, const LspLocations *locations);

#define KART_SYMBOL_ARGS                                   \
  {"path", TOOL_PATH, true, .min = 1, .max = 0, .help = "file with the symbol"}, \
  {"symbol", TOOL_STRING, true, .min = 1, .max = 10000, .help = "its name, or Type.member"}
#define KART_SUBJECT_ROWS                                  \
  {"symbol", TOOL_STRING, true, .help = "as asked"},       \
  {"path", TOOL_STRING, true, .help = "absolute path of the file"}
#define KART_PLACES_ROWS(name, sum)                                                                     \
  {name, TOOL_OBJECTS, true, .help = "by file and place", .fields = tool_kart_place_fields},            \
  {sum, TOOL_INTEGER, true, .help = "how many there are"},                                              \
  {"truncated", TOOL_BOOLEAN, .help = "there are more than 1,000"}, KART_SERVER_ROWS
#define KART_SERVER_ROWS                                                                                \
  {"indexing", TOOL_BOOLEAN, .help = "the server is still reading: something may be missing"},          \
  {"note", TOOL_STRING, .help = "what else there is to know of this answer"}
#define KART_ASK_FLAGS (TOOL_READ_ONLY | TOOL_IDEMPOTENT | TOOL_STRUCTURED)
extern const ToolField tool_kart_place_fields[];

#endif
