/* The words of frameworks, as names of one world; and which calls of a file
 * may be wiring that concerns other files. */
#include <string.h>

#include "src/base/hash.h"
#include "src/resolve/keys_internal.h"
#include "src/resolve/topics_internal.h"
#include "src/resolve/wiring_internal.h"

static Str next_word(Str *rest) {
  Str word = STR_EMPTY;
  while (rest->len && !word.len) word = str_cut(rest, ' ');
  return word;
}

static bool has_family(const Framework *framework, const Language *language) {
  return language_word_in(framework->families, resolve_family(language));
}

bool resolve_has_wiring(const Language *language) {
  for (const Framework *const *at = framework_registry; *at; at++) {
    if (has_family(*at, language)) return true;
  }
  return false;
}

/* "get" is the method GET; "all:ANY" says it otherwise. Where the row has a
 * method of its own, the words say none. */
static Str method_of(Arena *arena, const FrameworkRow *row, Str word, Str said) {
  if (row->method) return STR_EMPTY;
  if (said.len) return said;
  char *upper = str_to_c(arena, word);
  for (size_t i = 0; i < word.len; i++) {
    if (upper[i] >= 'a' && upper[i] <= 'z') upper[i] = (char)(upper[i] - 'a' + 'A');
  }
  return (Str){upper, word.len};
}

static void add_row(ResolveWorld *world, WiringWords *words, const Framework *framework, const FrameworkRow *row) {
  Str rest = str_from_c(row->words);
  for (Str said; (said = next_word(&rest)).len;) {
    Str word = str_cut(&said, ':');
    NameId name = names_intern(world->names, word);
    uint32_t number = (uint32_t)words->items.len;
    *vec_add(&world->arena, &words->items) =
        (WiringWord){.framework = framework, .row = row, .method = method_of(&world->arena, row, word, said)};
    if (!words->first[row->shape]) words->first[row->shape] = number;
    uint32_t first = idmap_add(&words->by_name, name.value, number);
    if (first == number) continue;
    while (words->items.items[first].next) first = words->items.items[first].next;
    words->items.items[first].next = number;
  }
}

WiringWords *resolve_wiring_words(ResolveWorld *world, const Language *language) {
  WiringWords *words = NULL;
  for (const Framework *const *at = framework_registry; *at; at++) {
    if (!has_family(*at, language)) continue;
    if (!words) {
      words = ARENA_NEW(&world->arena, WiringWords);
      idmap_init(&words->by_name, &world->arena);
      *vec_add(&world->arena, &words->items) = (WiringWord){0};
    }
    for (const FrameworkRow *row = (*at)->rows; row->shape != FRAMEWORK_END; row++) add_row(world, words, *at, row);
  }
  return words;
}

const WiringWord *resolve_wiring_used(Run *run, const View *view, FrameworkShape shape) {
  const WiringWords *words = view->lang->wiring;
  const WiringWord *word = words && words->first[shape] ? &words->items.items[words->first[shape]] : NULL;
  return word && resolve_topic_is_used(run, view, word->framework) ? word : NULL;
}

/* ---- what a file wires for others ---- */

#define SLOTS 1024 /* a power of two, far more than a family has words */
#define HELD_MAX 48
#define GROUPS_MAX 256 /* calls whose functions are looked into */

/* Names that are looked for in files of a language, with the shapes of the rows that
 * have them. */
typedef struct WantedWords {
  struct { NameId name; FrameworkShapes shapes; } slots[SLOTS];
  FrameworkShapes all; /* that any row has */
} WantedWords;

typedef struct Wanted {
  const WantedWords *words;
  NameId held[HELD_MAX]; /* variables of the file that hold what a group gives */
  size_t held_count;
} Wanted;

static size_t slot_of(const WantedWords *words, NameId name) {
  size_t at = name.value * 2654435761u >> 8 & (SLOTS - 1);
  while (words->slots[at].name.value && !names_same(words->slots[at].name, name)) at = (at + 1) & (SLOTS - 1);
  return at;
}

static bool is_wanted(const Wanted *wanted, NameId name, FrameworkShape shape) {
  return name.value && wanted->words->slots[slot_of(wanted->words, name)].shapes & FRAMEWORK_SHAPE(shape);
}

static void add_words(WantedWords *words, Names *names, const FrameworkRow *row) {
  Str rest = str_from_c(row->words);
  for (Str word; (word = next_word(&rest)).len;) {
    NameId name = names_intern(names, str_cut(&word, ':'));
    size_t at = slot_of(words, name);
    words->slots[at].name = name;
    words->slots[at].shapes |= FRAMEWORK_SHAPE(row->shape);
  }
}

static void *find_words(Names *names, const void *language) {
  WantedWords *words = arena_heap_alloc(sizeof *words);
  const FrameworkShapes shapes = FRAMEWORK_SHAPE(FRAMEWORK_MOUNT) | FRAMEWORK_SHAPE(FRAMEWORK_GROUP) |
                                 FRAMEWORK_SHAPE(FRAMEWORK_ROUTE) | FRAMEWORK_SHAPE(FRAMEWORK_SET) |
                                 FRAMEWORK_SHAPE(FRAMEWORK_MARK) | FRAMEWORK_SHAPE(FRAMEWORK_LISTEN) |
                                 FRAMEWORK_SHAPE(FRAMEWORK_TOPIC) | FRAMEWORK_SHAPE(FRAMEWORK_MAP) |
                                 FRAMEWORK_SHAPE(FRAMEWORK_ENDPOINTS);
  for (const Framework *const *at = framework_registry; *at; at++) {
    if (!has_family(*at, language)) continue;
    for (const FrameworkRow *row = (*at)->rows; row->shape != FRAMEWORK_END; row++) {
      if (shapes & FRAMEWORK_SHAPE(row->shape)) add_words(words, names, row);
      words->all |= FRAMEWORK_SHAPE(row->shape);
    }
  }
  return words;
}

static NameId called_name(const Facts *facts, const Ref *ref) {
  const Expr *call = &facts->exprs.items[ref->expr];
  if (ref->role != REF_CALL || call->kind != EXPR_CALL || !call->list.count || !call->base) return (NameId){0};
  const Expr *callee = &facts->exprs.items[call->base];
  if (callee->kind == EXPR_APPLY) callee = &facts->exprs.items[callee->base];
  return callee->kind == EXPR_MEMBER || callee->kind == EXPR_NAME ? callee->name : (NameId){0};
}

static NameId made_name(const Facts *facts, const Ref *ref) {
  const Expr *made = &facts->exprs.items[ref->expr];
  return ref->role == REF_NEW && made->kind == EXPR_NEW && made->base ? facts->exprs.items[made->base].name : (NameId){0};
}

/* v1.Group("/v1"), also behind v1.Group("/v1").With(x): an object that others may be given. */
static bool is_group(const Facts *facts, const Wanted *wanted, ExprNo number) {
  enum { CHAIN = 12 };
  for (unsigned guard = 0; number && guard < CHAIN; guard++) {
    const Expr *call = &facts->exprs.items[number];
    const Expr *callee = call->kind == EXPR_CALL && call->base ? &facts->exprs.items[call->base] : NULL;
    if (callee && callee->kind == EXPR_APPLY) callee = &facts->exprs.items[callee->base];
    if (!callee || callee->kind != EXPR_MEMBER) return false;
    if (is_wanted(wanted, callee->name, FRAMEWORK_GROUP)) return true;
    number = callee->base;
  }
  return false;
}

static bool is_held(const Wanted *wanted, NameId name) {
  for (size_t i = 0; i < wanted->held_count; i++) {
    if (names_same(wanted->held[i], name)) return true;
  }
  return false;
}

/* r.Route("/v1", func(r chi.Router) { … }): what a group gives a function. */
static void find_given(const Facts *facts, Wanted *wanted, const Expr *call) {
  for (uint32_t i = 0; i < call->list.count; i++) {
    const Expr *item = &facts->exprs.items[facts->lists.items[call->list.first + i]];
    ScopeNo inside = item->kind == EXPR_FUNC ? facts->defs.items[item->number].opens : 0;
    for (BindNo b = 1; inside && b < facts->binds.len && wanted->held_count < HELD_MAX; b++) {
      const Bind *bind = &facts->binds.items[b];
      if (bind->scope == inside && bind->flags & BIND_PARAM && !is_held(wanted, bind->name)) wanted->held[wanted->held_count++] = bind->name;
    }
  }
}

static void find_held(const Facts *facts, Wanted *wanted) {
  size_t groups = 0;
  for (RefNo i = 1; i < facts->refs.len && wanted->held_count < HELD_MAX && groups < GROUPS_MAX; i++) {
    const Ref *ref = &facts->refs.items[i];
    if (ref->role != REF_CALL || !is_group(facts, wanted, ref->expr)) continue;
    groups++;
    find_given(facts, wanted, &facts->exprs.items[ref->expr]);
  }
  for (BindNo i = 1; i < facts->binds.len && wanted->held_count < HELD_MAX; i++) {
    const Bind *bind = &facts->binds.items[i];
    if (is_group(facts, wanted, bind->value)) wanted->held[wanted->held_count++] = bind->name;
  }
}

static bool gives_group(const Facts *facts, const Wanted *wanted, ExprList list) {
  for (uint32_t i = 0; i < list.count; i++) {
    ExprNo item = facts->lists.items[list.first + i];
    const Expr *expr = &facts->exprs.items[item];
    if (is_group(facts, wanted, item)) return true;
    if (expr->kind == EXPR_NAME && is_held(wanted, expr->name)) return true;
  }
  return false;
}

/* todos.MapTodos(): an extension is given what it is called on. */
static bool is_on_group(const Facts *facts, const Wanted *wanted, ExprNo call) {
  const Expr *callee = &facts->exprs.items[facts->exprs.items[call].base];
  const Expr *on = callee->kind == EXPR_MEMBER ? &facts->exprs.items[callee->base] : NULL;
  return on && on->kind == EXPR_NAME && is_held(wanted, on->name);
}

bool resolve_wiring_is_open(Str segment) {
  return segment.len && (strchr(":{<*(^", segment.ptr[0]) || str_find_byte(segment, '{') != STR_NONE);
}

/* How many bytes of a pattern stand for what is not known, "(?P<id>\\d+)" or "\\d+"; `ret_name` is
 * how that is called, with its brackets. 0: it is what it says. */
static size_t open_in_pattern(Str rest, Str *ret_name) {
  size_t at = 0, depth = 0;
  *ret_name = STR("<>");
  if (rest.ptr[0] == '\\' && rest.len > 1) {
    bool is_class = (rest.ptr[1] >= 'a' && rest.ptr[1] <= 'z') || (rest.ptr[1] >= 'A' && rest.ptr[1] <= 'Z');
    if (!is_class) *ret_name = str_slice(rest, 1, 2);
    return is_class && rest.len > 2 && strchr("+*", rest.ptr[2]) ? 3 : 2;
  }
  if (rest.ptr[0] != '(' && rest.ptr[0] != '[') return 0;
  size_t end = str_starts_with(rest, STR("(?P<")) ? str_find_byte(rest, '>') : STR_NONE;
  if (end != STR_NONE) *ret_name = str_slice(rest, 3, end + 1);
  for (bool is_class = rest.ptr[0] == '['; at < rest.len; at++) {
    if (rest.ptr[at] == '\\') at++;
    else if (is_class ? rest.ptr[at] == ']' : rest.ptr[at] == ')' && !--depth) break;
    else depth += rest.ptr[at] == '(' && !is_class;
  }
  while (at + 1 < rest.len && strchr("+*", rest.ptr[at + 1])) at++;
  return at + 1 < rest.len ? at + 1 : rest.len;
}

Str resolve_wiring_plain(Str path, char *out) {
  size_t len = 0, taken;
  if (!path.len || path.ptr[0] != '^' || path.len >= WIRING_PATTERN / 2) return path;
  for (size_t i = 0; i < path.len; i += taken) {
    Str name;
    taken = open_in_pattern(str_slice(path, i, path.len), &name);
    bool is_sign = !taken && strchr("^$?", path.ptr[i]);
    if (!taken) name = str_slice(path, i, i + !is_sign);
    if (!taken) taken = 1;
    if (name.len) memcpy(out + len, name.ptr, name.len);
    len += name.len;
  }
  return (Str){out, len};
}

uint64_t resolve_wiring_segment(Str path) {
  char plain[WIRING_PATTERN];
  Str last = STR_EMPTY;
  path = resolve_wiring_plain(path, plain);
  size_t space = str_find_byte(path, ' ');
  if (space != STR_NONE) path = str_slice(path, space + 1, path.len);
  while (path.len) {
    Str segment = str_cut(&path, '/');
    if (segment.len && !resolve_wiring_is_open(segment)) last = segment;
  }
  return hash_str(last);
}

/* The first text among the arguments. */
static bool path_given(const Facts *facts, ExprNo number, Str *ret_path) {
  const Expr *call = &facts->exprs.items[number];
  *ret_path = STR_EMPTY;
  for (uint32_t i = 0; call->kind == EXPR_CALL && i < call->list.count; i++) {
    const Expr *item = &facts->exprs.items[facts->lists.items[call->list.first + i]];
    Str key = item->kind == EXPR_KEYWORD ? resolve_wiring_key(names_text(facts->names, item->name)) : STR_EMPTY;
    if (key.len) {
      *ret_path = key;
      return true;
    }
    if (item->kind == EXPR_KEYWORD && item->base) item = &facts->exprs.items[item->base];
    if (item->kind == EXPR_LIST && item->list.count) item = &facts->exprs.items[facts->lists.items[item->list.first]];
    if (item->kind != EXPR_LITERAL || item->number != LITERAL_STRING) continue;
    *ret_path = names_text(facts->names, item->name);
    return true;
  }
  return call->kind != EXPR_CALL;
}

static bool is_route(const Wanted *wanted, NameId name) {
  return is_wanted(wanted, name, FRAMEWORK_ROUTE) || is_wanted(wanted, name, FRAMEWORK_SET) || is_wanted(wanted, name, FRAMEWORK_MARK);
}

static void add_segment(const Facts *facts, ExprNo number, WiringKeys *keys) {
  Str path;
  if (keys->segment_count < WIRING_KEYS && path_given(facts, number, &path)) keys->segments[keys->segment_count++] = resolve_wiring_segment(path);
}

/* An event is named by the first argument, or it is the object itself: then by
 * nothing. */
static void add_event(const Facts *facts, RefNo ref, WiringKeys *keys) {
  if (keys->event_count == WIRING_KEYS) return;
  const Expr *call = &facts->exprs.items[facts->refs.items[ref].expr];
  const Expr *first = &facts->exprs.items[facts->lists.items[call->list.first]];
  bool is_text = first->kind == EXPR_LITERAL && first->number == LITERAL_STRING;
  keys->listens[keys->event_count] = ref;
  keys->events[keys->event_count++] = hash_str(is_text ? names_text(facts->names, first->name) : STR_EMPTY);
}

static void look_at_decorators(Arena *arena, const Language *language, const Facts *facts, const Wanted *wanted, WiringKeys *keys) {
  for (DefNo i = 1; i < facts->defs.len; i++) {
    ExprList list = facts->defs.items[i].decorators;
    for (uint32_t k = 0; k < list.count; k++) {
      ExprNo decorator = facts->lists.items[list.first + k];
      const Expr *expr = &facts->exprs.items[decorator];
      NameId name = expr->kind == EXPR_CALL && expr->base ? facts->exprs.items[expr->base].name : expr->name;
      if (is_route(wanted, name)) add_segment(facts, decorator, keys);
      if (is_wanted(wanted, name, FRAMEWORK_TOPIC)) resolve_topic_key(arena, language, facts, decorator, i, &keys->topics);
    }
  }
}

void resolve_wiring_keys(Arena *arena, const Language *language, const Facts *facts, WiringKeys *ret_keys) {
  Wanted wanted = {.words = names_made(facts->names, find_words, language)};
  FrameworkShapes all = wanted.words->all;
  ret_keys->mount_count = ret_keys->segment_count = ret_keys->event_count = 0;
  ret_keys->topics = (TopicKeys){0};
  if (!all) return;
  bool has_groups = all & FRAMEWORK_SHAPE(FRAMEWORK_GROUP);
  if (has_groups) find_held(facts, &wanted);
  for (RefNo i = 1; i < facts->refs.len; i++) {
    const Ref *ref = &facts->refs.items[i];
    NameId name = called_name(facts, ref);
    NameId told = name.value ? name : made_name(facts, ref);
    if (is_wanted(&wanted, told, FRAMEWORK_TOPIC)) resolve_topic_key(arena, language, facts, ref->expr, 0, &ret_keys->topics);
    bool mounts = has_groups && language->rules.extensions_static && ref->role == REF_CALL && is_on_group(facts, &wanted, ref->expr);
    mounts = mounts || is_wanted(&wanted, name, FRAMEWORK_MOUNT) || (name.value && has_groups && gives_group(facts, &wanted, facts->exprs.items[ref->expr].list));
    if (mounts && ret_keys->mount_count < WIRING_KEYS) ret_keys->mounts[ret_keys->mount_count++] = i;
    if (!name.value) continue;
    bool has_endpoints = is_wanted(&wanted, name, FRAMEWORK_ENDPOINTS) && !ret_keys->topics.len; /* one says that the file is wired */
    if (has_endpoints) *vec_add(arena, &ret_keys->topics) = (TopicKey){0, 0};
    if (is_route(&wanted, name)) add_segment(facts, ref->expr, ret_keys);
    if (is_wanted(&wanted, name, FRAMEWORK_LISTEN)) add_event(facts, i, ret_keys);
  }
  look_at_decorators(arena, language, facts, &wanted, ret_keys);
  if (all & FRAMEWORK_SHAPE(FRAMEWORK_MAP)) resolve_mapped_keys(arena, language, facts, &ret_keys->topics);
  if (all & (FRAMEWORK_SHAPE(FRAMEWORK_FIELDS) | FRAMEWORK_SHAPE(FRAMEWORK_RESOLVERS))) resolve_rooted_keys(arena, language, facts, &ret_keys->topics);
}
