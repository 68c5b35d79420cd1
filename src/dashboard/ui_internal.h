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
#define UI_LINE 256    /* bytes that can be typed */
#define UI_WALK 32     /* lists of results to go back to */

/* What keys act on: a row of a list, text that is read, or a line that is typed. */
typedef enum UiFocus { FOCUS_LIST, FOCUS_READING, FOCUS_TYPING, FOCUS_ASKED } UiFocus;

/* How questions are asked in the tab Search. */
typedef enum UiQuestion { ASK_FIND, ASK_SEARCH, ASK_EXPLORE, QUESTIONS } UiQuestion;

typedef struct UiResult {
  Str name, kind, path, note;
  int64_t line;
} UiResult;

/* One list of results; its texts are in its arena. */
typedef struct UiResults {
  Arena arena;
  Str title;
  VEC(UiResult) rows;
  size_t selected;
} UiResults;

typedef struct UiText {
  Arena arena;
  Str title, text;
  size_t top; /* the first line that is shown */
} UiText;

struct DashUi {
  bool is_ascii;
  char *root;
  size_t width, height;
  DashTab tab;
  UiFocus focus;
  size_t selected[TABS];

  bool is_connected;
  Arena arena; /* of the snapshot and of `lost` */
  DashSnapshot snapshot;
  Str lost;

  DashCall *calls; /* oldest first; texts on the heap */
  size_t call_count, call_room;
  UiText reading;

  char line[UI_LINE]; /* that is typed: a filter or a question */
  size_t line_len;
  char filter[UI_LINE]; /* of the feed */
  UiQuestion question;
  UiResults walk[UI_WALK]; /* the last one is shown */
  size_t walked;
  UiText source;
  bool is_asking; /* an answer is on its way */

  LogLevel log_level; /* the least weight that is shown */
  char said[UI_LINE]; /* one line about what was done last */
  char asked[UI_LINE]; /* a question that is to be answered by y */
  DashEffect confirmed; /* what is done then */
  Arena asking;         /* of its texts */
};

/* ---- model.c ---- */

void dashboard_ui_take_snapshot(DashUi *ui, const Json *json);
void dashboard_ui_take_calls(DashUi *ui, Arena *arena, const Json *json);
void dashboard_ui_take_answer(DashUi *ui, const DashEvent *event);
void dashboard_ui_read(UiText *text, Str title, Str words); /* copies */
void dashboard_ui_say(DashUi *ui, const char *format, ...) PRINTF_LIKE(2, 3);
/* The calls that the filter leaves, newest first: the one at `at`; NULL: there
 * are not so many. And how many. */
const DashCall *dashboard_ui_call_at(const DashUi *ui, size_t at);
size_t dashboard_ui_call_total(const DashUi *ui);
/* Lines of the log that are of weight enough, newest first. */
const DashLogLine *dashboard_ui_log_at(const DashUi *ui, size_t at);
/* The rows of a tab's list. */
size_t dashboard_ui_row_count(const DashUi *ui);
UiResults *dashboard_ui_results(const DashUi *ui); /* NULL: none yet */

/* ---- view.c and view_tabs.c ---- */

extern const char *const dashboard_ui_tab_names[TABS];
extern const char *const dashboard_ui_question_names[QUESTIONS];
/* What a tab shows, from the row at hand on, `rows` of them. */
void dashboard_ui_view_tab(const DashUi *ui, int64_t now_ms, DashFrame *frame, size_t rows);
void dashboard_ui_view_text(const UiText *text, DashFrame *frame, size_t rows);

#endif
