/* The state of the terminal's dashboard, and which file knows what of it. */
#ifndef FATHOM_DASHBOARD_UI_INTERNAL_H
#define FATHOM_DASHBOARD_UI_INTERNAL_H

#include "src/base/log.h"
#include "src/dashboard/ui.h"

typedef enum DashTab {
  TAB_WORKSPACES,
  TAB_SESSIONS,
  TAB_ACTIVITY,
  TAB_SERVER,
  TAB_SEARCH,
  TAB_CONFIG,
  TAB_ADVANCED,
  TABS
} DashTab;

#define UI_CALLS 10000 /* kept; the oldest go */
#define UI_LINE 1024   /* bytes that can be typed */
#define UI_WALK 32     /* lists of results to go back to */

/* What keys act on: a row of a list, text that is read, a line that is typed, a
 * question, or the clients of the set-up. */
typedef enum UiFocus { FOCUS_LIST, FOCUS_READING, FOCUS_TYPING, FOCUS_ASKED, FOCUS_SETUP } UiFocus;

/* What the line that is typed is for. */
typedef enum UiTyping { TYPING_FILTER, TYPING_QUESTION, TYPING_LABEL, TYPING_TRUST, TYPING_PROJECT, TYPING_VALUE } UiTyping;

/* How questions are asked in the tab Search. */
typedef enum UiQuestion { ASK_FIND, ASK_SEARCH, ASK_EXPLORE, QUESTIONS } UiQuestion;

typedef struct UiResult {
  Str name, kind, path, note;
  int64_t line;
} UiResult;

/* One list of results; its texts are in its arena. Around a symbol: its callers,
 * then its callees. */
typedef struct UiResults {
  Arena arena;
  Str title; /* of that symbol; empty: a list of matches */
  VEC(UiResult) rows;
  size_t callers; /* the first so many rows */
  size_t selected;
} UiResults;

typedef struct UiText {
  Arena arena;
  Str title, text;
  DashPiece *pieces; /* of the text */
  size_t piece_count;
  bool is_diff;
  size_t top; /* the first line that is shown */
} UiText;

/* An MCP client of the user's, as set-up knows it. */
typedef struct UiClient {
  Str id, title, path;
  Str state; /* "connected", "outdated", "found", "foreign", "unreadable", "absent" */
  bool is_chosen;
} UiClient;

typedef struct UiCall {
  DashCall call; /* first, so that one leads to the other */
  bool is_shown; /* by the filter, which looks at each call once */
} UiCall;

struct DashUi {
  bool is_ascii;
  char *root; /* of the workspace that it was started in; empty: none */
  bool has_chosen_root; /* another one was chosen in the tab Workspaces */
  int64_t zone_s;
  size_t width, height;
  DashTab tab;
  UiFocus focus;
  size_t selected[TABS];

  bool is_connected;
  Arena arena; /* of the snapshot and of `lost` */
  DashSnapshot snapshot;
  bool has_snapshot;
  Str lost;

  UiCall *calls; /* oldest first; texts on the heap */
  size_t call_count, call_room;
  size_t call_shown; /* by the filter */
  UiText reading;
  bool reads_source; /* else `reading` */

  UiTyping typing;
  char line[UI_LINE]; /* that is typed */
  size_t line_len;
  char filter[UI_LINE];   /* of the feed */
  char question[UI_LINE]; /* of the tab Search, as it was asked last */
  UiQuestion way;
  UiResults walk[UI_WALK]; /* the last one is shown */
  size_t walked;
  bool wants_callees; /* of the walk that was asked for: which side is chosen first */
  UiText source;
  bool is_asking; /* an answer is on its way */

  Arena clients_arena;
  VEC(UiClient) clients;
  bool has_clients, is_setup_over; /* set-up is offered once */
  size_t setup_at;

  LogLevel log_level; /* the least weight that is shown */
  char said[UI_LINE]; /* one line about what was done last */
  char asked[UI_LINE]; /* a question that is to be answered by y */
  bool awaits_preview; /* what it is about is on its way */
  bool has_preview;    /* `reading` is what it is about */
  DashEffect confirmed; /* what is done then */
  Arena asking;         /* of its texts */
};

/* ---- model.c ---- */

/* What the daemon tells takes the place of what was known: a snapshot, calls (added to
 * those there are), the rows that a tool answered with, an answer in words, the known
 * clients. Everything is copied. */
void dashboard_ui_take_snapshot(DashUi *ui, const Json *json);
void dashboard_ui_take_calls(DashUi *ui, Arena *arena, const Json *json);
void dashboard_ui_take_results(DashUi *ui, const DashEvent *event);
void dashboard_ui_take_words(DashUi *ui, const DashEvent *event);
void dashboard_ui_take_clients(DashUi *ui, const Json *json);
void dashboard_ui_read(UiText *text, Str title, Str words); /* copies */
void dashboard_ui_read_source(UiText *text, const DashEvent *event);
void dashboard_ui_forget(UiText *text); /* it may have been a secret */
void dashboard_ui_say(DashUi *ui, Str words);
/* The calls that the filter leaves, newest first: the one at `at`; NULL: there
 * are not so many. And how many. */
const DashCall *dashboard_ui_call_at(const DashUi *ui, size_t at);
const DashCall *dashboard_ui_call_before(const DashUi *ui, const DashCall *call); /* the next older one */
size_t dashboard_ui_call_total(const DashUi *ui);
void dashboard_ui_filter(DashUi *ui, Str filter);
/* Lines of the log that are of weight enough, newest first. */
const DashLogLine *dashboard_ui_log_at(const DashUi *ui, size_t at);
/* The rows of a tab's list. */
size_t dashboard_ui_row_count(const DashUi *ui);
UiResults *dashboard_ui_results(const DashUi *ui); /* NULL: none yet */
const UiResult *dashboard_ui_result(const DashUi *ui); /* the chosen one; NULL: none */
Str dashboard_ui_root(const DashUi *ui); /* that questions are about */
const DashSession *dashboard_ui_session(const DashUi *ui); /* the chosen interpreter; NULL: none */

/* The text that keys scroll; NULL: they choose from a list. */
UiText *dashboard_ui_open_text(DashUi *ui);

/* ---- config.c: the rows of the tab Config ---- */

typedef enum UiSection { SECTION_CLIENTS, SECTION_PERMISSIONS, SECTION_KEYS, SECTION_TRUST, SECTION_PROJECTS, SECTION_OPTIONS, SECTIONS } UiSection;

typedef struct UiConfigRow {
  UiSection section;
  bool is_heading; /* of the section; keys there add to it */
  const UiClient *client;
  const DashGrant *grant;
  const DashOption *option;
} UiConfigRow;

/* All rows in order, headings among them; `at` below the count. */
size_t dashboard_ui_config_count(const DashUi *ui);
UiConfigRow dashboard_ui_config_row(const DashUi *ui, size_t at);
/* Whether anything is left for set-up to do, before anybody has asked. */
bool dashboard_ui_needs_setup(const DashUi *ui);

/* ---- steer.c: what changes something ---- */

/* Asks a tool, in place of any question before; the answer is used as `want` says. The
 * effect's texts are in the arena. */
DashEffect dashboard_ui_run_tool(DashUi *ui, Arena *arena, const char *tool, const char *argument, Str value, DashWant want);
DashEffect dashboard_ui_list_clients(void); /* which clients there are, and how their files stand */
/* A key in a tab that is about steering; DASH_NOTHING also when it means nothing. */
DashEffect dashboard_ui_steer(DashUi *ui, Arena *arena, uint32_t key);
DashEffect dashboard_ui_steer_setup(DashUi *ui, Arena *arena, uint32_t key);
/* The line that was typed is complete. */
DashEffect dashboard_ui_typed_line(DashUi *ui, Arena *arena);
void dashboard_ui_begin_typing(DashUi *ui, UiTyping typing, Str line);
/* What a preview showed may be agreed to. */
void dashboard_ui_take_preview(DashUi *ui, Str text);
DashEffect dashboard_ui_answer_asked(DashUi *ui, Arena *arena, uint32_t key);

/* ---- view.c and the view_… files ---- */

extern const char *const dashboard_ui_tab_names[TABS];
extern const char *const dashboard_ui_question_names[QUESTIONS];
/* What a tab shows, from the row at hand on, `rows` of them. */
void dashboard_ui_view_tab(const DashUi *ui, int64_t now_ms, DashFrame *frame, size_t rows);
/* A line of it, as far as the row has room. */
void dashboard_ui_view_line(const UiText *text, DashFrame *frame, Str line);
void dashboard_ui_view_text(const UiText *text, DashFrame *frame, size_t rows);
void dashboard_ui_view_search(const DashUi *ui, DashFrame *frame, size_t rows);
void dashboard_ui_view_config(const DashUi *ui, DashFrame *frame, size_t rows);
void dashboard_ui_view_setup(const DashUi *ui, DashFrame *frame, size_t rows);
/* A row of a list: its style, and a sign where there is no colour. */
DashStyle dashboard_ui_begin_row(DashFrame *frame, size_t item, bool is_selected);
DashStyle dashboard_ui_or_style(DashStyle row, DashStyle wanted);
/* The first row of a list that is shown, so that the chosen one is among `rows`. */
size_t dashboard_ui_first(size_t selected, size_t count, size_t rows);
Str dashboard_ui_tail(DashFrame *frame, Str path, size_t columns); /* of a path the end says most */

#endif
