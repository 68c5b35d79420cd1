/* Deadlines: one list per kind of waiting. A kind's duration is nearly always
 * the same, so adding at the end keeps a list in order, and one timer for the
 * earliest of all serves any number of connections. Without connections there
 * is no timer. */
#include "src/transport/http_internal.h"

static void timer_fired(void *context) {
  TransportHttp *http = context;
  loop_timer_stop(http->timer);
  http->timer = NULL;
  transport_deadlines_expire(http, job_now_ms());
}

static void set_timer(TransportHttp *http, int64_t due) {
  if (!http->loop || (http->timer && http->timer_due <= due)) return;
  loop_timer_stop(http->timer);
  int64_t after = due - job_now_ms();
  http->timer_due = due;
  http->timer = loop_timer_start(http->loop, after > 0 ? (uint64_t)after : 0, 0, timer_fired, http);
}

void transport_deadline_clear(TransportHttp *http, TransportDeadline *deadline) {
  if (!deadline->is_set) return;
  TransportDeadlines *list = &http->deadlines[deadline->wait];
  *(deadline->previous ? &deadline->previous->next : &list->first) = deadline->next;
  *(deadline->next ? &deadline->next->previous : &list->last) = deadline->previous;
  deadline->previous = deadline->next = NULL;
  deadline->is_set = false;
}

void transport_deadline_set(TransportHttp *http, TransportDeadline *deadline, TransportWait wait,
                            int64_t after_ms) {
  transport_deadline_clear(http, deadline);
  TransportDeadlines *list = &http->deadlines[wait];
  deadline->wait = wait;
  deadline->due = job_now_ms() + after_ms;
  deadline->is_set = true;
  TransportDeadline *before = list->last;
  while (before && before->due > deadline->due) before = before->previous;
  deadline->previous = before;
  deadline->next = before ? before->next : list->first;
  *(before ? &before->next : &list->first) = deadline;
  *(deadline->next ? &deadline->next->previous : &list->last) = deadline;
  set_timer(http, deadline->due);
}

void transport_deadlines_expire(TransportHttp *http, int64_t now) {
  for (TransportWait wait = 0; wait < TRANSPORT_WAIT_COUNT; wait++) {
    TransportDeadline *first;
    while ((first = http->deadlines[wait].first) && first->due <= now) {
      transport_deadline_clear(http, first);
      transport_connection_expired(first->connection, wait);
    }
  }
  for (TransportWait wait = 0; wait < TRANSPORT_WAIT_COUNT; wait++) {
    TransportDeadline *first = http->deadlines[wait].first;
    if (first) set_timer(http, first->due);
  }
}
