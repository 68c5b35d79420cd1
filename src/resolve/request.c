/* Requests: calls that ask for a path, by literal text, which a route of the
 * project answers, and those that send something to a topic. Which server or
 * broker is asked nobody knows, so the link is a lead. */
#include <string.h>

#include "src/base/hash.h"
#include "src/resolve/keys_internal.h"
#include "src/resolve/name_internal.h"
#include "src/resolve/topics_internal.h"
#include "src/resolve/wiring_internal.h"

#define FILES_MAX 64 /* looked at for one file's requests */
#define TOPICS_MAX 32 /* that one call is linked with */
#define ASKED_MAX 4000 /* fields that operations of one file ask for, also through constants */
#define WILD_COST 32u /* times what another costs: each part is compared with each */
#define LOOKED_MAX (4u << 20) /* routes that are compared for one file, so that none takes long */

typedef struct Known {
  View *view;
  Routes routes;
} Known;

typedef struct Requests {
  Edges *edges;
  Known known[FILES_MAX];
  uint32_t count;
  uint32_t sent;   /* links to topics */
  uint32_t asked;  /* fields of operations */
  size_t looked_at; /* routes, for them */
} Requests;

/* Without the host, when that is this machine; else it is somebody else's. */
static bool own_path(Str url, Str *ret_path) {
  static const char *const hosts[] = {"http://localhost", "http://127.0.0.1", "https://localhost"};
  *ret_path = url;
  for (size_t i = 0; i < COUNT_OF(hosts); i++) {
    if (!str_starts_with(url, str_from_c(hosts[i]))) continue;
    Str rest = str_slice(url, strlen(hosts[i]), url.len);
    size_t slash = str_find_byte(rest, '/');
    *ret_path = slash == STR_NONE ? STR("/") : str_slice(rest, slash, rest.len);
  }
  size_t query = str_find_byte(*ret_path, '?');
  if (query != STR_NONE) *ret_path = str_slice(*ret_path, 0, query);
  return ret_path->len && ret_path->ptr[0] == '/';
}

/* Segment by segment; one of the route's that is open stands for any. What is
 * not known of the request is beneath no other. */
static bool is_path_of(Str route, Str path) {
  if (route.len > 1 && route.ptr[route.len - 1] == '/') route.len--;
  if (path.len > 1 && path.ptr[path.len - 1] == '/') path.len--;
  while (route.len || path.len) {
    if (!route.len || !path.len) return false;
    Str own = str_cut(&route, '/'), asked = str_cut(&path, '/');
    bool is_known = str_find(asked, WIRING_OPEN) == STR_NONE;
    if ((!is_known || !str_eq(own, asked)) && !(resolve_wiring_is_open(own) && asked.len)) return false;
  }
  return true;
}

static const Routes *routes_of(Requests *requests, WorldFile file, View **ret_view) {
  Run *run = requests->edges->run;
  for (uint32_t i = 0; i < requests->count; i++) {
    *ret_view = requests->known[i].view;
    if (requests->known[i].view->file == file) return &requests->known[i].routes;
  }
  View *view = requests->count < FILES_MAX ? resolve_view(run, file) : NULL;
  if (!view) return NULL;
  Known *known = &requests->known[requests->count++];
  known->view = view;
  resolve_ask_wiring(run, view);
  resolve_routes_of(run, view, &known->routes);
  *ret_view = view;
  return &known->routes;
}

void resolve_link_route(Edges *edges, const Ref *ref, unsigned rule, const View *view, size_t nth) {
  *vec_add(edges->run->arena, &edges->list) =
      (Edge){.kind = EDGE_LINKS, .rule = (uint8_t)rule, .from = ref->from, .file = view->file, .to = EDGE_MADE_FIRST + (DefNo)nth,
             .line = ref->line, .column = ref->column};
}

static void link_file(Requests *requests, const Ref *ref, WorldFile file, Str method, Str path) {
  Edges *edges = requests->edges;
  View *view;
  const Routes *routes = routes_of(requests, file, &view);
  for (size_t i = 0; routes && i < routes->len && i < EDGE_MADE_MAX; i++) {
    Str route = names_text(edges->run->world->names, routes->items[i].name), own = str_cut(&route, ' ');
    if ((!str_eq(own, method) && !str_eq_c(own, "ANY")) || !is_path_of(route, path)) continue;
    resolve_link_route(edges, ref, RULE_REQUEST, view, i);
  }
}

/* Routes are found by the last plain segment that their own file tells: that
 * is one of the request's, or none at all. */
static void link_path(Requests *requests, const Ref *ref, Str method, Str path) {
  Run *run = requests->edges->run;
  Str rest = path;
  bool is_last = false;
  while (!is_last) {
    is_last = !rest.len;
    Str segment = str_cut(&rest, '/');
    if (!segment.len && !is_last) continue;
    const TableItem *items;
    size_t count = resolve_lookup(run, requests->edges->view, resolve_key(KEY_ROUTE, 0, hash_str(segment)), &items);
    for (size_t i = 0; i < count; i++) {
      if (i && items[i].file == items[i - 1].file) continue;
      link_file(requests, ref, items[i].file, method, path);
    }
  }
}

static Str method_of(Run *run, View *view, ExprNo call, const WiringWord *word) {
  ExprNo said = word->row->methods ? resolve_wiring_argument(run, view, call, word->row->methods) : 0;
  WiringTexts methods;
  Buf text;
  buf_init(&text, run->arena, 16);
  if (said && resolve_wiring_text(run, view, said, &text) && buf_str(&text).len) return resolve_wiring_upper(run, buf_str(&text));
  unsigned kind = said ? view_expr(view, said)->kind : EXPR_NONE;
  if (kind == EXPR_MEMBER) resolve_wiring_methods(run, view, call, word, &methods); /* http.MethodPost */
  if (kind == EXPR_MEMBER && methods.count) return methods.items[0];
  return word->method.len ? word->method : str_from_c(word->row->method);
}

/* What is asked for; of a call of one of the row's words the text that it fills: its holes are not known. */
static bool asked_text(Run *run, View *view, ExprNo path, const FrameworkRow *row, Buf *out) {
  const Expr *call = view_expr(view, path);
  NameId name = call->kind == EXPR_CALL ? view_expr(view, resolve_wiring_callee(view, path))->name : (NameId){0};
  if (!row->wraps || !name.value || !call->list.count || !language_word_in(row->wraps, names_text(run->world->names, name))) {
    return resolve_wiring_open_text(run, view, path, out);
  }
  Buf filled;
  buf_init(&filled, run->arena, 400);
  if (!resolve_wiring_open_text(run, view, view_item(view, call->list, 0), &filled)) return false;
  for (Str rest = buf_str(&filled); rest.len;) {
    size_t at = str_find_byte(rest, '%');
    buf_add(out, at == STR_NONE ? rest : str_slice(rest, 0, at));
    if (at == STR_NONE) return true;
    while (++at < rest.len && strchr("0123456789.+-#[]", rest.ptr[at])) continue;
    buf_add(out, WIRING_OPEN);
    rest = str_slice(rest, at < rest.len ? at + 1 : rest.len, rest.len);
  }
  return true;
}

static void request(Requests *requests, const Ref *ref, const WiringWord *word) {
  Edges *edges = requests->edges;
  View *view = edges->view;
  Run *run = edges->run;
  ExprNo path = resolve_wiring_argument(run, view, ref->expr, word->row->path);
  WiringPrefixes prefixes;
  Buf text;
  Str own;
  buf_init(&text, run->arena, 400);
  run->step_limit = run->steps + RUN_STEPS_PER_REF;
  if (!path || !asked_text(run, view, path, word->row, &text)) return;
  WiringUse use = {.word = word, .at = {view->file, ref->from, 0, ref->from != 0}, .view = view};
  if (!resolve_wiring_told(run, use, resolve_wiring_callee(view, ref->expr), &prefixes)) return;
  Str url = buf_str(&text);
  if (prefixes.count && prefixes.items[0].len) {
    bool has_host = str_contains(prefixes.items[0], STR("://"));
    Str prefix = has_host && prefixes.items[0].ptr[0] == '/' ? str_slice(prefixes.items[0], 1, prefixes.items[0].len) : prefixes.items[0];
    url = has_host ? str_format(run->arena, "%.*s%.*s", STR_ARG(prefix), STR_ARG(url)) : resolve_wiring_join(run->arena, prefix, url);
  }
  if (own_path(url, &own)) link_path(requests, ref, method_of(run, view, ref->expr, word), own);
}

/* ---- topics ---- */

/* A file may be found by more than one key. */
static bool has_link(const Edges *edges, size_t begin, const View *view, size_t nth) {
  for (size_t i = begin; i < edges->list.len; i++) {
    const Edge *edge = &edges->list.items[i];
    if (edge->file == view->file && edge->to == EDGE_MADE_FIRST + (DefNo)nth) return true;
  }
  return false;
}

/* Something that is sent to a topic. */
typedef struct Sent {
  const Ref *ref;
  const FrameworkRow *row;
  Str topic;
  size_t begin; /* edges that were there before */
  unsigned rule;
  Str part; /* the name inside of the topic */
} Sent;

static void link_topic_in(Requests *requests, const Sent *sent, WorldFile file) {
  Edges *edges = requests->edges;
  View *view;
  const Routes *routes = routes_of(requests, file, &view);
  if (!routes || !resolve_counts_for(view->entry, edges->view->entry) || requests->looked_at > LOOKED_MAX) return;
  requests->looked_at += sent->row->wild ? WILD_COST * routes->len : routes->len;
  for (size_t i = 0; i < routes->len && i < EDGE_MADE_MAX; i++) {
    if (edges->list.len - sent->begin == TOPICS_MAX || requests->sent == SENT_MAX) return;
    Str own = names_text(edges->run->world->names, routes->items[i].name), method = str_cut(&own, ' ');
    if (!str_eq_c(method, sent->row->method) || !resolve_topic_is(sent->row, &routes->items[i], own, sent->topic, sent->part)) continue;
    size_t before = edges->list.len;
    if (has_link(edges, sent->begin, view, i)) continue;
    requests->sent++;
    resolve_link_route(edges, sent->ref, sent->rule, view, i);
    resolve_edges_wired(edges, before, view, routes->items[i].ref->line);
  }
}

/* In files that may have the topic by what they say, and in those of which only
 * resolving tells. */
static void link_topic(Requests *requests, const Sent *sent) {
  Edges *edges = requests->edges;
  const uint64_t names[] = {resolve_topic_hash(sent->row, sent->topic), 0};
  for (size_t n = 0; n < COUNT_OF(names); n++) {
    const TableItem *items;
    uint64_t key = resolve_key(KEY_TOPIC, hash_str(str_from_c(sent->row->method)), names[n]);
    size_t count = resolve_lookup(edges->run, edges->view, key, &items);
    for (size_t i = 0; i < count && i < FILES_MAX; i++) {
      bool is_seen = i && items[i].file == items[i - 1].file;
      if (!is_seen) link_topic_in(requests, sent, items[i].file);
    }
  }
}

static void send(Requests *requests, const Ref *ref, const WiringWord *word) {
  Edges *edges = requests->edges;
  Run *run = edges->run;
  WiringTexts topics;
  Sent sent = {.ref = ref, .row = word->row, .begin = edges->list.len, .rule = RULE_EVENT};
  if (requests->sent == SENT_MAX) return;
  run->step_limit = run->steps + RUN_STEPS_PER_REF;
  resolve_topics_sent(run, edges->view, ref->expr, word, &topics, &sent.part);
  for (uint32_t t = 0; t < topics.count; t++) {
    sent.topic = topics.items[t];
    link_topic(requests, &sent);
  }
}

static Requests *requests_of(Edges *edges) {
  if (!edges->requests) {
    edges->requests = ARENA_NEW(edges->run->arena, Requests);
    edges->requests->edges = edges;
  }
  return edges->requests;
}

const Routes *resolve_routes_known(Edges *edges, WorldFile file, View **ret_view) { return routes_of(requests_of(edges), file, ret_view); }

void resolve_link_sent(Edges *edges, const Ref *ref, const FrameworkRow *row, Str topic) {
  Requests *requests = requests_of(edges);
  if (requests->sent < SENT_MAX) link_topic(requests, &(Sent){ref, row, topic, edges->list.len, RULE_EVENT, STR_EMPTY});
}

void resolve_link_request(Edges *edges, const Ref *ref, Str method, Str url) {
  Str own;
  if (own_path(url, &own)) link_path(requests_of(edges), ref, method, own);
}

void resolve_link_asked(Edges *edges, const Ref *site, View *view, const Ref *told) {
  Requests *requests = requests_of(edges);
  const Expr *field = view_expr(view, told->expr);
  Str method = names_text(edges->run->world->names, view_expr(view, field->base)->name);
  /* what languages make of a name may differ from it in capitals */
  FrameworkRow row = {.shape = FRAMEWORK_SEND, .method = str_to_c(edges->run->arena, method), .named = "loose"};
  if (requests->sent == SENT_MAX || requests->asked++ >= ASKED_MAX) return;
  edges->run->step_limit = edges->run->steps + RUN_STEPS_PER_REF;
  link_topic(requests, &(Sent){site, &row, names_text(edges->run->world->names, field->name), edges->list.len, RULE_REQUEST, STR_EMPTY});
}

void resolve_edges_requests(Edges *edges) {
  View *view = edges->view;
  const WiringWords *words = view->lang->wiring;
  if (!words) return;
  for (RefNo i = 1; i < view->facts->refs.len; i++) {
    const Ref *ref = view_ref(view, i);
    const Expr *call = ref->role == REF_CALL && ref->expr ? view_expr(view, ref->expr) : NULL;
    if (!call || call->kind != EXPR_CALL || !call->base || !call->list.count) continue;
    const Expr *callee = view_expr(view, resolve_wiring_callee(view, ref->expr));
    if (callee->kind != EXPR_MEMBER && callee->kind != EXPR_NAME) continue;
    for (const WiringWord *word = resolve_wiring_word(words, callee->name); word; word = resolve_wiring_next(words, word)) {
      bool sends = word->row->shape == FRAMEWORK_SEND;
      if (word->row->shape != FRAMEWORK_REQUEST && !sends) continue;
      if (sends) send(requests_of(edges), ref, word);
      else request(requests_of(edges), ref, word);
    }
  }
}
