/* Watch: those who look at the daemon (wire_internal.h, mode "watch") and what
 * they are sent. With nobody there it does nothing at all; with somebody it
 * looks around once a second, and calls of tools are told within a moment. */
#ifndef FATHOM_APP_SERVING_WATCH_INTERNAL_H
#define FATHOM_APP_SERVING_WATCH_INTERNAL_H

#include "src/app/serving/server_internal.h"
#include "src/dashboard/dashboard.h"

/* ---- watch.c: loop thread ---- */

AppWatch *app_watch_open(AppServer *server); /* nobody watches yet; the server must live as long */
/* After the server's pool, before its loop. */
void app_watch_close(AppWatch *watch);
/* Where a watcher's lines go; one that is full is passed over and told the sum
 * later. */
typedef struct AppWatchSink {
  void (*send)(void *context, Str line);
  bool (*is_full)(void *context);
  void *context;
} AppWatchSink;
typedef struct AppWatcher AppWatcher;
/* From now on it is sent everything, until it is removed. */
AppWatcher *app_watch_add(AppWatch *watch, const AppWatchSink *sink);
void app_watch_remove(AppWatcher *watcher);
/* The same for a connection, until it closes; answers what it asks. */
void app_watch_connection(AppWatch *watch, AppConnection *connection);

/* ---- survey.c ---- */

typedef struct AppSurvey AppSurvey;
typedef struct AppSettings AppSettings;

/* What is remembered from one look to the next, so that looking costs little. */
AppSurvey *app_survey_open(AppServer *server);
void app_survey_close(AppSurvey *survey);
/* Who is connected: the part that only the loop's thread may look at. */
void app_survey_clients(AppSurvey *survey, Arena *arena, DashSnapshot *snapshot);
/* Everything else; one thread at a time, not the loop's. What cannot be told is
 * left empty. */
void app_survey_rest(AppSurvey *survey, Arena *arena, DashSnapshot *snapshot);

/* What concerns one workspace alone, as a survey of its own; any thread but the
 * loop's. Texts are in the arena. */
void app_survey_one(AppServer *server, Arena *arena, Index *index, DashSnapshot *snapshot);

/* ---- survey_settings.c: one thread at a time ---- */

AppSettings *app_settings_open(void); /* has looked at nothing yet */
void app_settings_close(AppSettings *settings);
/* Options and grants; they live until the next look. */
void app_settings_look(AppSettings *settings, Job *job, DashSnapshot *snapshot);
bool app_settings_trust(const AppSettings *settings, Str root); /* as of the last look */

#endif
