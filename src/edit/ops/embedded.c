/* Types that others embed are fields of theirs, called as the type is: with a
 * new name for the type, `outer.Type` and `Outer{Type: x}` get it too. The graph
 * has no symbol for such a field, so these places are known by their form: the
 * name behind a dot or before a colon, with no edge of its own. They count only
 * while no other member anywhere is called so. */
#include "src/edit/ops/ops_internal.h"

#include "src/query/names/names.h"

#define LINES_MAX 20000

static bool is_any_embedded(const EditUses *uses) {
  for (size_t i = 0; i < uses->len; i++) {
    if (uses->items[i].is_embedded) return true;
  }
  return false;
}

static Err has_namesake(EditOps *ops, Str name, bool *ret_has) {
  QueryTargets targets;
  *ret_has = false;
  TRY(query_targets(ops->job, ops->reader, &(QueryTarget){.name = name}, &targets));
  for (size_t i = 0; i < targets.len; i++) *ret_has |= targets.items[i].container.len > 0;
  return OK;
}

static bool is_key(Str text, size_t end) {
  while (end < text.len && text.ptr[end] == ' ') end++;
  return end + 1 < text.len && text.ptr[end] == ':' && text.ptr[end + 1] != '=';
}

typedef struct Embedded {
  EditOps *ops;
  Str name;
  const Language *language;
  EditUses *uses;
} Embedded;

static Err look_at_mention(void *context, const EditMention *mention) {
  Embedded *embedded = context;
  EditOps *ops = embedded->ops;
  const QueryHits *found = mention->hits;
  Str name = embedded->name;
  Map sites;
  if (mention->tree->language != embedded->language) return OK;
  TRY(edit_known_sites(ops, found->path, &sites));
  const Text *base = edit_file_base(mention->file);
  for (size_t k = 0; k < found->len; k++) {
    uint32_t line = found->items[k].line;
    Str text = text_line(base, line);
    for (uint32_t i = 0; i + name.len <= text.len; i++) {
      size_t at = base->lines.starts[line - 1] + i;
      bool is_field = word_is_at(base->chars, at, name) && (edit_is_member_at(base->chars, (uint32_t)at) || is_key(base->chars, at + name.len));
      if (!is_field || map_get(&sites, edit_place_key(ops->job->arena, STR_EMPTY, line, i + 1)) || edit_prose_at(mention->tree, (uint32_t)edit_file_move(mention->file, at))) continue;
      *vec_add(ops->job->arena, embedded->uses) = (EditUse){.path = found->path, .line = line, .column = i + 1, .kind = EDGE_READS, .rule = RULE_TYPE};
    }
  }
  return OK;
}

Err edit_add_embedded(EditOps *ops, const EditSymbol *symbol, EditUses *uses) {
  bool has;
  if (!is_any_embedded(uses)) return OK;
  TRY(has_namesake(ops, symbol->name, &has));
  if (has) return OK;
  Embedded embedded = {ops, symbol->name, language_for_file(edit_file_path(symbol->file), STR_EMPTY), uses};
  TRY(edit_each_mention(ops, &(EditMentions){symbol->name, LINES_MAX, NULL, look_at_mention, &embedded}));
  edit_sort_uses(uses);
  return OK;
}
