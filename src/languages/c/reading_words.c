/* C: macros among the words of a declaration, which the grammar would take for
 * types or names. */
#include "src/languages/c/reading_internal.h"

/* By first letter, for speed; `_` last. */
static const char *const types_by_letter[27] = {
    ['b' - 'a'] = "bool",          ['c' - 'a'] = "char",  ['d' - 'a'] = "double",
    ['e' - 'a'] = "enum extern",   ['f' - 'a'] = "float", ['i' - 'a'] = "int",
    ['l' - 'a'] = "long",          ['t' - 'a'] = "typedef", ['u' - 'a'] = "union unsigned",
    ['s' - 'a'] = "struct static short signed", ['v' - 'a'] = "void", [26] = "_Bool",
};
static const char *const others_by_letter[27] = {
    ['a' - 'a'] = "auto asm",
    ['b' - 'a'] = "break",
    ['c' - 'a'] = "case const continue",
    ['d' - 'a'] = "default",
    ['g' - 'a'] = "goto",
    ['i' - 'a'] = "inline",
    ['r' - 'a'] = "return register restrict",
    ['s' - 'a'] = "sizeof",
    ['v' - 'a'] = "volatile",
    [26] = "__attribute__ __inline __inline__ __extension__ __volatile__ __volatile __restrict __restrict__ "
           "__const _Noreturn _Atomic _Alignof _Static_assert __asm__ __thread _Thread_local",
};

CWord language_c_word(Str word) {
  char c = word.len ? word.ptr[0] : 0;
  if (!(c >= 'a' && c <= 'z') && c != '_') return C_WORD_PLAIN;
  int letter = c == '_' ? 26 : c - 'a';
  if (types_by_letter[letter] && language_word_in(types_by_letter[letter], word)) return C_WORD_TYPE;
  if (others_by_letter[letter] && language_word_in(others_by_letter[letter], word)) return C_WORD_OTHER;
  switch (c) {
    case 'd': return str_eq(word, STR("do")) ? C_WORD_ELSE : C_WORD_PLAIN;
    case 'e': return str_eq(word, STR("else")) ? C_WORD_ELSE : C_WORD_PLAIN;
    case 'f': return str_eq(word, STR("for")) ? C_WORD_CONTROL : C_WORD_PLAIN;
    case 'i': return str_eq(word, STR("if")) ? C_WORD_CONTROL : C_WORD_PLAIN;
    case 's': return str_eq(word, STR("switch")) ? C_WORD_CONTROL : C_WORD_PLAIN;
    case 'w': return str_eq(word, STR("while")) ? C_WORD_CONTROL : C_WORD_PLAIN;
    default: return C_WORD_PLAIN;
  }
}

static bool is_shouted(Str word) {
  bool letter = false;
  for (size_t i = 0; i < word.len; i++) {
    char c = word.ptr[i];
    if (c >= 'a' && c <= 'z') return false;
    letter |= c >= 'A' && c <= 'Z';
  }
  return letter;
}

/* Names that are macros by custom: capitals, and those of the compiler. */
static bool is_reserved(Str word) { return str_starts_with(word, STR("__")) || is_shouted(word); }

/* The end of the bracket that opens at `at`; 0: it has none nearby. */
static uint32_t bracket_end(const CReading *reading, uint32_t at) {
  int depth = 0;
  char quote = 0;
  for (uint32_t end = at; end < reading->text.len && end < at + 400; end++) {
    char c = reading->text.ptr[end];
    if (quote) {
      if (c == '\\') end++;
      else if (c == quote) quote = 0;
      continue;
    }
    if (c == '"' || c == '\'') quote = c;
    if (c == ';' || c == '{' || c == '}' || c == '#') return 0;
    if (c == '(') depth++;
    if (c == ')' && --depth == 0) return end + 1;
  }
  return 0;
}

/* void f(int) ATTRIBUTE PRINTF(1, 2); at the top of a file: the end of the
 * macros from `at` to the semicolon, or `at`. */
static uint32_t trailing_macros_end(const CReading *reading, uint32_t at) {
  uint32_t end = at;
  for (int i = 0; i < 8; i++) {
    uint32_t from = language_c_blank_end(reading, end);
    if (language_c_byte(reading, from) == ';') return i ? end : at;
    end = from;
    while (language_c_is_word_byte(language_c_byte(reading, end))) end++;
    if (!is_reserved(language_c_slice(reading, (Range){from, end}))) return at;
    uint32_t open = language_c_blank_end(reading, end);
    if (language_c_byte(reading, open) != '(') continue;
    end = bracket_end(reading, open);
    if (!end) return at;
  }
  return at;
}

bool language_c_hide_trailing(CReading *reading, uint32_t from) {
  uint32_t end = trailing_macros_end(reading, from);
  if (end == from) return false;
  language_c_hide(reading, from, end);
  reading->at = end;
  return true;
}

/* Whether what stands between brackets declares parameters, as far as looks go. */
static bool looks_declared(Str inside) {
  inside = str_trim(inside);
  if (!inside.len || str_eq(inside, STR("void"))) return true;
  bool blank = false, word = false;
  for (size_t i = 0; i < inside.len; i++) {
    char c = inside.ptr[i];
    if (c == '*' || c == '"') return c == '*';
    bool is_word = language_c_is_word_byte(c);
    if (is_word && blank && word) return true;
    if (is_word) word = true;
    else if (c != ' ' && c != '\n' && c != '\t') word = false;
    blank = c == ' ' || c == '\n' || c == '\t';
  }
  return false;
}

static bool is_whole_type(Str word) {
  return language_c_word(word) == C_WORD_TYPE &&
         language_word_in("void int char long short unsigned signed float double bool _Bool", word);
}

static Range word_after(const CReading *reading, uint32_t at) {
  Range range = {at, at};
  while (language_c_is_word_byte(language_c_byte(reading, range.to))) range.to++;
  return range;
}

static bool declares_parameters(const CReading *reading, uint32_t at) {
  uint32_t open = language_c_blank_end(reading, at);
  uint32_t end = language_c_byte(reading, open) == '(' ? bracket_end(reading, open) : 0;
  return end && looks_declared(language_c_slice(reading, (Range){open + 1, end - 1}));
}

/* static void printflike(1, 2) f(const char *format), static DEFINE(x) static
 * int y, inline FORMAT(1) const char *f(void): the macro's end, or 0. */
static uint32_t attribute_end(const CReading *reading, Range now, bool typed, int depth) {
  if (now.from == now.to) return 0;
  uint32_t open = language_c_blank_end(reading, now.to);
  if (language_c_byte(reading, open) != '(') return 0;
  uint32_t end = bracket_end(reading, open);
  if (!end || looks_declared(language_c_slice(reading, (Range){open + 1, end - 1}))) return 0;
  uint32_t next = language_c_blank_end(reading, end);
  while (typed && language_c_byte(reading, next) == '*') next = language_c_blank_end(reading, next + 1);
  if (depth < 4 && !typed) { /* several of them in a row */
    uint32_t more = attribute_end(reading, word_after(reading, next), typed, depth + 1);
    if (more) return more;
  }
  Range name = word_after(reading, next);
  if (name.from == name.to) return 0;
  CWord kind = language_c_word(language_c_slice(reading, name));
  Str word = language_c_slice(reading, name);
  bool type_follows = kind == C_WORD_TYPE || language_word_in("const inline volatile __inline", word);
  if (type_follows && !typed) return end;
  if (kind != C_WORD_PLAIN) return 0;
  if (typed) return declares_parameters(reading, name.to) ? end : 0;
  char after = language_c_byte(reading, language_c_blank_end(reading, name.to));
  return after == '*' || language_c_is_word_byte(after) ? end : 0;
}

/* MACRO alone on a line where a statement may begin, and another one follows. */
bool language_c_hide_lone(CReading *reading, Range now) {
  if (!is_shouted(language_c_slice(reading, now))) return false;
  uint32_t end = now.to;
  while (language_c_byte(reading, end) == ' ' || language_c_byte(reading, end) == '\t') end++;
  if (language_c_byte(reading, end) != '\n' && language_c_byte(reading, end) != '\r') return false;
  char next = language_c_byte(reading, language_c_blank_end(reading, end));
  if (next != '{' && next != '#' && !language_c_is_word_byte(next)) return false;
  language_c_hide(reading, now.from, now.to);
  return true;
}

bool language_c_hide_string_macro(CReading *reading, Range now) {
  uint32_t open = language_c_blank_end(reading, now.to);
  if (language_c_byte(reading, open) != '(') return false;
  uint32_t end = bracket_end(reading, open);
  if (!end) return false;
  language_c_hide(reading, now.from, end);
  reading->at = end;
  return true;
}

/* EXPORT type (name) (int x): a name in brackets of its own. */
static bool names_in_brackets(const CReading *reading, Range now) {
  uint32_t end = bracket_end(reading, language_c_blank_end(reading, now.to));
  return end && language_c_byte(reading, language_c_blank_end(reading, end)) == '(';
}

/* EXPORT(int f(int x)) { … }: what stands in the brackets is the function. */
bool language_c_hide_wrapper(CReading *reading, Range now) {
  uint32_t open = language_c_blank_end(reading, now.to);
  if (language_c_byte(reading, open) != '(') return false;
  uint32_t end = bracket_end(reading, open);
  if (!end || reading->text.ptr[end - 2] != ')') return false;
  char next = language_c_byte(reading, language_c_blank_end(reading, end));
  Str inside = language_c_slice(reading, (Range){open + 1, end - 1});
  size_t inner = str_find_byte(inside, '(');
  if (next != '{' || inner == STR_NONE || str_find_byte(inside, ',') < inner) return false;
  Str head = str_trim(str_slice(inside, 0, inner));
  Str parameters = str_slice(inside, inner + 1, inside.len - 1);
  bool two_words = str_find_byte(head, ' ') != STR_NONE || str_find_byte(head, '*') != STR_NONE;
  if (!two_words || !looks_declared(parameters)) return false;
  language_c_hide(reading, now.from, open + 1);
  language_c_hide(reading, end - 1, end);
  reading->at = open + 1;
  reading->brackets++;
  return true;
}

/* static DEFINE(x) is all there is to it when another declaration follows. */
static bool is_whole_declaration(const CReading *reading, uint32_t end) {
  uint32_t next = language_c_blank_end(reading, end);
  Str blank = language_c_slice(reading, (Range){end, next});
  size_t line = str_find_byte(blank, '\n');
  if (line != STR_NONE && str_find_byte(str_slice(blank, line + 1, blank.len), '\n') != STR_NONE) return true;
  Range word_range = word_after(reading, next);
  return language_word_in("static extern typedef", language_c_slice(reading, word_range));
}

/* `const` and then a type: not where a name follows that ends a declarator
 * (`DWORD const x = 1`), since then the word before it is the type. */
static bool names_type(const CReading *reading, uint32_t at) {
  Range word = word_after(reading, language_c_blank_end(reading, at));
  if (word.from == word.to) return false;
  char next = language_c_byte(reading, language_c_blank_end(reading, word.to));
  return language_c_word(language_c_slice(reading, word)) != C_WORD_PLAIN || next == '*' || language_c_is_word_byte(next);
}

/* Words that cannot be there before the preprocessor has taken them away:
 * EXPORT int f(void), EXPORT type f(void), static void attribute(1, 2) f(…). */
void language_c_hide_macros(CReading *reading, Range now) {
  Str text = language_c_slice(reading, now), previous = language_c_slice(reading, reading->word);
  CWord kind = language_c_word(text);
  if (reading->braces == 0 && reading->brackets == 0 && kind == C_WORD_PLAIN) {
    bool typed = !previous.len || language_c_word(previous) == C_WORD_PLAIN || is_whole_type(previous);
    uint32_t end = attribute_end(reading, now, typed, 0);
    if (end) {
      bool whole = !typed && is_whole_declaration(reading, end);
      language_c_hide(reading, whole ? reading->word.from : now.from, end);
      reading->at = end;
      return;
    }
  }
  char after = language_c_byte(reading, language_c_blank_end(reading, now.to));
  if (kind == C_WORD_PLAIN && (!previous.len || is_whole_type(previous))) {
    /* void EXPORT f(void), char *EXPORT f(void) */
    if (is_shouted(text) && language_c_is_word_byte(after)) language_c_hide(reading, now.from, now.to);
    return;
  }
  if (!previous.len || language_c_word(previous) != C_WORD_PLAIN) return;
  bool reserved = is_reserved(previous);
  if (kind == C_WORD_TYPE || (reserved && str_eq(text, STR("const")) && names_type(reading, now.to))) {
    language_c_hide(reading, reading->word.from, reading->word.to);
  } else if (kind == C_WORD_PLAIN) {
    char next = after;
    if (next == '(' && reserved && names_in_brackets(reading, now)) next = '*';
    if (next != '*' && !language_c_is_word_byte(next)) return;
    if (reserved) language_c_hide(reading, reading->word.from, reading->word.to);
    else if (is_shouted(text) && next != '*') language_c_hide(reading, now.from, now.to);
  }
}
