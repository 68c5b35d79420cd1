/* Servers: which language servers there are, as data, and where they are
 * installed. data/language_servers.tsv has a row for each; the user's own come
 * before them. Starts nothing. */
#ifndef FATHOM_LSP_SERVERS_H
#define FATHOM_LSP_SERVERS_H

#include "src/base/job.h"
#include "src/os/root.h"

/* What to wait for before the first answer can be believed. */
enum {
  LSP_QUIRK_NO_PROGRESS = 1 << 0,  /* reports no work: wait for diagnostics or a hover that answers */
  LSP_QUIRK_EMPTY_FIRST = 1 << 1,  /* the first answer may be empty: ask once more */
  LSP_QUIRK_SLOW_START = 1 << 2,   /* a longer deadline for the first request */
  LSP_QUIRK_SCOPED = 1 << 3,       /* large monorepos need a scope (500 files and more) */
  LSP_QUIRK_LINTER = 1 << 4,       /* diagnostics and fixes alone: used only when it is named */
  LSP_QUIRK_MARKED = 1 << 5,       /* used only where one of its markers is */
  LSP_QUIRK_ALL_USES = 1 << 6,     /* what uses without declarations are differs: asked for all, the definition taken out here */
  LSP_QUIRK_SILENT = 1 << 7        /* says nothing of a faultless text after a faultless one */
};

typedef struct LspServerKind {
  Str name;              /* "gopls"; unique */
  const Str *languages;  /* language ids of the protocol: "typescriptreact" */
  size_t language_count;
  const Str *extensions; /* without a dot, in any case; =NAME: a whole file name */
  const Str *extension_languages; /* the language id of each extension */
  size_t extension_count;
  const Str *command;    /* argv; the first is looked for */
  size_t command_count;
  const Str *programs;   /* the names that its program may have, best first; command[0] is the first */
  size_t program_count;
  const Str *markers;    /* see lsp_server_root */
  size_t marker_count;
  Str settings;          /* JSON for workspace/configuration and initializationOptions; may be empty */
  unsigned quirks;
  bool untested;         /* never run by the tests of this project */
  Str install;           /* how to get it: one line */
  bool from_user;        /* named by the user, not by the table */
  Str connect;           /* host:port or a Unix socket's path: attached to, never started or killed; usually empty */
} LspServerKind;

/* One entry of the user's configuration: `servers` or `LANG BINARY`,
 * `lang:binary,arg...` on the command line. */
typedef struct LspServerChoice {
  const Str *extensions; /* may be none when there is a language */
  size_t extension_count;
  Str language_id;
  const Str *command;
  size_t command_count;
  Str connect;
} LspServerChoice;

typedef struct LspServers LspServers;

/* The table with the user's entries in front. In the arena. `data`: the text
 * of the table, or empty for the built-in one. */
Err lsp_servers_read(Job *job, Str data, const LspServerChoice *choices, size_t choice_count,
                     const LspServers **ret_servers) MUST_CHECK;
/* What a server calls its version, as short as it can be said. */
Str lsp_version_shown(Job *job, Str version);
/* For owners that live longer than the table. */
const LspServerKind *lsp_server_kind_copy(Arena *arena, const LspServerKind *kind);
/* All kinds, the user's first; ends after *ret_count. */
const LspServerKind *lsp_servers_list(const LspServers *servers, size_t *ret_count);
/* Kinds for a path (by extension or file name) or, if that is empty, for a
 * language id or a kind's own name; best first, linters last, in the arena. */
const LspServerKind **lsp_servers_for(Arena *arena, const LspServers *servers, Str path, Str language_id,
                                      size_t *ret_count);
/* The language id that a file has for a kind; empty: not one of its files. */
Str lsp_server_language(const LspServerKind *kind, Str path);

/* Where a kind's program is: node_modules/.bin, virtual environments (.venv,
 * venv) and vendor/bin from the file's directory up to the root, then
 * VIRTUAL_ENV, `path_variable`, and the folders beneath the home directory
 * that toolchains install into. An executable regular file, absolute; empty:
 * not installed. Programs inside the workspace are the project's own code:
 * only where it is trusted. */
typedef struct LspPlaces {
  Str root;          /* absolute */
  Str directory;     /* of the file, relative to it */
  Str path_variable; /* PATH of whoever asks; empty: ours */
  Str virtual_env;   /* VIRTUAL_ENV of whoever asks */
  Str home;          /* of whoever asks; empty: none */
} LspPlaces;
/* The absolute path of the server's program, in the job's arena; empty: it
 * is not installed anywhere that is looked at. Where package managers put what
 * belongs to the project comes first, so it may be a program that the
 * repository brought: whoever starts it has asked whether the user trusts it. */
Str lsp_server_program(Job *job, const LspServerKind *kind, const LspPlaces *places);
/* Whether a directory of the workspace has a file whose name ends so; one that
 * cannot be read has none. */
bool lsp_folder_has(Job *job, Root *root, Str directory, Str ending);
/* Where a server is started for a file, relative; "" is the workspace's root,
 * also without any marker. Of the directories from the file's up to that root
 * the outermost that has one of the markers ^NAME, else the nearest that has
 * one of the others; *.x stands for any file with that ending. */
Str lsp_server_root(Job *job, const LspServerKind *kind, Root *root, Str path);
/* Whether any marker is in one of these directories. */
bool lsp_server_is_marked(Job *job, const LspServerKind *kind, Root *root, Str path);

#endif
