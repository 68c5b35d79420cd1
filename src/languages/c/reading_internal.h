/* C: how its text is read before the grammar sees it (reading*.c). */
#ifndef FATHOM_LANGUAGES_C_READING_INTERNAL_H
#define FATHOM_LANGUAGES_C_READING_INTERNAL_H

#include "src/languages/c/c_internal.h"

#define C_GROUPS_MAX 64  /* nested conditions; deeper ones are left alone */
#define C_BRACES_MAX 256 /* nested braces and brackets that are remembered */

/* What a token is, as far as it matters for where a statement may end. */
typedef enum CToken {
  TOKEN_NONE,      /* nothing yet */
  TOKEN_END,       /* ; { } : ends or begins something */
  TOKEN_BRACKET,   /* ) of a call or parameter list */
  TOKEN_CONDITION, /* ) of if, while, for, switch */
  TOKEN_COMMA,
  TOKEN_ELSE,      /* else, do */
  TOKEN_LABEL,     /* the colon of a label, which needs a statement */
  TOKEN_SIGN,      /* an operator that needs something before it */
  TOKEN_OTHER
} CToken;

/* One side of an #if, from its directive to the next one of the group. */
typedef struct CBranch {
  Range directive; /* the line that begins it */
  uint32_t body_to;
  CToken first, last;
  int braces, brackets;         /* opened and not closed */
  int least_braces, least_brackets;
  bool is_false;                /* #if 0, #ifdef __cplusplus */
} CBranch;

/* An #if with all its branches up to #endif, and the state where it began:
 * each further branch starts from that state again. */
typedef struct CGroup {
  VEC(CBranch) branches;
  CToken before;
  int braces, brackets; /* where it begins */
  bool in_table;
} CGroup;

/* The state of one pass over a file's text. A tokenizer that keeps as little
 * as decides what to hide; it must survive any text, broken or hostile. */
typedef struct CReading {
  Arena *arena;
  Str text;
  uint32_t at;
  VEC(Range) hidden;
  CGroup groups[C_GROUPS_MAX];
  int group_count;
  int skipped_groups; /* beyond C_GROUPS_MAX */
  int braces, brackets;
  bool tables[C_BRACES_MAX]; /* by depth: the brace opens an initialiser */
  CToken last;
  int condition_bracket; /* depth of the bracket that ends a condition; 0: none */
  bool condition_next;   /* if, while, for or switch came just before */
  Range word;            /* the last token, when it was a word */
  CToken before_word;    /* the token before it */
  Range call;            /* the last word with brackets behind it, up to their end */
  uint32_t callers[C_BRACES_MAX]; /* by depth of brackets: where the word before begins, and 1; 0: none */
  bool after_string;
  char before; /* the last byte that was neither blank nor comment */
} CReading;

/* What a word is to the reader. */
typedef enum CWord {
  C_WORD_PLAIN,
  C_WORD_TYPE,    /* begins or is a type: no other type may stand before it */
  C_WORD_CONTROL, /* if, while, for, switch */
  C_WORD_ELSE,    /* else, do */
  C_WORD_OTHER    /* other keywords */
} CWord;

static inline char language_c_byte(const CReading *reading, uint32_t at) {
  return at < reading->text.len ? reading->text.ptr[at] : 0;
}

static inline Str language_c_slice(const CReading *reading, Range range) {
  return str_slice(reading->text, range.from, range.to);
}

static inline void language_c_hide(CReading *reading, uint32_t from, uint32_t to) {
  if (from < to) *vec_add(reading->arena, &reading->hidden) = (Range){from, to};
}

static inline uint32_t language_c_blank_end(const CReading *reading, uint32_t at) {
  for (char c; (c = language_c_byte(reading, at)) == ' ' || c == '\t' || c == '\r' || c == '\n';) at++;
  return at;
}

/* The end of the comment that begins at `at`, or `at` when none does. */
uint32_t language_c_comment_end(const CReading *reading, uint32_t at);

/* reading_groups.c: #if … #endif. `from` and `to` are the directive's. */
void language_c_group_open(CReading *reading, uint32_t from, uint32_t to, Str condition);
void language_c_group_next(CReading *reading, uint32_t from, uint32_t to);
void language_c_group_close(CReading *reading, uint32_t from, uint32_t to);

/* reading_words.c: macros among the words of a declaration. */
CWord language_c_word(Str word);
/* The word at `now` follows reading->word; moves reading->at behind what it hides. */
void language_c_hide_macros(CReading *reading, Range now);
/* "a" MACRO(x) "b": strings and what macros make of strings stand side by side.
 * The word at `now` follows a string; the call before a string. */
bool language_c_hide_string_macro(CReading *reading, Range now);
/* A statement that is one macro without a semicolon; says whether it hid one. */
bool language_c_hide_lone(CReading *reading, Range now);
/* A macro around a function's head; says whether it hid one. */
bool language_c_hide_wrapper(CReading *reading, Range now);
/* Macros between a parameter list and a semicolon; says whether it hid any. */
bool language_c_hide_trailing(CReading *reading, uint32_t from);

#endif
