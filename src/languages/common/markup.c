/* Tags, attributes and raw elements. Forgiving, as browsers are: whatever is
 * no tag is text. No grammar does it: those for markup take code in it for
 * broken markup ({{ a < b }}, items.map(i => <li>)). */
#include "src/languages/common/markup_internal.h"

enum { NESTING = 64, ELEMENTS_BACK = 64 };

/* ---- what the copy gets ---- */

Str language_markup_text(const Markup *markup, Range range) { return str_slice(markup->text, range.from, range.to); }

void language_markup_keep(Markup *markup, uint32_t from, uint32_t to) {
  if (from < to && to <= markup->text.len) memcpy(markup->out + from, markup->text.ptr + from, to - from);
}

void language_markup_put(Markup *markup, uint32_t at, const char *word) {
  for (; *word && at < markup->text.len; at++, word++) markup->out[at] = *word;
}

Range language_markup_inside(const Markup *markup, uint32_t from, uint32_t to) {
  const char *text = markup->text.ptr;
  while (from < to && language_is_blank(text[from])) from++;
  while (to > from && language_is_blank(text[to - 1])) to--;
  return (Range){from, to};
}

/* The statement ends where markup goes on. */
static void end_statement(Markup *markup, uint32_t at) {
  if (at < markup->text.len && markup->out[at] == ' ') markup->out[at] = ';';
}

void language_markup_expression(Markup *markup, uint32_t before, Range value) {
  Range inside = language_markup_inside(markup, value.from, value.to);
  if (inside.from == inside.to || before + 1 >= value.from) return;
  markup->out[before] = ';';
  markup->out[value.from - 1] = '(';
  language_markup_keep(markup, value.from, value.to);
  language_markup_put(markup, value.to, ")");
  end_statement(markup, value.to + 1);
}

bool language_markup_has_entities(Str value) {
  return str_contains(value, STR("&amp;")) || str_contains(value, STR("&quot;")) || str_contains(value, STR("&lt;")) ||
         str_contains(value, STR("&gt;")) || str_contains(value, STR("&#"));
}

/* A block holds any number of statements; a value that would be read as
 * something else there stands in brackets. */
void language_markup_statements(Markup *markup, const MarkupAttribute *at) {
  Str body = str_trim(language_markup_text(markup, at->value));
  if (str_starts_with(body, STR("function")) || str_starts_with(body, STR("async function")) || str_starts_with(body, STR("{"))) {
    language_markup_expression(markup, at->equals, at->value);
    return;
  }
  language_markup_put(markup, at->equals, ";");
  language_markup_put(markup, at->value.from - 1, "{");
  language_markup_keep(markup, at->value.from, at->value.to);
  language_markup_put(markup, at->value.to, "}");
}

/* ---- where code ends ---- */

/* Behind the string that begins at `at`; an apostrophe in a word begins none. */
static uint32_t skip_string(Str text, uint32_t at, uint32_t end) {
  char quote = text.ptr[at];
  if (quote != '`' && at && language_is_word(text.ptr[at - 1])) return at + 1;
  for (uint32_t i = at + 1; i < end; i++) {
    if (text.ptr[i] == '\\') i++;
    else if (text.ptr[i] == quote) return i + 1;
    else if (text.ptr[i] == '\n' && quote != '`') return at + 1;
  }
  return quote == '`' ? end : at + 1;
}

static uint32_t skip_comment(Str text, uint32_t at, uint32_t end) {
  Str rest = str_slice(text, at, end);
  bool is_line = str_starts_with(rest, STR("//"));
  if (!is_line && !str_starts_with(rest, STR("/*"))) return at + 1;
  if (is_line && at && text.ptr[at - 1] == ':') return at + 1; /* of an address */
  size_t length = is_line ? str_find_byte(rest, '\n') : str_find(rest, STR("*/"));
  if (length == STR_NONE) return end;
  return at + (uint32_t)length + (is_line ? 1 : 2);
}

uint32_t language_markup_end(const Markup *markup, uint32_t from, uint32_t end) {
  Str text = markup->text;
  unsigned depth = 0;
  for (uint32_t at = from; at < end;) {
    switch (text.ptr[at]) {
      case '(': case '[': case '{': depth++, at++; break;
      case ')': case ']': case '}':
        if (--depth == 0) return at;
        at++;
        break;
      case '\'': case '"': case '`': at = skip_string(text, at, end); break;
      case '/': at = skip_comment(text, at, end); break;
      default: at++;
    }
    if (depth > NESTING) return end;
  }
  return end;
}

/* ---- elements ---- */

static bool is_void(Str tag) {
  static const char *const tags[] = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"};
  return str_is_one_of(tag, tags, COUNT_OF(tags));
}

static bool is_tag_byte(char c) { return language_is_word(c) || c == '.' || c == ':'; }

/* Closes what was opened since the element of that name, if there is one. */
static uint32_t read_close(Markup *markup, uint32_t at) {
  Str text = markup->text;
  uint32_t to = at + 2, put = at;
  while (to < text.len && is_tag_byte(text.ptr[to])) to++;
  Str tag = str_slice(text, at + 2, to);
  size_t open = markup->elements.len, back = ELEMENTS_BACK;
  while (open && back-- && !str_eq(markup->elements.items[open - 1].tag, tag)) open--;
  if (!open || !str_eq(markup->elements.items[open - 1].tag, tag)) return to;
  for (; markup->elements.len >= open; markup->elements.len--) {
    if (vec_last(&markup->elements)->has_scope && put < to) markup->out[put++] = '}';
  }
  return to;
}

static uint32_t skip_blanks(Str text, uint32_t at) {
  while (at < text.len && language_is_blank(text.ptr[at])) at++;
  return at;
}

/* Code of the kind's own at `at`, or behind the byte. */
static uint32_t read_byte(Markup *markup, uint32_t at) {
  uint32_t end = markup->kind->code && !markup->has_no_end ? markup->kind->code(markup, at) : at;
  return end > at ? end : at + 1;
}

/* The value behind `=`; gives where it ends, quotes and all. */
static uint32_t read_value(Markup *markup, uint32_t at, MarkupAttribute *attribute) {
  Str text = markup->text;
  char quote = at < text.len ? text.ptr[at] : 0;
  attribute->is_quoted = quote == '"' || quote == '\'';
  uint32_t from = at + attribute->is_quoted, to = from;
  if (quote == '`') {
    to = skip_string(text, at, (uint32_t)text.len);
    markup->out[attribute->equals] = ';';
    language_markup_keep(markup, at, to);
    end_statement(markup, to);
  }
  while (quote != '`' && to < text.len) {
    char c = text.ptr[to];
    if (attribute->is_quoted ? c == quote : language_is_blank(c) || c == '>') break;
    to = read_byte(markup, to);
  }
  if (to > text.len) to = (uint32_t)text.len;
  attribute->value = (Range){from, to};
  return to + (attribute->is_quoted && to < text.len);
}

static uint32_t read_attribute(Markup *markup, uint32_t at, MarkupAttribute *ret_attribute) {
  Str text = markup->text;
  uint32_t to = at;
  while (to < text.len && !language_is_blank(text.ptr[to]) && text.ptr[to] != '=' && text.ptr[to] != '>' && text.ptr[to] != '{' &&
         !(text.ptr[to] == '/' && to + 1 < text.len && text.ptr[to + 1] == '>')) {
    to++;
  }
  *ret_attribute = (MarkupAttribute){.name = {at, to}};
  uint32_t equals = skip_blanks(text, to);
  if (equals >= text.len || text.ptr[equals] != '=') return to > at ? to : read_byte(markup, at);
  ret_attribute->equals = equals;
  return read_value(markup, skip_blanks(text, equals + 1), ret_attribute);
}

/* What a raw element says it holds: "ts", "module", "text/x-template"; empty: nothing. */
typedef struct Tag {
  Str name, type;
  bool is_closed; /* <a/> */
} Tag;

/* Gives where the tag ends, behind its '>'. */
static uint32_t read_attributes(Markup *markup, uint32_t at, Tag *tag) {
  Str text = markup->text;
  for (at = skip_blanks(text, at); at < text.len && text.ptr[at] != '>'; at = skip_blanks(text, at)) {
    if (text.ptr[at] == '/') {
      tag->is_closed = at + 1 < text.len && text.ptr[at + 1] == '>';
      at++;
      continue;
    }
    MarkupAttribute attribute;
    at = read_attribute(markup, at, &attribute);
    Str name = language_markup_text(markup, attribute.name);
    if (str_eq(name, STR("lang")) || str_eq(name, STR("type"))) tag->type = language_markup_text(markup, attribute.value);
    if (markup->kind->attribute) markup->kind->attribute(markup, &attribute);
  }
  return at < text.len ? at + 1 : (uint32_t)text.len;
}

static bool is_script(Str type) {
  static const char *const types[] = {"js", "ts", "module", "javascript", "typescript", "text/javascript", "application/javascript",
                                      "text/typescript", "text/ecmascript", "jsx", "tsx", "text/babel"};
  return !type.len || str_is_among(type, types, COUNT_OF(types));
}

/* Where `</name` stands, in either case. */
static uint32_t raw_end(Str text, uint32_t at, Str name) {
  while (at < text.len) {
    size_t found = str_find(str_slice(text, at, text.len), STR("</"));
    if (found == STR_NONE) return (uint32_t)text.len;
    at += (uint32_t)found;
    if (str_eq_ignore_case(str_slice(text, at + 2, at + 2 + name.len), name)) return at;
    at += 2;
  }
  return at;
}

/* Opens the element: its names are the copy's from '<' on. */
static void open_element(Markup *markup, uint32_t from, uint32_t end, const Tag *tag) {
  bool has_scope = markup->wants_scope, stays = !tag->is_closed && !is_void(tag->name);
  markup->wants_scope = false;
  if (has_scope) markup->out[from] = '{';
  if (stays) *vec_add(markup->arena, &markup->elements) = (MarkupElement){tag->name, has_scope};
  else if (has_scope && end) markup->out[end - 1] = '}';
}

static bool is_raw(const Markup *markup, const Tag *tag) {
  static const char *const names[] = {"script", "style"};
  if (str_is_among(tag->name, names, COUNT_OF(names))) return true;
  if (!markup->kind->skips_blocks || markup->elements.len || tag->is_closed) return false;
  return !str_eq(tag->name, STR("template")) || (tag->type.len && !str_eq(tag->type, STR("html")));
}

/* <Panel>, <menu.Item>; <item-list> where that is another spelling of <ItemList>. */
static bool is_component(const Markup *markup, Str tag) {
  if (!markup->kind->has_components || str_find_byte(tag, ':') != STR_NONE) return false;
  if (str_find_byte(tag, '-') != STR_NONE) return markup->kind->has_dashes && str_find_byte(tag, '.') == STR_NONE;
  return language_is_capital(tag.ptr[0]) || str_find_byte(tag, '.') != STR_NONE;
}

static uint32_t read_open(Markup *markup, uint32_t at) {
  Str text = markup->text;
  uint32_t to = at + 1;
  while (to < text.len && is_tag_byte(text.ptr[to])) to++;
  Tag tag = {.name = str_slice(text, at + 1, to)};
  if (is_component(markup, tag.name)) {
    markup->out[at] = ';';
    language_markup_keep(markup, at + 1, to);
    for (uint32_t i = at + 1; i < to; i++) {
      if (markup->out[i] == '-') markup->out[i] = '_';
    }
    end_statement(markup, to);
  }
  markup->in_tag = true;
  uint32_t end = read_attributes(markup, to, &tag);
  markup->in_tag = false;
  if (!is_raw(markup, &tag)) {
    open_element(markup, at, end, &tag);
    return end;
  }
  markup->wants_scope = false;
  if (tag.is_closed) return end;
  uint32_t close = raw_end(text, end, tag.name);
  if (str_eq_ignore_case(tag.name, STR("script")) && is_script(tag.type)) {
    markup->out[at] = ';';
    language_markup_keep(markup, end, close);
    if (close < text.len) markup->out[close] = ';';
  }
  return close < text.len ? close + 2 : close;
}

Str language_markup_read(Arena *arena, Str text, const MarkupKind *kind, uint32_t from) {
  Markup markup = {.text = text, .kind = kind, .arena = arena, .out = arena_alloc(arena, text.len + 1)};
  for (size_t i = 0; i < text.len; i++) markup.out[i] = text.ptr[i] == '\n' ? '\n' : ' ';
  for (uint32_t at = from; at < text.len;) {
    Str rest = str_slice(text, at, at + 4);
    if (str_starts_with(rest, STR("<!--"))) {
      size_t end = str_find(str_slice(text, at, text.len), STR("-->"));
      at = end == STR_NONE ? (uint32_t)text.len : at + (uint32_t)end + 3;
    } else if (str_starts_with(rest, STR("</"))) {
      at = read_close(&markup, at);
    } else if (rest.ptr[0] == '<' && rest.len > 1 && language_is_letter(rest.ptr[1])) {
      at = read_open(&markup, at);
    } else {
      at = read_byte(&markup, at);
    }
  }
  language_markup_keep(&markup, 0, from);
  return (Str){markup.out, text.len};
}

/* ---- styles ---- */

enum { STYLES_MAX = 16 };

size_t language_markup_styles(Arena *arena, Str text, LanguagePart **ret_parts) {
  LanguagePart *parts = ARENA_ARRAY(arena, LanguagePart, STYLES_MAX);
  size_t count = 0;
  for (uint32_t at = 0; count < STYLES_MAX;) {
    size_t found = str_find(str_slice(text, at, text.len), STR("<style"));
    if (found == STR_NONE) break;
    uint32_t from = at + (uint32_t)found;
    size_t end = str_find_byte(str_slice(text, from, text.len), '>');
    if (end == STR_NONE) break;
    Str tag = str_slice(text, from, from + end);
    uint32_t inside = from + (uint32_t)end + 1;
    at = raw_end(text, inside, STR("style"));
    bool is_nested = str_contains(tag, STR("lang=\"scss\"")), is_other = str_contains(tag, STR("lang=")) && !str_contains(tag, STR("\"css\""));
    if (is_other && !is_nested) continue;
    parts[count++] = (LanguagePart){.language = is_nested ? "scss" : "css", .range = {inside, at}};
  }
  *ret_parts = parts;
  return count;
}
