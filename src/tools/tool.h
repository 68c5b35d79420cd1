/* Tools: one file per tool, holding a descriptor and a thin handler.
 * Schema, validation, CLI, help, completion and docs derive from the
 * descriptor. This header is the port: what a tool is, what a handler is
 * given, which tools a client sees and which it may run. It knows no
 * protocol: mcp/ and app/ call it. */
#ifndef FATHOM_TOOLS_TOOL_H
#define FATHOM_TOOLS_TOOL_H

#include <stddef.h>

#include "src/base/buf.h"
#include "src/base/job.h"
#include "src/base/json.h"
#include "src/base/log.h"

/* ---- descriptors ---- */

typedef enum ToolType {
  TOOL_STRING,
  TOOL_PATH, /* a string of at most 4,096 bytes; others: 10,000 characters */
  TOOL_WORKSPACE, /* a path too: the call is about the workspace there */
  TOOL_INTEGER,
  TOOL_NUMBER,
  TOOL_BOOLEAN,
  TOOL_STRINGS, /* array of strings */
  TOOL_OBJECT,  /* of `fields`, or of anything when that is NULL */
  TOOL_OBJECTS  /* array of objects of `fields` */
} ToolType;

/* An argument, or a field of the structured result. Tables end with a row
 * whose name is NULL. Required arguments are positional on the CLI; without one,
 * the first is. */
typedef struct ToolField {
  const char *name;
  ToolType type;
  bool required;
  /* Numbers: bounds of the value. Strings: of their length in
   * characters, of paths in bytes. Arrays: of their item count. Both 0: the type's own limits. A `max`
   * below `min`: no upper bound but the type's own. */
  int64_t min;
  int64_t max;
  const char *choices;   /* of strings: "all|exported", or NULL */
  const char *otherwise; /* the default, spelled as JSON, or NULL */
  const char *help;
  bool follows; /* positional on the CLI too, behind the required ones, though it may be left out */
  bool whole;   /* a list whose items have commas in them: on the CLI each word is one */
  const char *listed; /* what tools/list says instead of help and choices; "": the name says it */
  const struct ToolField *fields;
} ToolField;

enum {
  TOOL_CORE = 1 << 0,        /* listed when no option says otherwise */
  TOOL_READ_ONLY = 1 << 1,   /* changes nothing */
  TOOL_DESTRUCTIVE = 1 << 2, /* may undo work */
  TOOL_IDEMPOTENT = 1 << 3,  /* calling again changes nothing more */
  TOOL_OPEN_WORLD = 1 << 4,  /* reaches beyond the workspace */
  TOOL_STRUCTURED = 1 << 5,  /* its contract promises fields: structured without being asked */
  TOOL_CLAMPS = 1 << 6,      /* numbers beyond their bounds are brought within instead of refused */
  TOOL_PARTLY = 1 << 7,      /* executes only when asked to: allowed where only reading is, and then
                                refuses that itself (ToolRunning.is_read_only) */
  TOOL_ANYHOW = 1 << 8       /* answers from the graph too: a server without its `method` is enough */
};

/* Rows that tools over a workspace share; the server's instructions explain
 * them once. */
#define TOOL_ARG_REPO {"repo", TOOL_WORKSPACE, .help = "another allowed workspace", .listed = ""}
#define TOOL_ARG_MAX_CHARS \
  {"max_chars", TOOL_INTEGER, .min = 1000, .max = 200000, .help = "length of the answer", .listed = ""}
#define TOOL_ARGS_PAGE                                                                                        \
  {"max_chars", TOOL_INTEGER, .min = 1000, .max = 200000, .help = "length of the answer", .listed = ""},     \
  {"cursor", TOOL_STRING, .help = "to go on where an answer ended", .listed = ""}

/* How long a call may take before it ends with ERR_TIMEOUT, where its
 * descriptor does not say otherwise: from when it begins to work, the time not
 * counted in which the client is asked something. A language server may have
 * to be started first. */
enum { TOOL_SECONDS = 60, TOOL_SECONDS_SERVER = 300, TOOL_SECONDS_MAX = 3600 };

typedef struct ToolUnsaved ToolUnsaved;
typedef struct ToolCall ToolCall;

typedef struct Tool {
  const char *name;    /* 1-64 of [A-Za-z0-9_.-]; a dot only in names of tools
                          added at run time: "<owner>.<something>" */
  const char *title;
  const char *brief;   /* its line in fathom --help: how it is asked, what it
                          brings; NULL where it is not listed there */
  const char *summary; /* what clients are told; small */
  const char *help;    /* more, for --help and docs; may be NULL */
  const ToolField *args;
  const ToolField *result; /* of the structured form */
  const char *example;     /* "find query=main kind=function"; run by tests */
  const char *toolset;     /* "read", "edit", ... */
  const char *profiles;    /* further profiles that list it: "kart codegraph" */
  const char *alias_of;    /* the tool whose work it does under another name:
                              disabling that one disables this one; or NULL */
  const char *method;      /* what a language server must support for it:
                              "textDocument/references"; NULL: nothing */
  unsigned flags;
  size_t chars;            /* an answer may have, where its contract says so;
                              0: 15,000, or its argument max_chars */
  int seconds;             /* a call may take, at most TOOL_SECONDS_MAX; 0:
                              TOOL_SECONDS, or TOOL_SECONDS_SERVER with `method` */
  Err (*run)(ToolCall *call);
  void *context;           /* of tools added at run time */
  const char *raw_schema;  /* input schema verbatim: `args` is not used and the
                              handler validates by itself; NULL for all but
                              foreign tools */
} Tool;

/* Made by the build from the files in this folder; ends with NULL. */
extern const Tool *const tool_registry[];
extern const size_t tool_registry_count;

/* ---- what a handler is given ---- */

/* What the client can do for a running tool. Functions may be NULL. */
typedef struct ToolClient {
  void *context;
  /* A question is put while the call waits (old era); otherwise the call ends
   * and is run again with the answer. */
  bool asks_while_waiting;
  /* Of results it reads the text alone: fields are made only where a contract
   * has them in the text. */
  bool reads_words;
  /* Somebody looks at the text on a screen: it comes with marks. */
  bool draws;
  /* "sampling", "elicitation", "roots" */
  bool (*can)(void *context, Str capability);
  /* Asks the client something (elicitation/create, sampling/createMessage,
   * roots/list) and waits for its result. `key` names the question within
   * the call. ERR_INPUT_NEEDED: the handler must return it at once; it will
   * be run again from the start once the answer is there, and then gets it
   * here. So: ask before changing anything. */
  Err (*ask)(void *context, Job *job, Str key, Str method, Str params, const Json **ret_result);
  /* State a handler wants to see again when it is run again after an ask;
   * carried by the client, tamper-proof. Empty the first time. */
  Str (*get_state)(void *context);
  void (*set_state)(void *context, Str state);
  void (*log)(void *context, LogLevel level, Str logger, Str data_json);
  /* Must be called before the first change a call makes to anything: after
   * a crash it is then reported as interrupted instead of run again. */
  void (*mark_writing)(void *context);
} ToolClient;

/* Which tools a client sees and may use. All strings are comma-separated
 * names and may be empty. */
typedef struct ToolPolicy {
  Str profile;  /* core, full, kart, codegraph, agent-lsp, kaimon; empty: core */
  Str toolsets; /* listed in addition */
  Str tools;    /* when given, exactly these are listed */
  Str disabled; /* refused everywhere */
  bool read_only; /* tools that are not read-only are refused everywhere */
  bool structured; /* structured results and output schemas */
  /* What this one lists must also be listed by that one; NULL: anything.
   * Made by tool_policy_narrow. */
  const struct ToolPolicy *within;
} ToolPolicy;

/* What diagnostics said of some files. */
typedef struct ToolCount {
  int64_t errors, warnings, files;
} ToolCount;

/* What a call did, for who writes it down. Borrowed for as long as it is told. */
typedef struct ToolRecord {
  const Tool *tool;
  const Json *args; /* as they came: perhaps wrong, perhaps NULL */
  Err err;
  Str words; /* the error's; empty: none */
  int64_t ms;
  Str text; /* of the answer; empty with an error */
  const Str *changed; /* files, relative to the workspace (tool_note_changed) */
  size_t changed_count;
  bool has_counts; /* diagnostics were compared (tool_note_counts) */
  ToolCount before, after;
  int64_t number; /* for who hears of it; 0 at first */
} ToolRecord;

/* What is told of a call. */
typedef enum ToolMoment {
  TOOL_BEGUN, /* not of one that is tried on the loop's own thread first */
  TOOL_ENDED, /* also refused; perhaps without having begun */
  TOOL_LEFT   /* it ends to be asked or to be begun again, and is told of then */
} ToolMoment;

typedef struct ToolRegistry ToolRegistry;
typedef struct Answer Answer;
typedef struct Index Index;
typedef struct LspServer LspServer;
typedef struct LspHub LspHub;
typedef struct EditSessions EditSessions;
typedef struct ReplHub ReplHub;
typedef struct ReplSession ReplSession;
typedef struct ReplKernelHost ReplKernelHost;

/* What is settled for a language of a workspace until the process ends. */
typedef struct ToolServerChoice {
  Str language_id; /* empty: every language */
  Str connect;     /* of a server that runs already; empty: one is started */
  const Str *scope; /* directories relative to the workspace; none: all, or what fits a file */
  size_t scope_count;
} ToolServerChoice;

/* A language of a workspace and the server for it. */
typedef struct ToolServerFound {
  Str language; /* id of the protocol */
  Str extension; /* its most frequent one */
  size_t files;
  Str name;     /* of the server */
  Str program;  /* absolute; empty: not installed */
  const Str *command;
  size_t command_count;
  Str install;  /* how to get it */
  Str sample;   /* a file of it, relative to the workspace */
  bool untested; /* never run by the tests of this project */
} ToolServerFound;
typedef struct ToolServersFound {
  ToolServerFound *items; /* most files first */
  size_t len;
  size_t cap;
  Str root;
  bool is_trusted;
} ToolServersFound;

/* With what programs of a workspace (linters, builds, tests) are run. */
typedef struct ToolRunning {
  bool is_trusted;   /* by the user; if not: nothing is run, `refusal` says what to do */
  Str refusal;
  bool is_read_only; /* a policy allows reading alone */
  bool may_eval;     /* the user lets clients run code in live sessions */
  Str path_variable; /* the client's own, as are the next two */
  Str virtual_env;
  Str home;
  const char *const *env; /* NAME=value of further variables; ends with NULL */
  Str checkers;      /* the user's own rows of the table; may be empty */
} ToolRunning;

/* A program of the user's that brings tools, as a folder of the user's
 * configuration says. */
typedef struct ToolExtension {
  Str name, folder;
  Str space; /* the namespace of its tools */
  Str description;
  Str problem; /* why it cannot be started; empty: it can */
  bool is_enabled; /* the user lets it be started */
  bool runs;
  Str session; /* its key, when it runs */
} ToolExtension;
typedef struct ToolExtensions {
  ToolExtension *items; /* by name */
  size_t len;
  size_t cap;
} ToolExtensions;

/* What an editor of the user's is to do: a command, or a file to be shown. */
typedef struct ToolEditorAsk {
  Str command;
  const Json *args; /* texts */
  size_t arg_count;
  Str file; /* not empty: this one is shown, instead of a command */
  int64_t line, column; /* of it, from 1 */
  int64_t timeout_ms; /* the command's value is waited for; 0: it is not */
} ToolEditorAsk;
/* An agent that was started here: a program of the user's choice, run once for
 * each turn. What it says is data. */
typedef struct ToolAgent {
  Str id, name, directory;
  int64_t turn;      /* the one that the rest tells about; 0: none was sent yet */
  const char *state; /* idle, running, done, failed, interrupted, ended */
  Str words;         /* why it failed or was ended */
  Str text, errors;  /* what it printed; the last of it */
  int64_t dropped;   /* bytes of text that are not kept */
  int64_t ms;
  int exit_status;
} ToolAgent;
typedef struct ToolAgents {
  ToolAgent *items;
  size_t len;
  size_t cap;
  int64_t running, open; /* of all workspaces */
  int64_t max_running, max_open, memory_mb, cpu_minutes, wall_seconds;
} ToolAgents;
typedef enum ToolAgentAct {
  TOOL_AGENT_LIST,
  TOOL_AGENT_OPEN,  /* name, directory, id: what its id begins with */
  TOOL_AGENT_SEND,  /* id, text: begins a turn */
  TOOL_AGENT_LOOK,  /* id, turn, wait_ms: at most so long for its end */
  TOOL_AGENT_INTERRUPT,
  TOOL_AGENT_CLOSE
} ToolAgentAct;
typedef struct ToolAgentAsk {
  ToolAgentAct act;
  Str id, name, directory, text;
  int64_t turn; /* 0: the last one */
  int64_t wait_ms;
} ToolAgentAsk;

/* A project for which sessions may be started, and of which languages. */
typedef struct ToolProject {
  Str root, languages;
} ToolProject;
typedef struct ToolProjects {
  ToolProject *items;
  size_t len;
  size_t cap;
} ToolProjects;

/* The surroundings of a call: who asks, from where. Owned by the caller. */
typedef struct ToolScope {
  const ToolPolicy *policy;
  ToolRegistry *registry;
  Str directory;  /* the client's working directory */
  Str repo;       /* root given explicitly; empty: found from `directory` */
  Str session;    /* of one conversation, random; empty: calls have nothing to do with each other */
  /* The workspace for a call, opened and held by app/: call->repo, else the
   * one that `path`, the call's path argument or empty, lies in. The answer
   * stays valid for the whole call. */
  Err (*workspace)(struct ToolScope *scope, ToolCall *call, Str path, Index **ret_index);
  /* The repositories that the user linked with the workspace that the call asked
   * for last, as far as they are there: the first `max`, opened and held like it.
   * May be NULL: there are none. */
  Err (*linked)(struct ToolScope *scope, ToolCall *call, Index **ret_indexes, size_t max, size_t *ret_count);
  /* A language server for a file of the call's workspace, or for a language
   * id; started when nobody has yet. Held until lsp_server_release. ERR_USAGE:
   * no server is known for it; ERR_UNTRUSTED and ERR_UNAVAILABLE (not
   * installed) say what to do. May be NULL: there are none. */
  Err (*server)(struct ToolScope *scope, ToolCall *call, Str path, Str language_id, LspServer **ret_server);
  /* The same for core tools that only ask who is there: one that runs and is
   * ready, held; false: none. Starts nothing. May be NULL. */
  bool (*ready_server)(struct ToolScope *scope, ToolCall *call, Str path, LspServer **ret_server);
  LspHub *hub; /* of all clients; NULL: there are no servers */
  EditSessions *sessions; /* simulations of all clients; NULL: none are kept */
  ReplHub *repl; /* live interpreters; NULL: there are none */
  /* One of the workspace that the call asked for last, started when it does not
   * run yet; the caller has asked for permission. `name` is what it is called
   * then; empty: as its project. ERR_NOT_FOUND: none may be started here; else
   * the words say what to do. May be NULL: none is started. */
  Err (*start_session)(struct ToolScope *scope, ToolCall *call, Str language, Str name, ReplSession *ret_session);
  /* Those for which the user lets it be started; likewise. */
  Err (*list_allowed)(struct ToolScope *scope, ToolCall *call, ToolProjects *ret_projects);
  ReplKernelHost *kernels; /* those of them that this server starts; NULL: it starts none */
  /* The user's extensions, and one of them started, ended or begun anew; the
   * caller has asked for permission. NULL: there are none. */
  Err (*find_extensions)(struct ToolScope *scope, ToolCall *call, ToolExtensions *ret_extensions);
  Err (*manage_extension)(struct ToolScope *scope, ToolCall *call, Str name, Str action, ToolExtension *ret_extension);
  /* The user's editor, in the workspace that the call asked for last: what it is
   * to do, with its value as JSON where one is waited for; and what the user
   * allows. Refuses by itself what is not trusted or allowed. NULL: there is
   * none, both of them. */
  Err (*tell_editor)(struct ToolScope *scope, ToolCall *call, const ToolEditorAsk *ask, Str *ret_value);
  Err (*editor_commands)(struct ToolScope *scope, ToolCall *call, const Str **ret_commands, size_t *ret_count);
  /* Agents of the workspace that the call asked for last. Asks for permission
   * itself; ERR_DENIED also for who comes from an agent. NULL: there are none. */
  Err (*agent)(struct ToolScope *scope, ToolCall *call, const ToolAgentAsk *ask, ToolAgents *ret_agents);
  /* May be NULL with `server`. ERR_UNTRUSTED and ERR_DENIED say what to do. */
  Err (*choose_server)(struct ToolScope *scope, ToolCall *call, const ToolServerChoice *choice);
  /* Starts nothing. */
  Err (*find_servers)(struct ToolScope *scope, ToolCall *call, Str directory, ToolServersFound *ret_found);
  /* About the workspace that the call asked for last. May be NULL: nothing is
   * run here. */
  Err (*running)(struct ToolScope *scope, ToolCall *call, ToolRunning *ret_running);
  /* Adds the server's own state (daemon, transports, sessions) to the object
   * that is open in the status tool's answer. May be NULL. */
  void (*describe_server)(struct ToolScope *scope, Job *job, Answer *answer);
  /* The dashboard as text, as far as it concerns the client: the workspace that
   * the call asked for last, and its own calls. May be NULL. */
  Err (*glance)(struct ToolScope *scope, ToolCall *call, Str *ret_text);
  /* Hears of every call, on the call's thread; must not block. May wrap the
   * job's progress when it begins. May be NULL. */
  void (*heard)(struct ToolScope *scope, Job *job, ToolRecord *record, ToolMoment moment);
  void *context;
} ToolScope;

struct ToolCall {
  Job *job;
  const Tool *tool;
  const Json *args;   /* validated object */
  Str repo;           /* value of its TOOL_WORKSPACE argument; empty: the client's own */
  Index *index;       /* of the workspace it asked for last; NULL: none yet */
  ToolScope *scope;
  const ToolClient *client;
  /* What the tool found (src/model/answer.h): built once, read as text, as
   * fields and by a terminal. */
  Answer *answer;
  size_t chars;       /* it may have; a handler that gives a whole text by
                         contract raises it */
  Buf *blocks;        /* further content blocks (images, ...): spelled JSON
                         objects separated by commas; usually empty */
  const char *list;   /* the field, a list, that is the whole answer by the tool's
                         contract: clients get it as a text of its own, and all
                         other fields as a second one; of a tool that promises
                         fields (TOOL_STRUCTURED). NULL: one text of all */
  ToolRecord *record; /* of this call; of a tool that runs never NULL */
  ToolUnsaved *unsaved; /* texts that are laid over an index for it; NULL: none */
};

/* An argument's value, else its default, else empty, 0 or false. The name
 * must be in the tool's table, with that type. A null counts as absent. */
Str tool_arg_str(const ToolCall *call, const char *name);
int64_t tool_arg_int(const ToolCall *call, const char *name);
double tool_arg_number(const ToolCall *call, const char *name);
bool tool_arg_bool(const ToolCall *call, const char *name);
/* What the caller gave, without defaults; NULL: absent. */
const Json *tool_arg(const ToolCall *call, const char *name);
/* The workspace of this call; `path` as in ToolScope. */
Err tool_workspace(ToolCall *call, Str path, Index **ret_index) MUST_CHECK;
/* A language server for this call, as in ToolScope; ERR_UNAVAILABLE where
 * there are none. */
Err tool_server(ToolCall *call, Str path, Str language_id, LspServer **ret_server) MUST_CHECK;
/* Appends one spelled content block. */
void tool_add_block(ToolCall *call, Str block);
/* Must be called before the first change, as ToolClient says. */
void tool_mark_writing(const ToolCall *call);
/* For the record of the call: a file it changed, relative to the workspace,
 * which must live as long as the job; and what diagnostics said before and
 * after. */
void tool_note_changed(ToolCall *call, Str path);
void tool_note_counts(ToolCall *call, ToolCount before, ToolCount after);

/* ---- registry ---- */

/* Holds the built-in tools and those added at run time. Thread-safe.
 * A descriptor that contradicts itself, or two built-in tools of one name that
 * no profile tells apart, end the process here. */
ToolRegistry *tool_registry_open(void);
/* The same with another table of built-in tools, ending with NULL. */
ToolRegistry *tool_registry_open_with(const Tool *const *builtins);
/* No list may be held and no call in progress any more. */
void tool_registry_close(ToolRegistry *registry);
AUTO_CLOSE(ToolRegistry, tool_registry_close)
/* Adds a tool that belongs to `owner`; its name must be "<owner>.<something>".
 * `tool` must stay valid until it is removed and the calls in progress ended:
 * `release`, when not NULL, is called then, on any thread. Listed in every
 * profile; only the policy's `tools` leaves it out. */
Err tool_registry_add(Job *job, ToolRegistry *registry, Str owner, const Tool *tool,
                      void (*release)(const Tool *tool)) MUST_CHECK;
void tool_registry_remove_owner(ToolRegistry *registry, Str owner);
/* A function of a live session as the tool "<owner>.<its name>", for those whom
 * the user lets run code there. Everything is copied. As tool_registry_add. */
typedef struct ReplTool ReplTool;
Err tool_registry_add_session(Job *job, ToolRegistry *registry, Str owner, const ReplSession *session,
                              const ReplTool *tool) MUST_CHECK;
/* Called on any thread after the set of tools changed; one listener, NULL for
 * none. When this returns the former one is not running any more. A listener
 * may read the registry, but not change it. */
void tool_registry_on_change(ToolRegistry *registry, void (*changed)(void *context), void *context);
/* Another number after each change of the set of tools. What is made from a
 * list is to be kept under the number that was read before the list was taken. */
uint64_t tool_registry_version(ToolRegistry *registry);
/* Built-in tools without owner, for builds that bring their own. */
Err tool_registry_add_builtin(Job *job, ToolRegistry *registry, const Tool *tool) MUST_CHECK;

/* Tools that a policy allows, in the arena, ending with NULL: those it lists,
 * or all of them when `listed_only` is false. A NULL policy allows all.
 * Order: built-in ones by name, then those added at run time by name. Entries
 * are kept alive until tool_list_release. */
typedef struct ToolList {
  const Tool **items;
  size_t count;
  struct ToolEntry **held; /* of the registry */
} ToolList;
ToolList tool_list(Arena *arena, ToolRegistry *registry, const ToolPolicy *policy, bool listed_only);
void tool_list_release(ToolRegistry *registry, ToolList *list);

/* The one tool a name means, as a list to be released. A name shared by
 * several is looked up in the policy's profile first; "profile.name" (and
 * "core.name" for our own) always means that one. ERR_NOT_FOUND suggests the
 * nearest name; unlike one from tool_run it cannot be a handler's.
 * ERR_UNAVAILABLE: a name of a system we stand in for that has no tool yet,
 * with what to use instead. Does not ask whether the tool may be used. */
Err tool_find(Job *job, ToolRegistry *registry, const ToolPolicy *policy, Str name,
              ToolList *ret_list) MUST_CHECK;

/* OK, or ERR_DENIED with the reason: disabled, or not read-only. */
Err tool_allow(Job *job, const ToolPolicy *policy, const Tool *tool) MUST_CHECK;
/* ERR_USAGE when a profile, toolset or tool is named that does not exist. */
Err tool_policy_check(Job *job, ToolRegistry *registry, const ToolPolicy *policy) MUST_CHECK;

/* Narrows `base` by `project`, which a repository brings and nobody vouches
 * for: it can disable, make read-only, or list fewer, never more. A project
 * that names neither profile nor tools leaves the listing as it is. */
ToolPolicy tool_policy_narrow(Arena *arena, const ToolPolicy *base, const ToolPolicy *project);
/* Both say the same, word by word: then they list and allow the same tools.
 * NULL is like none but NULL. */
bool tool_policy_equals(const ToolPolicy *a, const ToolPolicy *b);
/* With everything it points to, in the arena; NULL of NULL. */
const ToolPolicy *tool_policy_copy(Arena *arena, const ToolPolicy *policy);

/* ---- running ---- */

typedef struct ToolResult {
  Str text;   /* at most 1 MB, cut at a line end with a note */
  Str fields; /* spelled JSON object; empty when the tool has no such form */
  Str list;   /* the one of the fields that the contract gives alone, spelled; usually empty */
  Str rest;   /* all other fields, spelled; empty where there are none */
  Str blocks; /* spelled JSON objects separated by commas */
  const struct AnswerMark *marks; /* of the text, for a terminal */
  size_t mark_count;
} ToolResult;

/* Looks the name up in the policy's profile, checks permission, validates
 * the arguments (NULL: none), runs. ERR_NOT_FOUND (with the nearest name) and
 * ERR_USAGE (arguments) come from here; anything else from the handler. The
 * job's deadline is kept when it is nearer than the tool's own. */
Err tool_run(Job *job, ToolScope *scope, const ToolClient *client, Str name, const Json *args,
             ToolResult *ret_result) MUST_CHECK;
/* The same from permission on, for a tool that was found (tool_find) and is held
 * until this returns. */
Err tool_run_found(Job *job, ToolScope *scope, const ToolClient *client, const Tool *tool,
                   const Json *args, ToolResult *ret_result) MUST_CHECK;

/* The marks of a result on their way to another process: `[from, length, kind,
 * …]`, spelled. */
Str tool_spell_marks(Arena *arena, const ToolResult *result);
/* The marks of a text of `length` bytes as another process spelled them; those
 * that do not lie in the text, or in no order, are left out. */
const struct AnswerMark *tool_read_marks(Arena *arena, const Json *spelled, size_t length, size_t *ret_count);

/* ---- derived from descriptors ---- */

/* Type, bounds, choices, required and unknown names, with "did you mean"; up
 * to three problems, one a line. A NULL table takes no arguments, NULL args
 * are none, and a null for an optional argument counts as absent. */
Err tool_validate(Job *job, const ToolField *fields, const Json *args) MUST_CHECK;
/* The same for a structured result: nulls are refused, and only limits that
 * are spelled in the table apply. */
Err tool_validate_result(Job *job, const ToolField *fields, const Json *result) MUST_CHECK;
/* JSON Schema 2020-12 of a table: an object, no type arrays, no unions. */
void tool_write_schema(JsonWriter *writer, const ToolField *fields);
/* Seconds that a call of it may take, without a server it need not start. */
int tool_seconds(const Tool *tool);
/* Whether its results carry fields for a client with this policy. */
bool tool_is_structured(const ToolPolicy *policy, const Tool *tool);
/* One entry of tools/list. */
void tool_write_listing(JsonWriter *writer, const Tool *tool, bool structured);
/* CLI words into an arguments object: positional ones for the required
 * arguments in order (without any, for the first argument; an array takes all
 * that follow), --name value, --name=value, --flag, --no-flag; `-` and `_` are
 * the same in names. Arrays by repetition or commas, or as JSON; objects as
 * JSON; after `--` all words are positional. When every word is
 * argument=value and none required is missing they are read as such. The
 * values are typed but not yet validated. */
Err tool_args_from_words(Job *job, const Tool *tool, const Str *words, size_t count,
                         const Json **ret_args) MUST_CHECK;
/* The arguments of the tool's own example. */
Err tool_args_from_example(Job *job, const Tool *tool, const Json **ret_args) MUST_CHECK;
void tool_write_help(Buf *text, const Tool *tool);      /* for a terminal */
void tool_write_markdown(Buf *text, const Tool *tool);  /* a section of docs/tools.md */

/* A completion script for `shell`: bash, zsh or fish; else ERR_USAGE. */
typedef struct ToolCompletion {
  ToolList tools;
  const Str *commands; /* the program's other subcommands */
  size_t command_count;
  const Str *options;  /* taken by every tool, with their dashes: "--json" */
  size_t option_count;
} ToolCompletion;
/* Appends a script for "bash", "zsh" or "fish" to `text`. ERR_USAGE: another
 * shell. */
Err tool_write_completion(Job *job, Buf *text, Str shell, const ToolCompletion *completion) MUST_CHECK;

#endif
