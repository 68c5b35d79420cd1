/* Page: the dashboard in a browser, on a listener of its own on this machine.
 * Everything it shows comes through the endpoint that agents use, and from the
 * watch; this is about who may ask.
 *
 * A link that is good once sets a cookie and gives the page a secret that only
 * its own origin can read. Nothing but the page's own files is answered without
 * both: a cookie alone reaches every server of this machine's name, whatever
 * its port. Loop thread. */
#ifndef FATHOM_APP_SERVING_PAGE_INTERNAL_H
#define FATHOM_APP_SERVING_PAGE_INTERNAL_H

#include "src/app/serving/server_internal.h"

typedef struct AppPage AppPage;

AppPage *app_page_open(AppServer *server); /* with a link of its own; the server must live as long */
/* Its streams have ended. */
void app_page_close(AppPage *page);
/* The path of its link, good once and for ten minutes from the opening on. In
 * the arena. */
Str app_page_link(const AppPage *page, Arena *arena);
/* Answers a request; false: it is for the endpoint, and whoever sent it may. */
bool app_page_answer(AppPage *page, TransportExchange *exchange);

#endif
