/* The words of frameworks, as names of one world; and which calls of a file
 * may be wiring that concerns other files. */
#include <string.h>

#include "src/base/hash.h"
#include "src/resolve/keys_internal.h"
#include "src/resolve/wiring_internal.h"

static Str next_word(Str *rest) {
  Str word = STR_EMPTY;
  while (rest->len && !word.len) word = str_cut(rest, ' ');
  return word;
}

static bool has_family(const Framework *framework, const Language *language) {
  return language_word_in(framework->families, resolve_family(language));
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

/* ---- what a file wires for others ---- */

#define MOUNT_WORDS 48

static size_t words_of(const Language *language, Names *names, FrameworkShape shape, NameId ret_names[MOUNT_WORDS]) {
  size_t count = 0;
  for (const Framework *const *at = framework_registry; *at; at++) {
    if (!has_family(*at, language)) continue;
    for (const FrameworkRow *row = (*at)->rows; row->shape != FRAMEWORK_END; row++) {
      Str rest = str_from_c(row->shape == shape ? row->words : NULL);
      for (Str word; (word = next_word(&rest)).len && count < MOUNT_WORDS;) {
        ret_names[count++] = names_intern(names, str_cut(&word, ':'));
      }
    }
  }
  return count;
}

static NameId called_name(const Facts *facts, const Ref *ref) {
  const Expr *call = &facts->exprs.items[ref->expr];
  if (ref->role != REF_CALL || call->kind != EXPR_CALL || !call->list.count || !call->base) return (NameId){0};
  const Expr *callee = &facts->exprs.items[call->base];
  return callee->kind == EXPR_MEMBER || callee->kind == EXPR_NAME ? callee->name : (NameId){0};
}

/* Names of one file that are looked for. */
typedef struct Wanted {
  NameId mounts[MOUNT_WORDS], groups[MOUNT_WORDS], held[MOUNT_WORDS];
  size_t mount_count, group_count, held_count;
} Wanted;

static bool is_among(const NameId *names, size_t count, NameId name) {
  for (size_t i = 0; name.value && i < count; i++) {
    if (names_same(names[i], name)) return true;
  }
  return false;
}

/* v1.Group("/v1"): an object that others may be given. */
static bool is_group(const Facts *facts, const Wanted *wanted, ExprNo number) {
  const Expr *call = &facts->exprs.items[number];
  if (!number || call->kind != EXPR_CALL || !call->base) return false;
  const Expr *callee = &facts->exprs.items[call->base];
  return callee->kind == EXPR_MEMBER && is_among(wanted->groups, wanted->group_count, callee->name);
}

static void find_held(const Facts *facts, Wanted *wanted) {
  for (BindNo i = 1; wanted->group_count && i < facts->binds.len && wanted->held_count < MOUNT_WORDS; i++) {
    const Bind *bind = &facts->binds.items[i];
    if (is_group(facts, wanted, bind->value)) wanted->held[wanted->held_count++] = bind->name;
  }
}

static bool gives_group(const Facts *facts, const Wanted *wanted, ExprList list) {
  for (uint32_t i = 0; wanted->group_count && i < list.count; i++) {
    ExprNo item = facts->lists.items[list.first + i];
    const Expr *expr = &facts->exprs.items[item];
    if (is_group(facts, wanted, item)) return true;
    if (expr->kind == EXPR_NAME && is_among(wanted->held, wanted->held_count, expr->name)) return true;
  }
  return false;
}

size_t resolve_wiring_mounts(const Language *language, const Facts *facts, RefNo *ret_refs, size_t most) {
  Wanted wanted = {.held_count = 0};
  size_t found = 0;
  wanted.mount_count = words_of(language, facts->names, FRAMEWORK_MOUNT, wanted.mounts);
  wanted.group_count = words_of(language, facts->names, FRAMEWORK_GROUP, wanted.groups);
  if (!wanted.mount_count && !wanted.group_count) return 0;
  find_held(facts, &wanted);
  for (RefNo i = 1; i < facts->refs.len && found < most; i++) {
    NameId name = called_name(facts, &facts->refs.items[i]);
    if (!name.value) continue;
    bool mounts = is_among(wanted.mounts, wanted.mount_count, name);
    if (mounts || gives_group(facts, &wanted, facts->exprs.items[facts->refs.items[i].expr].list)) ret_refs[found++] = i;
  }
  return found;
}

bool resolve_wiring_is_open(Str segment) {
  return segment.len && (strchr(":{<*(^", segment.ptr[0]) || str_find_byte(segment, '{') != STR_NONE);
}

uint64_t resolve_wiring_segment(Str path) {
  Str last = STR_EMPTY;
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

static size_t route_words(const Language *language, Names *names, NameId ret_names[3 * MOUNT_WORDS]) {
  size_t count = words_of(language, names, FRAMEWORK_ROUTE, ret_names);
  count += words_of(language, names, FRAMEWORK_SET, ret_names + count);
  return count + words_of(language, names, FRAMEWORK_MARK, ret_names + count);
}

size_t resolve_wiring_paths(const Language *language, const Facts *facts, uint64_t *ret_segments, size_t most) {
  NameId words[3 * MOUNT_WORDS];
  size_t count = route_words(language, facts->names, words), found = 0;
  Str path;
  for (RefNo i = 1; count && i < facts->refs.len && found < most; i++) {
    const Ref *ref = &facts->refs.items[i];
    NameId name = called_name(facts, ref);
    if (is_among(words, count, name) && path_given(facts, ref->expr, &path)) ret_segments[found++] = resolve_wiring_segment(path);
  }
  for (DefNo i = 1; count && i < facts->defs.len; i++) {
    ExprList list = facts->defs.items[i].decorators;
    for (uint32_t k = 0; k < list.count && found < most; k++) {
      ExprNo decorator = facts->lists.items[list.first + k];
      const Expr *expr = &facts->exprs.items[decorator];
      NameId name = expr->kind == EXPR_CALL && expr->base ? facts->exprs.items[expr->base].name : expr->name;
      if (is_among(words, count, name) && path_given(facts, decorator, &path)) ret_segments[found++] = resolve_wiring_segment(path);
    }
  }
  return found;
}

/* An event is named by the first argument, or it is the object itself: then by
 * nothing. */
size_t resolve_wiring_events(const Language *language, const Facts *facts, RefNo *ret_refs, uint64_t *ret_events, size_t most) {
  NameId words[MOUNT_WORDS];
  size_t count = words_of(language, facts->names, FRAMEWORK_LISTEN, words), found = 0;
  for (RefNo i = 1; count && i < facts->refs.len && found < most; i++) {
    const Ref *ref = &facts->refs.items[i];
    if (!is_among(words, count, called_name(facts, ref))) continue;
    const Expr *call = &facts->exprs.items[ref->expr];
    const Expr *first = &facts->exprs.items[facts->lists.items[call->list.first]];
    bool is_text = first->kind == EXPR_LITERAL && first->number == LITERAL_STRING;
    ret_refs[found] = i;
    ret_events[found++] = hash_str(is_text ? names_text(facts->names, first->name) : STR_EMPTY);
  }
  return found;
}

/* Of names by their text, since numbers differ from run to run. Places are left
 * out: a line more above changes nothing. */
uint64_t resolve_wiring_hash(const Facts *facts) {
  uint64_t hash = facts->exprs.len;
  for (size_t i = 1; i < facts->exprs.len; i++) {
    const Expr *expr = &facts->exprs.items[i];
    hash = hash_combine(hash, (uint64_t)expr->kind << 32 | expr->base);
    hash = hash_combine(hash, (uint64_t)expr->number << 32 | expr->list.count);
    if (expr->name.value) hash = hash_combine(hash, hash_str(names_text(facts->names, expr->name)));
  }
  for (size_t i = 0; i < facts->lists.len; i++) hash = hash_combine(hash, facts->lists.items[i]);
  for (size_t i = 1; i < facts->binds.len; i++) {
    const Bind *bind = &facts->binds.items[i];
    hash = hash_combine(hash, (uint64_t)bind->type << 32 | bind->value);
    hash = hash_combine(hash, (uint64_t)bind->def << 32 | bind->import);
  }
  return hash;
}
