/* Svelte and Astro components: code between braces as statements.
 *   {name} title={name}             ;name;
 *   {#if ready}                     ;(ready);
 *   {#each list as item, i (key)}   {let{[list]: item, i};key;   up to {/each}
 *   {#await work then value}        {let{[work]: value}          up to {/await}
 *   {#snippet row(item)}            function row(item){          up to {/snippet}
 *   {@const all = list}             ;const all = list; */
#include "src/languages/common/markup_internal.h"
#include "src/languages/typescript/typescript_internal.h"

static void close_block(Markup *markup, uint32_t at) {
  size_t count = markup->blocks.len ? markup->blocks.items[--markup->blocks.len] : 0;
  if (count) language_markup_put(markup, at, count > 1 ? "}}" : "}");
}

/* A block of its own, but directly behind a pattern, which nothing ends there. */
static void open_block(Markup *markup, uint32_t from) {
  bool is_behind = from && markup->out[from - 1] == '}';
  markup->out[from] = is_behind ? ';' : '{';
  *vec_add(markup->arena, &markup->blocks) = !is_behind;
}

/* Where the last ` word ` stands outside of brackets; `to`: nowhere. */
static uint32_t find_word(const Markup *markup, uint32_t from, uint32_t to, Str word) {
  uint32_t found = to;
  for (uint32_t at = from; at < to; at++) {
    char c = markup->text.ptr[at];
    if (c == '(' || c == '[' || c == '{') at = language_markup_end(markup, at, to);
    else if (str_starts_with(str_slice(markup->text, at, to), word)) found = at;
  }
  return found;
}

/* The pattern gets a name for each part of the value, of which nothing else is
 * said: {let{[value]: pattern. Between the two is a word in blanks, before the
 * value a brace, a sign and one more. */
static void take_apart(Markup *markup, uint32_t from, Range value, Range pattern) {
  open_block(markup, from);
  language_markup_put(markup, from + 1, "let{[");
  language_markup_keep(markup, value.from, value.to);
  language_markup_put(markup, value.to + 1, "]:");
  language_markup_keep(markup, pattern.from, pattern.to);
}

/* The key of an each-block, in brackets at its end; `to`: there is none. */
static uint32_t find_key(const Markup *markup, uint32_t from, uint32_t to) {
  for (uint32_t at = from; at < to; at++) {
    char c = markup->text.ptr[at];
    if (c != '(' && c != '[' && c != '{') continue;
    uint32_t end = language_markup_end(markup, at, to);
    if (c == '(' && language_markup_inside(markup, end + 1, to).from >= to) return at;
    at = end;
  }
  return to;
}

static void each(Markup *markup, uint32_t from, uint32_t body, uint32_t to) {
  uint32_t word = find_word(markup, body, to, STR(" as "));
  if (word == to) {
    open_block(markup, from);
    language_markup_expression(markup, from + 1, (Range){body, to});
    return;
  }
  uint32_t key = find_key(markup, word + 4, to);
  bool has_key = key < to && key > word + 4 && language_is_blank(markup->text.ptr[key - 1]);
  take_apart(markup, from, (Range){body, word}, language_markup_inside(markup, word + 4, key));
  if (!has_key) {
    language_markup_put(markup, key, "}");
    return;
  }
  uint32_t end = language_markup_end(markup, key, to);
  language_markup_put(markup, key - 1, "};");
  language_markup_keep(markup, key + 1, end);
  language_markup_put(markup, end, ";");
}

static void await(Markup *markup, uint32_t from, uint32_t body, uint32_t to) {
  uint32_t word = find_word(markup, body, to, STR(" then "));
  if (word == to || language_markup_inside(markup, word + 6, to).from >= to) {
    open_block(markup, from);
    language_markup_expression(markup, from + 1, (Range){body, word});
    return;
  }
  take_apart(markup, from, (Range){body, word}, language_markup_inside(markup, word + 6, to));
  language_markup_put(markup, to, "}");
}

/* A snippet in a component's tag is given to that, and nobody else sees it. */
static bool is_in_component(const Markup *markup) {
  if (!markup->elements.len) return false;
  Str tag = vec_last(&markup->elements)->tag;
  return language_is_capital(tag.ptr[0]) || str_find_byte(tag, '.') != STR_NONE;
}

/* {#word …}, {:word …}, {/word} or {@word …}; false: it is none of them. */
static bool block(Markup *markup, uint32_t from, uint32_t to) {
  Str text = markup->text;
  uint32_t end = from + 2;
  if (!str_contains(STR("#:/@"), str_slice(text, from + 1, from + 2)) || end >= to || !language_is_letter(text.ptr[end])) return false;
  while (end < to && language_is_letter(text.ptr[end])) end++;
  Str word = str_slice(text, from + 1, end);
  if (str_eq(word, STR(":else")) && str_starts_with(str_slice(text, end, to), STR(" if "))) end += 3;
  Range body = language_markup_inside(markup, end, to);
  if (str_eq(word, STR("/each")) || str_eq(word, STR("/await")) || str_eq(word, STR("/snippet"))) {
    close_block(markup, from);
  } else if (body.from == body.to || body.from == end || text.ptr[from + 1] == '/') {
    return true;
  } else if (str_eq(word, STR("#each"))) {
    each(markup, from, body.from, to);
  } else if (str_eq(word, STR("#await"))) {
    await(markup, from, body.from, to);
  } else if (str_eq(word, STR("#snippet"))) {
    bool is_given = is_in_component(markup);
    *vec_add(markup->arena, &markup->blocks) = is_given ? 2 : 1;
    language_markup_put(markup, from, is_given ? "{function" : ";function");
    language_markup_keep(markup, body.from, body.to);
    language_markup_put(markup, to, "{");
  } else if (str_eq(word, STR(":then")) || str_eq(word, STR(":catch"))) {
    language_markup_put(markup, body.from - 5, ";let ");
    language_markup_keep(markup, body.from, body.to);
    language_markup_put(markup, to, ";");
  } else if (str_eq(word, STR("@const"))) {
    markup->out[from] = ';';
    language_markup_keep(markup, from + 2, to);
    markup->out[to] = ';';
  } else {
    language_markup_expression(markup, from, (Range){body.from, to});
  }
  return true;
}

/* An object would be read as a block, a function as a declaration. */
static bool needs_brackets(Str code) {
  return str_starts_with(code, STR("{")) || str_starts_with(code, STR("function")) || str_starts_with(code, STR("async function")) ||
         str_starts_with(code, STR("class "));
}

static void value(Markup *markup, uint32_t from, uint32_t to) {
  Range inside = language_markup_inside(markup, from + 1, to);
  bool is_spread = str_starts_with(language_markup_text(markup, inside), STR("..."));
  if (is_spread) inside.from += 3;
  if (inside.from == inside.to) return;
  bool has_brackets = needs_brackets(language_markup_text(markup, inside)) && from;
  if (has_brackets) markup->out[from - 1] = ';';
  markup->out[from] = has_brackets ? '(' : ';';
  language_markup_keep(markup, inside.from, inside.to);
  markup->out[to] = has_brackets ? ')' : ';';
}

static uint32_t code(Markup *markup, uint32_t from) {
  if (markup->text.ptr[from] != '{') return from;
  uint32_t end = (uint32_t)markup->text.len, to = language_markup_end(markup, from, end);
  markup->has_no_end = to == end;
  if (markup->has_no_end) return from;
  if (!block(markup, from, to)) value(markup, from, to);
  return to + 1;
}

/* use:action, transition:fade: the name behind the colon is the script's. */
static void attribute(Markup *markup, const MarkupAttribute *at) {
  Str name = language_markup_text(markup, at->name);
  size_t colon = str_find_byte(name, ':');
  static const char *const directives[] = {"use", "transition", "in", "out", "animate"};
  if (colon == STR_NONE || !str_is_one_of(str_slice(name, 0, colon), directives, COUNT_OF(directives))) return;
  uint32_t from = at->name.from + (uint32_t)colon, to = from + 1;
  while (to < at->name.to && (language_is_word(markup->text.ptr[to]) || markup->text.ptr[to] == '.')) to++;
  markup->out[from] = ';';
  language_markup_keep(markup, from + 1, to);
  language_markup_put(markup, to, ";");
}

Str language_svelte_read(Arena *arena, Str text) {
  static const MarkupKind kind = {.has_components = true, .attribute = attribute, .code = code};
  return language_markup_read(arena, text, &kind, 0);
}

/* ---- Astro ---- */

static uint32_t value_code(Markup *markup, uint32_t from) {
  if (markup->text.ptr[from] != '{') return from;
  uint32_t end = (uint32_t)markup->text.len, to = language_markup_end(markup, from, end);
  markup->has_no_end = to == end;
  if (markup->has_no_end) return from;
  value(markup, from, to);
  return to + 1;
}

/* The script stands at the top, between lines of dashes. */
Str language_astro_read(Arena *arena, Str text) {
  static const MarkupKind kind = {.has_components = true, .code = value_code};
  Str trimmed = str_trim(text);
  if (!str_starts_with(trimmed, STR("---"))) return language_markup_read(arena, text, &kind, 0);
  size_t from = (size_t)(trimmed.ptr - text.ptr) + 3;
  size_t length = str_find(str_slice(text, from, text.len), STR("\n---"));
  if (length == STR_NONE) length = text.len - from;
  Str copy = language_markup_read(arena, text, &kind, (uint32_t)(from + length));
  char *out = (char *)copy.ptr;
  memset(out, ' ', from);
  return copy;
}
