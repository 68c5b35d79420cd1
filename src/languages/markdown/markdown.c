/* Markdown: headings are sections, each with all that follows up to the next
 * heading of its rank or above. Both forms of headings count; what stands in
 * code blocks is no heading. Links lead nowhere. Code in fences defines nothing;
 * who asks which documents show a function is told by it. */
#include <string.h>

#include "src/languages/language.h"

enum { KIND_ATX = 1, KIND_SETEXT, KIND_RULE_1, KIND_MARK_1, KIND_MARK_2, KIND_MARK_3, KIND_MARK_4, KIND_MARK_5, KIND_MARK_6 };
static const char *const kinds[] = {"atx_heading", "setext_heading", "setext_h1_underline", "atx_h1_marker", "atx_h2_marker",
                                    "atx_h3_marker", "atx_h4_marker", "atx_h5_marker", "atx_h6_marker", NULL};
enum { FIELD_CONTENT = 1 };
static const char *const fields[] = {"heading_content", NULL};

enum { HEADINGS_MAX = 2000, TITLE_BYTES = 160, RANKS = 6 };

/* 1 to 6; 0: the node is no heading. */
static unsigned rank_of(const Syntax *syntax, NodeNo node) {
  unsigned kind = syntax_kind(syntax, node);
  if (kind == KIND_SETEXT) return syntax_child(syntax, node, KIND_RULE_1) ? 1 : 2;
  if (kind != KIND_ATX) return 0;
  for (unsigned rank = 1; rank <= RANKS; rank++) {
    if (syntax_child(syntax, node, KIND_MARK_1 + rank - 1)) return rank;
  }
  return 0;
}

/* The words without their marks: `code`, **bold** and [links](there). */
static Str plain_title(Arena *arena, Str text) {
  Buf out;
  buf_init(&out, arena, TITLE_BYTES);
  text = str_head(str_trim(text), TITLE_BYTES);
  for (size_t i = 0; i < text.len; i++) {
    char c = text.ptr[i];
    if (c == ']' && i + 1 < text.len && text.ptr[i + 1] == '(') {
      while (i + 1 < text.len && text.ptr[i] != ')') i++;
    } else if (c != '`' && c != '*' && c != '[' && c != ']' && c != '\n') {
      buf_add(&out, str_slice(text, i, i + 1));
    }
  }
  Str plain = str_trim(buf_str(&out));
  while (plain.len && plain.ptr[plain.len - 1] == '#') plain = str_trim(str_slice(plain, 0, plain.len - 1));
  return plain;
}

/* All headings in one pass, whatever they are nested in: the grammar makes no
 * sections of underlined ones. */
static void begin(LanguageBuild *build, NodeNo root) {
  const Syntax *syntax = build->syntax;
  unsigned count = 0;
  for (NodeNo at = root; at < syntax->count; at++) {
    unsigned rank = rank_of(syntax, at);
    NodeNo content = rank ? syntax_field(syntax, at, FIELD_CONTENT) : 0, inside = content ? syntax_named(syntax, content, 0) : 0;
    Str title = plain_title(build->arena, syntax_text(syntax, content));
    if (!title.len) continue;
    if (count++ == HEADINGS_MAX) {
      build->facts->cut = true;
      break;
    }
    language_open_section(build, SCOPE_NAMESPACE, &(LanguageDef){.kind = SYMBOL_SECTION, .flags = DEF_EXPORTED, .bind = BIND_HOISTED,
        .name = inside ? inside : content, .name_text = title, .whole = at, .body = syntax_next(syntax, content)}, rank);
  }
}

/* How many of the sign a fence begins with; 0: the line is none. Behind `>` and
 * the signs of a list it may be, too. */
static size_t fence_of(Str line, char *ret_sign, Str *ret_rest) {
  size_t at = 0, count = 0;
  while (at < line.len && strchr(" \t>*+-", line.ptr[at])) at++;
  if (at == line.len || (line.ptr[at] != '`' && line.ptr[at] != '~')) return 0;
  *ret_sign = line.ptr[at];
  while (at < line.len && line.ptr[at] == *ret_sign) at++, count++;
  *ret_rest = str_trim(str_slice(line, at, line.len));
  return count >= 3 ? count : 0;
}

/* "```ts {1,3} title=x" and "```{.python}": the first word. */
static Str fence_language(Str words) {
  while (words.len && strchr("{.", words.ptr[0])) words = str_slice(words, 1, words.len);
  size_t end = 0;
  while (end < words.len && !strchr(" \t,:{}", words.ptr[end])) end++;
  return str_slice(words, 0, end);
}

static bool shows_code(Str text, size_t at, Range *ret_block, Str *ret_language) {
  size_t open = 0, from = 0;
  char sign = 0;
  Str language = STR_EMPTY, rest = text;
  while (rest.len) {
    size_t begins = (size_t)(rest.ptr - text.ptr), count;
    char own = 0;
    Str words = STR_EMPTY, line = str_cut(&rest, '\n');
    count = fence_of(line, &own, &words);
    bool closes = open && count >= open && own == sign && !words.len;
    bool opens = !open && count && !(own == '`' && str_find_byte(words, '`') != STR_NONE);
    if (closes && at >= from && at < begins) {
      *ret_block = (Range){(uint32_t)from, (uint32_t)begins};
      *ret_language = language;
      return true;
    }
    if (at < begins && !open) return false;
    if (closes) open = 0;
    if (opens) {
      open = count;
      sign = own;
      language = fence_language(words);
      from = rest.len ? (size_t)(rest.ptr - text.ptr) : text.len;
    }
  }
  if (!open || at < from) return false; /* one that nothing ends goes on to the end */
  *ret_block = (Range){(uint32_t)from, (uint32_t)text.len};
  *ret_language = language;
  return true;
}

static const LanguageRow rows[] = {{LANGUAGE_ROW_NOTHING, .node = "document"}, {0}};

static const LanguageSubject subjects[] = {
    {"README", "readme documentation documented document doc install setup guide explained decision"},
    {"CHANGELOG HISTORY", "changelog release version history"},
    {"CONTRIBUTING", "contributing contribute contributor documentation"},
    {NULL, "documentation documented document doc guide decision explained"},
    {0},
};

const Language language_markdown = {
    .name = "markdown",
    .tier = LANGUAGE_TIER_STRUCTURE,
    .extensions = "md markdown mdx mkd",
    .kinds = kinds,
    .fields = fields,
    .rows = rows,
    .begin = begin,
    .shows_code = shows_code,
    .subjects = subjects,
};
