/* Ui: the dashboard of a terminal, without one. Events go in, what is to be done
 * comes out, and the state can be looked at as a frame at any time:
 *
 *   event -> dashboard_ui_update -> state, effect
 *   state -> dashboard_ui_view   -> frame
 *
 * Nothing here reads a key, a socket or a clock. One thread. */
#ifndef FATHOM_DASHBOARD_UI_H
#define FATHOM_DASHBOARD_UI_H

#include "src/dashboard/dashboard.h"
#include "src/dashboard/frame.h"

typedef struct DashUi DashUi;

typedef struct DashUiOptions {
  bool is_ascii;  /* draw with ASCII alone */
  Str root;       /* workspace that questions are about; empty: none */
  int64_t zone_s; /* how far the time of day is ahead of UTC */
} DashUiOptions;

/* Options are copied. */
DashUi *dashboard_ui_open(const DashUiOptions *options);
void dashboard_ui_close(DashUi *ui);

/* Keys beyond characters, which are their code points. */
enum {
  DASH_KEY_UP = 0x110000,
  DASH_KEY_DOWN,
  DASH_KEY_LEFT,
  DASH_KEY_RIGHT,
  DASH_KEY_PAGE_UP,
  DASH_KEY_PAGE_DOWN,
  DASH_KEY_HOME,
  DASH_KEY_END,
  DASH_KEY_ENTER,
  DASH_KEY_ESCAPE,
  DASH_KEY_BACKSPACE,
  DASH_KEY_TAB,
  DASH_KEY_BACK_TAB
};

/* What an answer of a tool or a command is for. */
typedef enum DashWant {
  DASH_WANT_RESULTS, /* a list */
  DASH_WANT_WORDS,   /* a text in place of a list */
  DASH_WANT_SOURCE,  /* is shown beside the list */
  DASH_WANT_DONE,    /* its first line is said */
  DASH_WANT_READING, /* all of it is read */
  DASH_WANT_PREVIEW, /* is read before a question about it is answered */
  DASH_WANT_CLIENTS  /* what `init --list --json` says */
} DashWant;

typedef enum DashEventKind {
  DASH_EVENT_OPENED,   /* the first one */
  DASH_EVENT_KEY,
  DASH_EVENT_CLICK,    /* row, column */
  DASH_EVENT_SCROLL,   /* row: lines, down is positive */
  DASH_EVENT_SIZE,     /* row, column: height and width */
  DASH_EVENT_SNAPSHOT, /* json */
  DASH_EVENT_CALLS,
  DASH_EVENT_CALL,
  DASH_EVENT_ANSWER,   /* text and json (fields, may be NULL); want; is_error */
  DASH_EVENT_LOST,     /* the daemon is gone; text: what is done about it */
} DashEventKind;

typedef struct DashEvent {
  DashEventKind kind;
  uint32_t key;
  int64_t row, column;
  const Json *json;
  Str text;
  const DashPiece *pieces; /* of the text of an answer, in order; may be NULL */
  size_t piece_count;
  DashWant want;
  bool is_error;
} DashEvent;

typedef enum DashEffectKind {
  DASH_NOTHING,
  DASH_QUIT,
  DASH_ASK_CALL,    /* number */
  DASH_CANCEL_CALL, /* number */
  DASH_RUN_TOOL,    /* tool, args (JSON), root, want */
  DASH_RUN_COMMAND  /* words as on a command line, want */
} DashEffectKind;

#define DASH_WORDS 8

typedef struct DashEffect {
  DashEffectKind kind;
  int64_t number;
  Str tool, args, root;
  Str words[DASH_WORDS];
  size_t word_count;
  DashWant want;
} DashEffect;

/* Texts of the event are copied as far as they are kept; those of the effect lie
 * in the arena. */
DashEffect dashboard_ui_update(DashUi *ui, Arena *arena, const DashEvent *event);
/* `now_ms`: the clock on the wall. The frame was initialised; its size is the
 * screen's. */
void dashboard_ui_view(const DashUi *ui, int64_t now_ms, DashFrame *frame);

/* What a glance at the daemon shows, as text: the tabs that show how it is, one
 * beneath the other, each in at most `rows` rows. */
Str dashboard_ui_glance(const DashUi *ui, Arena *arena, int64_t now_ms, size_t columns, size_t rows);

#endif
