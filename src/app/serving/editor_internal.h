/* An editor's answers: calls that wait for one, each known by a secret that is
 * good once, and the listeners that answers come in by. */
#ifndef FATHOM_APP_SERVING_EDITOR_INTERNAL_H
#define FATHOM_APP_SERVING_EDITOR_INTERNAL_H

#include "src/app/app_internal.h"
#include "src/transport/transport.h"

#define APP_EDITOR_PATH "/vscode-response"

/* A listener that answers can come to from now on; `client` is whose calls
 * prefer it and is only compared. Its number, or 0: there are too many, and none
 * is waited for there. Any thread. */
uint64_t app_editor_listen(AppEditor *editor, const AppClient *client, int port);
/* It takes nothing any more: calls that wait for an answer there end. 0 is fine. */
void app_editor_unlisten(AppEditor *editor, uint64_t listener);
/* Answers a POST of JSON to APP_EDITOR_PATH that passed what every request has to
 * pass on that listener. Loop's thread. */
void app_editor_post(AppEditor *editor, uint64_t listener, TransportExchange *exchange);

/* One call's wait, from before the editor hears of it until `app_editor_end`,
 * after which its secret is good for nothing. Belongs to the call's thread. */
typedef struct AppEditorWait AppEditorWait;
/* ERR_UNAVAILABLE: there is no listener; ERR_BUSY: too many wait. The secret
 * lives as long as the wait. */
Err app_editor_begin(Job *job, AppEditor *editor, const AppClient *client, int64_t timeout_ms, AppEditorWait **ret_wait) MUST_CHECK;
Str app_editor_secret(const AppEditorWait *wait);
int app_editor_port(const AppEditorWait *wait);
/* What the editor gave, spelled as one line of JSON in the job's arena; what it
 * says went wrong is ERR_UNAVAILABLE. ERR_TIMEOUT; ERR_CLOSED: the listener went. */
Err app_editor_wait(Job *job, AppEditorWait *wait, Str *ret_value) MUST_CHECK;
void app_editor_end(AppEditorWait *wait);
AUTO_CLOSE(AppEditorWait, app_editor_end)

#endif
