/* Rows of data: keys and the keys that they hold. */
#include "src/languages/rows_internal.h"

enum {
  LEVELS = 2,       /* of keys: what a file is about, not what is in it */
  KEYS_MAX = 1000,  /* in a file: beyond that it is a table of data */
  NAME_BYTES = 120, /* of a key; a sentence used as one is cut */
  SHOWN_BYTES = 80  /* of a value that is shown with its key */
};

static unsigned level_of(const LanguageBuild *build) {
  unsigned level = 0;
  for (DefNo def = build->container; def; def = build->facts->defs.items[def].container) level++;
  return level;
}

/* "a" and 'a' are the key a. */
static Str bare(Str text) {
  text = str_trim(text);
  bool is_quoted = text.len >= 2 && (text.ptr[0] == '"' || text.ptr[0] == '\'') && text.ptr[text.len - 1] == text.ptr[0];
  return str_head(is_quoted ? str_slice(text, 1, text.len - 1) : text, NAME_BYTES);
}

void language_row_key(LanguageBuild *build, NodeNo node) {
  const Row *row = language_row(build, node);
  NodeNo name = language_row_find(build->syntax, &row->name, node), value = language_row_find(build->syntax, &row->value, node);
  Str text = bare(syntax_text(build->syntax, name));
  if (level_of(build) >= LEVELS || !text.len) return;
  if (build->facts->defs.len > KEYS_MAX) {
    build->facts->cut = true;
    return;
  }
  LanguageOpen before;
  Str held = syntax_text(build->syntax, value);
  bool is_shown = row->value.count && held.len <= SHOWN_BYTES && str_find_byte(held, '\n') == STR_NONE;
  NodeNo body = row->value.count ? value : syntax_named(build->syntax, node, 1);
  DefNo def = language_define(build, &(LanguageDef){.kind = (SymbolKind)row->row->kind, .flags = DEF_EXPORTED, .name = name,
      .name_text = text, .whole = node, .body = is_shown ? 0 : body, .bind = BIND_HOISTED});
  language_open(build, SCOPE_NAMESPACE, node, def, &before);
  if (row->value.count) language_visit(build, value);
  else language_visit_children(build, node);
  language_close(build, &before);
}
