/* Calls whose target is a value, from the facts of the file. */
#include "src/query/path/open_calls_internal.h"

#include "src/query/source/facts_internal.h"

#define CHAIN_MAX 32 /* of members and calls */

/* As resolution would find it inside of the file, without its rules: good
 * enough to tell a parameter from a function. */
const Bind *query_bind_of(const Facts *facts, const Expr *expr) {
  ScopeNo scope = expr->scope;
  for (size_t depth = 0; scope && scope < facts->scopes.len && depth < 256; depth++) {
    for (size_t i = 1; i < facts->binds.len; i++) {
      const Bind *bind = &facts->binds.items[i];
      if (bind->scope == scope && names_same(bind->name, expr->name) && !(bind->flags & BIND_NARROW)) return bind;
    }
    scope = facts->scopes.items[scope].parent;
  }
  return NULL;
}

const Expr *query_expr_at(const Facts *facts, ExprNo number) {
  return number && number < facts->exprs.len ? &facts->exprs.items[number] : NULL;
}

/* What a chain of members, calls and subscripts begins with. */
static const Expr *root_of(const Facts *facts, const Expr *expr) {
  for (size_t i = 0; expr && i < CHAIN_MAX; i++) {
    switch (expr->kind) {
      case EXPR_MEMBER: case EXPR_CALL: case EXPR_NEW: case EXPR_INDEX: case EXPR_AWAIT: expr = query_expr_at(facts, expr->base); break;
      default: return expr;
    }
  }
  return NULL;
}

/* NULL: the name is a definition's or a package's, and no riddle. A file of the
 * project would have been followed: there is none, or nothing to call in it. */
static const char *why_name(const Facts *facts, const Expr *name) {
  const Bind *bind = query_bind_of(facts, name);
  Str specifier = bind && bind->import && bind->import < facts->imports.len ? names_text(facts->names, facts->imports.items[bind->import].specifier) : STR_EMPTY;
  if (specifier.len && specifier.ptr[0] == '.') return "calls what is imported from a file that does not define it";
  if (!bind || bind->import || bind->def) return NULL;
  return bind->flags & BIND_PARAM ? "calls a parameter" : "calls a variable";
}

/* ---- known values: a call of a member that led nowhere is somebody else's ---- */

static bool is_known(const Facts *facts, const Expr *expr, unsigned depth);

/* A type that is written, an import, or a definition that says what it is. */
static bool is_known_bind(const Facts *facts, const Bind *bind, unsigned depth) {
  const Def *def = bind->def && bind->def < facts->defs.len ? &facts->defs.items[bind->def] : NULL;
  if (bind->type || bind->import || (def && (def->type || !def->value))) return true;
  return is_known(facts, query_expr_at(facts, def ? def->value : bind->value), depth);
}

static bool is_known_member(const Facts *facts, NameId name, unsigned depth) {
  for (size_t i = 1; i < facts->binds.len; i++) {
    const Bind *bind = &facts->binds.items[i];
    if (bind->flags & BIND_MEMBER && names_same(bind->name, name) && is_known_bind(facts, bind, depth)) return true;
  }
  return false;
}

/* What the project's own functions return without saying so is not. */
static bool is_known(const Facts *facts, const Expr *expr, unsigned depth) {
  if (!expr || depth > CHAIN_MAX) return false;
  const Expr *base = query_expr_at(facts, expr->base);
  const Bind *bind = NULL;
  switch (expr->kind) {
    case EXPR_NAME: bind = query_bind_of(facts, expr); return bind && is_known_bind(facts, bind, depth + 1);
    case EXPR_MEMBER:
      if (base && base->kind == EXPR_SELF) return is_known_member(facts, expr->name, depth + 1);
      return is_known(facts, base, depth + 1);
    case EXPR_CALL:
      if (base && base->kind == EXPR_NAME) bind = query_bind_of(facts, base);
      return !(bind && bind->def) && is_known(facts, base, depth + 1);
    case EXPR_INDEX: case EXPR_AWAIT: return is_known(facts, base, depth + 1);
    case EXPR_ANY: return is_known(facts, expr->list.count ? query_expr_at(facts, facts->lists.items[expr->list.first]) : NULL, depth + 1);
    case EXPR_SELF: case EXPR_SUPER: return false;
    default: return true; /* a literal, something made */
  }
}

/* A read at the same place (table[key](x)) is no target. */
static bool has_edge(const StoreEdges *edges, const Ref *ref, uint32_t kinds) {
  for (size_t i = 0; i < edges->len; i++) {
    if (!(kinds & STORE_KIND(edges->items[i].kind))) continue;
    if (edges->items[i].line == ref->line && edges->items[i].column == ref->column) return true;
  }
  return false;
}

/* What a call of the project's own returns, where that is not said. */
static bool is_returned(const Facts *facts, const StoreEdges *edges, const Expr *callee) {
  const Expr *base = query_expr_at(facts, callee->base);
  for (size_t i = 1; base && base->kind == EXPR_CALL && i < facts->refs.len; i++) {
    const Ref *ref = &facts->refs.items[i];
    if (ref->expr == callee->base && ref->role == REF_CALL) return has_edge(edges, ref, QUERY_CALLS);
  }
  return false;
}

static const char why_outside[] = "calls a member of a type from outside the project";

/* A member of what came in or is kept: somebody decided what that is. */
static bool is_held_value(const Facts *facts, const Expr *root) {
  const Bind *bind = root->kind == EXPR_NAME ? query_bind_of(facts, root) : NULL;
  return root->kind == EXPR_SELF || (bind && !bind->import && !bind->def);
}

static const char *why_member(const Facts *facts, const StoreEdges *edges, const Expr *callee, bool outside) {
  const Expr *root = root_of(facts, callee), *base = query_expr_at(facts, callee->base);
  if (!root || !base) return NULL;
  if (base->kind == EXPR_SELF) return "calls a member that is set at run time or inherited from outside";
  if (outside && is_returned(facts, edges, callee)) return "calls a member of what a call returned";
  bool is_open = root->kind == EXPR_SELF || (root->kind == EXPR_NAME && why_name(facts, root));
  if (is_open && !is_known(facts, base, 0)) return "calls a member of a value whose type is not known";
  return outside && is_held_value(facts, root) ? why_outside : NULL;
}

/* NULL: the target is a definition, or not the project's. */
static const char *why_open(const Facts *facts, const StoreEdges *edges, const Expr *call, bool is_held, bool outside) {
  const Expr *callee = query_expr_at(facts, call->base);
  if (!callee) return NULL;
  switch (callee->kind) {
    case EXPR_NAME: return is_held ? "calls a variable" : why_name(facts, callee);
    case EXPR_INDEX: return "calls an element of a collection";
    case EXPR_CALL: return "calls what a call returned";
    case EXPR_MEMBER: return is_held ? "calls a field that holds a function" : why_member(facts, edges, callee, outside);
    default: return NULL;
  }
}

/* The name that other definitions could have. */
static Str member_name(const Facts *facts, const Expr *call) {
  const Expr *callee = query_expr_at(facts, call->base);
  return callee && callee->kind == EXPR_MEMBER ? names_text(facts->names, callee->name) : STR_EMPTY;
}

/* ---- */

/* Ended by query_opener_clear: the names are its own. */
void query_opener_init(QueryOpener *opener, Job *job, StoreReader *reader) {
  *opener = (QueryOpener){.job = job, .reader = reader, .names = names_open()};
  idmap_init(&opener->numbers, job->arena);
}

void query_opener_clear(QueryOpener *opener) {
  names_close(opener->names);
  opener->names = NULL;
}

/* Facts are decoded once per question and file. NULL: there are none. */
Err query_opener_facts(QueryOpener *opener, FileId file, const Facts **ret_facts) {
  bool is_there;
  uint32_t number = idmap_get(&opener->numbers, file.value);
  if (number == IDMAP_NONE) {
    Facts *facts = ARENA_NEW(opener->job->arena, Facts);
    TRY(query_facts(opener->job, opener->reader, file, opener->names, facts, &is_there));
    number = (uint32_t)opener->files.len;
    *vec_add(opener->job->arena, &opener->files) = is_there ? facts : NULL;
    idmap_add(&opener->numbers, file.value, number);
  }
  *ret_facts = opener->files.items[number];
  return OK;
}

/* References of the symbol that are calls and have no edge. Those of which
 * the callee is known to be somebody else's are no riddle and are left out. */
Err query_opener_calls(QueryOpener *opener, const StoreSymbol *symbol, size_t limit, QueryOpenCalls *ret_calls) {
  Job *job = opener->job;
  const Facts *facts;
  StoreEdges edges = {0};
  VEC(QueryOpenCall) calls = {0};
  *ret_calls = (QueryOpenCalls){0};
  if (symbol->kind == SYMBOL_FILE) return OK;
  TRY(query_opener_facts(opener, symbol->file, &facts));
  if (!facts) return OK;
  TRY(store_edges_from(job, opener->reader, symbol->id, STORE_ALL_KINDS, &edges));
  for (size_t i = 1; i < facts->refs.len && calls.len < limit; i++) {
    const Ref *ref = &facts->refs.items[i];
    bool is_wanted = true;
    if (ref->from != symbol->def || ref->role != REF_CALL || has_edge(&edges, ref, QUERY_CALLS | QUERY_LINKS)) continue;
    const Expr *call = query_expr_at(facts, ref->expr);
    if (!call || call->kind != EXPR_CALL) continue;
    bool is_held = has_edge(&edges, ref, STORE_KIND(EDGE_READS)); /* then its name is the holder's */
    Str name = is_held ? STR_EMPTY : member_name(facts, call);
    if (!is_held && opener->wants) TRY(opener->wants(opener->context, name, &is_wanted));
    const char *why = is_wanted ? why_open(facts, &edges, call, is_held, opener->outside) : NULL;
    if (!why) continue;
    *vec_add(job->arena, &calls) = (QueryOpenCall){.line = ref->line, .why = why, .name = str_copy(job->arena, name),
                                                   .is_outside = why == why_outside, .is_held = is_held, .callee = call->base};
  }
  *ret_calls = (QueryOpenCalls){calls.items, calls.len};
  return OK;
}

/* For a single symbol. Who asks about many opens one opener for all. */
Err query_open_calls(Job *job, StoreReader *reader, const StoreSymbol *symbol, size_t limit, QueryOpenCalls *ret_calls) {
  QueryOpener opener;
  query_opener_init(&opener, job, reader);
  Err err = query_opener_calls(&opener, symbol, limit, ret_calls);
  query_opener_clear(&opener);
  return err;
}
