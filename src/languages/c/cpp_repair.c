/* C++ as the grammar is given it: without what it could not read. Most of that
 * are macros: words in capitals before declarations (`class API_EXPORT Name`,
 * `LIB_CONSTEXPR auto f()`), alone on a line, around blocks, or as a parameter of
 * a template. The rest is what the grammar does not know: some casts, kernels and
 * how they are launched, an #if between brackets. Bytes keep their places, and names are read from the text as
 * it was: only what kind of thing it is changes. It is done by the text's words
 * alone, before any reading, since reading is what costs; so what the grammar can
 * read must stay: a type in capitals, a test's head, a member of an enumeration. */
#include <string.h>

#include "src/languages/c/cpp_internal.h"

enum { BLOCKS_MAX = 16, GROUPS_MAX = 64, NEAR = 2000 }; /* NEAR: bytes that are looked ahead, whatever the text */
enum { DEPTH_MAX = 64 };

#define SIZED_WORDS "int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t ssize_t ptrdiff_t intptr_t uintptr_t "
#define TYPE_WORDS "auto void int bool char const constexpr inline static virtual explicit struct unsigned " \
                   "long double float short signed size_t typename operator enum extern volatile mutable "

/* What a brace opens. */
typedef enum { IN_SPACE = 1, IN_CODE, IN_TYPE, IN_LIST } Inside;

typedef struct Repair {
  Arena *arena;
  Str text;
  char *copy; /* NULL: nothing was changed */
  size_t at;
  Str before;   /* the last token, where it is a word */
  char last;    /* the last byte that is neither blank nor comment */
  char prior;   /* the same before the last token */
  bool declared; /* the last round brackets were behind what looks like a function's name */
  bool shouted;  /* that name is in capitals */
  bool lambda;   /* the last round brackets are behind [] */
  int brackets; /* round ones that are open */
  int braces;
  int table; /* braces around the initialiser that is being read, and 1; 0: none */
  bool groups[GROUPS_MAX]; /* #if that are open: whether they are hidden */
  int group_count;
  int blocks[BLOCKS_MAX]; /* braces around those that a macro opens */
  int block_count;
  bool after_block; /* one of them ended just before */
  Inside inside[DEPTH_MAX]; /* by braces */
  Inside announced;         /* class or namespace was read, and not its brace; 0: neither */
  bool instantiates;        /* template class X<int>; is being read */
  Str named;                /* the last class that was */
  Str types[DEPTH_MAX];     /* by braces: the class that they are of */
} Repair;

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

static size_t comment_end(Str text, size_t at) {
  if (at + 1 >= text.len || text.ptr[at] != '/' || !strchr("/*", text.ptr[at + 1])) return at;
  if (text.ptr[at + 1] == '*') {
    size_t end = str_find(str_slice(text, at + 2, text.len), STR("*/"));
    return end == STR_NONE ? text.len : at + 2 + end + 2;
  }
  while (at < text.len && text.ptr[at] != '\n') at++;
  return at;
}

/* Blanks and comments. */
static size_t skip_blanks(Str text, size_t at) {
  for (;;) {
    while (at < text.len && is_blank(text.ptr[at])) at++;
    size_t end = comment_end(text, at);
    if (end == at) return at;
    at = end;
  }
}

static Str near_of(Str text, size_t at) { return str_slice(text, 0, at + NEAR < text.len ? at + NEAR : text.len); }

static char byte_at(Str text, size_t at) { return at < text.len ? text.ptr[at] : 0; }

static char *own_copy(Repair *repair) {
  if (!repair->copy) repair->copy = arena_copy(repair->arena, repair->text.ptr, repair->text.len);
  return repair->copy;
}

/* Blanks in place of what stands there; lines stay. */
static void blank(Repair *repair, size_t from, size_t to) {
  char *copy = own_copy(repair);
  for (size_t i = from; i < to && i < repair->text.len; i++) {
    if (!is_blank(copy[i])) copy[i] = ' ';
  }
}

/* Another word, and blanks behind it. */
static void put(Repair *repair, size_t from, size_t to, const char *word) {
  blank(repair, from, to);
  memcpy(repair->copy + from, word, strlen(word));
}

static size_t word_end(Str text, size_t at) {
  bool is_number = at < text.len && byte_is_digit(text.ptr[at]);
  while (at < text.len && language_c_is_word_byte(text.ptr[at])) {
    at++;
    if (is_number && byte_at(text, at) == '\'' && language_c_is_word_byte(byte_at(text, at + 1))) at++; /* 1'000 */
  }
  return at;
}

/* Capitals, digits and at least one underscore. */
static bool is_macro_word(Str word) {
  bool underscore = false, letter = false;
  for (size_t i = 0; i < word.len; i++) {
    char c = word.ptr[i];
    underscore |= c == '_';
    letter |= c >= 'A' && c <= 'Z';
    if (c != '_' && !(c >= 'A' && c <= 'Z') && !byte_is_digit(c)) return false;
  }
  return underscore && letter && word.len > 3;
}

/* Behind the brackets that follow, if any do; the same place when they do not
 * end nearby. */
static size_t skip_brackets(Str text, size_t at) {
  enum { FAR = 200 };
  size_t open = skip_blanks(text, at), depth = 0;
  if (open >= text.len || text.ptr[open] != '(') return at;
  for (size_t i = open; i < text.len && i < open + FAR; i++) {
    depth += text.ptr[i] == '(';
    if (text.ptr[i] == ')' && --depth == 0) return i + 1;
  }
  return at;
}

static bool is_line(Str text, size_t from, size_t to) {
  while (from > 0 && (text.ptr[from - 1] == ' ' || text.ptr[from - 1] == '\t')) from--;
  while (to < text.len && (text.ptr[to] == ' ' || text.ptr[to] == '\t' || text.ptr[to] == '\r')) to++;
  return (from == 0 || text.ptr[from - 1] == '\n') && (to == text.len || text.ptr[to] == '\n');
}

static int depth_of(const Repair *repair) { return repair->braces < DEPTH_MAX ? repair->braces : 0; }
static Inside around(const Repair *repair) { return repair->inside[depth_of(repair)]; }

/* Behind <…>; the same place when it does not end nearby. */
static size_t skip_angles(Str text, size_t at) {
  int depth = 0;
  for (size_t i = at; byte_at(text, at) == '<' && i < text.len && i < at + 200 && !strchr(";{}#", text.ptr[i]); i++) {
    depth += text.ptr[i] == '<' ? 1 : text.ptr[i] == '>' ? -1 : 0;
    if (!depth) return i + 1;
  }
  return at;
}

/* The type is said already: `T* MACRO f()`, `void MACRO f()`. */
static bool is_typed(const Repair *repair) {
  Str before = repair->before;
  if (!before.len) return repair->last == '*' || repair->last == '&';
  return language_word_in("void int bool char double float auto size_t", before) || !language_word_in(TYPE_WORDS "friend else do", before);
}

/* MACRO A::B f() and MACRO A::A() are declarations behind a macro; the grammar
 * reads MACRO A::f() by itself, as a function of that type, which it may be. */
static bool declares_name(const Repair *repair, size_t at) {
  Str text = repair->text, before = STR_EMPTY, last = STR_EMPTY;
  size_t end = at;
  for (;;) {
    if (byte_at(text, end) == '~') return true;
    size_t from = end;
    end = word_end(text, from);
    before = last;
    last = str_slice(text, from, end);
    if (!last.len || byte_is_digit(last.ptr[0])) return false;
    if (str_eq(last, STR("operator"))) return true;
    end = skip_blanks(text, skip_angles(text, end));
    if (byte_at(text, end) != ':' || byte_at(text, end + 1) != ':') break;
    end += 2;
  }
  char c = byte_at(text, end);
  if (c == '(') return is_typed(repair) || byte_at(text, end + 1) == '*' || str_eq(before.len ? before : repair->types[depth_of(repair)], last);
  return end < text.len && (language_c_is_word_byte(c) || strchr("*&<", c));
}

/* Whether what begins at `at` goes on a declaration. */
static bool declares(const Repair *repair, size_t at) {
  Str word = str_slice(repair->text, at, word_end(repair->text, at));
  return language_word_in(TYPE_WORDS "template class using friend decltype", word) || declares_name(repair, at);
}

/* Arguments that are nothing but names. */
static bool is_simple(Str text, size_t from, size_t to) {
  for (size_t i = from; i < to; i++) {
    char c = text.ptr[i];
    if (!language_c_is_word_byte(c) && !is_blank(c) && c != ',' && c != '(' && c != ')' && c != '&' && c != ':' && c != '.') return false;
  }
  return true;
}

static bool is_raw(Str text, size_t at) { return at && text.ptr[at] == '"' && text.ptr[at - 1] == 'R'; }

/* Strings and characters; R"x(…)x" ends with its own mark. */
static size_t quoted_end(Str text, size_t at) {
  char quote = text.ptr[at];
  size_t open = is_raw(text, at) ? str_find_byte(str_slice(text, at, text.len), '(') : STR_NONE;
  if (open != STR_NONE && open <= 17) {
    char mark[20] = ")";
    memcpy(mark + 1, text.ptr + at + 1, open - 1);
    mark[open] = '"';
    size_t end = str_find(str_slice(text, at, text.len), (Str){mark, open + 1});
    return end == STR_NONE ? text.len : at + end + open + 1;
  }
  for (at++; at < text.len && text.ptr[at] != quote && text.ptr[at] != '\n'; at++) at += text.ptr[at] == '\\';
  return at < text.len ? at + 1 : text.len;
}

/* Behind the signs of a pointer or reference between two words. */
static size_t signs_end(Str text, size_t at) {
  while (byte_at(text, at) == '*' || byte_at(text, at) == '&') at++;
  return at;
}

/* (x, y + 1), as a call has them: no types, parameters, blocks or statements. */
static bool are_values(Str whole, size_t from, size_t to) {
  Str text = str_slice(whole, 0, to);
  bool follows = false; /* the last token is a word */
  for (size_t i = from; i < to;) {
    size_t end = word_end(text, i), signs = signs_end(text, i);
    char c = text.ptr[i];
    bool ends = strchr("<>=+-*/%!|^&~", c) && strchr(",)", byte_at(text, skip_blanks(text, i + 1)));
    if (ends || strchr("{};#\\'", c) || comment_end(text, i) > i) return false;
    if (end > i && (follows || language_word_in(TYPE_WORDS SIZED_WORDS "class", str_slice(text, i, end)))) return false;
    if (signs > i && follows && is_blank(text.ptr[i - 1]) != is_blank(text.ptr[signs])) return false;
    follows = end > i || (follows && is_blank(c));
    if (c == '"') end = quoted_end(text, i);
    i = end > i ? end : signs > i ? signs : i + 1;
  }
  return true;
}

/* {…}; */
static bool is_initialiser(Str text, size_t at) {
  size_t end = at;
  while (end < text.len && end < at + 200 && !strchr(";}", text.ptr[end])) end++;
  return byte_at(text, end) == '}' && byte_at(text, end + 1) == ';';
}

/* `int x GUARDED_BY(mutex);`, `void Lock() EXCLUSIVE_LOCK() {`: behind what is
 * declared, and before its end. */
static bool trails(const Repair *repair, size_t to, size_t end, size_t next) {
  Str text = repair->text, before = repair->before;
  if (end == to || !repair->last || next >= text.len || !strchr(";{=", text.ptr[next])) return false;
  bool ends = repair->lambda || (repair->declared && !repair->brackets && !(repair->shouted && text.ptr[next] == ';'));
  if (!before.len) return ends && repair->last == ')' && is_simple(text, to, end);
  if (language_word_in("const override final noexcept", before)) return ends;
  if (repair->announced && text.ptr[next] == '{') return true; /* enum E BASED_ON(char) { */
  if (!repair->prior || !strchr(byte_is_digit(before.ptr[0]) ? ":" : "a>*&", repair->prior)) return false;
  if (language_word_in(TYPE_WORDS "else do return throw new delete goto case co_return co_await co_yield not and or sizeof", before)) return false;
  bool empty = skip_blanks(str_slice(text, 0, end), skip_blanks(text, to) + 1) == end - 1;
  return (!empty || text.ptr[next] == '=') && are_values(text, to, end) && (text.ptr[next] != '{' || is_initialiser(text, next));
}

/* `class LOCKABLE Mutex`: no other place lets two words follow each other so. */
static bool is_capitals(Str word) {
  for (size_t i = 0; i < word.len; i++) {
    if (word.ptr[i] != '_' && !(word.ptr[i] >= 'A' && word.ptr[i] <= 'Z') && !byte_is_digit(word.ptr[i])) return false;
  }
  return word.len > 1;
}

/* TRY { … } CATCH(…) { … }: a block that a macro opens in place of a keyword. What
 * has arguments may be a function's head, unless such a block ends before it. */
static bool opens_block(Repair *repair, bool called, size_t next) {
  if (byte_at(repair->text, next) != '{' || !repair->last || !strchr(";{}", repair->last)) return false;
  if (called) return repair->after_block;
  if (repair->block_count < BLOCKS_MAX) repair->blocks[repair->block_count++] = repair->braces;
  return true;
}

/* VISIBILITY("hidden") inline auto f(): brackets, and then a declaration. */
static bool is_attribute(const Repair *repair, bool called, size_t next) {
  Str word = str_slice(repair->text, next, word_end(repair->text, next));
  if (!called || (repair->last && !strchr(";{}>", repair->last))) return false;
  return language_word_in("auto void constexpr inline static virtual explicit template class struct", word) ||
         (repair->last == '>' && is_macro_word(word));
}

/* void f() NOEXCEPT {, A() NOEXCEPT : x(1) {, void f() const NOEXCEPT override; */
static bool ends_head(const Repair *repair, bool called, size_t next) {
  Str word = str_slice(repair->text, next, word_end(repair->text, next));
  bool behind = repair->last == ')' || language_word_in("const override final noexcept", repair->before);
  if (called || !behind || !repair->declared || repair->brackets) return false;
  return strchr("{:=;", byte_at(repair->text, next)) || language_word_in("const override final noexcept", word);
}

/* f(int x UNUSED, int y) */
static bool ends_parameter(const Repair *repair, bool called, size_t next) {
  return !called && repair->brackets > 0 && repair->before.len && next < repair->text.len && strchr(",)", repair->text.ptr[next]) &&
         !language_c_is_keyword(repair->before) && !is_macro_word(repair->before);
}

/* NAME(x) alone on a line, where a statement may stand: it is one, without a semicolon. */
static bool is_statement(const Repair *repair, size_t to, size_t end) {
  bool is_code = around(repair) == IN_CODE;
  if (repair->brackets || repair->table || end >= repair->text.len || !(is_code || around(repair) == IN_SPACE)) return false;
  bool begins = !repair->last || strchr(is_code ? ";{}:)" : ";{}", repair->last) || (is_code && language_word_in("else do", repair->before));
  return begins && are_values(repair->text, to, end);
}

/* What is alone on its line. */
static bool hide_line(Repair *repair, size_t from, size_t to, size_t end, size_t next) {
  char c = byte_at(repair->text, next);
  bool called = end != to, ends = repair->last && strchr(",=(+-*/&|?[<\"", repair->last);
  if (c && strchr(";,)=+-*/<>&|?.[", c)) return false;
  bool is_code = around(repair) == IN_CODE;
  if (ends || (called && c == '{') || (c == '}' && repair->last == '{' && !is_code)) return false; /* a member of a list; the head of a function */
  if ((called || is_code) && is_statement(repair, to, end)) own_copy(repair)[end] = ';';
  else blank(repair, from, end);
  return true;
}

/* MACRO: in place of private: */
static bool is_access(const Repair *repair, size_t next) {
  bool is_colon = byte_at(repair->text, next) == ':' && byte_at(repair->text, next + 1) != ':';
  return is_colon && around(repair) == IN_TYPE && repair->last && strchr(";{}", repair->last);
}

/* T* NONNULL x: no value has a word behind it. */
static bool qualifies(const Repair *repair, size_t next) {
  return (repair->last == '*' || repair->last == '&') && next < repair->text.len && language_c_is_word_byte(repair->text.ptr[next]);
}

/* One word in capitals; blanks are put in its place where it is a macro. */
static bool hide(Repair *repair, size_t from, size_t to) {
  Str text = repair->text, before = repair->before, own = str_slice(text, from, to);
  if (!is_capitals(own)) return false; /* as most are not, by their first letter */
  bool in_class = language_word_in("class struct union enum", before);
  if (!in_class && !is_macro_word(own)) return false;
  if (language_word_in("return case goto define ifdef ifndef undef defined elif", before)) return false;
  size_t end = skip_brackets(text, to), next = skip_blanks(text, end);
  bool called = end != to, constant = str_eq(before, STR("if")); /* if MACRO (…) */
  if (in_class && (repair->instantiates || next >= text.len || !language_c_is_word_byte(text.ptr[next]))) return false;
  if (!called && is_access(repair, next)) {
    blank(repair, from, next + 1);
    return true;
  }
  bool goes = in_class || (!called && qualifies(repair, next)) || constant || opens_block(repair, called, next) || trails(repair, to, end, next) ||
              ends_parameter(repair, called, next) || ends_head(repair, called, next);
  if (!goes && is_line(text, from, end)) return hide_line(repair, from, to, end, next);
  if (!goes && !is_attribute(repair, called, next) && (called || next >= text.len || !declares(repair, next))) return false;
  blank(repair, from, constant ? to : end);
  return true;
}

/* ---- what the grammar does not know ---- */

/* unsigned(x): a cast by a type of two words, of which one may be left out. */
static bool rename_cast(Repair *repair, size_t from, size_t to) {
  static const char *const others[][2] = {{"unsigned", "uint32_t"}, {"signed", "double"}, {"long", "bool"}, {"short", "float"}};
  Str text = repair->text, word = str_slice(text, from, to);
  if (byte_at(text, to) != '(' || strchr("*&", byte_at(text, skip_blanks(text, to + 1)))) return false;
  if (repair->before.len && !language_word_in("return case else", repair->before)) return false;
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    if (!str_eq(word, str_from_c(others[i][0]))) continue;
    put(repair, from, to, others[i][1]);
    return true;
  }
  return false;
}

/* enum : T { */
static void hide_enum_base(Repair *repair, size_t to) {
  size_t colon = skip_blanks(repair->text, to);
  if (byte_at(repair->text, colon) != ':') return;
  size_t end = colon, last = near_of(repair->text, colon).len;
  while (end < last && !strchr("{;}", repair->text.ptr[end])) end++;
  if (byte_at(repair->text, end) == '{') blank(repair, colon, end);
}

/* extern template auto f<int>(x) -> y; says nothing new. */
static bool hide_instance(Repair *repair, size_t from) {
  if (!str_eq(repair->before, STR("extern"))) return false;
  size_t end = from, last = near_of(repair->text, from).len;
  while (end < last && !strchr(";{}#", repair->text.ptr[end])) end++;
  if (byte_at(repair->text, end) != ';') return false;
  blank(repair, (size_t)(repair->before.ptr - repair->text.ptr), end);
  repair->at = end;
  return true;
}

/* kernel<<<blocks, threads>>>(x): how a kernel is launched is left out. */
static bool hide_launch(Repair *repair) {
  Str text = near_of(repair->text, repair->at);
  bool is_launch = str_starts_with(str_slice(text, repair->at, text.len), STR("<<<")) && (repair->last == 'a' || repair->last == '>');
  size_t end = is_launch ? str_find(str_slice(text, repair->at, text.len), STR(">>>")) : STR_NONE;
  if (end == STR_NONE || str_find_byte(str_slice(text, repair->at, repair->at + end), ';') != STR_NONE) return false;
  if (byte_at(text, skip_blanks(text, repair->at + end + 3)) != '(') return false;
  blank(repair, repair->at, repair->at + end + 3);
  repair->at += end + 3;
  return true;
}

/* ---- lines of the preprocessor ---- */

static size_t line_end(Str text, size_t at) {
  while (at < text.len && !(text.ptr[at] == '\n' && text.ptr[at - 1] != '\\')) at++;
  return at;
}

static Str directive_name(Str text, size_t at) {
  size_t from = at + 1;
  while (byte_at(text, from) == ' ' || byte_at(text, from) == '\t') from++;
  return str_slice(text, from, word_end(text, from));
}

/* The #endif of the #if or #else in the line before `at`. */
static size_t group_end(Str text, size_t at) {
  for (int depth = 1; at < text.len;) {
    size_t from = at;
    while (byte_at(text, from) == ' ' || byte_at(text, from) == '\t') from++;
    Str name = byte_at(text, from) == '#' ? directive_name(text, from) : STR_EMPTY;
    depth += str_starts_with(name, STR("if")) ? 1 : str_eq(name, STR("endif")) ? -1 : 0;
    if (depth == 0) return from;
    at = line_end(text, from);
    if (at < text.len) at++;
  }
  return text.len;
}

/* Whether the lines up to the next directive do, as members of an enumeration
 * must for the grammar to understand a condition around them. */
static bool ends_with_comma(Str text, size_t at) {
  char last = 0;
  while ((at = skip_blanks(text, at)) < text.len && text.ptr[at] != '#') last = text.ptr[at++];
  return last == ',';
}

/* Conditions understands the grammar around whole declarations and statements; in
 * the middle of one the first side is read alone. */
static bool is_inside(const Repair *repair) {
  bool initialises = repair->last == ':' && repair->prior == ')'; /* A(int x) : */
  bool is_member = repair->last == ',' && around(repair) == IN_LIST && ends_with_comma(repair->text, line_end(repair->text, repair->at));
  return repair->brackets > 0 || repair->table || initialises || (!is_member && repair->last && strchr("=,?&|+", repair->last));
}

/* #ifdef __cplusplus, extern "C" {, #endif, and the same for the brace that ends it. */
static bool hide_linkage(Repair *repair, size_t end) {
  Str text = near_of(repair->text, end);
  if (!str_contains(str_slice(text, repair->at, end), STR("__cplusplus"))) return false;
  size_t to = group_end(text, end + (end < text.len));
  Str inside = str_trim(str_slice(text, end, to));
  if (!str_eq(inside, STR("}")) && !str_eq(inside, STR("extern \"C\" {"))) return false;
  end = line_end(text, to);
  blank(repair, repair->at, end);
  repair->at = end;
  return true;
}

/* #if HAS_INCLUDE(<x>): the grammar knows no such argument. */
static void hide_header_names(Repair *repair, size_t from, size_t end) {
  Str text = repair->text;
  for (size_t i = from; i < end; i++) {
    bool is_name = text.ptr[i] == '(' && (byte_at(text, i + 1) == '<' || byte_at(text, i + 1) == '"');
    size_t close = is_name ? skip_brackets(text, i) : i;
    for (i++; i + 1 < close && i < end; i++) own_copy(repair)[i] = is_blank(text.ptr[i]) ? text.ptr[i] : '0';
    if (is_name) i = close > i ? close : i;
    else i--;
  }
}

static void directive(Repair *repair) {
  Str text = repair->text, name = directive_name(text, repair->at);
  size_t from = repair->at, end = line_end(text, from);
  bool begins = str_starts_with(name, STR("if")), ends = str_eq(name, STR("endif")), goes_on = str_starts_with(name, STR("el"));
  if (begins && hide_linkage(repair, end)) return;
  if (begins && repair->group_count < GROUPS_MAX) repair->groups[repair->group_count++] = is_inside(repair);
  bool hidden = repair->group_count && repair->groups[repair->group_count - 1] && (begins || ends || goes_on);
  if (ends && repair->group_count) repair->group_count--;
  if (hidden && goes_on) end = group_end(text, end + (end < text.len));
  if (hidden) blank(repair, from, end);
  else if (begins || goes_on) hide_header_names(repair, from, end);
  repair->at = end;
}

/* ---- templates ---- */

/* template <typename T>, an #if around attributes, and then what is declared. */
static void hide_head_condition(Repair *repair, size_t at) {
  Str text = near_of(repair->text, at);
  if (byte_at(text, at) != '#' || !str_starts_with(directive_name(text, at), STR("if"))) return;
  size_t first = line_end(text, at), end = group_end(text, first + (first < text.len));
  blank(repair, at, line_end(text, end));
}

/* template <typename T, REQUIRES(is_small<T> || !is_old<T>)>: a parameter without a
 * name stands in for the condition. */
static void hide_conditions(Repair *repair, size_t to) {
  Str text = repair->text;
  size_t at = skip_blanks(text, to), end = at + NEAR;
  int depth = 0;
  if (byte_at(text, at) != '<') return;
  while (at < text.len && at < end) {
    at = skip_blanks(text, at);
    char c = byte_at(text, at);
    if (c == ';' || c == '{' || c == '}' || c == '#') return;
    depth += c == '<' ? 1 : c == '>' ? -1 : 0;
    if (depth <= 0) {
      hide_head_condition(repair, skip_blanks(text, at + 1));
      return;
    }
    size_t word = word_end(text, at), behind = skip_brackets(text, word > at ? word : at);
    bool is_condition = word > at + 2 && behind > word && is_capitals(str_slice(text, at, word));
    if (is_condition) put(repair, at, behind, "int");
    at = behind > at ? behind : at + 1;
  }
}

/* ---- the walk ---- */

/* What the brace at hand opens: what is announced, the same as around it, a list, or code. */
static Inside opened(const Repair *repair) {
  if (repair->last && strchr("=,(", repair->last)) return IN_LIST;
  if (str_eq(repair->before, STR("return"))) return IN_LIST;
  if (repair->announced) return repair->announced;
  return !repair->last || strchr(";{}\"", repair->last) ? around(repair) : IN_CODE;
}

static void note_word(Repair *repair, Str own) {
  if (!strchr("csuen", own.ptr[0]) && !repair->announced) return; /* as most are */
  if (repair->announced && language_word_in("class struct union", repair->before)) repair->named = own;
  bool of_enum = repair->announced == IN_LIST; /* enum class */
  if (language_word_in("class struct union", own) && !of_enum) repair->announced = IN_TYPE;
  if (str_eq(own, STR("enum"))) repair->announced = IN_LIST;
  if (str_eq(own, STR("namespace"))) repair->announced = IN_SPACE;
}

static void word(Repair *repair) {
  size_t from = repair->at, end = word_end(repair->text, from);
  Str own = str_slice(repair->text, from, end);
  repair->at = end;
  if (str_eq(own, STR("template"))) {
    if (hide_instance(repair, from)) return;
    repair->instantiates = byte_at(repair->text, skip_blanks(repair->text, end)) != '<';
    hide_conditions(repair, end);
  }
  if (str_eq(own, STR("enum"))) hide_enum_base(repair, end);
  bool is_mark = str_starts_with(own, STR("__")); /* asked first: few words are */
  if (is_mark && language_word_in("__global__ __device__ __host__ __shared__ __constant__ __forceinline__", own)) {
    blank(repair, from, end);
    return;
  }
  if (!rename_cast(repair, from, end) && hide(repair, from, end)) return;
  note_word(repair, own);
  repair->before = own;
  repair->prior = repair->last;
  repair->last = 'a';
  repair->after_block = false;
}

static void sign(Repair *repair, char c) {
  if (c == '(') repair->lambda = repair->last == ']';
  if (c == '(' && !repair->brackets) {
    repair->shouted = is_capitals(repair->before);
    bool named = repair->before.len && !language_word_in("if while for switch return", repair->before);
    repair->declared = named && repair->prior && strchr("a*&~>;{}:", repair->prior);
  }
  if (c == '{' && repair->last == '=' && !repair->table) repair->table = repair->braces + 1;
  if (c == '{' && repair->braces + 1 < DEPTH_MAX) {
    repair->inside[repair->braces + 1] = opened(repair);
    repair->types[repair->braces + 1] = repair->announced == IN_TYPE ? repair->named : STR_EMPTY;
  }
  if (strchr("{};)", c)) repair->announced = 0;
  if (c == ';') repair->instantiates = false;
  repair->before = STR_EMPTY;
  repair->prior = repair->last;
  repair->last = c;
  if (c == '(') repair->brackets++;
  if (c == ')' && repair->brackets) repair->brackets--;
  if (c == ';' || c == '}') repair->brackets = 0;
  repair->braces += c == '{' ? 1 : c == '}' && repair->braces ? -1 : 0;
  if (c == '}' && repair->braces < repair->table) repair->table = 0;
  repair->after_block = c == '}' && repair->block_count && repair->blocks[repair->block_count - 1] == repair->braces;
  while (c == '}' && repair->block_count && repair->blocks[repair->block_count - 1] >= repair->braces) repair->block_count--;
  repair->at++;
}

Str language_cpp_reading(Arena *arena, Str text) {
  Repair repair = {.arena = arena, .text = text, .inside = {IN_SPACE}};
  while ((repair.at = skip_blanks(text, repair.at)) < text.len) {
    char c = text.ptr[repair.at];
    if (repair.copy && repair.copy[repair.at] == ' ') { /* hidden already */
      repair.at++;
      continue;
    }
    if (c == '#') {
      directive(&repair);
    } else if (c == '"' || c == '\'') {
      repair.at = quoted_end(text, repair.at);
      repair.before = STR_EMPTY;
      repair.last = c;
    } else if (language_c_is_word_byte(c)) {
      word(&repair);
    } else if (c != '<' || !hide_launch(&repair)) {
      sign(&repair, c);
    }
  }
  return repair.copy ? (Str){repair.copy, text.len} : text;
}
