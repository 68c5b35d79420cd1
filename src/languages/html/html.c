/* HTML: the page's title, its headings and the elements that have an id; the
 * scripts and style sheets it loads. What is written in its scripts and in
 * attributes for events is one script more, its styles are styles. */
#include "src/languages/common/markup_internal.h"

enum { KIND_ELEMENT = 1, KIND_SCRIPT, KIND_START, KIND_CLOSED, KIND_TAG, KIND_ATTRIBUTE, KIND_NAME, KIND_QUOTED, KIND_VALUE, KIND_TEXT };
static const char *const kinds[] = {"element", "script_element", "start_tag", "self_closing_tag", "tag_name", "attribute",
                                    "attribute_name", "quoted_attribute_value", "attribute_value", "text", NULL};

enum { PARTS_MAX = 1000, TITLE_BYTES = 120 };

static NodeNo tag_of(const Syntax *syntax, NodeNo element) {
  NodeNo tag = syntax_child(syntax, element, KIND_START);
  return tag ? tag : syntax_child(syntax, element, KIND_CLOSED);
}

/* The value's own node, without quotes; 0: there is no such attribute. */
static NodeNo attribute(const Syntax *syntax, NodeNo tag, Str name) {
  for (NodeNo c = tag ? syntax_first(syntax, tag) : 0; c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) != KIND_ATTRIBUTE) continue;
    if (!str_eq_ignore_case(syntax_text(syntax, syntax_child(syntax, c, KIND_NAME)), name)) continue;
    NodeNo quoted = syntax_child(syntax, c, KIND_QUOTED);
    return syntax_child(syntax, quoted ? quoted : c, KIND_VALUE);
  }
  return 0;
}

static bool is_titled(Str tag) {
  static const char *const tags[] = {"title", "h1", "h2", "h3", "h4", "h5", "h6"};
  return str_is_among(tag, tags, COUNT_OF(tags));
}

static void load(LanguageBuild *build, NodeNo tag, Str name) {
  bool is_link = str_eq_ignore_case(name, STR("link"));
  if (!is_link && !str_eq_ignore_case(name, STR("script"))) return;
  NodeNo path = attribute(build->syntax, tag, is_link ? STR("href") : STR("src"));
  Str text = syntax_text(build->syntax, path);
  if (!text.len) return;
  /* A page names files from its own folder, or from a root that is taken for it. */
  bool is_outside = str_contains(text, STR("//")), is_rooted = text.ptr[0] == '/', is_near = text.ptr[0] == '.';
  if (!is_outside && !is_near) text = str_format(build->arena, "%s%.*s", is_rooted ? "." : "./", STR_ARG(text));
  language_import(build, (Import){.form = IMPORT_EFFECT, .specifier = language_intern(build, text)}, path);
}

/* Templates put ids together ("{{ x }}"): those are nobody's name. */
static bool is_name(Str text) { return text.len && str_find_byte(text, '{') == STR_NONE && str_find_byte(text, '<') == STR_NONE; }

static void visit_element(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo tag = tag_of(syntax, node), name = attribute(syntax, tag, STR("id"));
  Str tag_text = syntax_text(syntax, syntax_child(syntax, tag, KIND_TAG));
  load(build, tag, tag_text);
  if (!name && is_titled(tag_text)) name = syntax_child(syntax, node, KIND_TEXT);
  Str text = str_head(str_trim(syntax_text(syntax, name)), TITLE_BYTES);
  build->facts->cut |= build->facts->defs.len > PARTS_MAX;
  LanguageOpen before;
  DefNo def = !is_name(text) || build->facts->defs.len > PARTS_MAX ? 0 : language_define(build, &(LanguageDef){
      .kind = SYMBOL_SECTION, .flags = DEF_EXPORTED, .name = name, .name_text = text, .whole = node, .body = syntax_next(syntax, tag),
      .no_bind = true});
  language_open(build, SCOPE_NAMESPACE, node, def, &before);
  language_visit_children(build, node);
  language_close(build, &before);
}

static void handler(Markup *markup, const MarkupAttribute *at) {
  Str name = language_markup_text(markup, at->name), value = language_markup_text(markup, at->value);
  bool is_handler = name.len > 2 && str_eq_ignore_case(str_slice(name, 0, 2), STR("on")) && language_is_letter(name.ptr[2]);
  if (is_handler && at->is_quoted && at->equals && str_trim(value).len && !language_markup_has_entities(value)) {
    language_markup_statements(markup, at);
  }
}

/* Pages are often made from templates: what those fill in is a value, and what
 * they do is nothing, for the script around it. */
static void hide_templates(char *script, size_t len) {
  static const struct {
    const char *from, *to;
    char value;
  } marks[] = {{"{{", "}}", '0'}, {"{%", "%}", ' '}, {"<%=", "%>", '0'}, {"<%", "%>", ' '}, {"<?", "?>", ' '}};
  for (size_t i = 0; i < COUNT_OF(marks); i++) {
    for (size_t at = 0; at < len;) {
      Str rest = {script + at, len - at};
      size_t from = str_find(rest, str_from_c(marks[i].from));
      size_t length = from == STR_NONE ? STR_NONE : str_find(str_slice(rest, from, rest.len), str_from_c(marks[i].to));
      if (length == STR_NONE) break;
      memset(script + at + from, ' ', length + 2);
      script[at + from] = marks[i].value;
      at += from + length + 2;
    }
  }
}

/* All scripts of a page see each other's names. */
static size_t embeds(Arena *arena, const Syntax *syntax, LanguagePart **ret_parts) {
  static const MarkupKind kind = {.attribute = handler};
  LanguagePart *styles;
  size_t count = language_markup_styles(arena, syntax->text, &styles);
  LanguagePart *parts = ARENA_ARRAY(arena, LanguagePart, count + 1);
  Str script = language_markup_read(arena, syntax->text, &kind, 0);
  hide_templates((char *)(uintptr_t)script.ptr, script.len);
  parts[0] = (LanguagePart){.language = "javascript", .text = script, .range = {0, (uint32_t)syntax->text.len}};
  for (size_t i = 0; i < count; i++) parts[i + 1] = styles[i];
  *ret_parts = parts;
  return count + 1;
}

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_OWN, .node = "element script_element style_element", .handler = {.visit = visit_element}},
    {LANGUAGE_ROW_NOTHING, .node = "start_tag end_tag self_closing_tag raw_text text"},
    {LANGUAGE_ROW_COMMENT, .node = "comment"},
    {0},
};

const Language language_html = {
    .name = "html",
    .tier = LANGUAGE_TIER_STRUCTURE,
    .extensions = "html htm xhtml",
    .kinds = kinds,
    .rows = rows,
    .embeds = embeds,
    .resolved_as = "javascript",
    .revision = 1,
    .editing = {.indent = "  "},
};
