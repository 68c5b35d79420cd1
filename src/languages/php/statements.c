/* PHP statements that bind variables or say what is known of them. Variables
 * belong to the whole function; blocks only tell which assignments may have
 * been passed over. */
#include "src/languages/php/php_internal.h"

/* ---- assignments ---- */

static void bind_variable(LanguageBuild *build, NodeNo name, ExprNo value, ExprNo type, uint32_t from) {
  enum { NEAR = 160 }; /* bytes between a comment and what it is about */
  PhpState *state = php_state(build);
  const PhpAnnounced *told = &state->announced;
  Str text = language_text(build, name);
  uint32_t at = language_node(build, name)->from;
  if (str_eq(text, STR("$this"))) return;
  bool is_about = told->type && at >= told->at && at - told->at < NEAR &&
                  (!told->variable.len || told->variable.ptr[0] != '$' || str_eq(told->variable, text));
  if (is_about && !type) {
    type = told->type;
    state->announced = (PhpAnnounced){0};
  }
  language_bind(build, (Bind){.scope = state->variables, .name = language_intern(build, text), .from = from,
                              .type = type, .value = value});
}

/* $this->x = …, in any method, makes or fills a property. */
static bool bind_member(LanguageBuild *build, NodeNo target, ExprNo value) {
  PhpState *state = php_state(build);
  NodeNo object = language_field(build, target, PHP_IN_OBJECT), name = language_field(build, target, PHP_IN_NAME);
  if (!state->members || !str_eq(language_text(build, object), STR("$this")) || language_kind(build, name) != PHP_NAME) return false;
  language_bind(build, (Bind){.scope = state->members, .name = language_name(build, name), .value = value,
                              .flags = BIND_MEMBER | BIND_HOISTED, .from = language_node(build, name)->from});
  return true;
}

static void give(LanguageBuild *build, NodeNo target, ExprNo value, uint32_t from);

/* [$a, $b] = …, list($a, , $c) = …, ['x' => $a] = … */
static void take_apart(LanguageBuild *build, NodeNo target, ExprNo value, uint32_t from) {
  uint32_t nth = 0;
  for (NodeNo c = syntax_first(build->syntax, target); c; c = syntax_next(build->syntax, c)) {
    if (!syntax_is_named(build->syntax, c)) {
      if (str_eq(language_text(build, c), STR(","))) nth++;
      continue;
    }
    unsigned kind = language_kind(build, c);
    NodeNo part = c;
    if (kind == PHP_ARRAY_ELEMENT) {
      unsigned count = syntax_named_count(build->syntax, c);
      if (count > 1) language_expr(build, syntax_named(build->syntax, c, 0));
      part = syntax_named(build->syntax, c, count ? count - 1 : 0);
    }
    ExprNo own = value ? language_add_number(build, EXPR_PART, value, nth, c) : 0;
    give(build, part, own, from);
  }
}

static void give(LanguageBuild *build, NodeNo target, ExprNo value, uint32_t from) {
  switch (language_kind(build, target)) {
    case PHP_VARIABLE:
      bind_variable(build, target, value, 0, from);
      language_ref(build, REF_WRITE, language_php_variable(build, target, LANGUAGE_NO_REF), target);
      break;
    case PHP_BY_REF: give(build, syntax_named(build->syntax, target, 0), value, from); break;
    case PHP_LIST_LITERAL: case PHP_ARRAY: take_apart(build, target, value, from); break;
    case PHP_MEMBER_ACCESS:
      bind_member(build, target, value);
      language_expr_as(build, target, REF_WRITE);
      break;
    default: language_put(build, language_expr_as(build, target, REF_WRITE), value); break;
  }
}

/* The value is read before the target holds it. */
ExprNo language_php_assignment(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  ExprNo value = language_expr(build, language_field(build, node, PHP_IN_RIGHT));
  give(build, language_field(build, node, PHP_IN_LEFT), value, language_node(build, node)->to);
  return value;
}

/* `??=` may leave what was there; all others make texts and numbers. */
ExprNo language_php_augmented(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  NodeNo left = language_field(build, node, PHP_IN_LEFT);
  ExprNo sides[2];
  sides[1] = language_expr(build, language_field(build, node, PHP_IN_RIGHT));
  sides[0] = language_expr_as(build, left, REF_WRITE);
  if (!str_eq(language_text(build, language_field(build, node, PHP_IN_OPERATOR)), STR("?" "?="))) return sides[0];
  ExprNo value = language_add_list(build, EXPR_ANY, 0, sides, 2, node);
  if (language_kind(build, left) == PHP_VARIABLE) bind_variable(build, left, value, 0, language_node(build, node)->to);
  else if (language_kind(build, left) == PHP_MEMBER_ACCESS) bind_member(build, left, sides[1]);
  return value;
}

void language_php_static_variable(LanguageBuild *build, NodeNo node) {
  ExprNo value = language_expr(build, language_field(build, node, PHP_IN_VALUE));
  NodeNo name = language_field(build, node, PHP_IN_NAME);
  if (name) bind_variable(build, name, value, 0, language_node(build, node)->to);
}

/* ---- loops and branches ---- */

static void block(LanguageBuild *build, NodeNo node) {
  LanguageOpen before;
  if (!node) return;
  language_open(build, SCOPE_BLOCK, node, 0, &before);
  unsigned kind = language_kind(build, node);
  if (kind == PHP_COMPOUND || kind == PHP_COLON_BLOCK) language_visit_children(build, node);
  else language_visit(build, node);
  language_close(build, &before);
}

/* The variables hold behind the loop as well. */
void language_php_foreach(LanguageBuild *build, NodeNo node) {
  NodeNo body = language_field(build, node, PHP_IN_BODY);
  NodeNo over = syntax_named(build->syntax, node, 0), target = syntax_named(build->syntax, node, 1);
  uint32_t from = body ? language_node(build, body)->from : language_node(build, node)->to;
  ExprNo value = language_expr(build, over);
  ExprNo item = value ? language_add_base(build, EXPR_ITER, value, over) : 0;
  if (language_kind(build, target) == PHP_PAIR) {
    ExprNo key = value ? language_add_number(build, EXPR_ITER, value, 1, over) : 0;
    give(build, syntax_named(build->syntax, target, 0), key, from);
    give(build, syntax_named(build->syntax, target, 1), item, from);
  } else if (target && target != body) {
    give(build, target, item, from);
  }
  block(build, body);
}

void language_php_catch(LanguageBuild *build, NodeNo node) {
  LanguageOpen before;
  ExprNo type = language_type(build, language_field(build, node, PHP_IN_TYPE));
  NodeNo name = language_field(build, node, PHP_IN_NAME), body = language_field(build, node, PHP_IN_BODY);
  language_open(build, SCOPE_BLOCK, node, 0, &before);
  if (name) bind_variable(build, name, 0, type, language_node(build, name)->from);
  language_visit_children(build, body);
  language_close(build, &before);
}

/* Whether what stands here never goes on to the next statement. */
static bool leaves(const LanguageBuild *build, NodeNo node) {
  for (int guard = 0; node && guard < 8; guard++) {
    unsigned kind = language_kind(build, node);
    switch (kind) {
      case PHP_RETURN: case PHP_BREAK: case PHP_CONTINUE: case PHP_THROW: case PHP_EXIT: return true;
      case PHP_EXPRESSION_STATEMENT: node = syntax_named(build->syntax, node, 0); break;
      case PHP_COMPOUND: case PHP_COLON_BLOCK: {
        unsigned count = syntax_named_count(build->syntax, node);
        node = count ? syntax_named(build->syntax, node, count - 1) : 0;
        break;
      }
      default: return false;
    }
  }
  return false;
}

static void guarded(LanguageBuild *build, NodeNo condition, bool truth, NodeNo body) {
  if (!body) return;
  language_php_narrow(build, condition, truth, language_node(build, body)->from, language_node(build, body)->to);
}

/* In an `else` all conditions before it failed; behind an `if` that left, its
 * own did. */
void language_php_if(LanguageBuild *build, NodeNo node) {
  enum { CHAIN_MAX = 8 }; /* conditions that are kept in mind */
  NodeNo condition = language_field(build, node, PHP_IN_CONDITION), body = language_field(build, node, PHP_IN_BODY);
  NodeNo failed[CHAIN_MAX] = {condition};
  size_t count = 1;
  bool has_else = false;
  language_expr(build, condition);
  guarded(build, condition, true, body);
  block(build, body);
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    unsigned kind = language_kind(build, c);
    if (kind != PHP_ELSE && kind != PHP_ELSE_IF) continue;
    has_else = true;
    NodeNo own = language_field(build, c, PHP_IN_CONDITION), inside = language_field(build, c, PHP_IN_BODY);
    for (size_t i = 0; i < count; i++) guarded(build, failed[i], false, c);
    if (own && count < CHAIN_MAX) failed[count++] = own;
    language_expr(build, own);
    guarded(build, own, true, inside);
    block(build, inside);
  }
  NodeNo around = syntax_parent(build->syntax, node);
  if (!has_else && around && leaves(build, body)) {
    language_php_narrow(build, condition, false, language_node(build, node)->to, language_node(build, around)->to);
  }
}

void language_php_while(LanguageBuild *build, NodeNo node) {
  NodeNo condition = language_field(build, node, PHP_IN_CONDITION), body = language_field(build, node, PHP_IN_BODY);
  language_expr(build, condition);
  guarded(build, condition, true, body);
  block(build, body);
}

/* `assert($x instanceof A);` holds for all that follows. */
void language_php_statement(LanguageBuild *build, NodeNo node) {
  language_visit_children(build, node);
  NodeNo call = syntax_named(build->syntax, node, 0), around = syntax_parent(build->syntax, node);
  if (language_kind(build, call) != PHP_FUNCTION_CALL || !around) return;
  Str name = language_text(build, language_field(build, call, PHP_IN_FUNCTION));
  if (!str_eq_ignore_case(name, STR("assert")) && !str_eq_ignore_case(name, STR("\\assert"))) return;
  NodeNo arguments = language_field(build, call, PHP_IN_ARGUMENTS);
  NodeNo first = arguments ? syntax_named(build->syntax, arguments, 0) : 0;
  NodeNo condition = first ? syntax_named(build->syntax, first, 0) : 0;
  language_php_narrow(build, condition, true, language_node(build, node)->to, language_node(build, around)->to);
}
