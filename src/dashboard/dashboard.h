/* Dashboard: what a person sees of the daemon. The daemon fills a snapshot, it
 * travels as one line of JSON, and whoever shows it (a terminal, a page) reads
 * it back. Keeps no state of its own.
 *
 * Everything is plain data in an arena of the caller's. No function here
 * touches a file, a terminal or a thread; any thread may call them. */
#ifndef FATHOM_DASHBOARD_DASHBOARD_H
#define FATHOM_DASHBOARD_DASHBOARD_H

#include "src/base/json.h"

/* The daemon itself. */
typedef struct DashServer {
  Str build, mode; /* "daemon", "process" */
  int64_t pid, up_s, resident, clients, audit_dropped;
} DashServer;

typedef struct DashWorkspace {
  Str root, phase; /* what its index does; empty: nothing */
  Str watcher, languages; /* "c 120, python 8", most files first */
  int64_t percent; /* of that; 100: nothing is under way */
  int64_t files, symbols, edges, store_bytes, refresh_ms;
  bool is_trusted, is_behind;
} DashWorkspace;

/* Who is connected. */
typedef struct DashClient {
  int64_t number;
  Str name, root; /* "claude-code 2.1"; where it began */
  Str mode;       /* "stdio", "shell", "http" */
  int64_t calls, active;
} DashClient;

typedef struct DashLanguageServer {
  Str name, version, language, state;
  Str workspace, root; /* the root of its index, and its own, which may lie beneath */
  Str last_error; /* the last line that it printed */
  int64_t pid, resident, open_documents, crashes, idle_ms;
} DashLanguageServer;

/* A live interpreter. */
typedef struct DashSession {
  Str key, name, language, version, project;
  int64_t pid, calls, running;
  int64_t seen_ago_ms; /* -1: not yet */
} DashSession;

/* An edit that can be taken back. */
typedef struct DashEdit {
  Str id, title, root;
  int64_t time_ms; /* of the clock on the wall, as all `time_ms` */
  int64_t files;
} DashEdit;

typedef struct DashOption {
  Str key, value, origin;
  Str accepts; /* "strict|relaxed|lax"; empty: what its help says */
  Str help;
} DashOption;

/* What the user permits. Keys themselves are in no file and not here. */
typedef struct DashGrant {
  Str kind; /* "key", "trust" (a workspace), "session" (a project with interpreters) */
  Str name; /* its id, or the directory */
  Str note;
} DashGrant;

typedef struct DashLogLine {
  int64_t number, time_ms;
  Str level, text;
} DashLogLine;

/* A call of a tool; the same number again later means that it went on. */
typedef struct DashCall {
  int64_t number, client, time_ms, ms, answered, changed;
  Str tool, root, args; /* arguments as JSON: the beginning, or all in the details */
  Str state; /* "running", "done", "failed" */
  Str words; /* of an error, or of the progress */
  Str text;  /* of the answer: in the details alone */
  double fraction; /* of a running one; below 0: not known */
} DashCall;

#define DASH_LIST(Type) \
  struct {              \
    Type *items;        \
    size_t len;         \
    size_t cap;         \
  }
typedef DASH_LIST(DashCall) DashCalls;

typedef struct DashSnapshot {
  DashServer server;
  DASH_LIST(DashWorkspace) workspaces;
  DASH_LIST(DashClient) clients;
  DASH_LIST(DashLanguageServer) servers;
  DASH_LIST(DashSession) sessions;
  DASH_LIST(DashEdit) edits;
  DASH_LIST(DashOption) options;
  DASH_LIST(DashGrant) grants;
  DASH_LIST(DashLogLine) log;
} DashSnapshot;

/* Spelled as one object on one line, in the arena. */
Str dashboard_snapshot_spell(Arena *arena, const DashSnapshot *snapshot);
Str dashboard_calls_spell(Arena *arena, const DashCalls *calls);
Str dashboard_call_spell(Arena *arena, const DashCall *call);

/* Back again, in the arena; texts borrow from `json`. What is missing or of
 * another type is empty: who sends it may be another build. Lists end at
 * DASH_MAX items. */
#define DASH_MAX 10000
void dashboard_snapshot_read(Arena *arena, const Json *json, DashSnapshot *ret_snapshot);
void dashboard_calls_read(Arena *arena, const Json *json, DashCalls *ret_calls);
void dashboard_call_read(const Json *json, DashCall *ret_call);

#endif
