/* What an edit broke: uses of the graph that led somewhere before it and lead
 * nowhere afterwards, and the tests that reach what it touched. Places are
 * followed through the plan's own edits, so a use that merely moved is not
 * mistaken for one that broke. */
#include "src/edit/ops/ops_internal.h"

#include <stdlib.h>
#include <string.h>

#include "src/query/graph/graph.h"
#include "src/query/impact/impact.h"
#include "src/query/names/names.h"

#define SITES_MAX 20000 /* uses that are remembered */
#define BROKEN_MAX 50
#define CHAIN_MAX 200   /* bytes of a chain of names */
#define ROOTS_MAX 50    /* symbols whose tests are looked for */
#define SITE_KINDS (QUERY_CALLS | QUERY_USES | STORE_KIND(EDGE_IMPORTS))

/* Where a use will be, if nothing goes wrong: at `column`, or where it was
 * written anew, as one of the words of the chain that begins there. */
typedef struct Site {
  Str path;
  uint32_t line, column;
  uint32_t last; /* column of the last word */
  Str name;
} Site;

/* What is remembered between the two looks, in the job's arena: the uses with
 * the places where they should be afterwards, and the tests that the graph
 * knew of before. */
struct EditBefore {
  VEC(Site) sites;
  VEC(StoreSymbol) roots;
  QueryTests tests;
};

/* ---- before ---- */

/* The place that a byte of the base has in the end; false: its text is gone. */
static bool moved_to(EditFile *file, size_t byte, size_t *ret_byte) {
  const Edits *edits = edit_file_edits(file);
  int64_t shift = 0;
  for (size_t i = 0; i < edits->len; i++) {
    const Edit *edit = &edits->items[i];
    if (edit->range.from > byte) break;
    bool is_within = byte < edit->range.to;
    if (is_within && (byte != edit->range.from || !edit->text.len)) return false;
    if (is_within) break; /* what is there instead begins there */
    shift += (int64_t)edit->text.len - (int64_t)(edit->range.to - edit->range.from);
  }
  *ret_byte = (size_t)((int64_t)byte + shift);
  return true;
}

/* The last word of `a.b.c`, `a::b` or `a->b` that begins at a byte: a name that
 * is written with its module before it is still the same use. */
static size_t last_word(Str text, size_t byte) {
  for (size_t first = byte; byte - first < CHAIN_MAX;) {
    size_t end = byte;
    while (end < text.len && byte_is_name(text.ptr[end])) end++;
    size_t next = end;
    while (next < text.len && next < end + 2 && memchr(".:>-", text.ptr[next], 4)) next++;
    if (next == end || next >= text.len || !byte_is_name(text.ptr[next])) return byte;
    byte = next;
  }
  return byte;
}

/* A use whose own text the plan rewrites, or whose file goes, is not counted:
 * it was changed on purpose. */
static Err add_site(EditOps *ops, EditBefore *before, Str path, const StoreEdge *edge, Str name) {
  Site site = {.path = path, .line = edge->line, .column = edge->column, .last = edge->column, .name = name};
  EditFile *file;
  size_t byte;
  if (!edge->line || !edge->column || before->sites.len >= SITES_MAX) return OK;
  if (!edit_plan_has(ops->plan, path)) return OK; /* it goes with its file */
  if (edit_plan_file(ops->plan, path, &file)) { /* not ours to edit: as it is on disk */
    job_forgive(ops->job);
  } else if (edit_file_is_changed(file)) {
    const Text *base = edit_file_base(file), *now = edit_file_text(file);
    if (edge->line > base->lines.count || !moved_to(file, base->lines.starts[edge->line - 1] + edge->column - 1, &byte)) return OK;
    if (byte >= now->chars.len || !byte_is_name(now->chars.ptr[byte])) return OK;
    site.line = text_line_at(now, byte);
    site.column = (uint32_t)(byte - now->lines.starts[site.line - 1]) + 1;
    site.last = site.column + (uint32_t)(last_word(now->chars, byte) - byte);
    site.path = edit_file_path(file);
  }
  *vec_add(ops->job->arena, &before->sites) = site;
  return OK;
}

static Err add_symbol_sites(EditOps *ops, EditBefore *before, const StoreSymbol *symbol) {
  StoreEdges edges = {0};
  TRY(store_edges_into(ops->job, ops->reader, symbol->id, SITE_KINDS, &edges));
  for (size_t i = 0; i < edges.len && before->sites.len < SITES_MAX; i++) {
    StoreSymbol from;
    TRY(query_symbol(ops->job, ops->reader, edges.items[i].from, &from));
    TRY(add_site(ops, before, from.path, &edges.items[i], symbol->name));
  }
  return OK;
}

/* A symbol of the file is touched when an edit lies in its lines. */
static bool is_touched(EditFile *file, const StoreSymbol *symbol) {
  const Edits *edits = edit_file_edits(file);
  for (size_t i = 0; i < edits->len; i++) {
    if (edits->items[i].range.from < symbol->full.to && edits->items[i].range.to > symbol->full.from) return true;
  }
  return false;
}

/* All symbols of a touched file are asked who uses them, because an edit may
 * break one that it does not lie in, by removing what stands before it. Tests
 * are looked for from what was really touched. */
static Err add_file(EditOps *ops, EditBefore *before, const EditStep *step) {
  StoreFile file;
  StoreSymbols symbols;
  Str path = step->old_path.len ? step->old_path : step->path;
  TRY(query_file(ops->job, ops->reader, path, &file));
  if (!file.id.value) return OK;
  TRY(edit_symbols_of(ops, file.id, &symbols));
  for (size_t i = 0; i < symbols.len; i++) {
    TRY(add_symbol_sites(ops, before, &symbols.items[i]));
    bool is_root = step->action != EDIT_CHANGE || (step->file && is_touched(step->file, &symbols.items[i]));
    if (is_root && !query_is_container(symbols.items[i].kind) && before->roots.len < ROOTS_MAX) *vec_add(ops->job->arena, &before->roots) = symbols.items[i];
  }
  return OK;
}

/* Must run before the plan is applied: it asks the graph of the files as they
 * still are. */
Err edit_effect_before(EditOps *ops, EditBefore **ret_before) {
  EditBefore *before = ARENA_NEW(ops->job->arena, EditBefore);
  EditSteps steps = edit_plan_steps(ops->plan);
  QueryImpact impact;
  *before = (EditBefore){0};
  for (size_t i = 0; i < steps.len; i++) {
    if (steps.items[i].action != EDIT_CREATE) TRY(add_file(ops, before, &steps.items[i]));
  }
  if (before->roots.len) {
    QueryImpactRequest request = {.roots = before->roots.items, .root_count = before->roots.len, .bare_files = true, .direction = QUERY_CALLERS,
                                  .kinds = QUERY_CALLS | QUERY_LINKS | QUERY_USES, .depth = 3};
    TRY(query_impact(ops->job, ops->reader, &request, &impact));
    TRY(query_impact_tests(ops->job, ops->index, ops->reader, &impact, &before->tests));
  }
  *ret_before = before;
  return OK;
}

/* ---- after ---- */

static Str site_key(Arena *arena, uint32_t line, uint32_t column) { return str_format(arena, "%u:%u", line, column); }

/* Every place of the file at which the graph has any edge, after the edit. */
static Err sites_of(EditOps *ops, Str path, Map *ret_sites) {
  StoreFile file;
  StoreEdges edges = {0};
  map_init(ret_sites, ops->job->arena);
  TRY(query_file(ops->job, ops->reader, path, &file));
  if (!file.id.value) return OK;
  TRY(store_edges_of(ops->job, ops->reader, file.id, STORE_ALL_KINDS, &edges));
  for (size_t i = 0; i < edges.len; i++) map_put(ret_sites, site_key(ops->job->arena, edges.items[i].line, edges.items[i].column), ops);
  return OK;
}

static int by_place(const void *a, const void *b) {
  const Site *left = a, *right = b;
  int order = str_compare(left->path, right->path);
  if (order) return order;
  if (left->line != right->line) return left->line < right->line ? -1 : 1;
  return (left->column > right->column) - (left->column < right->column);
}

static bool has_edge(EditOps *ops, const Map *sites, const Site *site) {
  for (uint32_t column = site->column; column <= site->last; column++) {
    if (map_get(sites, site_key(ops->job->arena, site->line, column))) return true;
  }
  return false;
}

/* Sorted, so that each file's edges are read once. A place with an edge to
 * anything is not broken: an edit may well lead a call elsewhere. */
static Err compare(EditOps *ops, const EditBefore *before, EditEffect *effect) {
  VEC(EditBroken) broken = {0};
  Map sites;
  Str path = STR_EMPTY;
  Site *all = before->sites.items;
  if (before->sites.len) qsort(all, before->sites.len, sizeof *all, by_place);
  for (size_t i = 0; i < before->sites.len; i++) {
    if (i && !by_place(&all[i], &all[i - 1])) continue;
    if (!i || !str_eq(path, all[i].path)) TRY(sites_of(ops, path = all[i].path, &sites));
    if (has_edge(ops, &sites, &all[i])) continue;
    effect->total++;
    if (broken.len < BROKEN_MAX) *vec_add(ops->job->arena, &broken) = (EditBroken){all[i].path, all[i].line, all[i].name};
  }
  effect->items = broken.items;
  effect->len = broken.len;
  return OK;
}

/* The reader is exchanged for one of the new state, which the operations then
 * keep. */
Err edit_effect_after(EditOps *ops, const EditBefore *before, EditEffect *ret_effect) {
  EditEffect effect = {.tests = before->tests.commands, .test_notes = before->tests.notes, .test_count = before->tests.command_count};
  VEC(Str) files = {0};
  edit_leave_reader(ops);
  TRY(index_refresh(ops->job, ops->index));
  TRY(index_reader_take(ops->job, ops->index, &ops->reader));
  TRY(compare(ops, before, &effect));
  for (size_t i = 0; i < before->tests.len; i++) *vec_add(ops->job->arena, &files) = before->tests.files[i].file.path;
  effect.test_files = files.items;
  effect.test_file_count = files.len;
  *ret_effect = effect;
  return OK;
}
