/* What belongs to a definition: head, doc comment, signature, body. Found in
 * the tree and facts of the present text; languages say in their descriptors
 * which words may stand before a definition and belong to it. */
#include "src/edit/ops/ops_internal.h"

#include <string.h>

/* ---- the whole of it ---- */

/* Words of the language's own, decorators and type parameters may stand before
 * it; anything else belongs to something around it. */
static bool is_head(const EditTree *tree, NodeNo parent, uint32_t from, uint32_t to) {
  const Syntax *syntax = &tree->syntax;
  uint32_t at = from;
  while (at < to) {
    char c = tree->text.ptr[at];
    uint32_t end = at;
    if (byte_is_blank(c)) {
      at++;
      continue;
    }
    if (c == '@' || c == '<' || c == '[' || c == '/') { /* a node of its own: passed over whole */
      for (NodeNo child = syntax_first(syntax, parent); child; child = syntax_next(syntax, child)) {
        if (syntax->nodes[child].from == at) end = syntax->nodes[child].to;
      }
    } else {
      while (end < to && byte_is_name(tree->text.ptr[end])) end++;
      if (!tree->language->editing.heads || !language_word_in(tree->language->editing.heads, str_slice(tree->text, at, end))) return false;
    }
    if (end == at) return false;
    at = end;
  }
  return true;
}

/* Whether something else is defined there. */
static bool has_other(const EditTree *tree, DefNo def, Range range) {
  const Def *own = &tree->facts.defs.items[def];
  for (size_t i = 1; i < tree->facts.defs.len; i++) {
    const Def *other = &tree->facts.defs.items[i];
    bool is_inside = other->full.from >= own->full.from && other->full.to <= own->full.to;
    if (i != def && other->name.value && !is_inside && other->name_span.from >= range.from && other->name_span.to <= range.to) return true;
  }
  return false;
}

/* Within the line. */
static uint32_t skip_blanks(Str text, uint32_t at) {
  while (at < text.len && (text.ptr[at] == ' ' || text.ptr[at] == '\t')) at++;
  return at;
}

/* Up the tree for as long as there is nothing but heads around it. */
static Range widen(const EditTree *tree, DefNo def) {
  const Syntax *syntax = &tree->syntax;
  const Def *one = &tree->facts.defs.items[def];
  Range range = {one->full.from, one->full.to};
  for (NodeNo node = syntax_parent(syntax, edit_node_at(syntax, range)); node > 1; node = syntax_parent(syntax, node)) {
    const SyntaxNode *at = &syntax->nodes[node];
    if (at->from > range.from || at->to < range.to) continue;
    uint32_t end = skip_blanks(tree->text, range.to);
    bool ends_alike = at->to == range.to || (at->to == end + 1 && tree->text.ptr[end] == ';');
    if (!ends_alike || !is_head(tree, node, at->from, range.from) || has_other(tree, def, (Range){at->from, at->to})) break;
    range = (Range){at->from, at->to};
  }
  return range;
}

/* The comment counts when nothing but white space, of one line end, lies between. */
static Range with_doc(const EditTree *tree, const Def *def, Range own) {
  Str between;
  if (def->doc.to <= def->doc.from || def->doc.to > own.from) return own;
  between = str_slice(tree->text, def->doc.to, own.from);
  if (str_trim(between).len) return own;
  return (Range){def->doc.from, own.to};
}

/* ---- signature and body ---- */

/* The first node behind the signature that is no comment. */
static NodeNo find_body(const EditTree *tree, const Def *def) {
  const Syntax *syntax = &tree->syntax;
  NodeNo node = edit_node_at(syntax, (Range){def->full.from, def->full.to});
  while (node) {
    NodeNo within = 0;
    for (NodeNo child = syntax_first(syntax, node); child; child = syntax_next(syntax, child)) {
      const SyntaxNode *at = &syntax->nodes[child];
      if (at->to <= def->signature.to || at->flags & SYNTAX_EXTRA || !(at->flags & SYNTAX_NAMED)) continue;
      if (at->from >= def->signature.to) return child;
      within = child;
      break;
    }
    node = within;
  }
  return 0;
}

/* `block` has the braces, `body` is what is between them; without braces both
 * are the same. */
static void fill_body(const EditTree *tree, const Def *def, EditSymbol *symbol) {
  NodeNo node = def->signature.to && def->signature.to < def->full.to ? find_body(tree, def) : 0;
  if (!node) return;
  const SyntaxNode *at = &tree->syntax.nodes[node];
  bool is_within = at->from >= symbol->own.from && at->to <= symbol->own.to && at->to > at->from;
  if (!is_within) return;
  symbol->block = symbol->body = (Range){at->from, at->to};
  symbol->has_body = true;
  symbol->has_braces = tree->text.ptr[at->from] == '{' && tree->text.ptr[at->to - 1] == '}' && at->to - at->from >= 2;
  if (symbol->has_braces) symbol->body = (Range){at->from + 1, at->to - 1};
}

/* `own` is the definition with its heads and the semicolon behind it, `whole`
 * has the comment above it as well. */
void edit_fill_ranges(const EditTree *tree, DefNo def, EditSymbol *symbol) {
  const Def *one = &tree->facts.defs.items[def];
  symbol->name_range = (Range){one->name_span.from, one->name_span.to};
  symbol->own = widen(tree, def);
  uint32_t end = skip_blanks(tree->text, symbol->own.to);
  if (end < tree->text.len && tree->text.ptr[end] == ';') symbol->own.to = end + 1;
  symbol->whole = with_doc(tree, one, symbol->own);
  fill_body(tree, one, symbol);
  uint32_t signature_end = one->signature.to > symbol->own.from && one->signature.to <= symbol->own.to ? one->signature.to : symbol->own.to;
  symbol->signature = (Range){symbol->own.from, signature_end};
}

EditSymbol edit_symbol_of(EditOps *ops, EditFile *file, const EditTree *tree, DefNo def) {
  const Def *one = &tree->facts.defs.items[def];
  Arena *arena = ops->job->arena; /* answers outlive the table of names */
  EditSymbol symbol = {.file = file, .name = str_copy(arena, edit_def_name(tree, def)), .container = str_copy(arena, edit_def_container(tree, def)),
                       .kind = one->kind, .flags = one->flags, .def = def, .line = one->name_span.line};
  edit_fill_ranges(tree, def, &symbol);
  return symbol;
}

/* ---- lists in brackets ---- */

/* What may stand between a name and its list: white space, `?.`, `!`, and type
 * arguments. */
static bool may_lie_between(Str between) {
  Str rest = str_trim(between);
  if (!rest.len) return true;
  if (rest.ptr[0] == '<' || rest.ptr[0] == '[') return true;
  return str_eq_c(rest, "?.") || str_eq_c(rest, "!") || str_eq_c(rest, "?");
}

/* Only what is in brackets directly behind the name, with type arguments at
 * most between. */
static NodeNo list_behind(const EditTree *tree, NodeNo around, Range name) {
  const Syntax *syntax = &tree->syntax;
  for (NodeNo child = syntax_first(syntax, around); child; child = syntax_next(syntax, child)) {
    const SyntaxNode *at = &syntax->nodes[child];
    if (at->from < name.to || at->flags & SYNTAX_EXTRA) continue;
    if (tree->text.ptr[at->from] == '(' && at->to - at->from > 1 && tree->text.ptr[at->to - 1] == ')') {
      return may_lie_between(str_slice(tree->text, name.to, at->from)) ? child : 0;
    }
    if (tree->text.ptr[at->from] != '<' && tree->text.ptr[at->from] != '[') return 0;
  }
  return 0;
}

/* Named children, unless no comma stands between the first two: then the whole
 * is one thing, such as a generator's expression. */
static void add_items(Arena *arena, const EditTree *tree, NodeNo list, EditList *ret_list) {
  const Syntax *syntax = &tree->syntax;
  VEC(Range) items = {0};
  for (NodeNo child = syntax_first(syntax, list); child; child = syntax_next(syntax, child)) {
    const SyntaxNode *at = &syntax->nodes[child];
    if (at->flags & SYNTAX_NAMED && !(at->flags & SYNTAX_EXTRA) && at->to > at->from) *vec_add(arena, &items) = (Range){at->from, at->to};
  }
  if (items.len > 1 && str_find_byte(str_slice(tree->text, items.items[0].to, items.items[1].from), ',') == STR_NONE) {
    items.items[0] = (Range){ret_list->range.from + 1, ret_list->range.to - 1};
    items.len = 1;
  }
  ret_list->items = items.items;
  ret_list->count = items.len;
}

/* A few levels up: a name lies some nodes deep in what is called. */
bool edit_find_list(Arena *arena, const EditTree *tree, Range name, EditList *ret_list) {
  const Syntax *syntax = &tree->syntax;
  if (!tree->language) return false;
  NodeNo node = edit_node_at(syntax, name);
  for (int level = 0; node && level < 8; node = syntax_parent(syntax, node), level++) {
    NodeNo list = list_behind(tree, node, name);
    if (!list) continue;
    *ret_list = (EditList){.range = {syntax->nodes[list].from, syntax->nodes[list].to}};
    add_items(arena, tree, list, ret_list);
    return true;
  }
  return false;
}
