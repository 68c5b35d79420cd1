/* Blocks are found by the name of the type they are for, in the whole project,
 * and in the library for types of the library. A name is not enough: what the
 * block's type is in its own file decides. */
#include "src/base/hash.h"
#include "src/resolve/blocks_internal.h"
#include "src/resolve/call_internal.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/keys_internal.h"
#include "src/resolve/name_internal.h"
#include "src/resolve/value_internal.h"

enum { BLOCK_ARGS_MAX = 8, CANDIDATES_MAX = 256 };

/* Definitions under a key of the type's name: of the project, then of the
 * library when the type is its. In the run's arena, as long as they are: most
 * types have none, and every look-up of a member asks. */
static size_t candidates(Run *run, const View *view, KeyKind kind, uint64_t type, uint64_t member, const TableItem **ret_items) {
  const TableItem *items;
  TableItem all[CANDIDATES_MAX];
  const Lang *lang = view->lang;
  uint64_t key = resolve_key(kind, hash_combine(lang->family_id, type), member);
  size_t count = 0, found = resolve_lookup(run, run->root, key, &items);
  for (size_t i = 0; i < found && count < CANDIDATES_MAX; i++) all[count++] = items[i];
  key = resolve_key(kind, hash_combine(lang->library_id, type), member);
  if (view->entry->sibling) { /* its own file's: others of the sibling nobody has led to */
    found = resolve_dependency_get(run, view, key, &items);
    for (size_t i = 0; i < found && count < CANDIDATES_MAX; i++) all[count++] = items[i];
  }
  if (view->entry->is_library && lang->family->library) {
    count += resolve_library_get(lang->family->library, key, all + count, CANDIDATES_MAX - count);
  }
  *ret_items = count ? arena_copy(run->arena, all, count * sizeof *all) : NULL;
  return count;
}

/* The block with its own type parameters, as they are when it is for an
 * instance of `type`; 0: it is for another type. */
static TermId block_for(Run *run, View *view, DefNo number, TermId type) {
  const Def *block = view_def(view, number);
  Term wanted = resolve_term_at(run, type);
  ValueId target = resolve_expand_all(run, resolve_eval_type(run, view, block->type));
  TermId terms[VALUE_MAX], own = 0;
  if (resolve_terms(run, target, terms) != 1) return 0;
  own = resolve_term_at(run, terms[0]).kind == TERM_INST ? terms[0] : resolve_library_term(run, view, terms[0]);
  if (!own) return 0;
  Term term = resolve_term_at(run, own);
  if (term.view != wanted.view || term.number != wanted.number) return 0;
  Env env = {0};
  for (uint32_t i = 0; i < term.count && i < wanted.count; i++) {
    resolve_unify(run, resolve_arg(run, term, i), resolve_arg(run, wanted, i), &env, 0);
  }
  uint32_t count;
  const TermId *params = resolve_type_params(run, view, number, &count);
  ValueId args[BLOCK_ARGS_MAX];
  if (count > BLOCK_ARGS_MAX) count = BLOCK_ARGS_MAX;
  for (uint32_t i = 0; i < count; i++) args[i] = resolve_substitute(run, resolve_one(run, params[i]), &env);
  return resolve_term(run, (Term){.kind = TERM_INST, .view = view->number, .number = number}, args, count);
}

void resolve_block_members(Run *run, View *view, NameId name, BlockMembers *members) {
  Term type = resolve_term_at(run, members->type);
  uint64_t own = resolve_name_hash(run, view_def(view, type.number)->name);
  const TableItem *items;
  size_t count = candidates(run, view, KEY_METHOD, own, resolve_name_hash(run, name), &items);
  for (size_t i = 0; i < count && members->count < BLOCKS_MAX; i++) {
    View *at = resolve_view(run, items[i].file);
    if (!at || items[i].def >= at->facts->defs.len) continue;
    const Def *def = view_def(at, items[i].def);
    DefNo block = def->scope ? view_scope(at, def->scope)->def : 0;
    if (!names_same(def->name, name) || !block || !resolve_is_block(view_def(at, block))) continue;
    if (def->kind == SYMBOL_CONSTRUCTOR) continue; /* its name is the type's */
    TermId found = block_for(run, at, block, members->type);
    if (!found) continue;
    bool is_own = view_def(at, block)->bases.count == 0;
    members->has_own |= is_own;
    members->items[members->count++] = (BlockMember){at, items[i].def, found, is_own};
  }
}

uint32_t resolve_blocks_of(Run *run, View *view, DefNo type, TermId ret_blocks[BLOCKS_MAX]) {
  uint64_t own = resolve_name_hash(run, view_def(view, type)->name);
  const TableItem *items;
  size_t found = candidates(run, view, KEY_METHODS, own, 0, &items);
  TermId inst = resolve_own_inst(run, view, type);
  uint32_t count = 0;
  for (size_t i = 0; i < found && count < BLOCKS_MAX; i++) {
    View *at = resolve_view(run, items[i].file);
    if (!at || items[i].def >= at->facts->defs.len) continue;
    const Def *block = view_def(at, items[i].def);
    if (!resolve_is_block(block) || !block->bases.count) continue;
    TermId term = block_for(run, at, items[i].def, inst);
    if (term) ret_blocks[count++] = term;
  }
  return count;
}
