/* Strings, characters and whole numbers without flags or width, in a text that
 * fits. Whatever else is met ends the attempt, and the C library begins anew. */
#include "src/base/print.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Where the next byte goes, and how many more there may be, the NUL's not
 * counted. */
typedef struct Out {
  char *at;
  size_t left;
} Out;

static bool put(Out *out, const char *bytes, size_t len) {
  if (len > out->left) return false;
  memcpy(out->at, bytes, len);
  out->at += len;
  out->left -= len;
  return true;
}

static bool put_number(Out *out, uint64_t number, bool is_negative) {
  char digits[24];
  char *end = digits + sizeof digits, *at = end;
  do *--at = (char)('0' + number % 10);
  while (number /= 10);
  if (is_negative) *--at = '-';
  return put(out, at, (size_t)(end - at));
}

static bool put_signed(Out *out, int64_t number) {
  return put_number(out, number < 0 ? 0 - (uint64_t)number : (uint64_t)number, number < 0);
}

/* Up to its NUL, which with a precision may be missing. */
static bool put_string(Out *out, const char *string, bool is_bounded, int most) {
  if (is_bounded && most == 0) return true;
  if (!string || (is_bounded && most < 0)) return false;
  return put(out, string, is_bounded ? strnlen(string, (size_t)most) : strlen(string));
}

/* The conversion behind a '%'; *format is moved behind it. The lengths are those
 * of a machine where long and size_t have as many bits as long long. */
static bool put_converted(Out *out, const char **format, va_list *args) {
  const char *at = *format;
  bool is_long = false;
  if (at[0] == '.' && at[1] == '*' && at[2] == 's') {
    int most = va_arg(*args, int);
    *format = at + 3;
    return put_string(out, va_arg(*args, const char *), true, most);
  }
  if (*at == 'z') is_long = true, at++;
  while (*at == 'l') is_long = true, at++;
  *format = at + 1;
  if (is_long && *at == 'd') return put_signed(out, va_arg(*args, int64_t));
  if (is_long && *at == 'u') return put_number(out, va_arg(*args, uint64_t), false);
  if (is_long) return false;
  switch (*at) {
    case 's': return put_string(out, va_arg(*args, const char *), false, 0);
    case 'd': return put_signed(out, va_arg(*args, int));
    case 'u': return put_number(out, va_arg(*args, unsigned), false);
    case 'c': return put(out, (char[]){(char)va_arg(*args, int)}, 1);
    case '%': return put(out, "%", 1);
    default: return false;
  }
}

int print_to(char *to, size_t room, const char *format, va_list args) {
  _Static_assert(sizeof(long) == 8 && sizeof(size_t) == 8, "lengths of conversions");
  Out out = {to, room ? room - 1 : 0};
  const char *at = format;
  bool goes_on = room > 0;
  va_list own;
  va_copy(own, args);
  while (goes_on && *at) {
    const char *percent = strchrnul(at, '%');
    goes_on = put(&out, at, (size_t)(percent - at));
    at = percent;
    if (!goes_on || !*at) break;
    at++;
    goes_on = put_converted(&out, &at, &own);
  }
  int len = (int)(out.at - to);
  if (goes_on) *out.at = '\0';
  else len = vsnprintf(to, room, format, args);
  va_end(own);
  return len;
}
