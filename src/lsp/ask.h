/* Ask: one function for each question to a server. Shows the document, checks
 * the capability, asks, and gives the answer in one form whatever form the
 * server chose. Paths are relative to the workspace where they lie in it;
 * others are absolute and marked. What could not be read is counted, never an
 * error. All answers are in the job's arena and in an order that does not
 * depend on the server: path, line, column, unless said otherwise. */
#ifndef FATHOM_LSP_ASK_H
#define FATHOM_LSP_ASK_H

#include "src/lsp/lsp.h"

typedef struct LspRange {
  TextPoint start;
  TextPoint end;
  uint32_t start_byte;
  uint32_t end_byte;
} LspRange;

typedef struct LspLocation {
  Str path;
  bool is_outside; /* of the workspace: the path is absolute */
  LspRange range;  /* of the name where the server tells it, else of all */
  LspRange whole;  /* of the definition where it tells, else as range */
} LspLocation;

typedef struct LspLocations {
  LspLocation *items;
  size_t len;
  size_t cap;
  size_t dropped; /* not understood, or not a file */
} LspLocations;

/* A place in a file: by a byte of the document as shown. */
typedef struct LspAt {
  LspServer *server;
  Str path;
  TextPoint point;
} LspAt;

/* Shows the document and waits until what the server says about the whole
 * workspace can be believed. ERR_TIMEOUT as lsp_server_wait_ready. `path` may be
 * empty. */
Err lsp_ask_ready(Job *job, LspServer *server, Str path, int64_t timeout_ms) MUST_CHECK;

/* Places in the server's order, each checked to lie beneath the workspace or
 * in what it may show; what does not is counted as dropped. Empty: the
 * server knows none. ERR_UNAVAILABLE: it cannot be asked that. In the job's
 * arena, as everything below. */
Err lsp_ask_definition(Job *job, const LspAt *at, LspLocations *ret_locations) MUST_CHECK;
Err lsp_ask_type_definition(Job *job, const LspAt *at, LspLocations *ret_locations) MUST_CHECK;
Err lsp_ask_implementation(Job *job, const LspAt *at, LspLocations *ret_locations) MUST_CHECK;
Err lsp_ask_declaration(Job *job, const LspAt *at, LspLocations *ret_locations) MUST_CHECK;
Err lsp_ask_references(Job *job, const LspAt *at, bool with_declaration, LspLocations *ret_locations) MUST_CHECK;

typedef struct LspHover {
  Str text; /* Markdown or plain text; empty: nothing there */
  bool has_range;
  LspRange range;
} LspHover;
Err lsp_ask_hover(Job *job, const LspAt *at, LspHover *ret_hover) MUST_CHECK;

typedef struct LspHighlight {
  LspRange range;
  int kind; /* 1 text, 2 read, 3 write */
} LspHighlight;
typedef struct LspHighlights {
  LspHighlight *items;
  size_t len, cap;
} LspHighlights;
/* Uses of what stands at the place, in its document alone. */
Err lsp_ask_highlights(Job *job, const LspAt *at, LspHighlights *ret_highlights) MUST_CHECK;

/* Symbols of a document (tree, in order of the text: `depth` says how deep) or
 * of the workspace (flat, the server's order). */
typedef struct LspSymbol {
  Str name;
  Str detail;
  Str container;
  int kind; /* of the protocol */
  uint32_t depth;
  bool is_deprecated;
  LspLocation location;
} LspSymbol;
typedef struct LspSymbols {
  LspSymbol *items;
  size_t len, cap;
  size_t dropped;
} LspSymbols;
const char *lsp_symbol_kind_name(int kind); /* "function"; "unknown" */
Err lsp_ask_document_symbols(Job *job, LspServer *server, Str path, LspSymbols *ret_symbols) MUST_CHECK;
Err lsp_ask_workspace_symbols(Job *job, LspServer *server, Str query, LspSymbols *ret_symbols) MUST_CHECK;

/* Calls and types around a place. An item's `sites` are the ranges of the calls
 * in the caller's file. */
typedef struct LspRelative {
  LspSymbol symbol;
  LspRange *sites;
  size_t site_count;
} LspRelative;
typedef struct LspRelatives {
  LspRelative *items;
  size_t len, cap;
} LspRelatives;
typedef struct LspHierarchy {
  LspSymbols roots;  /* what stands at the place; none: nothing */
  LspRelatives up;   /* callers, or supertypes */
  LspRelatives down; /* callees, or subtypes */
} LspHierarchy;
/* The server's own call hierarchy; only the sides that are asked for are
 * filled. ERR_UNAVAILABLE: it has none. */
Err lsp_ask_calls(Job *job, const LspAt *at, bool incoming, bool outgoing, LspHierarchy *ret_calls) MUST_CHECK;
Err lsp_ask_types(Job *job, const LspAt *at, bool supertypes, bool subtypes, LspHierarchy *ret_types) MUST_CHECK;

typedef struct LspCompletion {
  Str label, detail, documentation, insert_text;
  int kind;
  bool is_deprecated;
} LspCompletion;
typedef struct LspCompletions {
  LspCompletion *items; /* by the server's sortText */
  size_t len, cap;
  bool is_incomplete;
} LspCompletions;
/* As many as the server gives, in its order. `is_incomplete`: typing on
 * would give others. */
Err lsp_ask_completions(Job *job, const LspAt *at, LspCompletions *ret_completions) MUST_CHECK;
const char *lsp_completion_kind_name(int kind);

typedef struct LspSignature {
  Str label, documentation;
  Str *parameters;
  size_t parameter_count;
} LspSignature;
typedef struct LspSignatures {
  LspSignature *items;
  size_t len, cap;
  size_t active, active_parameter;
} LspSignatures;
/* None where no call is open at the place. */
Err lsp_ask_signatures(Job *job, const LspAt *at, LspSignatures *ret_signatures) MUST_CHECK;

typedef struct LspHint {
  TextPoint at;
  Str label;
  int kind; /* 1 type, 2 parameter, 0 not said */
} LspHint;
typedef struct LspHints {
  LspHint *items;
  size_t len, cap;
} LspHints;
/* Places from..to of a document; both inclusive of their lines. */
typedef struct LspExtent {
  LspServer *server;
  Str path;
  TextPoint from, to;
} LspExtent;
/* Labels are joined from their parts. In the order of the text. */
Err lsp_ask_hints(Job *job, const LspExtent *extent, LspHints *ret_hints) MUST_CHECK;

typedef struct LspToken {
  LspRange range;
  Str type;
  Str *modifiers;
  size_t modifier_count;
} LspToken;
typedef struct LspTokens {
  LspToken *items;
  size_t len, cap;
} LspTokens;
/* Types and modifiers by name, decoded from the numbers that the server
 * announced. Empty for servers without them. */
Err lsp_ask_tokens(Job *job, const LspExtent *extent, LspTokens *ret_tokens) MUST_CHECK;

typedef struct LspDiagnostic {
  LspRange range;
  int severity; /* 1 error .. 4 hint; 1 when not said */
  Str code, source, message;
  bool is_unnecessary, is_deprecated;
  LspLocations related; /* with the messages beside them */
  Str *related_messages;
} LspDiagnostic;
typedef struct LspDiagnostics {
  LspDiagnostic *items;
  size_t len, cap;
  bool is_current;
} LspDiagnostics;
const char *lsp_severity_name(int severity); /* "error" ... */
Err lsp_ask_diagnostics(Job *job, LspServer *server, Str path, int64_t wait_ms,
                        LspDiagnostics *ret_diagnostics) MUST_CHECK;

/* ---- edits: read and checked, never applied here ---- */

typedef struct LspTextEdit {
  LspRange range; /* in the file as it is when its turn comes */
  Str text;
  bool needs_confirmation;
  Str annotation;
} LspTextEdit;
typedef enum LspFileAction { LSP_FILE_EDIT, LSP_FILE_CREATE, LSP_FILE_RENAME, LSP_FILE_DELETE } LspFileAction;
typedef struct LspFileEdit {
  LspFileAction action;
  Str path;
  Str new_path;          /* of a rename */
  bool overwrite, ignore_if_exists, recursive, ignore_if_not_exists;
  bool needs_confirmation; /* of a create, rename or delete */
  Str annotation;
  LspTextEdit *edits;    /* in order of the text, none overlapping */
  size_t edit_count;
} LspFileEdit;
typedef struct LspEdit {
  LspFileEdit *items; /* in the order in which they are to be applied */
  size_t len, cap;
} LspEdit;
/* ERR_OUTSIDE: it leaves the workspace; ERR_PROTOCOL: overlapping or broken
 * edits, or a version that is not the one shown: nothing of it is to be used.
 * `edit` is a WorkspaceEdit, or an array of TextEdit for `path`. */
Err lsp_edit_read(Job *job, LspServer *server, Str path, const Json *edit, LspEdit *ret_edit) MUST_CHECK;
/* The same for an edit that no server gave: places are counted in UTF-16, as the
 * protocol does unless it was agreed otherwise; versions are not looked at. */
typedef struct LspEditTexts {
  Str root; /* of the workspace, absolute */
  const Text *(*find_text)(void *context, Str path, bool is_outside); /* a file's; NULL: none */
  void *context;
} LspEditTexts;
Err lsp_edit_read_for(Job *job, const LspEditTexts *texts, const Json *edit, LspEdit *ret_edit) MUST_CHECK;
/* A server's WorkspaceEdit spelled for others, who read it with
 * lsp_edit_read_for: as it came, but with places counted in UTF-16 whatever was
 * agreed with the server, and without files that are left out. In the job's
 * arena. ERR_TOO_LARGE: more than 4 MB. */
typedef struct LspEditSpelling {
  bool (*leaves_out)(void *context, Str uri); /* NULL: nothing is */
  void *context;
} LspEditSpelling;
Err lsp_edit_spell(Job *job, LspServer *server, const Json *edit, const LspEditSpelling *how, Str *ret_edit) MUST_CHECK;
/* A text with one file's edits done. */
Str lsp_edit_apply(Arena *arena, Str text, const LspFileEdit *edit);

/* Files that come, move and go by our hand: `action` is LSP_FILE_CREATE,
 * LSP_FILE_RENAME or LSP_FILE_DELETE; paths are relative to the workspace. */
typedef struct LspMove {
  Str path;
  Str new_path; /* of a rename */
} LspMove;
/* What the server wants changed along with it, before it is done; empty when
 * it did not ask to know of such files. */
Err lsp_ask_moves(Job *job, LspServer *server, LspFileAction action, const LspMove *moves, size_t count,
                  LspEdit *ret_edit) MUST_CHECK;
/* That it is done. */
Err lsp_tell_moves(Job *job, LspServer *server, LspFileAction action, const LspMove *moves, size_t count) MUST_CHECK;

typedef struct LspRenamePlace {
  bool is_possible;
  bool has_range;
  LspRange range;
  Str placeholder;
} LspRenamePlace;
/* Whether something at the place can be renamed, before a new name is asked
 * for. A server that cannot tell is taken to say yes. */
Err lsp_ask_rename_place(Job *job, const LspAt *at, LspRenamePlace *ret_place) MUST_CHECK;
/* `raw`: the server's own WorkspaceEdit, for lsp_edit_spell. */
Err lsp_ask_rename(Job *job, const LspAt *at, Str new_name, LspEdit *ret_edit, const Json **ret_raw) MUST_CHECK;
typedef struct LspFormatOptions {
  int tab_size;
  bool insert_spaces;
} LspFormatOptions;
/* Edits for the whole document, read and checked, not applied. */
Err lsp_ask_format(Job *job, LspServer *server, Str path, const LspFormatOptions *options, LspEdit *ret_edit) MUST_CHECK;
Err lsp_ask_format_range(Job *job, const LspExtent *extent, const LspFormatOptions *options, LspEdit *ret_edit) MUST_CHECK;

typedef struct LspAction {
  Str title;
  Str kind;
  bool is_preferred;
  Str disabled;      /* why; empty: it is not */
  bool has_edit;
  LspEdit edit;      /* resolved where the server wants that */
  Str command;       /* its name; empty: none */
  const Json *raw;
} LspAction;
typedef struct LspActions {
  LspAction *items;
  size_t len, cap;
} LspActions;
/* Diagnostics in the range are sent along. */
Err lsp_ask_actions(Job *job, const LspExtent *extent, LspActions *ret_actions) MUST_CHECK;

#endif
