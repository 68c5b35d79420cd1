/* Who may look at the page, its files, and what happens as a stream. */
#include "src/app/serving/page_internal.h"

#include "src/app/serving/feed_internal.h"
#include "src/app/serving/watch_internal.h"
#include "src/os/file.h"
#include "src/os/place.h"
#include "src/os/root.h"
#include "src/os/secret.h"

#define SECRET_BYTES 24
#define LINK_MS ((int64_t)10 * 60 * 1000)
#define FILE_MAX ((size_t)16 << 20)
#define COOKIE "fathom_page"

struct AppPage {
  AppServer *server;
  Arena arena; /* of the secrets */
  Str cookie;
  Str token; /* of the page itself */
  Str link;  /* empty: it was followed */
  int64_t link_until_ms;
};

AppPage *app_page_open(AppServer *server) {
  AppPage *page = arena_heap_alloc(sizeof(*page));
  page->server = server;
  arena_init(&page->arena);
  page->cookie = secret_random_hex(&page->arena, SECRET_BYTES);
  page->token = secret_random_hex(&page->arena, SECRET_BYTES);
  page->link = secret_random_hex(&page->arena, SECRET_BYTES);
  page->link_until_ms = job_now_ms() + LINK_MS;
  return page;
}

void app_page_close(AppPage *page) {
  arena_clear(&page->arena);
  free(page);
}

Str app_page_link(const AppPage *page, Arena *arena) { return str_format(arena, "/open/%.*s", STR_ARG(page->link)); }

/* ---- who asks ---- */

static bool follow(AppPage *page, Str secret) {
  if (!page->link.len || !secret_equal(secret, page->link)) return false;
  page->link = STR_EMPTY;
  return page->link_until_ms >= job_now_ms();
}

static bool has_cookie(const AppPage *page, const TransportExchange *exchange) {
  Str cookies = transport_header(exchange, "cookie");
  while (cookies.len) {
    Str value = str_trim(str_cut(&cookies, ';')), name = str_cut(&value, '=');
    if (str_eq_c(name, COOKIE) && secret_equal(value, page->cookie)) return true;
  }
  return false;
}

/* From a page of this very origin: a browser says so in one of two headers, and
 * what is not a browser knows no secret. */
static bool is_own_origin(TransportExchange *exchange) {
  Str origin = transport_header(exchange, "origin"), site = transport_header(exchange, "sec-fetch-site");
  Str own = str_format(transport_arena(exchange), "http://%.*s", STR_ARG(transport_header(exchange, "host")));
  return (!origin.len || str_eq(origin, own)) && (!site.len || str_eq_c(site, "same-origin"));
}

static bool is_page(const AppPage *page, TransportExchange *exchange) {
  Str token = transport_header(exchange, "x-fathom-page");
  return has_cookie(page, exchange) && secret_equal(token, page->token) && is_own_origin(exchange);
}

/* ---- files ---- */

/* Nothing from elsewhere, nothing inline, nobody around it. */
static void reply_guarded(TransportExchange *exchange, const char *type, Str text) {
  const TransportHeader guards[] = {
      {STR("Content-Security-Policy"),
       STR("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
           "base-uri 'none'; form-action 'none'; frame-ancestors 'none'")},
      {STR("Referrer-Policy"), STR("no-referrer")},
      {STR("Cross-Origin-Opener-Policy"), STR("same-origin")},
      {STR("Cross-Origin-Resource-Policy"), STR("same-origin")},
  };
  transport_reply(exchange, 200, str_from_c(type), text, guards, COUNT_OF(guards));
}

static void refuse(TransportExchange *exchange) {
  transport_reply_json_error(exchange, 403, STR("this page is opened by a link that is good once: fathom ui --web prints another"));
}

static void answer_file(TransportExchange *exchange, const char *name, const char *type) {
  AUTO(Root) root = NULL;
  Job job;
  Str text;
  job_init(&job, transport_arena(exchange));
  Err err = root_open(&job, place_supplied(job.arena, STR("web")), &root);
  if (!err) err = root_read(&job, root, str_from_c(name), FILE_MAX, &text);
  if (err) transport_reply_json_error(exchange, 404, STR("the page was not built: make build with npm at hand makes it"));
  else reply_guarded(exchange, type, text);
}

/* The secret is behind a #: browsers send that part nowhere. */
static void answer_link(AppPage *page, TransportExchange *exchange, Str secret) {
  if (!follow(page, secret)) {
    refuse(exchange);
    return;
  }
  Arena *arena = transport_arena(exchange);
  TransportHeader headers[] = {
      {STR("Set-Cookie"), str_format(arena, COOKIE "=%.*s; Path=/; HttpOnly; SameSite=Strict", STR_ARG(page->cookie))},
      {STR("Location"), str_format(arena, "/#key=%.*s", STR_ARG(page->token))},
      {STR("Referrer-Policy"), STR("no-referrer")},
  };
  transport_reply(exchange, 303, STR_EMPTY, STR_EMPTY, headers, COUNT_OF(headers));
}

/* ---- what happens ---- */

/* A stream of events, as long as its reader stays. */
typedef struct Stream {
  TransportExchange *exchange;
  AppWatcher *watcher;
} Stream;

static void send_event(void *context, Str line) {
  Stream *stream = context;
  transport_stream_event(stream->exchange, STR_EMPTY, line);
}

/* Who does not read is cut off by the transport. */
static bool is_never_full(void *context) {
  (void)context;
  return false;
}

static void on_reader_gone(void *context) {
  Stream *stream = context;
  app_watch_remove(stream->watcher);
  free(stream);
}

static void answer_events(AppPage *page, TransportExchange *exchange) {
  Stream *stream = arena_heap_alloc(sizeof(*stream));
  stream->exchange = exchange;
  transport_on_gone(exchange, on_reader_gone, stream);
  transport_stream_begin(exchange, NULL, 0);
  AppWatchSink sink = {.send = send_event, .is_full = is_never_full, .context = stream};
  stream->watcher = app_watch_add(page->server->watch, &sink);
}

static void answer_call(AppPage *page, TransportExchange *exchange, Str number) {
  DashCall call;
  int64_t wanted;
  Arena *arena = transport_arena(exchange);
  if (!str_to_int(number, &wanted) || !app_feed_call(arena, page->server->feed, wanted, &call)) {
    transport_reply_json_error(exchange, 404, STR("not kept any more"));
    return;
  }
  transport_reply(exchange, 200, STR("application/json"), dashboard_call_spell(arena, &call), NULL, 0);
}

/* ---- all of it ---- */

static const struct {
  const char *path, *file, *type;
} files[] = {
    {"/", "index.html", "text/html; charset=utf-8"},
    {"/app.js", "app.js", "text/javascript; charset=utf-8"},
    {"/app.css", "app.css", "text/css; charset=utf-8"},
};

/* Whatever the page does not own falls through to the caller. Everything but
 * the link that hands out the cookie needs that cookie. */
bool app_page_answer(AppPage *page, TransportExchange *exchange) {
  Str path = transport_path(exchange), method = transport_method(exchange);
  bool is_get = str_eq_c(method, "GET");
  const Str link = STR("/open/"), call = STR("/api/calls/");
  for (size_t i = 0; is_get && i < COUNT_OF(files); i++) {
    if (!str_eq_c(path, files[i].path)) continue;
    if (has_cookie(page, exchange)) answer_file(exchange, files[i].file, files[i].type);
    else refuse(exchange);
    return true;
  }
  if (is_get && str_starts_with(path, link)) answer_link(page, exchange, str_slice(path, link.len, path.len));
  else if (!is_page(page, exchange)) refuse(exchange);
  else if (is_get && str_eq_c(path, "/api/events")) answer_events(page, exchange);
  else if (is_get && str_starts_with(path, call)) answer_call(page, exchange, str_slice(path, call.len, path.len));
  else if (str_eq_c(method, "POST") && str_eq_c(path, "/mcp")) return false;
  else transport_reply_json_error(exchange, 404, STR("not found"));
  return true;
}
