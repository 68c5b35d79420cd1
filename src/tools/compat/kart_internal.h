/* What the kart aliases share: its words for kinds, its paths, its errors. */
#ifndef FATHOM_TOOLS_KART_INTERNAL_H
#define FATHOM_TOOLS_KART_INTERNAL_H

#include "src/query/names/names.h"
#include "src/tools/kit/place_internal.h"

/* The call's file or folder with a reader to ask about it; its end gives the
 * reader back and puts kart's words before what went wrong. */
typedef struct KartCall {
  ToolCall *call;
  Index *index;
  StoreReader *reader;
  Str path;       /* within the workspace */
  bool is_folder;
  StoreFile file; /* id 0: not indexed */
} KartCall;

/* A path that leads to no workspace is outside kart's only one. */
Err tool_kart_outside(ToolCall *call, Str path, Err err) MUST_CHECK;
Err tool_kart_open(ToolCall *call, Str path, KartCall *ret_kart) MUST_CHECK;
Err tool_kart_end(KartCall *kart, Err err) MUST_CHECK;
/* Nothing is there: an error in kart. */
Err tool_kart_find_path(KartCall *kart) MUST_CHECK;
/* The same; a folder, or else a file, is one too: ERR_USAGE. */
Err tool_kart_find_file(KartCall *kart) MUST_CHECK;
Err tool_kart_find_folder(KartCall *kart) MUST_CHECK;
/* Without a KartCall: ERR_NOT_FOUND with the path as `given` when nothing is at
 * `relative`, so that a missing file is told before a symbol missing in it. */
Err tool_kart_check_path(ToolCall *call, Index *index, Str relative, Str given) MUST_CHECK;
/* "Error: " before what was detected, or "Error: FileNotFoundError: ". */
Err tool_kart_say(ToolCall *call, Err err) MUST_CHECK;

/* A name that is not in a file: ERR_NOT_FOUND with the nearest one there, else
 * some of the file's own. */
typedef struct KartNames {
  const Str *all;
  size_t count;
  const Str *tops;
  size_t top_count;
} KartNames;
Err tool_kart_no_symbol(ToolCall *call, Str path, Str asked, const KartNames *names) MUST_CHECK;

/* Absolute, in the job's arena; an empty path is the workspace itself. */
Str tool_kart_absolute(const KartCall *kart, Str path);
/* A doc comment without the lines that are orders to linters and checkers;
 * empty: there was nothing else. */
Str tool_kart_doc(Arena *arena, Str doc);
/* kart's word for a kind, and the kinds that one of its words means. The words
 * are constants. */
Str tool_kart_kind(SymbolKind kind);
uint32_t tool_kart_kinds(Str word); /* 1u << SymbolKind, …; 0: no such word */

#define KART_KINDS "function|class|interface|type|const|enum"

#endif
