/* Members that a type has itself: in its own scope and in its other parts,
 * which are methods that stand elsewhere and namesakes that reopen the type.
 * Bases are not looked at here (member.c). */
#include "src/base/hash.h"
#include "src/resolve/blocks_internal.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/call_internal.h"
#include "src/resolve/keys_internal.h"
#include "src/resolve/member_internal.h"
#include "src/resolve/name_internal.h"
#include "src/resolve/own_members_internal.h"
#include "src/resolve/value_internal.h"

enum { PARTS_MAX = 24, MERGED_ARGS_MAX = 8 };

/* Either the bind says so (an assignment to the type itself) or the
 * definition. */
static bool bind_is_static(const View *view, const Bind *bind) {
  if (bind->flags & BIND_STATIC) return true;
  return bind->def && (view_def(view, bind->def)->flags & DEF_STATIC);
}

static Found member_found(const Own *own, View *view, BindNo bind, DefNo def) {
  return (Found){.view = view, .bind = bind, .def = def, .receiver = own->receiver, .owner = own->owner,
                 .rule = (uint8_t)own->rule, .depth = (uint8_t)own->depth};
}

static void add_member(const Own *own, View *view, BindNo bind, DefNo def, FoundList *out) {
  resolve_found_add(own->run, out, member_found(own, view, bind, def));
}

/* A signature: a member that is nothing but a function without a name. */
static DefNo function_of(const View *view, const Bind *bind) {
  if (bind->type || !bind->value) return 0;
  const Expr *value = view_expr(view, bind->value);
  bool is_function = value->kind == EXPR_FUNC && value->number < view->facts->defs.len &&
                     resolve_is_callable_kind(view_def(view, value->number)->kind);
  return is_function ? value->number : 0;
}

/* What is declared in a base but not inherited: private members, and an
 * interface's static methods, which only the interface itself can call. */
static bool is_hidden(const Own *own, const View *view, const Bind *bind) {
  if (!bind->def || !view->lang->rules.private_stays) return false;
  const Def *def = view_def(view, bind->def);
  bool inherited = own->depth > 0;
  if (inherited && (def->flags & DEF_PRIVATE)) return true;
  if (!(def->flags & DEF_STATIC) || !resolve_is_callable_kind(def->kind)) return false;
  Term owner = resolve_term_at(own->run, own->owner);
  if (view_def(resolve_view_at(own->run, owner.view), owner.number)->kind != SYMBOL_INTERFACE) return false;
  return inherited || (!own->is_static && resolve_term_at(own->run, own->receiver).kind == TERM_INST);
}

/* Where both sides have the name, the side asked for; else whichever has it. A
 * member may be assigned to thousands of times: the binds of a scope differ from
 * each other, and once the list is full the others are not looked at. */
void resolve_own_in_scope(const Own *own, View *view, ScopeNo scope, FoundList *out) {
  uint32_t count;
  const BindNo *binds = resolve_binds(view, scope, own->name, &count);
  bool has_side = false, is_function = view_scope(view, scope)->kind == SCOPE_FUNCTION;
  /* Overloads of an instance may be static ones too. */
  bool any_side = !own->is_static && resolve_overloads_apart(view->lang);
  for (uint32_t i = 0; i < count && !has_side; i++) {
    has_side = bind_is_static(view, view_bind(view, binds[i])) == own->is_static;
    own->run->compared++;
  }
  uint32_t others = out->count; /* that a bind may be equal to */
  for (uint32_t i = 0; i < count && !resolve_found_is_full(out); i++) {
    const Bind *bind = view_bind(view, binds[i]);
    own->run->compared++;
    if (bind->flags & (BIND_TYPE_PARAM | BIND_NARROW)) continue;
    if (is_function && !(bind->flags & BIND_MEMBER)) continue;
    if (!resolve_fits(view, bind, own->mode)) continue;
    if (has_side && bind_is_static(view, bind) != own->is_static && !any_side) continue;
    if (is_hidden(own, view, bind)) continue;
    if (bind->import) {
      resolve_found_bind(own->run, view, binds[i], RULE_IMPORT, own->mode, out);
      others = out->count;
      continue;
    }
    DefNo def = bind->def ? bind->def : function_of(view, bind);
    resolve_found_add_apart(own->run, out, member_found(own, view, binds[i], def), others);
  }
}

/* Languages that keep static members apart open a second scope for them
 * beside the first. */
ScopeNo resolve_static_scope(const View *view, DefNo def) {
  const Def *own = view_def(view, def);
  /* Opened beside the type's own scope, so it is near. */
  for (ScopeNo i = own->opens ? own->opens : 1, tried = 0; i < view->facts->scopes.len && tried < 4; i++, tried++) {
    const Scope *scope = view_scope(view, i);
    if (scope->kind == SCOPE_STATIC && scope->def == def) return i;
  }
  return 0;
}

/* Methods that stand outside of their type are found by package and
 * receiver, also where the type itself names them, `T.m`; the table tells in which
 * file. */
static void find_in_package(const Own *own, View *view, const Def *type, FoundList *out) {
  uint64_t receiver = hash_combine(view->entry->package_id, resolve_name_hash(own->run, type->name));
  const TableItem *items;
  uint64_t key = resolve_key(KEY_METHOD, receiver, resolve_name_hash(own->run, own->name));
  size_t count = resolve_lookup(own->run, view, key, &items);
  for (size_t i = 0; i < count; i++) {
    View *at = resolve_view(own->run, items[i].file);
    if (!at || items[i].def >= at->facts->defs.len) continue;
    if (names_same(view_def(at, items[i].def)->name, own->name)) add_member(own, at, 0, items[i].def, out);
  }
}

/* What blocks define is not wanted as it is announced in the type: fields of
 * the name, and declarations with as many parameters. */
static void drop_announced(Run *run, const BlockMembers *members, FoundList *out) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < out->count; i++) {
    const Found *found = &out->items[i];
    const Def *def = found->view && found->def ? view_def(found->view, found->def) : NULL;
    bool drop = !def || !resolve_is_callable_kind(def->kind);
    uint32_t mine, theirs;
    if (!drop && (def->flags & DEF_DECLARATION)) {
      resolve_signature(run, found->view, found->def, &mine);
      for (uint32_t k = 0; k < members->count && !drop; k++) {
        resolve_signature(run, members->items[k].view, members->items[k].def, &theirs);
        drop = mine == theirs;
      }
    }
    if (!drop) out->items[kept++] = out->items[i];
  }
  out->count = kept;
}

/* A method that is called hides a field of its name, and the other way round;
 * what a type has of its own comes before what it has from elsewhere. */
static void find_in_blocks(const Own *own, View *view, DefNo number, FoundList *out) {
  BlockMembers members = {.type = resolve_term_at(own->run, own->owner).kind == TERM_INST
                                      ? own->owner
                                      : resolve_own_inst(own->run, view, number)};
  if (own->mode == MODE_VALUE && out->count) return;
  resolve_block_members(own->run, view, own->name, &members);
  if (members.count && own->mode == MODE_CALL) drop_announced(own->run, &members, out);
  for (uint32_t i = 0; i < members.count; i++) {
    const BlockMember *member = &members.items[i];
    Own from = *own;
    from.owner = member->block;
    if (members.has_own && !member->is_own) continue;
    add_member(&from, member->view, 0, member->def, out);
  }
}

/* Methods that do not stand inside of their type, as the language has it. */
static void find_in_receivers(const Own *own, View *view, DefNo number, FoundList *out) {
  const Def *type = view_def(view, number);
  if (!type->name.value) return;
  switch (view->lang->rules.methods) {
    case LANGUAGE_METHODS_INSIDE: break;
    case LANGUAGE_METHODS_PACKAGE: find_in_package(own, view, type, out); break;
    case LANGUAGE_METHODS_ANYWHERE: find_in_blocks(own, view, number, out); break;
  }
}

/* One definition of the type: its scope, or the one for static members, and
 * methods outside of it. */
static void find_in_part(const Own *own, View *view, DefNo number, FoundList *out) {
  const Def *def = view_def(view, number);
  ScopeNo apart = resolve_static_scope(view, number);
  if (apart && own->is_static) {
    resolve_own_in_scope(own, view, apart, out);
  } else if (def->opens) {
    resolve_own_in_scope(own, view, def->opens, out);
  }
  if (symbol_kind_is_type(def->kind)) find_in_receivers(own, view, number, out);
}

/* A namespace may add static members to a type of its name. */
static bool can_merge(const Def *def, bool is_static) {
  return symbol_kind_is_type(def->kind) ||
         (is_static && (def->kind == SYMBOL_NAMESPACE || def->kind == SYMBOL_MODULE));
}

/* A namesake's type parameters are its own: the arguments go by position. */
static void find_in_namesake(const Own *own, View *view, DefNo number, FoundList *out) {
  Own part = *own;
  Term owner = own->owner ? resolve_term_at(own->run, own->owner) : (Term){0};
  if (owner.kind == TERM_INST && owner.count && symbol_kind_is_type(view_def(view, number)->kind)) {
    ValueId args[MERGED_ARGS_MAX];
    uint32_t count = owner.count < MERGED_ARGS_MAX ? owner.count : MERGED_ARGS_MAX;
    for (uint32_t i = 0; i < count; i++) args[i] = resolve_arg(own->run, owner, i);
    part.owner = resolve_term(own->run, (Term){.kind = TERM_INST, .view = view->number, .number = number}, args, count);
  }
  find_in_part(&part, view, number, out);
}

/* Whether every file sees the definition without importing it. */
static bool is_everywhere(const View *view, const Def *def) {
  if (def->scope == 1) return resolve_is_standard(view->entry) || !view->facts->exports;
  DefNo around = view_scope(view, def->scope)->def;
  return around && view_def(view, around)->kind == SYMBOL_MODULE;
}

/* What files of the project add to a type that is everywhere. */
static void find_in_globals(const Own *own, View *view, DefNo number, FoundList *out) {
  const Def *def = view_def(view, number);
  if (out->count || view->lang->rules.globals == LANGUAGE_GLOBALS_NONE || !is_everywhere(view, def)) return;
  const TableItem *items;
  uint64_t key = resolve_key(KEY_GLOBAL, view->lang->family_id, resolve_name_hash(own->run, def->name));
  size_t count = resolve_lookup(own->run, own->run->root, key, &items);
  for (size_t i = 0; i < count && i < PARTS_MAX * 8; i++) {
    View *at = resolve_view(own->run, items[i].file);
    if (!at || items[i].def >= at->facts->defs.len || (at == view && items[i].def == number)) continue;
    const Def *other = view_def(at, items[i].def);
    if (names_same(other->name, def->name) && can_merge(other, own->is_static)) find_in_namesake(own, at, items[i].def, out);
  }
}

/* Namesakes: in the same scope, and for a library in its other files. */
void resolve_own_in_namesakes(const Own *own, View *view, DefNo number, FoundList *out) {
  const Def *def = view_def(view, number);
  uint32_t count;
  const BindNo *binds = resolve_binds(view, def->scope, def->name, &count);
  for (uint32_t i = 0; i < count; i++) {
    DefNo other = view_bind(view, binds[i])->def;
    if (other && other != number && can_merge(view_def(view, other), own->is_static)) {
      find_in_namesake(own, view, other, out);
    }
  }
  if (!resolve_is_standard(view->entry) || def->scope != 1 || !view->lang->family->library) return;
  TableItem items[PARTS_MAX];
  uint64_t key = resolve_key(KEY_GLOBAL, view->lang->library_id, resolve_name_hash(own->run, def->name));
  size_t found = resolve_library_get(view->lang->family->library, key, items, PARTS_MAX);
  for (size_t i = 0; i < found; i++) {
    View *at = resolve_view(own->run, items[i].file);
    if (!at || at == view || items[i].def >= at->facts->binds.len) continue;
    DefNo other = view_bind(at, items[i].def)->def;
    if (other && can_merge(view_def(at, other), own->is_static)) find_in_namesake(own, at, other, out);
  }
}

/* In whatever files. */
static void find_in_parts(const Own *own, View *view, DefNo number, Parts *parts, FoundList *out) {
  Part part;
  for (uint32_t at = 0; parts && resolve_next_part(own->run, parts, own->name, &at, &part);) {
    own->run->compared++;
    if (part.view != view || part.def != number) find_in_namesake(own, part.view, part.def, out);
  }
}

static const Def *container_of(const Found *found) {
  const Def *def = found->view && found->def ? view_def(found->view, found->def) : NULL;
  return def && def->container ? view_def(found->view, def->container) : NULL;
}

/* Of a class and a protocol of one name the class has what the protocol declares. */
static void drop_declared(FoundList *out, uint32_t before) {
  bool has_own = false;
  for (uint32_t i = before; i < out->count; i++) {
    const Def *container = container_of(&out->items[i]);
    has_own |= container && container->kind == SYMBOL_CLASS;
  }
  uint32_t kept = before;
  for (uint32_t i = before; i < out->count; i++) {
    const Def *container = container_of(&out->items[i]);
    bool is_declared = has_own && container && container->kind == SYMBOL_PROTOCOL && (view_def(out->items[i].view, out->items[i].def)->flags & DEF_DECLARATION);
    if (!is_declared) out->items[kept++] = out->items[i];
  }
  out->count = kept;
}

/* The definition itself; then, where types can be reopened, all others of
 * its name. */
void resolve_own_find(const Own *own, FoundList *out) {
  uint32_t before = out->count;
  Term term = resolve_term_at(own->run, own->owner);
  View *view = resolve_view_at(own->run, term.view);
  Parts *parts = resolve_parts(own->run, view, term.number);
  find_in_part(own, view, term.number, out);
  if (view->lang->rules.types_reopen && view_def(view, term.number)->name.value) {
    resolve_own_in_namesakes(own, view, term.number, out);
    if (!parts) find_in_globals(own, view, term.number, out); /* else they are parts */
  }
  find_in_parts(own, view, term.number, parts, out);
  if (parts && out->count > before + 1) drop_declared(out, before);
  if (out->count == before) resolve_find_lent(own, view, term.number, out);
}

void resolve_own_static(const Own *own, FoundList *out) {
  FoundList all = {.count = 0};
  resolve_own_find(own, &all);
  for (uint32_t i = 0; i < all.count; i++) {
    const Found *found = &all.items[i];
    bool is_static = found->view && found->bind && bind_is_static(found->view, view_bind(found->view, found->bind));
    if (is_static) resolve_found_add(own->run, out, *found);
  }
}

void resolve_find_own(Run *run, TermId owner, NameId name, unsigned mode, FoundList *out) {
  Own own = {.run = run, .owner = owner, .receiver = owner, .name = name, .mode = mode, .rule = RULE_TYPE};
  resolve_own_find(&own, out);
}
