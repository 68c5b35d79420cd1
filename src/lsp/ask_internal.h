/* What servers answer, in one form. Everything declared here reads JSON alone:
 * texts come through the reader, so that no server is needed to test it. */
#ifndef FATHOM_LSP_ASK_INTERNAL_H
#define FATHOM_LSP_ASK_INTERNAL_H

#include "src/base/map.h"
#include "src/lsp/ask.h"

/* Trees deeper than this are cut. */
#define LSP_DEPTH_MAX 64

typedef struct LspReader {
  Job *job;
  TextUnit encoding;
  Str root; /* the workspace's path, absolute */
  const char *whose; /* of edits, for messages: "the server's "; NULL: nobody's */
  /* The text of a file in which places are counted, or NULL: unknown. Asked
   * once for each file. */
  const Text *(*find_text)(void *context, Str path, bool is_outside);
  /* The version of a document that is shown; false: it is not. May be NULL. */
  bool (*find_version)(void *context, Str path, int64_t *ret_version);
  void *context;
  Map texts; /* path as in LspLocation -> const Text; one for all that are missing */
} LspReader;

void lsp_reader_init(LspReader *reader, Job *job); /* without texts; in the job's arena */
/* The text of a document at hand. */
void lsp_reader_add_text(LspReader *reader, Str path, const Text *text);
const Text *lsp_reader_text(LspReader *reader, Str path, bool is_outside); /* or NULL */

/* ---- ask_places.c ---- */

/* False: not a file of this machine. */
bool lsp_read_uri(LspReader *reader, const Json *uri, LspLocation *ret_location) MUST_CHECK;
/* False: broken or inverted. Without a text columns are as the server counts. */
bool lsp_read_range(LspReader *reader, const Text *text, const Json *range, LspRange *ret_range) MUST_CHECK;
LspRange lsp_range_of(LspReader *reader, const Text *text, TextPosition start, TextPosition end);
bool lsp_read_point(LspReader *reader, const Text *text, const Json *position, TextPoint *ret_point) MUST_CHECK;
int lsp_compare_points(TextPoint a, TextPoint b);
int lsp_compare_locations(const LspLocation *a, const LspLocation *b);
/* null | Location | Location[] | LocationLink[] */
void lsp_read_locations(LspReader *reader, const Json *result, LspLocations *ret_locations);
void lsp_read_highlights(LspReader *reader, const Text *text, const Json *result, LspHighlights *ret_highlights);
void lsp_read_rename_place(LspReader *reader, const Text *text, const Json *result, LspRenamePlace *ret_place);

/* ---- ask_symbols.c ---- */

/* null | DocumentSymbol[] | SymbolInformation[], of `path` */
void lsp_read_document_symbols(LspReader *reader, Str path, const Json *result, LspSymbols *ret_symbols);
/* null | SymbolInformation[] | WorkspaceSymbol[] */
void lsp_read_workspace_symbols(LspReader *reader, const Json *result, LspSymbols *ret_symbols);
/* CallHierarchyItem or TypeHierarchyItem; false: broken, or not a file. */
bool lsp_read_item(LspReader *reader, const Json *item, LspSymbol *ret_symbol) MUST_CHECK;
/* CallHierarchyIncomingCall[] ("from") or CallHierarchyOutgoingCall[] ("to"),
 * whose sites lie in the file of `caller`, or plain items (NULL). Adds. */
typedef struct LspRelation {
  const char *side;        /* "from", "to"; NULL: the items themselves */
  const LspSymbol *caller; /* of "to" */
} LspRelation;
void lsp_read_relatives(LspReader *reader, const LspRelation *relation, const Json *result, LspRelatives *relatives);
/* By path, line and column; the same one twice becomes one with all sites. */
void lsp_order_relatives(Job *job, LspRelatives *relatives);

/* ---- ask_words.c ---- */

/* Whether an array of numbers has one. */
bool lsp_has_tag(const Json *tags, int64_t tag);
/* Any words of a server that somebody will read: hidden characters made
 * visible, line ends plain. In the arena, or `text` itself. */
Str lsp_shown_words(Arena *arena, Str text);
Str lsp_get_words(Arena *arena, const Json *object, const char *name); /* of a member; empty: absent */
/* string | MarkedString | MarkedString[] | MarkupContent; shown words */
Str lsp_read_words(Arena *arena, const Json *words);
void lsp_read_hover(LspReader *reader, const Text *text, const Json *result, LspHover *ret_hover);
void lsp_read_completions(LspReader *reader, const Json *result, LspCompletions *ret_completions);
void lsp_read_signatures(LspReader *reader, const Json *result, LspSignatures *ret_signatures);
void lsp_read_hints(LspReader *reader, const Text *text, const Json *result, LspHints *ret_hints);

/* ---- ask_tokens.c ---- */

/* `legend`: SemanticTokensLegend. Broken tails are left out. */
void lsp_read_tokens(LspReader *reader, const Text *text, const Json *legend, const Json *result, LspTokens *ret_tokens);
/* The numbers of a SemanticTokens, or of a SemanticTokensDelta on top of those
 * `before`; false: broken. */
typedef struct LspNumbers {
  uint32_t *items;
  size_t len;
  size_t cap;
} LspNumbers;
bool lsp_read_token_numbers(Arena *arena, const LspNumbers *before, const Json *result, LspNumbers *ret_numbers) MUST_CHECK;

/* ---- ask_diagnostics.c ---- */

/* A list of diagnostics about the text, which places are counted in; what is no
 * diagnostic is left out. In the reader's arena. */
void lsp_read_diagnostics(LspReader *reader, const Text *text, const Json *result, LspDiagnostics *ret_diagnostics);

/* ---- edit.c ---- */

/* As lsp_edit_read. */
Err lsp_read_edit(LspReader *reader, Str path, const Json *edit, LspEdit *ret_edit) MUST_CHECK;

/* ---- edit_spell.c ---- */

/* As lsp_edit_spell; `how` may be NULL. */
Err lsp_spell_edit(LspReader *reader, const Json *edit, const LspEditSpelling *how, Str *ret_edit) MUST_CHECK;

/* ---- ask_actions.c ---- */

/* null | (Command | CodeAction)[]. Edits that cannot be used are left out, and
 * why is in `disabled`. */
Err lsp_read_actions(LspReader *reader, Str path, const Json *result, LspActions *ret_actions) MUST_CHECK;
Err lsp_read_action(LspReader *reader, Str path, const Json *value, LspAction *ret_action) MUST_CHECK;

/* ---- ask.c: with a server ---- */

typedef struct LspAsk {
  LspReader reader;
  LspServer *server;
  LspDocument document;
} LspAsk;
/* Shows the document, once it is known that the server answers `method`. */
Err lsp_ask_begin(Job *job, LspServer *server, Str path, const char *method, LspAsk *ret_ask) MUST_CHECK;
/* A reader for the server's answers about no document. */
void lsp_ask_reader(Job *job, LspServer *server, LspReader *ret_reader);
/* {"textDocument":{"uri":...} left open, for what a method wants besides. */
typedef struct LspParams {
  Buf buf;
  JsonWriter json;
} LspParams;
void lsp_params_begin(LspAsk *ask, LspParams *params);
void lsp_params_position(LspAsk *ask, LspParams *params, const char *name, TextPoint point);
void lsp_params_range(LspAsk *ask, LspParams *params, const char *name, TextPoint from, TextPoint to);
/* Closes the object, asks; OK also says that the job goes on. */
Err lsp_params_send(LspAsk *ask, LspParams *params, const char *method, const Json **ret_result) MUST_CHECK;

#endif
