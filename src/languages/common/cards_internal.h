/* Text in the form of punched cards, as grammars of today's form want it. */
#ifndef FATHOM_LANGUAGES_COMMON_CARDS_INTERNAL_H
#define FATHOM_LANGUAGES_COMMON_CARDS_INTERNAL_H

#include "src/languages/language.h"

/* Cards whose comments have a letter or star in the first column, in free form, every byte at its place (Language.reading): comments
 * begin with "!", continued lines are one line. Text in free form is given back as it is. */
Str language_read_cards(Arena *arena, Str text);

/* Cards with numbers in front: the words of a text that stand neither in a comment (a sign in the seventh
 * column) nor in quotes. */
typedef struct LanguageCards {
  Str text;
  size_t at, line; /* the next byte, and where its line began */
} LanguageCards;

/* Letters, digits and the hyphen that words have in them. */
bool language_is_of_card_word(char c);
bool language_card_word(LanguageCards *cards, Str *ret_word); /* the next one, borrowed from the text; false: the end */
/* Behind the full stop that ends a statement; one between two "==" is none. */
size_t language_card_end(Str text, size_t at);
/* Blanks, but for the ends of lines, and at the beginning the words that stand for it, if
 * there is room for them. */
void language_take_out(char *copy, size_t from, size_t to, Str instead);

#endif
