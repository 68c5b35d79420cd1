/* Where links were wired, and what a file depends on by that. What a file wires
 * for others, and in which lines, is no part of what they see of it; so it has
 * keys of its path and a hash of either, and who looked at it asks them. */
#include "src/base/hash.h"
#include "src/resolve/keys_internal.h"
#include "src/resolve/name_internal.h"
#include "src/resolve/wiring_internal.h"

/* Of names by their text, since numbers differ from run to run. Places are left
 * out: a line more above changes nothing. */
uint64_t resolve_wiring_hash(const Facts *facts) {
  uint64_t hash = facts->exprs.len;
  for (size_t i = 1; i < facts->exprs.len; i++) {
    const Expr *expr = &facts->exprs.items[i];
    uint64_t own = ((uint64_t)expr->kind << 56 ^ (uint64_t)expr->base << 32 ^ expr->number) * 0x9E3779B97F4A7C15u ^ expr->list.count;
    if (expr->name.value) own ^= hash_str(names_text(facts->names, expr->name));
    hash = hash_combine(hash, own);
  }
  for (size_t i = 0; i < facts->lists.len; i++) hash = hash_combine(hash, facts->lists.items[i]);
  for (size_t i = 1; i < facts->binds.len; i++) {
    const Bind *bind = &facts->binds.items[i];
    hash = hash_combine(hash, (uint64_t)bind->type << 32 | bind->value);
    hash = hash_combine(hash, (uint64_t)bind->def << 32 | bind->import);
  }
  return hash;
}

uint64_t resolve_lines_hash(const Facts *facts) {
  uint64_t hash = facts->refs.len;
  for (size_t i = 1; i < facts->refs.len; i++) hash = hash_combine(hash, facts->refs.items[i].line);
  for (size_t i = 1; i < facts->defs.len; i++) hash = hash_combine(hash, facts->defs.items[i].name_span.line);
  return hash;
}

/* Hashing takes a look at all of the file, so each is asked once, and kept while the
 * file is the same. */
static bool is_new(Run *run, const View *view, bool lines) {
  return view != run->root && idmap_mark(&run->wired, (uint64_t)view->file << 1 | lines);
}

void resolve_ask_wiring(Run *run, const View *view) {
  if (!is_new(run, view, false)) return;
  ViewIndex *index = view->index;
  if (!index->wiring_hash) index->wiring_hash = resolve_wiring_hash(resolve_view_facts(view, FACTS_EXPRS));
  resolve_ask(run, resolve_key(KEY_WIRED, hash_str(view->entry->path), index->wiring_hash));
}

static void ask_lines(Run *run, const View *view) {
  if (!is_new(run, view, true)) return;
  ViewIndex *index = view->index;
  if (!index->lines_hash) index->lines_hash = resolve_lines_hash(resolve_view_facts(view, FACTS_REFS));
  resolve_ask(run, resolve_key(KEY_LINES, hash_str(view->entry->path), index->lines_hash));
}

uint32_t resolve_line_of(const View *view, ExprNo number, uint32_t otherwise) {
  const Expr *expr = view_expr(view, number);
  if (expr->kind == EXPR_FUNC) return view_def(view, expr->number)->full.line;
  for (RefNo i = 1; i < view->facts->refs.len; i++) {
    if (view_ref(view, i)->at == expr->at) return view_ref(view, i)->line;
  }
  return otherwise;
}

void resolve_edges_wired(Edges *edges, size_t from, const View *view, uint32_t line) {
  Run *run = edges->run;
  if (from == edges->list.len || !line) return;
  ask_lines(run, view);
  for (size_t i = from; i < edges->list.len; i++) {
    edges->list.items[i].wired_file = view->file;
    edges->list.items[i].wired_line = line;
  }
}
