/* Topics: a broker, a queue or a clock runs functions that were registered
 * under a name, and whoever knows the name sends to it, from any file and in any
 * language. Each is a route, "TOPIC orders", so that it is found, and a way in
 * where nobody of the project sends to it. Which broker is meant nobody knows, so
 * links from senders are leads. */
#include "src/resolve/topics_internal.h"

#include "src/base/hash.h"
#include "src/resolve/call_internal.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/name_internal.h"

/* How the row's words about names read in FrameworkRow: a topic is called like its
 * handler, with capitals; the function itself is meant, not a member of an object. */
static bool is_camel(const FrameworkRow *row) { return row->named && str_eq_c(str_from_c(row->named), "camel"); }

static bool is_whole(const FrameworkRow *row) { return row->object && str_eq_c(str_from_c(row->object), "none"); }

/* Frameworks whose objects are followed only where a file imports them. */
static bool has_topics(const Framework *framework) {
  return framework->packages != NULL;
}

/* ---- keys ---- */

static ExprNo member_in(const Facts *facts, const Expr *object, Str name) {
  ScopeNo opens = facts->defs.items[object->number].opens;
  for (BindNo i = 1; opens && i < facts->binds.len; i++) {
    const Bind *bind = &facts->binds.items[i];
    if (bind->scope == opens && str_eq(names_text(facts->names, bind->name), name)) return bind->value;
  }
  return 0;
}

/* resolve_wiring_argument for who has nothing but facts. */
static ExprNo argument_in(const Facts *facts, const Expr *call, const char *places) {
  Str rest = str_from_c(places);
  while (rest.len) {
    Str place = str_cut(&rest, ' ');
    int64_t wanted = -1, nth = 0;
    bool is_number = str_to_int(place, &wanted);
    for (uint32_t i = 0; i < call->list.count; i++) {
      ExprNo item = facts->lists.items[call->list.first + i];
      const Expr *expr = &facts->exprs.items[item];
      if (expr->kind == EXPR_KEYWORD && !is_number && str_eq(names_text(facts->names, expr->name), place)) return expr->base;
      if (expr->kind == EXPR_KEYWORD) continue;
      if (is_number && nth++ == wanted) return item;
      ExprNo member = expr->kind == EXPR_OBJECT && !is_number ? member_in(facts, expr, place) : 0;
      if (member) return member;
    }
  }
  return 0;
}

static void add_key(Arena *arena, TopicKeys *keys, const FrameworkRow *row, uint64_t name) {
  if (keys->len < WIRING_KEYS) *vec_add(arena, keys) = (TopicKey){hash_str(str_from_c(row->method)), name};
}

static uint64_t key_of(const FrameworkRow *row, Str topic) { return resolve_topic_is_wild(row, topic) ? 0 : resolve_topic_hash(row, topic); }

/* A key for the text, or for each text of a list; 0 for what is computed, so that
 * whoever sends somewhere looks at this place too. */
static void add_texts(Arena *arena, const Facts *facts, ExprNo number, const FrameworkRow *row, TopicKeys *keys) {
  const Expr *expr = &facts->exprs.items[number];
  bool is_list = expr->kind == EXPR_LIST || expr->kind == EXPR_TUPLE || expr->kind == EXPR_SET;
  for (uint32_t i = 0; is_list && i < expr->list.count && keys->len < WIRING_KEYS; i++) {
    const Expr *item = &facts->exprs.items[facts->lists.items[expr->list.first + i]];
    bool is_text = item->kind == EXPR_LITERAL && item->number == LITERAL_STRING && item->name.value;
    add_key(arena, keys, row, is_text ? key_of(row, names_text(facts->names, item->name)) : 0);
  }
  if (is_list) return;
  bool is_text = expr->kind == EXPR_LITERAL && expr->number == LITERAL_STRING && expr->name.value;
  add_key(arena, keys, row, is_text ? key_of(row, names_text(facts->names, expr->name)) : 0);
}

/* By the words alone: whether the object is a framework's is asked when the route is
 * made, with all files at hand. */
void resolve_topic_key(Arena *arena, const Language *language, const Facts *facts, ExprNo call, DefNo def, TopicKeys *keys) {
  const Expr *expr = &facts->exprs.items[call];
  bool is_call = expr->kind == EXPR_CALL || expr->kind == EXPR_NEW;
  Str name = names_text(facts->names, is_call && expr->base ? facts->exprs.items[expr->base].name : expr->name);
  if (keys->len >= WIRING_KEYS) return; /* members of objects are looked for in all of the file, so not for nothing */
  for (const Framework *const *at = framework_registry; name.len && *at; at++) {
    if (!has_topics(*at) || !language_word_in((*at)->families, resolve_family(language))) continue;
    for (const FrameworkRow *row = (*at)->rows; row->shape != FRAMEWORK_END; row++) {
      if (row->shape != FRAMEWORK_TOPIC || !language_word_in(row->words, name)) continue;
      ExprNo topic = is_call && row->path ? argument_in(facts, expr, row->path) : 0;
      if (row->around) topic = 0;
      if (!topic && resolve_topic_is_by_module(row) && def) add_key(arena, keys, row, hash_str(names_text(facts->names, facts->defs.items[def].name)));
      else add_texts(arena, facts, topic, row, keys);
    }
  }
}

/* "org.broker" begins "org.broker.annotation.Listener", and not "org.brokers". */
bool resolve_topic_uses(const Framework *framework, Str specifier) {
  Str rest = str_from_c(framework->packages);
  while (rest.len) {
    Str package = str_cut(&rest, ' ');
    if (package.ptr[0] != specifier.ptr[0] || !str_starts_with(specifier, package)) continue;
    if (specifier.len == package.len || !byte_is_word(specifier.ptr[package.len])) return true;
  }
  return false;
}

size_t resolve_topic_packages(const Language *language, const Facts *facts, uint64_t *ret_hashes, size_t most) {
  size_t count = 0;
  for (const Framework *const *at = framework_registry; facts->imports.len > 1 && *at && count < most; at++) {
    if (!has_topics(*at) || !language_word_in((*at)->families, resolve_family(language))) continue;
    bool is_used = false;
    for (ImportNo i = 1; !is_used && i < facts->imports.len; i++) {
      Str specifier = names_text(facts->names, facts->imports.items[i].specifier);
      is_used = specifier.len && resolve_topic_uses(*at, specifier);
    }
    if (is_used) ret_hashes[count++] = hash_str(str_from_c((*at)->name));
  }
  return count;
}

/* ---- what is told ---- */

/* Words of brokers are common ones, and objects are followed far: only where
 * some file imports the package. */
bool resolve_topic_is_used(Run *run, const View *view, const Framework *framework) {
  const TableItem *items;
  return resolve_lookup(run, view, resolve_key(KEY_TOPIC, 0, hash_str(str_from_c(framework->name))), &items) > 0;
}

/* A parameter that the package gives to functions that are decorated so. */
static bool is_given(Run *run, const Origin *origin, const char *given) {
  View *view = origin->param_view;
  ExprList list = origin->param_of && !origin->param ? view_def(view, origin->param_of)->decorators : (ExprList){0};
  for (uint32_t i = 0; i < list.count; i++) {
    ExprNo decorator = view_item(view, list, i);
    const Expr *expr = view_expr(view, decorator);
    Origin own;
    bool is_known = resolve_origin(run, view, expr->kind == EXPR_CALL ? expr->base : decorator, &own) && own.package.len;
    if (is_known && resolve_wiring_is_object(run, &own, given, own.count)) return true;
  }
  return false;
}

/* Of what is called, or of the object it is a member of. */
static bool origin_of(Run *run, View *view, ExprNo callee, const WiringWord *word, Origin *ret_origin) {
  const Expr *expr = view_expr(view, callee);
  const char *on = word->row->on ? word->row->on : word->framework->objects;
  bool is_member = expr->kind == EXPR_MEMBER;
  if (!is_whole(word->row) && !is_member) return false;
  if (!resolve_origin(run, view, is_whole(word->row) ? callee : expr->base, ret_origin)) return false;
  if (!ret_origin->package.len) return word->row->given && is_given(run, ret_origin, word->row->given);
  return resolve_wiring_is_object(run, ret_origin, on, ret_origin->count);
}

/* A decorator is written with or without a call: @task, @task(…). */
static ExprNo callee_of(const View *view, ExprNo call) {
  const Expr *expr = view_expr(view, call);
  return expr->kind == EXPR_CALL || expr->kind == EXPR_NEW ? expr->base : call;
}

/* By a decorator of the type around, whose own words are not asked where it
 * comes from: the decorator inside was. */
static bool told_around(Run *run, View *view, DefNo def, const FrameworkRow *row, WiringTexts *texts) {
  DefNo around = view_def(view, def)->container;
  ExprList list = around ? view_def(view, around)->decorators : (ExprList){0};
  for (uint32_t i = 0; i < list.count; i++) {
    ExprNo decorator = view_item(view, list, i);
    if (!language_word_in(row->around, names_text(run->world->names, view_expr(view, callee_of(view, decorator))->name))) continue;
    ExprNo topic = resolve_wiring_argument(run, view, decorator, row->path);
    if (topic && resolve_wiring_texts(run, view, topic, texts)) return true;
  }
  return false;
}

/* The field that holds the object is decorated with its topic. */
static bool told_by_field(Run *run, const Origin *origin, const FrameworkRow *row, WiringTexts *texts) {
  const OriginPlace *place = &origin->places[0];
  View *view = origin->place_count && place->def ? resolve_view(run, place->file) : NULL;
  ExprList list = view ? view_def(view, place->def)->decorators : (ExprList){0};
  for (uint32_t i = 0; i < list.count; i++) {
    ExprNo decorator = view_item(view, list, i);
    Origin own;
    if (!resolve_origin(run, view, callee_of(view, decorator), &own) || !own.package.len) continue;
    if (!resolve_wiring_is_object(run, &own, row->injected, own.count)) continue;
    ExprNo topic = resolve_wiring_argument(run, view, decorator, row->made);
    resolve_ask_wiring(run, view);
    return topic && resolve_wiring_texts(run, view, topic, texts);
  }
  return false;
}

/* The topic that the object itself is for. */
static bool told_by_object(Run *run, const Origin *origin, const FrameworkRow *row, WiringTexts *texts) {
  if (row->injected) return told_by_field(run, origin, row, texts);
  const OriginStep *made = origin->count ? &origin->steps[origin->count - 1] : NULL;
  if (!made || made->name.value || !made->view) return false;
  ExprNo topic = resolve_wiring_argument(run, made->view, made->call, row->made);
  if (!topic) return false;
  resolve_ask_wiring(run, made->view);
  return resolve_wiring_texts(run, made->view, topic, texts);
}

/* "shop/tasks.py" and `send`: shop.tasks.send. */
static Str module_name(Run *run, const View *view, Str name) {
  Str path = view->entry->path;
  size_t dot = str_find_last_byte(path, '.');
  char *dotted = str_to_c(run->arena, dot == STR_NONE ? path : str_slice(path, 0, dot));
  for (char *at = dotted; *at; at++) *at = (char)(*at == '/' ? '.' : *at);
  return str_format(run->arena, "%s.%.*s", dotted, STR_ARG(name));
}

/* Whether the row is for members of the type around. */
static bool is_within(Run *run, const View *view, const TopicPlace *place) {
  const char *within = place->word->row->within;
  if (!within) return true;
  DefNo around = place->def ? view_def(view, place->def)->container : 0;
  return around && language_word_in(within, names_text(run->world->names, view_def(view, around)->name));
}

/* Where the topic is told, in order: around the handler's type, on the object, in the call;
 * else by the name of what handles it, in frameworks that call topics so. */
static bool topics_of(Run *run, View *view, const TopicPlace *place, const Origin *origin, WiringTexts *ret_texts) {
  const FrameworkRow *row = place->word->row;
  *ret_texts = (WiringTexts){.count = 0};
  if (row->around) return place->def && told_around(run, view, place->def, row, ret_texts);
  if (row->made) return told_by_object(run, origin, row, ret_texts);
  ExprNo topic = resolve_wiring_argument(run, view, place->call, row->path);
  if (topic && resolve_wiring_texts(run, view, topic, ret_texts) && ret_texts->count && ret_texts->items[0].len) return true;
  ExprNo handler = row->handler ? resolve_wiring_argument(run, view, place->call, row->handler) : 0;
  const Expr *named = view_expr(view, handler), *callee = named->kind == EXPR_CALL ? view_expr(view, named->base) : NULL;
  if (callee && callee->kind == EXPR_MEMBER) named = view_expr(view, callee->base); /* send.s(1) is called like `send` */
  Str own = names_text(run->world->names, place->def ? view_def(view, place->def)->name : named->name);
  if (topic && !row->pathless) return false;
  if (is_camel(row)) own = resolve_camel_case(run->arena, own);
  else if (!resolve_topic_is_by_module(row) && !row->pathless) return false;
  *ret_texts = (WiringTexts){.items = {resolve_topic_is_by_module(row) ? module_name(run, view, own) : own.len ? own : WIRING_OPEN}, .count = 1};
  return own.len || row->pathless;
}

/* The name inside of a topic: a job of a queue, a key of an exchange. False: there is
 * one that nobody can tell. */
static bool part_of(Run *run, View *view, ExprNo call, const FrameworkRow *row, Str *ret_part) {
  ExprNo part = row->part ? resolve_wiring_argument(run, view, call, row->part) : 0;
  Buf text;
  *ret_part = STR_EMPTY;
  const Expr *expr = view_expr(view, part);
  bool is_other = expr->kind == EXPR_OBJECT || (expr->kind == EXPR_LITERAL && expr->number != LITERAL_STRING); /* how many at once */
  if (!part || is_other) return true;
  buf_init(&text, run->arena, 400);
  bool is_known = resolve_wiring_text(run, view, part, &text);
  *ret_part = is_known ? buf_str(&text) : WIRING_OPEN;
  return is_known;
}

/* ---- what runs ---- */

/* The first place is what holds the object itself, the others what it was made
 * from. */
static bool is_same_object(const Origin *a, const Origin *b) {
  const OriginPlace *one = &a->places[0], *other = &b->places[0];
  if (!a->place_count || !b->place_count || one->is_function || (!one->def && !one->bind)) return false;
  return one->file == other->file && one->def == other->def && one->bind == other->bind;
}

static DefNo member_of(Run *run, const View *view, DefNo type, const char *names) {
  ScopeNo opens = view_def(view, type)->opens;
  Str rest = str_from_c(names);
  while (opens && rest.len) {
    uint32_t count;
    const BindNo *binds = resolve_binds(view, opens, names_intern(run->world->names, str_cut(&rest, ' ')), &count);
    if (count) return view_bind(view, binds[0])->def;
  }
  return 0;
}

/* A function that is written where it is given as a member has a name: `eachMessage() {…}`. */
static DefNo member_given(Run *run, const View *view, ExprNo call, const char *names) {
  ExprList list = view_expr(view, call)->list;
  for (uint32_t i = 0; i < list.count; i++) {
    const Expr *expr = view_expr(view, view_item(view, list, i));
    DefNo def = expr->kind == EXPR_OBJECT ? member_of(run, view, expr->number, names) : 0;
    if (def && resolve_is_callable_kind(view_def(view, def)->kind)) return def;
  }
  return 0;
}

/* A text in the handler's place is something else: a group, an option. */
static bool take_handler(Run *run, View *view, ExprNo call, const FrameworkRow *row, Route *route) {
  route->handled_by = member_given(run, view, call, row->handler);
  if (!route->handled_by) route->handler = resolve_wiring_argument(run, view, call, row->handler);
  if (view_expr(view, route->handler)->kind == EXPR_LITERAL) route->handler = 0;
  return route->handled_by || route->handler;
}

static bool is_same_value(const View *view, ExprNo a, ExprNo b) {
  for (unsigned guard = 0; guard < 8; guard++) {
    const Expr *one = view_expr(view, a), *other = view_expr(view, b);
    bool is_literal = one->kind == EXPR_LITERAL && one->name.value;
    if (one->kind != other->kind || !names_same(one->name, other->name)) return false;
    if (one->kind == EXPR_NAME || one->kind == EXPR_SELF || is_literal) return true;
    if (one->kind != EXPR_MEMBER) return false;
    a = one->base;
    b = other->base;
  }
  return false;
}

/* on("message", …), about the same queue. */
static bool is_about(Run *run, View *view, const TopicPlace *place, ExprNo call) {
  const FrameworkRow *row = place->word->row;
  Buf text;
  buf_init(&text, run->arena, 100);
  ExprNo first = row->when ? resolve_wiring_argument(run, view, call, "0") : 0;
  if (row->when && (!first || !resolve_wiring_text(run, view, first, &text) || !str_eq_c(buf_str(&text), row->when))) return false;
  if (!row->same) return true;
  ExprNo one = resolve_wiring_argument(run, view, place->call, row->same), other = resolve_wiring_argument(run, view, call, row->same);
  return one && other && is_same_value(view, one, other);
}

/* `subscribe` says to what, `run` on the same object what for. Each call is followed to
 * where its object comes from, so no more than a file usually has are looked at. */
static void find_by(Run *run, View *view, const TopicPlace *place, const Origin *origin, Route *route) {
  enum { MOST = 64 };
  const WiringWord *word = place->word;
  uint32_t looked_at = 0;
  for (RefNo i = 1; i < view->facts->refs.len && looked_at < MOST; i++) {
    const Ref *ref = view_ref(view, i);
    const Expr *call = ref->role == REF_CALL && ref->expr ? view_expr(view, ref->expr) : NULL;
    if (!call || call->kind != EXPR_CALL || view_expr(view, call->base)->kind != EXPR_MEMBER) continue;
    const Expr *callee = view_expr(view, call->base);
    Origin other;
    if (!language_word_in(word->row->by, names_text(run->world->names, callee->name))) continue;
    looked_at++;
    if (!resolve_origin(run, view, callee->base, &other) || !is_same_object(origin, &other)) continue;
    if (is_about(run, view, place, ref->expr) && take_handler(run, view, ref->expr, word->row, route)) return;
  }
}

/* What is decorated, what a call of `by` is given, or what the call itself is given; a
 * function that asks for messages in a loop handles them itself. */
static bool find_handler(Run *run, View *view, const TopicPlace *place, const Origin *origin, Route *route) {
  const FrameworkRow *row = place->word->row;
  if (place->def) {
    bool is_function = resolve_is_callable_kind(view_def(view, place->def)->kind);
    route->handled_by = is_function ? place->def : row->action ? member_of(run, view, place->def, row->action) : 0;
    return route->handled_by != 0;
  }
  if (row->by) find_by(run, view, place, origin, route);
  else if (row->handler) (void)take_handler(run, view, place->call, row, route);
  if (!route->handler && !route->handled_by) route->handled_by = place->ref->from; /* it takes what comes in a loop of its own */
  return true;
}

static bool is_refused(Run *run, View *view, ExprNo call, const FrameworkRow *row) {
  if (row->needs && !resolve_wiring_argument(run, view, call, row->needs)) return true;
  return row->unless && resolve_wiring_argument(run, view, call, row->unless);
}

void resolve_routes_topic(Run *run, View *view, const TopicPlace *place, Routes *routes) {
  Origin origin;
  WiringTexts topics;
  if (!resolve_topic_is_used(run, view, place->word->framework) || is_refused(run, view, place->call, place->word->row)) return;
  if (!is_within(run, view, place)) return;
  if (!origin_of(run, view, callee_of(view, place->call), place->word, &origin)) return;
  Route route = {.ref = place->ref, .view = view, .has_part = place->word->row->part != NULL};
  if (!part_of(run, view, place->call, place->word->row, &route.part)) return;
  if (!topics_of(run, view, place, &origin, &topics) || !find_handler(run, view, place, &origin, &route)) return;
  for (uint32_t i = 0; i < topics.count; i++) {
    Str name = route.part.len ? str_format(run->arena, "%.*s/%.*s", STR_ARG(topics.items[i]), STR_ARG(route.part)) : topics.items[i];
    if (topics.items[i].len) resolve_route_add(run, routes, route, str_from_c(place->word->row->method), name);
  }
}

void resolve_topics_sent(Run *run, View *view, ExprNo call, const WiringWord *word, WiringTexts *ret_topics, Str *ret_part) {
  Origin origin;
  const FrameworkRow *row = word->row;
  *ret_topics = (WiringTexts){.count = 0};
  *ret_part = STR_EMPTY;
  if (!resolve_topic_is_used(run, view, word->framework) || is_refused(run, view, call, row)) return;
  if (!origin_of(run, view, callee_of(view, call), word, &origin)) return;
  ExprNo empty = row->empty ? resolve_wiring_argument(run, view, call, row->empty) : 0;
  if (empty && !(view_expr(view, empty)->flags & EXPR_EMPTY)) return;
  ExprNo topic = row->made ? 0 : resolve_wiring_argument(run, view, call, row->path);
  bool is_known = row->made ? told_by_object(run, &origin, row, ret_topics) : topic && resolve_wiring_texts(run, view, topic, ret_topics);
  bool is_told = part_of(run, view, call, row, ret_part);
  if (!is_known || (!is_told && row->wild)) ret_topics->count = 0;
}
