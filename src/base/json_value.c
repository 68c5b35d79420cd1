/* Looking into JSON values that were read: members, numbers, equality.
 * Numbers are compared and converted from their digits, never by way of a
 * double, so large integers keep every digit. */
#include <math.h>
#include <stdlib.h>

#include "src/base/json.h"
#include "src/base/json_internal.h"

bool json_is(const Json *value, JsonType type) { return value && value->type == type; }

const Json *json_get(const Json *object, Str name) {
  if (!json_is(object, JSON_OBJECT)) return NULL;
  for (size_t i = 0; i < object->count; i++) {
    if (str_eq(object->members[i].name, name)) return &object->members[i].value;
  }
  return NULL;
}

const Json *json_get_path(const Json *object, const char *dotted) {
  Str rest = str_from_c(dotted);
  while (object && rest.len > 0) object = json_get(object, str_cut(&rest, '.'));
  return object;
}

Str json_get_str(const Json *object, Str name, Str otherwise) {
  const Json *value = json_get(object, name);
  return json_is(value, JSON_STRING) ? value->text : otherwise;
}

int64_t json_get_int(const Json *object, Str name, int64_t otherwise) {
  int64_t number;
  return json_to_int(json_get(object, name), &number) ? number : otherwise;
}

bool json_get_bool(const Json *object, Str name, bool otherwise) {
  const Json *value = json_get(object, name);
  return json_is(value, JSON_BOOL) ? value->boolean : otherwise;
}

/* Numbers */

/* The one way to write a value: significant digits, the last of which stands
 * for that many times 10^exponent. Zero has no digits, and no sign. */
typedef struct Decimal {
  const char *digits; /* neither first nor last is 0; may hold one '.' */
  const char *end;
  bool negative;
  bool is_huge; /* the exponent is beyond what an int64_t can count */
  int64_t exponent;
} Decimal;

/* More digits than any text has bytes, with room for adding their count. */
#define EXPONENT_MAX ((int64_t)1 << 58)

/* `at` is past the 'e'. */
static int64_t read_exponent(const char *at, const char *end) {
  bool negative = *at == '-';
  if (*at == '-' || *at == '+') at++;
  int64_t exponent = 0;
  for (; at < end && exponent < EXPONENT_MAX; at++) exponent = exponent * 10 + (*at - '0');
  if (exponent > EXPONENT_MAX) exponent = EXPONENT_MAX;
  return negative ? -exponent : exponent;
}

static Decimal to_decimal(Str text) {
  const char *end = text.ptr + text.len;
  Decimal decimal = {.negative = text.len > 0 && text.ptr[0] == '-'};
  const char *first = text.ptr + decimal.negative;
  const char *last = first;
  const char *point = NULL;
  while (last < end && *last != 'e' && *last != 'E') {
    if (*last == '.') point = last;
    last++;
  }
  if (last < end) decimal.exponent = read_exponent(last + 1, end);
  if (point) decimal.exponent -= last - point - 1;
  while (first < last && (*first == '0' || *first == '.')) first++;
  while (first < last && (last[-1] == '0' || last[-1] == '.')) {
    if (last[-1] == '0') decimal.exponent++;
    last--;
  }
  decimal.digits = first;
  decimal.end = last;
  if (first == last) return (Decimal){.digits = first, .end = first};
  decimal.is_huge = decimal.exponent > EXPONENT_MAX / 2 || decimal.exponent < -EXPONENT_MAX / 2;
  return decimal;
}

static bool same_number(Str a_text, Str b_text) {
  if (str_eq(a_text, b_text)) return true;
  Decimal a = to_decimal(a_text);
  Decimal b = to_decimal(b_text);
  if (a.is_huge || b.is_huge) return false;
  if (a.negative != b.negative || a.exponent != b.exponent) return false;
  const char *x = a.digits;
  const char *y = b.digits;
  for (;;) {
    if (x < a.end && *x == '.') x++;
    if (y < b.end && *y == '.') y++;
    if (x == a.end || y == b.end) return x == a.end && y == b.end;
    if (*x++ != *y++) return false;
  }
}

bool json_to_int(const Json *value, int64_t *ret_value) {
  if (!json_is(value, JSON_NUMBER)) return false;
  Decimal decimal = to_decimal(value->text);
  if (decimal.exponent < 0 || decimal.exponent > 18) return false;
  /* Towards the sign from the start: INT64_MIN has no positive twin. */
  int64_t number = 0;
  for (const char *at = decimal.digits; at < decimal.end; at++) {
    if (*at == '.') continue;
    int digit = decimal.negative ? '0' - *at : *at - '0';
    if (__builtin_mul_overflow(number, 10, &number)) return false;
    if (__builtin_add_overflow(number, digit, &number)) return false;
  }
  for (int64_t i = 0; i < decimal.exponent; i++) {
    if (__builtin_mul_overflow(number, 10, &number)) return false;
  }
  *ret_value = number;
  return true;
}

bool json_to_double(const Json *value, double *ret_value) {
  if (!json_is(value, JSON_NUMBER)) return false;
  char small[64];
  Str text = value->text;
  char *c_string = text.len < sizeof(small) ? small : arena_heap_alloc(text.len + 1);
  memcpy(c_string, text.ptr, text.len);
  c_string[text.len] = 0;
  double number = strtod(c_string, NULL);
  if (c_string != small) free(c_string);
  if (!isfinite(number)) return false;
  *ret_value = number;
  return true;
}

/* Equality */

static int compare_names(const void *a, const void *b) {
  const JsonMember *const *x = a;
  const JsonMember *const *y = b;
  return str_compare((*x)->name, (*y)->name);
}

const JsonMember **json_sort_members(const JsonMember *members, size_t count) {
  const JsonMember **sorted = arena_heap_alloc((count + 1) * sizeof(*sorted));
  for (size_t i = 0; i < count; i++) sorted[i] = &members[i];
  qsort(sorted, count, sizeof(*sorted), compare_names);
  return sorted;
}

static bool same_member(const JsonMember *a, const JsonMember *b) {
  return str_eq(a->name, b->name) && json_equal(&a->value, &b->value);
}

static bool same_large_objects(const Json *a, const Json *b) {
  const JsonMember **x = json_sort_members(a->members, a->count);
  const JsonMember **y = json_sort_members(b->members, b->count);
  bool same = true;
  for (size_t i = 0; i < a->count && same; i++) same = same_member(x[i], y[i]);
  free(x);
  free(y);
  return same;
}

/* Names are distinct on both sides and the counts agree, so it is enough to
 * find each of a's members in b. */
static bool same_objects(const Json *a, const Json *b) {
  if (a->count > JSON_SMALL_OBJECT) return same_large_objects(a, b);
  for (size_t i = 0; i < a->count; i++) {
    const Json *other = json_get(b, a->members[i].name);
    if (!other || !json_equal(&a->members[i].value, other)) return false;
  }
  return true;
}

bool json_equal(const Json *a, const Json *b) {
  if (!a || !b) return a == b;
  if (a->type != b->type || a->count != b->count) return false;
  switch (a->type) {
    case JSON_NULL:
      return true;
    case JSON_BOOL:
      return a->boolean == b->boolean;
    case JSON_NUMBER:
      return same_number(a->text, b->text);
    case JSON_STRING:
      return str_eq(a->text, b->text);
    case JSON_ARRAY:
      for (size_t i = 0; i < a->count; i++) {
        if (!json_equal(&a->items[i], &b->items[i])) return false;
      }
      return true;
    case JSON_OBJECT:
      return same_objects(a, b);
  }
  return false;
}
