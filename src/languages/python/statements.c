/* Statements that choose and repeat: which assignments reach where. A block
 * that may be passed over is noted by its end; see python_internal.h. */
#include "src/languages/python/python_internal.h"

#define MAX_CHAIN 64 /* branches of one `if` that are compared */

/* Where what is learnt now ends at the latest: with the innermost block that
 * may be passed over, else with the function, class or module. */
uint32_t language_python_block_end(const LanguageBuild *build) {
  const PythonState *state = python_state(build);
  return state->block_to ? state->block_to : build->facts->scopes.items[language_python_home(build)].to;
}

/* ---- blocks ---- */

/* One further than the text: what the last statement assigns holds there. */
static uint32_t end_of_block(const Syntax *syntax, NodeNo block) {
  return block ? syntax->nodes[block].to + 1 : 0;
}

/* Comments are nodes and may stand last. */
static NodeNo last_statement(const Syntax *syntax, NodeNo block) {
  NodeNo last = 0;
  for (NodeNo c = block ? syntax_first(syntax, block) : 0; c; c = syntax_next(syntax, c)) {
    if (syntax_is_named(syntax, c) && syntax_kind(syntax, c) != KIND_COMMENT) last = c;
  }
  return last;
}

static bool if_leaves(const Syntax *syntax, NodeNo node, int depth);

/* Whether nothing behind the block is reached through it, by its last
 * statement alone. Calls that never return (sys.exit) are not known as such. */
static bool leaves(const Syntax *syntax, NodeNo block, int depth) {
  NodeNo last = last_statement(syntax, block);
  switch (syntax_kind(syntax, last)) {
    case KIND_RETURN_STATEMENT:
    case KIND_RAISE_STATEMENT:
    case KIND_BREAK_STATEMENT:
    case KIND_CONTINUE_STATEMENT: return true;
    case KIND_IF_STATEMENT: return depth < 8 && if_leaves(syntax, last, depth + 1);
    case KIND_WITH_STATEMENT: return depth < 8 && leaves(syntax, syntax_field(syntax, last, FIELD_BODY), depth + 1);
    default: return false;
  }
}

static bool if_leaves(const Syntax *syntax, NodeNo node, int depth) {
  bool has_else = false;
  if (!leaves(syntax, syntax_field(syntax, node, FIELD_CONSEQUENCE), depth)) return false;
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    unsigned kind = syntax_kind(syntax, c);
    if (kind == KIND_ELIF_CLAUSE && !leaves(syntax, syntax_field(syntax, c, FIELD_CONSEQUENCE), depth)) return false;
    if (kind != KIND_ELSE_CLAUSE) continue;
    has_else = true;
    if (!leaves(syntax, syntax_field(syntax, c, FIELD_BODY), depth)) return false;
  }
  return has_else;
}

/* Definitions of a module that stand in a block depend on a condition
 * (DEF_DEPENDENT): of two with one name neither hides the other. Inside
 * functions that is nothing special. */
void language_python_block(LanguageBuild *build, NodeNo block) {
  PythonState *state = python_state(build);
  if (!block) return;
  uint32_t block_to = state->block_to;
  bool block_leaves = state->block_leaves;
  unsigned flags = build->flags;
  state->block_to = end_of_block(build->syntax, block);
  state->block_leaves = leaves(build->syntax, block, 0);
  if (!state->function) build->flags |= DEF_DEPENDENT;
  LanguageOpen before;
  language_open(build, SCOPE_BLOCK, block, 0, &before);
  language_visit(build, block);
  language_close(build, &before);
  build->flags = flags;
  state->block_to = block_to;
  state->block_leaves = block_leaves;
}

/* ---- if ---- */

/* The binds that one branch of an `if` made, for finding names that every
 * branch binds: behind the `if` the value from before is gone for these, and
 * only for these. */
typedef struct Branch {
  size_t first, end; /* of the binds made in it */
  uint32_t to;
} Branch;

/* A bind of the branch itself ends where the branch ends. One with another
 * end stands in a block inside and may not happen. */
static bool binds_for_sure(const LanguageBuild *build, const Branch *branch, ScopeNo scope, NameId name) {
  for (size_t i = branch->first; i < branch->end; i++) {
    const Bind *bind = &build->facts->binds.items[i];
    bool is_plain = !(bind->flags & (BIND_NARROW | BIND_GLOBAL)) && bind->to == branch->to;
    if (is_plain && bind->scope == scope && names_same(bind->name, name)) return true;
  }
  return false;
}

static bool was_bound(const PythonFunction *function, size_t seen, NameId name) {
  for (size_t i = 0; i < seen && i < function->seen.len; i++) {
    if (names_same(function->seen.items[i], name)) return true;
  }
  return false;
}

static bool is_first_of(const LanguageBuild *build, const Branch *branch, size_t at) {
  const Bind *bind = &build->facts->binds.items[at];
  for (size_t i = branch->first; i < at; i++) {
    const Bind *other = &build->facts->binds.items[i];
    if (other->scope == bind->scope && names_same(other->name, bind->name)) return false;
  }
  return true;
}

/* The name behind the `if` is any of what it was at the end of each branch:
 * read there, one byte before the branch's end, where its last assignment
 * still holds. */
static void merge_name(LanguageBuild *build, const Branch *branches, size_t count, NameId name, uint32_t from) {
  ExprNo items[MAX_CHAIN];
  for (size_t i = 0; i < count; i++) {
    items[i] = language_add(build, (Expr){.kind = EXPR_NAME, .at = branches[i].to - 1, .name = name,
                                          .scope = python_state(build)->function->scope});
  }
  PythonAssign assign = {.from = from, .value = items[0]};
  ExprList list = language_list(build, items, count);
  if (count > 1) assign.value = language_add(build, (Expr){.kind = EXPR_ANY, .at = from, .list = list});
  language_python_bind(build, name, &assign);
}

/* Only for locals that had a value before (the first `seen` names): for
 * others the branches' own binds are all there is, and looking a name up
 * finds them. A name counts once, by its first bind in the first branch. */
static void merge(LanguageBuild *build, const Branch *branches, size_t count, size_t seen, uint32_t from) {
  PythonFunction *function = python_state(build)->function;
  if (!function || python_state(build)->type || !count) return;
  for (size_t i = branches[0].first; i < branches[0].end; i++) {
    const Bind bind = build->facts->binds.items[i];
    if (bind.scope != function->scope || !was_bound(function, seen, bind.name)) continue;
    if (!is_first_of(build, &branches[0], i)) continue;
    bool everywhere = true;
    for (size_t j = 0; j < count && everywhere; j++) {
      everywhere = binds_for_sure(build, &branches[j], bind.scope, bind.name);
    }
    if (everywhere) merge_name(build, branches, count, bind.name, from);
  }
}

/* A chain of `if`, `elif` and `else` while it is read. */
typedef struct Chain {
  Branch branches[MAX_CHAIN]; /* those that go on behind it */
  size_t count;
  bool has_else;
  NodeNo conditions[MAX_CHAIN]; /* whose failing leads further down */
  size_t condition_count;
  bool all_leave; /* so far: behind it all conditions failed */
  bool is_decided; /* some branch so far always runs: later ones never do */
} Chain;

/* A branch that leaves does not take part in what holds behind the chain. */
static void read_branch(LanguageBuild *build, Chain *chain, NodeNo block) {
  Branch branch = {.first = build->facts->binds.len, .to = end_of_block(build->syntax, block)};
  bool does_leave = leaves(build->syntax, block, 0);
  language_python_block(build, block);
  branch.end = build->facts->binds.len;
  if (does_leave) return;
  chain->all_leave = false;
  if (chain->count < MAX_CHAIN) chain->branches[chain->count++] = branch;
}

/* An `elif` is reached when all conditions before it failed. */
static void failed_so_far(LanguageBuild *build, const Chain *chain, uint32_t from, uint32_t to) {
  for (size_t i = 0; i < chain->condition_count; i++) {
    language_python_narrow(build, chain->conditions[i], false, from, to);
  }
}

/* The order is that of running: what failed before is known in this
 * condition, and what this condition says is known in its block. A block
 * that never runs is still read, for its references, and its binds are
 * hidden from the rest. */
static void read_condition(LanguageBuild *build, Chain *chain, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo condition = syntax_field(syntax, node, FIELD_CONDITION);
  NodeNo block = syntax_field(syntax, node, FIELD_CONSEQUENCE);
  if (condition) failed_so_far(build, chain, syntax->nodes[condition].from, syntax->nodes[node].to);
  language_expr(build, condition);
  if (block) language_python_narrow(build, condition, true, syntax->nodes[block].from, syntax->nodes[block].to);
  int holds = language_python_static_condition(build, condition);
  size_t first_bind = build->facts->binds.len;
  read_branch(build, chain, block);
  if (holds == 0 || chain->is_decided) language_python_hide(build, first_bind, block);
  chain->is_decided = chain->is_decided || holds == 1;
  if (condition && chain->condition_count < MAX_CHAIN) chain->conditions[chain->condition_count++] = condition;
}

/* Stubs hold whole alternatives for versions and platforms. Reading them all
 * would give every symbol of the standard library several times, so only the
 * one that holds is read; what cannot be decided is read too. */
static void read_stub_if(LanguageBuild *build, NodeNo node, int holds) {
  const Syntax *syntax = build->syntax;
  if (holds) {
    language_visit(build, syntax_field(syntax, node, FIELD_CONSEQUENCE));
    return;
  }
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) == KIND_ELSE_CLAUSE) {
      language_visit(build, syntax_field(syntax, c, FIELD_BODY));
    } else if (syntax_kind(syntax, c) == KIND_ELIF_CLAUSE) {
      int inner = language_python_static_condition(build, syntax_field(syntax, c, FIELD_CONDITION));
      if (inner == 0) continue;
      language_visit(build, syntax_field(syntax, c, FIELD_CONSEQUENCE));
      if (inner == 1) return;
    }
  }
}

/* Without an `else`, when all branches leave, what comes behind the chain is
 * reached only if every condition failed. */
void language_python_if(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  PythonState *state = python_state(build);
  int holds = language_python_static_condition(build, syntax_field(syntax, node, FIELD_CONDITION));
  if (state->is_stub && holds >= 0) {
    read_stub_if(build, node, holds);
    return;
  }
  Chain chain = {.all_leave = true};
  size_t seen = state->function ? state->function->seen.len : 0;
  read_condition(build, &chain, node);
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) == KIND_ELIF_CLAUSE) {
      read_condition(build, &chain, c);
    } else if (syntax_kind(syntax, c) == KIND_ELSE_CLAUSE) {
      chain.has_else = true;
      failed_so_far(build, &chain, syntax->nodes[c].from, syntax->nodes[c].to);
      size_t first_bind = build->facts->binds.len;
      read_branch(build, &chain, syntax_field(syntax, c, FIELD_BODY));
      if (chain.is_decided) language_python_hide(build, first_bind, syntax_field(syntax, c, FIELD_BODY));
    }
  }
  uint32_t end = syntax->nodes[node].to;
  if (chain.has_else) merge(build, chain.branches, chain.count, seen, end + 1);
  else if (chain.all_leave) failed_so_far(build, &chain, end, language_python_block_end(build));
}

/* ---- loops ---- */

static bool is_bound_in(const LanguageBuild *build, size_t first, size_t end, const Bind *bind) {
  for (size_t i = first; i < end; i++) {
    const Bind *other = &build->facts->binds.items[i];
    if (other->scope == bind->scope && names_same(other->name, bind->name)) return true;
  }
  return false;
}

/* What a loop's body assigns is seen at its beginning, the next time round;
 * but for what the loop itself assigns there: the binds from `first` to
 * `body`. Done by a copy of each such bind that starts and ends at the
 * body's first byte: a further alternative for the names that had a value
 * before the loop. */
static void carry(LanguageBuild *build, size_t first, size_t body, size_t seen, uint32_t from) {
  PythonFunction *function = python_state(build)->function;
  if (!function || python_state(build)->type) return;
  size_t end = build->facts->binds.len;
  for (size_t i = body; i < end; i++) {
    Bind bind = build->facts->binds.items[i];
    bool is_plain = !(bind.flags & (BIND_NARROW | BIND_GLOBAL)) && !bind.def && !bind.import;
    if (!is_plain || bind.scope != function->scope || !was_bound(function, seen, bind.name)) continue;
    if (is_bound_in(build, first, body, &bind)) continue;
    bind.from = bind.to = from;
    language_bind(build, bind);
  }
}

static size_t names_seen(const LanguageBuild *build) {
  const PythonFunction *function = python_state(build)->function;
  return function ? function->seen.len : 0;
}

static void read_loop(LanguageBuild *build, NodeNo node, size_t first_bind) {
  const Syntax *syntax = build->syntax;
  NodeNo body = syntax_field(syntax, node, FIELD_BODY);
  size_t body_bind = build->facts->binds.len, seen = names_seen(build);
  language_python_block(build, body);
  if (body) carry(build, first_bind, body_bind, seen, syntax->nodes[body].from);
  NodeNo other = syntax_child(syntax, node, KIND_ELSE_CLAUSE);
  language_python_block(build, syntax_field(syntax, other, FIELD_BODY));
}

void language_python_while(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo condition = syntax_field(syntax, node, FIELD_CONDITION), body = syntax_field(syntax, node, FIELD_BODY);
  language_expr(build, condition);
  if (body) language_python_narrow(build, condition, true, syntax->nodes[body].from, syntax->nodes[body].to);
  read_loop(build, node, build->facts->binds.len);
}

/* The names hold from the body on, and behind the loop too: they are the
 * function's, not the loop's. */
void language_python_for(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo right = syntax_field(syntax, node, FIELD_RIGHT), body = syntax_field(syntax, node, FIELD_BODY);
  ExprNo value = language_expr(build, right);
  PythonAssign assign = {.whole = node, .from = body ? syntax->nodes[body].from : syntax->nodes[node].to};
  assign.value = language_python_element(build, value, language_python_is_async(build, node), node);
  NodeNo left = syntax_field(syntax, node, FIELD_LEFT);
  if (left) assign.whole = left;
  assign.type = language_python_type_behind(build, right);
  size_t first_bind = build->facts->binds.len;
  language_python_target(build, left, &assign);
  read_loop(build, node, first_bind);
}

/* ---- with ---- */

/* `with m as x`: x is what entering gives, which need not be m. */
static void read_item(LanguageBuild *build, NodeNo item, bool is_async) {
  const Syntax *syntax = build->syntax;
  NodeNo value = syntax_field(syntax, item, FIELD_VALUE);
  if (syntax_kind(syntax, value) != KIND_AS_PATTERN) {
    language_expr(build, value);
    return;
  }
  ExprNo manager = language_expr(build, syntax_named(syntax, value, 0));
  NodeNo target = syntax_field(syntax, value, FIELD_ALIAS);
  PythonAssign assign = {.whole = target ? target : item, .from = syntax->nodes[item].to};
  Str enter = is_async ? STR("__aenter__") : STR("__enter__");
  assign.value = language_python_implied_call(build, manager, enter, 0, value);
  if (is_async && assign.value) assign.value = language_add_base(build, EXPR_AWAIT, assign.value, value);
  assign.type = language_python_type_behind(build, item);
  language_python_target(build, target, &assign);
}

/* Its body always runs: no block of its own. */
void language_python_with(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  bool is_async = language_python_is_async(build, node);
  NodeNo clause = syntax_child(syntax, node, KIND_WITH_CLAUSE);
  for (NodeNo c = clause ? syntax_first(syntax, clause) : 0; c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) == KIND_WITH_ITEM) read_item(build, c, is_async);
    else language_expr(build, c);
  }
  language_visit(build, syntax_field(syntax, node, FIELD_BODY));
}

/* ---- try ---- */

/* The classes after `except` are read as types: a tuple of them is any of
 * them, and the caught value is an instance. */
static void read_except(LanguageBuild *build, NodeNo clause) {
  const Syntax *syntax = build->syntax;
  NodeNo block = syntax_child(syntax, clause, KIND_BLOCK);
  NodeNo alias = syntax_field(syntax, clause, FIELD_ALIAS);
  ExprNo type = 0;
  for (NodeNo c = syntax_first(syntax, clause); c; c = syntax_next(syntax, c)) {
    if (syntax->nodes[c].field != FIELD_VALUE || !syntax_is_named(syntax, c)) continue;
    if (syntax_kind(syntax, c) == KIND_AS_PATTERN) {
      type = language_type(build, syntax_named(syntax, c, 0));
      alias = syntax_field(syntax, c, FIELD_ALIAS);
    } else {
      type = language_type(build, c);
    }
  }
  if (alias) {
    uint32_t from = block ? syntax->nodes[block].from : syntax->nodes[clause].to;
    ExprNo value = type ? language_add_base(build, EXPR_OF_TYPE, type, alias) : 0;
    PythonAssign assign = {.whole = alias, .from = from, .value = value};
    language_python_target(build, alias, &assign);
  }
  language_python_block(build, block);
}

/* The tried block may stop anywhere, so what it assigns may or may not hold
 * behind it: it is a block like that of an `if`. `finally` always runs. */
void language_python_try(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    switch (syntax_kind(syntax, c)) {
      case KIND_BLOCK: language_python_block(build, c); break;
      case KIND_EXCEPT_CLAUSE: read_except(build, c); break;
      case KIND_ELSE_CLAUSE: language_python_block(build, syntax_field(syntax, c, FIELD_BODY)); break;
      case KIND_FINALLY_CLAUSE: language_visit(build, syntax_child(syntax, c, KIND_BLOCK)); break;
      default: language_visit(build, c); break;
    }
  }
}

/* ---- assert, return ---- */

/* What is asserted is known from there to the end of the block. */
void language_python_assert(LanguageBuild *build, NodeNo node) {
  language_visit_expr(build, node);
  language_python_narrow(build, syntax_named(build->syntax, node, 0), true, build->syntax->nodes[node].to,
                         language_python_block_end(build));
}

/* What a generator returns is not what iterating over it gives. */
void language_python_return(LanguageBuild *build, NodeNo node) {
  const PythonFunction *function = python_state(build)->function;
  ExprNo value = language_expr(build, syntax_named(build->syntax, node, 0));
  if (function && !function->is_generator) language_return(build, value);
}
