/* C++: macros that the grammar did not see (cpp_repair.c) are used all the same. */
#include "src/languages/c/cpp_internal.h"

static bool is_hidden(const Syntax *syntax, size_t at) { return syntax->text.ptr[at] != syntax->read.ptr[at]; }

/* Eight bytes at a time: little is hidden. */
static size_t next_hidden(const Syntax *syntax, size_t at) {
  while (at + 8 <= syntax->text.len && !memcmp(syntax->text.ptr + at, syntax->read.ptr + at, 8)) at += 8;
  while (at < syntax->text.len && !is_hidden(syntax, at)) at++;
  return at;
}

static size_t word_end(Str text, size_t at) {
  while (at < text.len && language_c_is_word_byte(text.ptr[at])) at++;
  return at;
}

/* In capitals; other words are arguments, or stand for themselves. */
static bool is_macro(Str word) {
  for (size_t i = 0; i < word.len; i++) {
    if (word.ptr[i] >= 'a' && word.ptr[i] <= 'z') return false;
  }
  return word.len > 1 && !byte_is_digit(word.ptr[0]);
}

/* The function around a place, from the last definition that begins before it. */
static DefNo function_at(const Facts *facts, DefNo def, uint32_t at) {
  for (; def; def = facts->defs.items[def].container) {
    const Def *one = &facts->defs.items[def];
    bool is_function = one->name.value && symbol_kind_is_callable((SymbolKind)one->kind);
    if (is_function && one->full.from <= at && at < one->full.to) return def;
  }
  return 0;
}

static void note_use(LanguageBuild *build, DefNo last, Str word, uint32_t at) {
  Facts *facts = build->facts;
  ExprNo name = language_add(build, (Expr){.kind = EXPR_NAME, .scope = 1, .at = at, .name = language_intern(build, word)});
  RefNo ref = language_ref(build, REF_MACRO, name, 1);
  if (!ref) return;
  facts->refs.items[ref].at = at;
  facts->refs.items[ref].line = syntax_line(build->syntax, at);
  facts->refs.items[ref].column = syntax_column(build->syntax, at);
  facts->refs.items[ref].from = function_at(facts, last, at);
}

/* The first word of what is hidden; its arguments are passed over. */
void language_cpp_hidden_uses(LanguageBuild *build) {
  const Syntax *syntax = build->syntax;
  const Facts *facts = build->facts;
  if (syntax->text.ptr == syntax->read.ptr) return;
  DefNo last = 0;
  for (size_t at = next_hidden(syntax, 0); at < syntax->text.len; at = next_hidden(syntax, at)) {
    size_t end = word_end(syntax->text, at);
    while (last + 1 < facts->defs.len && facts->defs.items[last + 1].full.from <= at) last++;
    Str word = str_slice(syntax->text, at, end);
    if (is_macro(word)) note_use(build, last, word, (uint32_t)at);
    if (end == at) end++;
    for (int depth = 0; end < syntax->text.len; end++) { /* to the end of brackets, or of the word */
      char c = syntax->text.ptr[end];
      if (!depth && (c != '(' || !is_hidden(syntax, end))) break;
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    }
    at = end;
  }
}
