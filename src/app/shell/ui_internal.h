/* The parts of `fathom ui`: ui.c connects and passes events on, ui_draw.c brings
 * frames to the terminal, ui_ask.c runs tools and commands for the person who
 * looks. All on the loop's thread. */
#ifndef FATHOM_APP_SHELL_UI_INTERNAL_H
#define FATHOM_APP_SHELL_UI_INTERNAL_H

#include "src/app/serving/server_internal.h"
#include "src/dashboard/ui.h"

typedef struct AppUi AppUi;

/* ---- ui.c ---- */

struct AppUi {
  Loop *loop;
  DashUi *ui;
  TransportLines *lines; /* of the watcher; NULL: the daemon is gone */
  struct AppUiDrawing *drawing;
  struct AppUiAsking *asking;
  LoopTimer *again; /* the daemon is tried again; NULL: it is there */
};

/* The dashboard's state goes on, what it wants is done, and a frame follows. */
void app_ui_tell(AppUi *ui, const DashEvent *event);
/* Lines from the daemon; closed by whoever opened them. */
TransportLines *app_ui_lines(Loop *loop, int fd, void *context, void (*on_line)(void *, Str), void (*on_close)(void *, Err));

/* ---- ui_draw.c ---- */

/* After screen_open. */
struct AppUiDrawing *app_ui_drawing_open(AppUi *ui);
void app_ui_drawing_close(struct AppUiDrawing *drawing); /* NULL is fine */
/* A frame is drawn soon: at once for what a person did, else when the terminal
 * has drawn the last one and a moment has passed. */
void app_ui_draw(struct AppUiDrawing *drawing, bool is_wanted);
void app_ui_drawn(struct AppUiDrawing *drawing); /* the terminal said so */
void app_ui_redraw(struct AppUiDrawing *drawing); /* nothing of it is there any more */

/* ---- ui_ask.c ---- */

struct AppUiAsking *app_ui_asking_open(AppUi *ui); /* `ui` must live as long */
/* Waits for a command that runs. */
void app_ui_asking_close(struct AppUiAsking *asking); /* NULL is fine */
/* The answer comes as DASH_EVENT_ANSWER. A newer question takes the place of an
 * older one; a command is never left alone. */
void app_ui_ask_tool(struct AppUiAsking *asking, const DashEffect *effect);
void app_ui_run_command(struct AppUiAsking *asking, const DashEffect *effect);

#endif
