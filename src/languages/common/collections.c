/* Collections of a library that is not here. */
#include "src/languages/common/collections_internal.h"

#include "src/languages/common/nodes_internal.h"

static const Str placeholder = {"_", 1};

ExprNo language_placeholder(LanguageBuild *build, NodeNo node) {
  return language_add(build, (Expr){.kind = EXPR_NONE, .name = language_intern(build, placeholder), .at = language_node(build, node)->from});
}

ExprNo language_element(LanguageBuild *build, ExprNo collection, NodeNo node) {
  return collection ? language_add_base(build, EXPR_ITER, collection, node) : 0;
}

/* What a chain of members and calls begins with. */
static ExprNo root_of(LanguageBuild *build, ExprNo expr) {
  enum { LONGEST = 64 };
  for (int i = 0; expr && i < LONGEST; i++) {
    const Expr *at = language_expr_at(build, expr);
    if (at->kind == EXPR_ANY && at->list.count) expr = build->facts->lists.items[at->list.first]; /* see `given` */
    else if (at->kind == EXPR_MEMBER || at->kind == EXPR_CALL) expr = at->base;
    else return expr;
  }
  return 0;
}

/* The first parameters have no type of their own: those from `from` to `to` are made from an element. How far back they are
 * looked for is bounded, since the function may hold anything. */
static void tell_parameters(LanguageBuild *build, DefNo function, ExprNo element, unsigned from, unsigned to) {
  enum { BINDS_MAX = 4096, MOST = 2 };
  Facts *facts = build->facts;
  ScopeNo scope = language_def(build, function)->opens;
  Bind *found[MOST] = {NULL, NULL};
  for (size_t i = facts->binds.len, left = BINDS_MAX; scope && i-- > 1 && left--;) {
    Bind *bind = &facts->binds.items[i];
    if (bind->scope != scope || !(bind->flags & BIND_PARAM)) continue;
    found[1] = found[0];
    found[0] = bind;
  }
  for (unsigned i = from; i < to && i < MOST; i++) {
    if (found[i] && !found[i]->type && !found[i]->value) found[i]->value = element;
  }
}

/* Which parameters of a function get elements that a member of this name is given. */
static bool taking(const LanguageCollections *words, Str name, unsigned *ret_from, unsigned *ret_to) {
  bool is_fold = words->folds && language_word_in(words->folds, name), is_pair = words->pairs && language_word_in(words->pairs, name);
  *ret_from = is_fold;
  *ret_to = is_fold || is_pair ? 2 : 1;
  return is_fold || is_pair || language_word_in(words->each, name);
}

static void tell_placeholder(LanguageBuild *build, ExprNo item, ExprNo collection) {
  Expr *root = language_expr_at(build, root_of(build, item));
  if (root->kind != EXPR_NONE || !str_eq(names_text(build->facts->names, root->name), placeholder)) return;
  *root = (Expr){.kind = EXPR_ITER, .base = collection, .at = root->at};
}

/* What a member of this name gives, read or called: what is said of it, or elements. */
static ExprNo given(LanguageBuild *build, const LanguageCollections *words, ExprNo value, Expr member, NodeNo node) {
  Str name = names_text(build->facts->names, member.name);
  bool is_one = language_word_in(words->one, name);
  if (!is_one && !language_word_in(words->some, name)) return value;
  ExprNo element = language_element(build, member.base, node);
  ExprNo both[2] = {value, is_one ? element : language_add_list(build, EXPR_LIST, 0, &element, 1, node)};
  return language_add_list(build, EXPR_ANY, 0, both, 2, node);
}

ExprNo language_collection_member(LanguageBuild *build, const LanguageCollections *words, ExprNo member, NodeNo node) {
  Expr read = *language_expr_at(build, member);
  return read.kind == EXPR_MEMBER && read.base ? given(build, words, member, read, node) : member;
}

ExprNo language_collection_call(LanguageBuild *build, const LanguageCollections *words, ExprNo call, const ExprNo *items, size_t count, NodeNo node) {
  Expr callee = *language_expr_at(build, language_expr_at(build, call)->base);
  if (callee.kind != EXPR_MEMBER || !callee.base) return call;
  unsigned from, to;
  bool is_taking = taking(words, names_text(build->facts->names, callee.name), &from, &to);
  for (size_t i = 0; i < count && is_taking; i++) {
    const Expr *item = language_expr_at(build, items[i]);
    if (item->kind == EXPR_FUNC) tell_parameters(build, (DefNo)item->number, language_element(build, callee.base, node), from, to);
    else tell_placeholder(build, items[i], callee.base);
  }
  return given(build, words, call, callee, node);
}
