/* Names of topics: under which one is looked up, and which names it stands for.
 * Brokers have signs for parts of a name, which they write in different ways. */
#include <string.h>

#include "src/base/hash.h"
#include "src/resolve/topics_internal.h"

#define PARTS_MAX 24

bool resolve_topic_is_by_module(const FrameworkRow *row) { return row->named && str_eq_c(str_from_c(row->named), "module"); }

static Str last_part(Str name) {
  size_t dot = str_find_last_byte(name, '.');
  return dot == STR_NONE ? name : str_slice(name, dot + 1, name.len);
}

/* ---- signs ---- */

typedef struct Wild {
  char between; /* 0: the signs are for letters */
  Str one, many;
  bool is_some; /* `many` is one at least */
} Wild;

static Wild wild_of(const FrameworkRow *row) {
  Str rest = str_from_c(row->wild), between = str_cut(&rest, ' ');
  if (between.len != 1) return (Wild){.between = 0};
  Wild wild = {.between = between.ptr[0]};
  wild.one = str_cut(&rest, ' ');
  wild.many = str_cut(&rest, ' ');
  wild.is_some = rest.len > 0;
  return wild;
}

static bool has_letter_signs(Str name) {
  for (size_t i = 0; i < name.len; i++) {
    if (strchr("*?[\\", name.ptr[i])) return true;
  }
  return false;
}

static bool has_signs(const FrameworkRow *row, Str name) {
  if (!row->wild) return false;
  Wild wild = wild_of(row);
  if (!wild.between) return has_letter_signs(name);
  while (name.len) {
    Str part = str_cut(&name, wild.between);
    if (str_eq(part, wild.one) || str_eq(part, wild.many)) return true;
  }
  return false;
}

bool resolve_topic_is_wild(const FrameworkRow *row, Str topic) { return !row->part && has_signs(row, topic); }

/* `*` for any letters, `?` for one; sets of letters are not understood. */
static bool fits_letters(Str topic, Str sent) {
  size_t t = 0, s = 0, star = STR_NONE, from = 0;
  if (str_find_byte(topic, '[') != STR_NONE || str_find_byte(topic, '\\') != STR_NONE) return false;
  while (s < sent.len) {
    if (t < topic.len && topic.ptr[t] == '*') {
      star = t++;
      from = s;
    } else if (t < topic.len && (topic.ptr[t] == '?' || topic.ptr[t] == sent.ptr[s])) {
      t++;
      s++;
    } else if (star != STR_NONE) {
      t = star + 1;
      s = ++from;
    } else {
      return false;
    }
  }
  while (t < topic.len && topic.ptr[t] == '*') t++;
  return t == topic.len;
}

static size_t split(Str name, char between, Str *ret_parts) {
  size_t count = 0, at;
  while ((at = str_find_byte(name, between)) != STR_NONE && count < PARTS_MAX - 1) {
    ret_parts[count++] = str_slice(name, 0, at);
    name = str_slice(name, at + 1, name.len);
  }
  ret_parts[count++] = name;
  return count;
}

/* Part by part, from the last: whether what is left of one fits what is left of the
 * other, so that a name full of signs takes no longer than any. */
static bool fits_parts(const Wild *wild, Str topic, Str sent) {
  Str own[PARTS_MAX], asked[PARTS_MAX];
  bool fits[PARTS_MAX + 1][PARTS_MAX + 1] = {0};
  size_t own_count = split(topic, wild->between, own), asked_count = split(sent, wild->between, asked);
  fits[own_count][asked_count] = true;
  for (size_t i = own_count; i-- > 0;) {
    bool is_many = str_eq(own[i], wild->many);
    for (size_t k = asked_count + 1; k-- > 0;) {
      bool is_it = k < asked_count && (str_eq(own[i], wild->one) || str_eq(own[i], asked[k]));
      if (is_many) fits[i][k] = (!wild->is_some && fits[i + 1][k]) || (k < asked_count && (fits[i][k + 1] || fits[i + 1][k + 1]));
      else fits[i][k] = is_it && fits[i + 1][k + 1];
    }
  }
  return fits[0][0];
}

static bool fits(const FrameworkRow *row, Str topic, Str sent) {
  Wild wild = wild_of(row);
  return wild.between ? fits_parts(&wild, topic, sent) : fits_letters(topic, sent);
}

/* ---- names ---- */

uint64_t resolve_topic_hash(const FrameworkRow *row, Str topic) { return hash_str(resolve_topic_is_by_module(row) ? last_part(topic) : topic); }

Str resolve_camel_case(Arena *arena, Str name) {
  Buf out;
  buf_init(&out, arena, 400);
  for (size_t i = 0; i < name.len; i++) {
    bool is_joint = name.ptr[i] == '_' && i && i + 1 < name.len && name.ptr[i + 1] >= 'a' && name.ptr[i + 1] <= 'z';
    if (is_joint) i++;
    buf_add_byte(&out, (char)(is_joint ? name.ptr[i] - 'a' + 'A' : name.ptr[i]));
  }
  return buf_str(&out);
}

/* The folders that a module's name begins with may be above those that it is
 * asked for by. */
static bool is_module(Str topic, Str sent) {
  if (!str_ends_with(topic, sent) || str_find_byte(sent, '.') == STR_NONE) return false;
  return topic.ptr[topic.len - sent.len - 1] == '.';
}

static bool is_part(const FrameworkRow *row, const Route *route, Str part) {
  Str own = route->part;
  if (!route->has_part) return true;
  if (row->wild) return str_eq(own, part) || (has_signs(row, own) && fits(row, own, part));
  return str_eq(part, WIRING_OPEN) || str_eq(own, part) || str_eq_c(own, "*");
}

bool resolve_topic_is(const FrameworkRow *row, const Route *route, Str topic, Str sent, Str part) {
  if (route->part.len) topic = str_slice(topic, 0, topic.len - route->part.len - 1);
  if (row->part && !is_part(row, route, part)) return false;
  if (str_eq(topic, sent)) return true;
  if (resolve_topic_is_wild(row, topic)) return fits(row, topic, sent);
  if (row->named && str_eq_c(str_from_c(row->named), "loose")) return str_eq_ignore_case(topic, sent);
  return resolve_topic_is_by_module(row) && is_module(topic, sent);
}
