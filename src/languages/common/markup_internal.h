/* Markup with code in it: components and pages. Their code is read by the
 * grammar of scripts from a copy of the text that has blanks in place of markup
 * and a statement where code stands in it, every byte at its own place: one
 * file, one tree, and the template sees the script's names. */
#ifndef FATHOM_LANGUAGES_COMMON_MARKUP_INTERNAL_H
#define FATHOM_LANGUAGES_COMMON_MARKUP_INTERNAL_H

#include "src/languages/language.h"

typedef struct Markup Markup;

static inline bool language_is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'; }
static inline bool language_is_capital(char c) { return c >= 'A' && c <= 'Z'; }
static inline bool language_is_letter(char c) { return language_is_capital(c) || (c >= 'a' && c <= 'z'); }
static inline bool language_is_word(char c) { return language_is_letter(c) || byte_is_digit(c) || c == '_' || c == '-' || c == '$'; }

typedef struct MarkupAttribute {
  Range name;
  uint32_t equals; /* 0: it has no value */
  Range value;     /* without what it stands between */
  bool is_quoted;
} MarkupAttribute;

/* What one kind of file does; a NULL hook: nothing. */
typedef struct MarkupKind {
  bool has_components; /* tags with capital letters or dots are names of the script */
  bool has_dashes;     /* <item-list> is <ItemList> */
  bool skips_blocks;   /* of the outermost elements only <template> is markup */
  void (*attribute)(Markup *markup, const MarkupAttribute *attribute);
  /* Code at `from`, which may begin here; gives where markup goes on, `from` when
   * there is none. In attributes too. */
  uint32_t (*code)(Markup *markup, uint32_t from);
} MarkupKind;

typedef struct MarkupElement {
  Str tag;
  bool has_scope;
} MarkupElement;

struct Markup {
  Str text;
  char *out;
  Arena *arena;
  const MarkupKind *kind;
  VEC(MarkupElement) elements; /* that are open */
  VEC(uint8_t) blocks;         /* of the kind's own: how many brackets end each */
  bool wants_scope; /* the element at hand has names of its own */
  bool in_tag;      /* what is read is a tag's */
  bool has_no_end;  /* some code did not end: no more is looked for */
};

/* The text as scripts' grammar is to read it. */
Str language_markup_read(Arena *arena, Str text, const MarkupKind *kind, uint32_t from);

/* Puts the bytes from `from` to `to` into the copy as they are. */
void language_markup_keep(Markup *markup, uint32_t from, uint32_t to);
/* Puts a word where only markup is. */
void language_markup_put(Markup *markup, uint32_t at, const char *word);
/* ;(value): an expression in place of `equals`, the quotes and what is between. */
void language_markup_expression(Markup *markup, uint32_t before, Range value);
/* The bracket that ends the code which begins at `from` with one, `end` when
 * there is none before it. */
uint32_t language_markup_end(const Markup *markup, uint32_t from, uint32_t end);
Str language_markup_text(const Markup *markup, Range range);
/* Trimmed. */
Range language_markup_inside(const Markup *markup, uint32_t from, uint32_t to);

/* ;{value}: statements, or an expression that would be read as something else
 * there, in place of an attribute's value. */
void language_markup_statements(Markup *markup, const MarkupAttribute *attribute);
/* An attribute may spell signs as entities, which no script does. */
bool language_markup_has_entities(Str value);
/* What stands in <style>, each with its language by `lang`; those in one that is
 * not here are left out. */
size_t language_markup_styles(Arena *arena, Str text, LanguagePart **ret_parts);

#endif
