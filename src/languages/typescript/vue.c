/* Vue components: directives and mustaches as statements.
 *   @click="save"             ;{save}
 *   :title="name"             ;(name)
 *   {{ name }}                ;( name );
 *   <li v-for="a in list">    {;let [a ]= list;   up to </li>, which ends the block
 *   #row="{ item }"           ;let { item };      likewise */
#include "src/languages/common/markup_internal.h"
#include "src/languages/typescript/typescript_internal.h"

/* What an attribute holds, by its name. */
typedef enum Holds { HOLDS_TEXT, HOLDS_EXPRESSION, HOLDS_STATEMENTS, HOLDS_LOOP, HOLDS_NAMES } Holds;

static Holds holds(Str name) {
  if (str_eq(name, STR("v-for"))) return HOLDS_LOOP;
  if (str_starts_with(name, STR("#")) || str_starts_with(name, STR("v-slot")) || str_eq(name, STR("slot-scope"))) return HOLDS_NAMES;
  if (str_starts_with(name, STR("@")) || str_starts_with(name, STR("v-on:"))) return HOLDS_STATEMENTS;
  return str_starts_with(name, STR(":")) || str_starts_with(name, STR("v-")) ? HOLDS_EXPRESSION : HOLDS_TEXT;
}

static bool has_room(const MarkupAttribute *at, uint32_t bytes) { return at->value.from >= at->name.from + bytes - 1; }

/* { item } or props: names of the element. */
static void names(Markup *markup, const MarkupAttribute *at) {
  if (!has_room(at, 5)) return;
  language_markup_put(markup, at->value.from - 5, ";let ");
  language_markup_keep(markup, at->value.from, at->value.to);
  language_markup_put(markup, at->value.to, ";");
  markup->wants_scope = true;
}

/* (item, i) in items: names of the element, taken from what a loop is over. */
static void loop(Markup *markup, const MarkupAttribute *at) {
  Str text = markup->text;
  Range value = language_markup_inside(markup, at->value.from, at->value.to);
  bool is_list = value.from < value.to && text.ptr[value.from] == '(', is_object = value.from < value.to && text.ptr[value.from] == '{';
  uint32_t end = value.from;
  if (is_list || is_object) end = language_markup_end(markup, value.from, value.to);
  else while (end < value.to && language_is_word(text.ptr[end])) end++;
  uint32_t word = end + (is_list || is_object);
  while (word < value.to && language_is_blank(text.ptr[word])) word++;
  Str said = str_slice(text, word, word + 3);
  if (!has_room(at, 6) || (!str_eq(said, STR("in ")) && !str_eq(said, STR("of ")))) return;
  language_markup_put(markup, at->value.from - 6, ";let [");
  language_markup_keep(markup, value.from + is_list, is_object ? end + 1 : end);
  language_markup_put(markup, word, "]=");
  language_markup_keep(markup, word + 2, at->value.to);
  language_markup_put(markup, at->value.to, ";");
  markup->wants_scope = true;
}

static void attribute(Markup *markup, const MarkupAttribute *at) {
  Str value = language_markup_text(markup, at->value);
  Holds what = at->is_quoted && at->equals ? holds(language_markup_text(markup, at->name)) : HOLDS_TEXT;
  if (what == HOLDS_TEXT || !str_trim(value).len || language_markup_has_entities(value)) return;
  if (what == HOLDS_STATEMENTS) language_markup_statements(markup, at);
  else if (what == HOLDS_EXPRESSION) language_markup_expression(markup, at->equals, at->value);
  else if (what == HOLDS_LOOP) loop(markup, at);
  else names(markup, at);
}

/* In text alone: attributes have their directives. */
static uint32_t code(Markup *markup, uint32_t from) {
  Str rest = str_slice(markup->text, from, markup->text.len);
  if (!str_starts_with(rest, STR("{{")) || markup->in_tag) return from;
  size_t length = str_find(rest, STR("}}"));
  markup->has_no_end = length == STR_NONE;
  if (markup->has_no_end) return from;
  uint32_t to = from + (uint32_t)length;
  language_markup_expression(markup, from, (Range){from + 2, to});
  return to + 2;
}

Str language_vue_read(Arena *arena, Str text) {
  static const MarkupKind kind = {.has_components = true, .has_dashes = true, .skips_blocks = true, .attribute = attribute, .code = code};
  return language_markup_read(arena, text, &kind, 0);
}
