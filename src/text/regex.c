/* A reader of Perl's patterns: enough of them to know what a match contains and
 * where it could cross a line's end.
 *
 * It does not match. It gives the pattern again, spelled so that nothing in
 * it matches a line feed (`out`), and says which strings every match has
 * (the need), by which the index leaves out files. Both must err on one
 * side: a string that a match might lack, or a feed that slips through,
 * would lose or invent hits. So whatever is not known for certain gives up
 * the whole reading, and the pattern is then used as it came, line by line
 * and without an index. */
#include "src/text/regex_internal.h"

#include <string.h>

#include "src/text/regex_parts_internal.h"

#define DEPTH_MAX 100
#define BRANCHES_MAX 64
#define EACH_MAX 5 /* members of a class that are taken one by one */

/* One pass over a pattern. Options such as (?i) change `fold` and `dot_all`
 * until the group around them ends. */
typedef struct Reader {
  Arena *arena;
  Str text;
  size_t at;
  Buf out;
  unsigned depth;
  bool lines;   /* keep line feeds out */
  bool fold;    /* as (?i) says here */
  bool dot_all; /* as (?s) says here */
  bool gave_up;
  bool is_ascii;
  bool has_newline;
} Reader;

/* Jumps to the end, so that every loop on the way out ends too. */
static TextPart give_up(Reader *reader) {
  reader->gave_up = true;
  reader->at = reader->text.len;
  return text_part_anything();
}

static bool is_left(const Reader *reader) { return reader->at < reader->text.len; }
static char peek(const Reader *reader) { return is_left(reader) ? reader->text.ptr[reader->at] : '\0'; }
static bool is_next(const Reader *reader, const char *what) {
  return str_starts_with(str_slice(reader->text, reader->at, reader->text.len), str_from_c(what));
}
static void emit(Reader *reader, Str text) { buf_add(&reader->out, text); }
/* What was read since `from`, as it came. */
static void emit_since(Reader *reader, size_t from) { emit(reader, str_slice(reader->text, from, reader->at)); }

/* One character that stands for itself, written as from..at. Case is ignored
 * beyond ASCII by two characters that PCRE2 takes for k and s. */
static TextPart literal(Reader *reader, size_t from, Str text) {
  char lower = (char)(text.ptr[0] | 0x20);
  if (text.len == 1 && text.ptr[0] == '\n') reader->has_newline = true;
  if (reader->fold && text.len == 1 && byte_is_letter(text.ptr[0]) && (lower == 'k' || lower == 's')) {
    emit(reader, lower == 'k' ? STR("(?-i:[kK])") : STR("(?-i:[sS])"));
  } else {
    emit_since(reader, from);
  }
  if ((unsigned char)text.ptr[0] < 0x80) return text_part_of(text, reader->fold);
  reader->is_ascii = false;
  return reader->fold ? text_part_anything() : text_part_of(text, false);
}

/* Bytes that continue a character follow it; broken UTF-8 goes byte by byte. */
static size_t character_size(Str text, size_t at) {
  size_t end = at + 1;
  while (end < text.len && ((unsigned char)text.ptr[end] & 0xC0) == 0x80) end++;
  return end - at;
}

static TextPart plain(Reader *reader) {
  size_t from = reader->at;
  reader->at += character_size(reader->text, from);
  return literal(reader, from, str_slice(reader->text, from, reader->at));
}

/* ---- escapes ---- */

/* One of several characters; without line feeds it is spelled otherwise. */
static TextPart one_of(Reader *reader, size_t from, const char *in_lines) {
  if (reader->lines && in_lines) emit(reader, str_from_c(in_lines));
  else emit_since(reader, from);
  return text_part_anything();
}

/* \x41, \x{41}: the character; -1: not of this form. */
static int read_hex(Reader *reader) {
  int value = 0, digits = 0;
  bool braced = peek(reader) == '{';
  if (braced) reader->at++;
  for (; is_left(reader) && (braced || digits < 2); digits++, reader->at++) {
    int digit = str_hex_digit(peek(reader));
    if (digit < 0) break;
    value = value < 0x110000 ? value * 16 + digit : value;
  }
  if (!braced) return value;
  if (peek(reader) != '}' || !digits) return -1;
  reader->at++;
  return value;
}

/* Beyond ASCII it is left as it is written: what it matches is one character
 * and no string that is known here. */
static TextPart escaped_code(Reader *reader, size_t from, int code) {
  if (code < 0 || code > 0x7f) {
    if (code < 0) return give_up(reader);
    reader->is_ascii = false;
    emit_since(reader, from);
    return text_part_anything();
  }
  char *byte = arena_alloc(reader->arena, 1);
  *byte = (char)code;
  return literal(reader, from, (Str){byte, 1});
}

/* \p{Lu}, \pL */
static TextPart property(Reader *reader, size_t from) {
  reader->is_ascii = false;
  if (peek(reader) == '{') {
    while (is_left(reader) && peek(reader) != '}') reader->at++;
  }
  if (!is_left(reader)) return give_up(reader);
  reader->at++;
  if (reader->lines) emit(reader, STR("(?:(?!\\n)"));
  emit_since(reader, from);
  if (reader->lines) emit(reader, STR(")"));
  return text_part_anything();
}

/* \Q...\E */
static TextPart quoted(Reader *reader) {
  TextChain chain;
  text_chain_init(&chain, reader->arena);
  while (is_left(reader) && !is_next(reader, "\\E")) {
    size_t from = reader->at;
    reader->at += character_size(reader->text, from);
    Str one = str_slice(reader->text, from, reader->at);
    Buf *out = &reader->out;
    size_t before = out->len;
    TextPart part = literal(reader, from, one);
    char c = one.ptr[0];
    /* Outside the quotes now: what is special needs a backslash. */
    if (out->len - before == 1 && (unsigned char)c < 0x80 && !byte_is_letter(c) && !byte_is_digit(c)) {
      buf_truncate(out, before);
      if (c != '\n') buf_add_byte(out, '\\');
      buf_add_byte(out, c);
    }
    text_chain_add(&chain, &part);
  }
  if (is_left(reader)) reader->at += 2;
  if (is_left(reader) && strchr("*+?{", peek(reader))) return give_up(reader); /* it is the last character's */
  return text_chain_end(&chain);
}

/* Everything that can match a line feed is spelled anew where lines are
 * meant. Letters that are not listed may mean anything, now or in a later
 * PCRE2. */
static TextPart escape(Reader *reader) {
  size_t from = reader->at++;
  if (!is_left(reader)) return give_up(reader);
  char c = reader->text.ptr[reader->at];
  if ((unsigned char)c >= 0x80) return give_up(reader);
  reader->at++;
  switch (c) {
    case 'b': case 'B': emit_since(reader, from); return text_part_of(STR_EMPTY, false);
    case 'd': case 'w': case 'S': case 'h': case 'V': case 'N': return one_of(reader, from, NULL);
    case 's': return one_of(reader, from, "[^\\S\\n]");
    case 'D': return one_of(reader, from, "[^\\d\\n]");
    case 'W': return one_of(reader, from, "[^\\w\\n]");
    case 'H': return one_of(reader, from, "[^\\h\\n]");
    case 'v': return one_of(reader, from, "[^\\V\\n]");
    case 'n': return escaped_code(reader, from, '\n');
    case 't': return escaped_code(reader, from, '\t');
    case 'r': return escaped_code(reader, from, '\r');
    case 'f': return escaped_code(reader, from, '\f');
    case 'e': return escaped_code(reader, from, 27);
    case 'a': return escaped_code(reader, from, 7);
    case 'x': return escaped_code(reader, from, read_hex(reader));
    case 'p': case 'P': return property(reader, from);
    case 'Q': return quoted(reader);
    case 'E': return give_up(reader); /* nothing: what repeats then is what stands before it */
    default: break;
  }
  if (byte_is_letter(c)) return give_up(reader); /* \A \z \G \K \R \X \g \k \N{…} … */
  if (byte_is_digit(c)) { /* of a group, or octal */
    if (c == '0' || byte_is_digit(peek(reader))) return give_up(reader);
    emit_since(reader, from);
    return text_part_anything();
  }
  return literal(reader, from, str_slice(reader->text, from + 1, reader->at));
}

/* ---- classes ---- */

/* What stands in brackets. A few plain members are taken as so many strings;
 * anything else makes it wide, and then it says nothing. */
typedef struct Class {
  bool negated;
  bool is_wide; /* it may hold a line feed, or more than is listed in `each` */
  TextSet each;
} Class;

static void add_member(Class *class, Str member) {
  /* Where case is ignored these two are more than they seem. */
  if (member.ptr[0] == '\n' || (class->each.fold && strchr("kKsS", member.ptr[0]))) class->is_wide = true;
  if (class->each.count < EACH_MAX) class->each.items[class->each.count++] = member;
  else class->is_wide = true;
}

/* A member behind a backslash. */
static void escaped_member(Reader *reader, Class *class) {
  reader->at++;
  char c = peek(reader);
  if (!is_left(reader) || c == 'Q' || c == 'E' || c == 'N') {
    give_up(reader);
    return;
  }
  reader->at++;
  if (byte_is_letter(c) || byte_is_digit(c) || (unsigned char)c >= 0x80) class->is_wide = true;
  else add_member(class, str_slice(reader->text, reader->at - 1, reader->at));
  if (c == 'p' || c == 'P' || c == 'x' || c == 'o') {
    if (c != 'x' || peek(reader) == '{') reader->is_ascii = false;
    if (peek(reader) == '{') {
      while (is_left(reader) && peek(reader) != '}') reader->at++;
    }
  }
}

static void posix_member(Reader *reader, Class *class) {
  class->is_wide = true;
  while (is_left(reader) && !is_next(reader, ":]")) reader->at++;
  reader->at += is_left(reader) ? 2 : 0;
}

static void member(Reader *reader, Class *class) {
  char c = peek(reader);
  if (c == '\\') {
    escaped_member(reader, class);
  } else if (is_next(reader, "[:")) {
    posix_member(reader, class);
  } else if (is_next(reader, "[.") || is_next(reader, "[=")) {
    give_up(reader);
  } else {
    size_t size = character_size(reader->text, reader->at);
    if ((unsigned char)c >= 0x80) reader->is_ascii = false;
    if (size > 1 && reader->fold) class->is_wide = true;
    add_member(class, str_slice(reader->text, reader->at, reader->at + size));
    reader->at += size;
  }
  /* A range is more than its ends; a hyphen at the end is one itself. */
  if (peek(reader) == '-' && !is_next(reader, "-]")) class->is_wide = true;
}

/* A bracket right behind the opening one, or behind `^`, is a member. */
static TextPart class_of(Reader *reader) {
  Class class = {.each = {.fold = reader->fold}};
  size_t from = reader->at++;
  class.negated = peek(reader) == '^';
  if (class.negated) reader->at++;
  size_t first = reader->at;
  while (is_left(reader) && (peek(reader) != ']' || reader->at == first)) member(reader, &class);
  if (!is_left(reader)) return give_up(reader);
  reader->at++;
  if (class.negated && reader->lines) {
    emit(reader, STR("[^\\n"));
    /* A bracket that came first is quoted now that it does not. */
    if (reader->text.ptr[first] == ']') emit(reader, STR("\\"));
    emit_since(reader, first);
  } else if (class.is_wide && reader->lines) {
    emit(reader, STR("(?:(?!\\n)"));
    emit_since(reader, from);
    emit(reader, STR(")"));
  } else {
    emit_since(reader, from);
  }
  if (class.negated || class.is_wide || !class.each.count) return text_part_anything();
  return (TextPart){.is_exact = true, .head = class.each, .tail = class.each};
}

/* ---- groups ---- */

static TextPart alternatives(Reader *reader);

/* (?i), (?s:…): behind the "(?"; false: other letters than these. */
static bool read_options(Reader *reader) {
  bool on = true;
  for (; is_left(reader); reader->at++) {
    switch (peek(reader)) {
      case '-': on = false; break;
      case 'i': reader->fold = on; break;
      case 's': reader->dot_all = on; break;
      case 'm': if (!on) return false; break; /* ^ and $ at lines are a must */
      default: return peek(reader) == ':' || peek(reader) == ')';
    }
  }
  return false;
}

/* The name of a group up to its end sign. */
static bool skip_name(Reader *reader, char end) {
  while (is_left(reader) && (byte_is_letter(peek(reader)) || byte_is_digit(peek(reader)) || peek(reader) == '_')) reader->at++;
  if (peek(reader) != end) return false;
  reader->at++;
  return true;
}

typedef enum GroupKind { GROUP_PLAIN, GROUP_AROUND, GROUP_OPTIONS, GROUP_UNKNOWN } GroupKind;

/* Reads what stands between "(" and the group's contents. */
static GroupKind open_group(Reader *reader) {
  static const char *const around[] = {"?=", "?!", "?<=", "?<!"};
  static const char *const plain_ones[] = {"?:", "?>", "?|"};
  if (peek(reader) == '*') return GROUP_UNKNOWN; /* verbs and their like */
  if (peek(reader) != '?') return GROUP_PLAIN;
  for (size_t i = 0; i < COUNT_OF(around); i++) {
    if (!is_next(reader, around[i])) continue;
    reader->at += strlen(around[i]);
    return GROUP_AROUND;
  }
  for (size_t i = 0; i < COUNT_OF(plain_ones); i++) {
    if (!is_next(reader, plain_ones[i])) continue;
    reader->at += strlen(plain_ones[i]);
    return GROUP_PLAIN;
  }
  reader->at++;
  if (is_next(reader, "P<")) reader->at++;
  if (peek(reader) == '<' || peek(reader) == '\'') {
    char end = peek(reader) == '<' ? '>' : '\'';
    reader->at++;
    return skip_name(reader, end) ? GROUP_PLAIN : GROUP_UNKNOWN;
  }
  if (!byte_is_letter(peek(reader)) && peek(reader) != '-') return GROUP_UNKNOWN; /* conditions, calls, comments */
  if (!read_options(reader)) return GROUP_UNKNOWN;
  return reader->text.ptr[reader->at++] == ':' ? GROUP_PLAIN : GROUP_OPTIONS;
}

/* A group's part is what is inside, whatever kind of group; back references
 * and look-arounds add nothing that is certain. */
static TextPart group(Reader *reader) {
  size_t from = reader->at++;
  bool fold = reader->fold, dot_all = reader->dot_all;
  GroupKind kind = open_group(reader);
  if (kind == GROUP_UNKNOWN || ++reader->depth > DEPTH_MAX) return give_up(reader);
  emit_since(reader, from);
  if (kind == GROUP_OPTIONS) { /* they hold until the group around ends */
    reader->depth--;
    return text_part_of(STR_EMPTY, false);
  }
  TextPart inner = alternatives(reader);
  if (peek(reader) != ')') return give_up(reader);
  reader->at++;
  reader->depth--;
  emit(reader, STR(")"));
  reader->fold = fold;
  reader->dot_all = dot_all;
  /* What a look around sees may be part of the match or not. */
  return kind == GROUP_AROUND ? text_part_of(STR_EMPTY, false) : inner;
}

/* ---- repetition ---- */

static bool read_number(Reader *reader, size_t *ret_number) {
  size_t number = 0, from = reader->at;
  while (byte_is_digit(peek(reader))) {
    number = number < 100000 ? number * 10 + (size_t)(peek(reader) - '0') : number;
    reader->at++;
  }
  *ret_number = number;
  return reader->at > from;
}

/* {2}, {2,}, {2,5}; anything else in braces is text. */
static bool read_braces(Reader *reader, size_t *min, size_t *max) {
  size_t from = reader->at++;
  bool fits = read_number(reader, min);
  *max = *min ? *min : 1;
  if (fits && peek(reader) == ',') {
    reader->at++;
    if (!read_number(reader, max)) *max = 0;
  }
  if (fits && peek(reader) == '}') {
    reader->at++;
    return true;
  }
  reader->at = from;
  return false;
}

static bool read_repeat(Reader *reader, size_t *min, size_t *max) {
  *min = 0, *max = 0;
  switch (peek(reader)) {
    case '*': break;
    case '+': *min = 1; break;
    case '?': *max = 1; break;
    case '{': return read_braces(reader, min, max);
    default: return false;
  }
  reader->at++;
  return true;
}

/* Possessive and lazy marks change which match is found, not what it
 * contains. */
static TextPart repeated(Reader *reader, TextPart part) {
  size_t from = reader->at, min, max;
  while (read_repeat(reader, &min, &max)) {
    if (peek(reader) == '?' || peek(reader) == '+') reader->at++;
    emit_since(reader, from);
    from = reader->at;
    part = text_part_repeat(reader->arena, &part, min, max);
  }
  return part;
}

/* ---- sequences ---- */

static TextPart atom(Reader *reader) {
  size_t from = reader->at;
  switch (peek(reader)) {
    case '\\': return escape(reader);
    case '[': return class_of(reader);
    case '(': return group(reader);
    case '.':
      reader->at++;
      return one_of(reader, from, reader->dot_all ? "[^\\n]" : NULL);
    case '^': case '$':
      reader->at++;
      emit_since(reader, from);
      return text_part_of(STR_EMPTY, false);
    case '*': case '+': case '?': return give_up(reader); /* an error */
    default: return plain(reader);
  }
}

static TextPart sequence(Reader *reader) {
  TextChain chain;
  text_chain_init(&chain, reader->arena);
  while (is_left(reader) && peek(reader) != '|' && peek(reader) != ')') {
    TextPart part = atom(reader);
    part = repeated(reader, part);
    text_chain_add(&chain, &part);
  }
  return text_chain_end(&chain);
}

static TextPart alternatives(Reader *reader) {
  VEC(TextPart) branches = {0};
  for (;;) {
    *vec_add(reader->arena, &branches) = sequence(reader);
    if (peek(reader) != '|') break;
    reader->at++;
    emit(reader, STR("|"));
    /* (?i) in one branch holds in those behind it too, as in Perl. */
    if (branches.len > BRANCHES_MAX) return give_up(reader);
  }
  return text_part_any(reader->arena, branches.items, branches.len);
}

/* The output's limit leaves room for every character to be spelled in full.
 * What does not fit is given up like everything else. */
void text_regex_read(Arena *arena, Str pattern, unsigned flags, TextRegex *ret_regex) {
  Reader reader = {.arena = arena, .text = pattern, .lines = flags & TEXT_REGEX_LINES,
                   .fold = flags & TEXT_REGEX_FOLD, .is_ascii = true};
  buf_init(&reader.out, arena, pattern.len * 12 + 64);
  TextPart part = alternatives(&reader);
  if (is_left(&reader)) give_up(&reader); /* a bracket too many */
  *ret_regex = (TextRegex){.text = pattern, .has_newline = reader.has_newline};
  if (reader.gave_up || reader.out.overflow) return;
  ret_regex->text = buf_str(&reader.out);
  ret_regex->is_understood = true;
  ret_regex->is_ascii = reader.is_ascii;
  ret_regex->need = text_part_need(arena, &part);
}

/* For "smart" case: capitals in escapes (\W, \p{Lu}) and in names of groups
 * are no letters that somebody typed to be matched. */
bool text_regex_is_lower(Str pattern) {
  for (size_t i = 0; i < pattern.len; i++) {
    char c = pattern.ptr[i];
    if (c == '\\') {
      i++;
      bool braced = i + 1 < pattern.len && pattern.ptr[i + 1] == '{' && strchr("pPxNo", pattern.ptr[i]);
      while (braced && i < pattern.len && pattern.ptr[i] != '}') i++;
    } else if (c == '(' && str_starts_with(str_slice(pattern, i, pattern.len), STR("(?P"))) {
      i += 2;
    } else if (c >= 'A' && c <= 'Z') {
      return false;
    }
  }
  return true;
}

/* Every sign that could be special gets a backslash; letters and digits must
 * not, as they would become special by it. */
Str text_regex_quote(Arena *arena, Str text) {
  Buf out;
  buf_init(&out, arena, text.len * 2 + 1);
  for (size_t i = 0; i < text.len; i++) {
    char c = text.ptr[i];
    if ((unsigned char)c < 0x80 && c != '\n' && c != '_' && !byte_is_letter(c) && !byte_is_digit(c)) buf_add_byte(&out, '\\');
    buf_add_byte(&out, c);
  }
  return buf_str(&out);
}
