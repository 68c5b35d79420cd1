/* Java patterns: instanceof, switch. A pattern's variable holds where the
 * pattern is known to have matched, which may be before or behind the place
 * that tests it: `if (!(x instanceof T t)) return; t.f();`. */
#include "src/languages/java/java_internal.h"

/* ---- where a test holds ---- */

/* Whether the statement never comes to its end, by its last part; blocks in
 * blocks are followed as far as anyone writes them. */
static bool is_exit(const LanguageBuild *build, NodeNo node) {
  for (int i = 0; i < 64 && node; i++) {
    switch (language_kind(build, node)) {
      case JAVA_RETURN:
      case JAVA_THROW:
      case JAVA_BREAK:
      case JAVA_CONTINUE:
        return true;
      case JAVA_BLOCK:
        node = language_java_last(build, node);
        break;
      default:
        return false;
    }
  }
  return false;
}

/* From the statement's end to the end of the block around it. */
static Range behind(const LanguageBuild *build, NodeNo statement) {
  NodeNo block = syntax_parent(build->syntax, statement);
  return (Range){language_node(build, statement)->to, language_node(build, block)->to};
}

static Range inside(const LanguageBuild *build, NodeNo node) {
  return (Range){language_node(build, node)->from, language_node(build, node)->to};
}

/* The part a condition rules: where it is known to be `truth`. */
static Range ruled(const LanguageBuild *build, NodeNo owner, bool truth) {
  NodeNo yes = language_field(build, owner, JAVA_IN_CONSEQUENCE), no = language_field(build, owner, JAVA_IN_ALTERNATIVE);
  switch (language_kind(build, owner)) {
    case JAVA_IF:
      if (truth) return yes ? inside(build, yes) : (Range){0};
      if (no) return inside(build, no);
      return is_exit(build, yes) ? behind(build, owner) : (Range){0};
    case JAVA_TERNARY:
      return truth ? inside(build, yes) : inside(build, no);
    case JAVA_WHILE:
    case JAVA_FOR:
      return truth ? inside(build, language_field(build, owner, JAVA_IN_BODY)) : behind(build, owner);
    case JAVA_DO:
      return truth ? (Range){0} : behind(build, owner);
    default:
      return (Range){0};
  }
}

/* Walks up from the test as long as its outcome is known: through brackets,
 * `!`, and the side of && and || that must have gone one way. */
static Range holds_in(const LanguageBuild *build, NodeNo test) {
  const Syntax *syntax = build->syntax;
  bool truth = true;
  Range range = {language_node(build, test)->to, language_node(build, test)->to};
  for (NodeNo node = test, owner; (owner = syntax_parent(syntax, node)); node = owner) {
    unsigned kind = syntax_kind(syntax, owner);
    if (kind == JAVA_PARENTHESIZED) continue;
    if (kind == JAVA_UNARY) {
      if (!str_eq_c(language_text(build, language_field(build, owner, JAVA_IN_OPERATOR)), "!")) break;
      truth = !truth;
      continue;
    }
    if (kind == JAVA_BINARY) {
      Str sign = language_text(build, language_field(build, owner, JAVA_IN_OPERATOR));
      if (!str_eq_c(sign, truth ? "&&" : "||")) break;
      range.to = language_node(build, owner)->to;
      continue;
    }
    Range more = language_node(build, node)->field == JAVA_IN_CONDITION ? ruled(build, owner, truth) : (Range){0};
    if (kind == JAVA_GUARD) more = inside(build, syntax_parent(syntax, syntax_parent(syntax, owner)));
    if (more.to <= range.to) break;
    /* What lies between is ruled by the other outcome. */
    if (!truth && range.to == language_node(build, test)->to) range.from = more.from;
    range.to = more.to;
    break;
  }
  return range;
}

/* ---- patterns ---- */

/* BIND_NARROW: in its range it hides whatever else has the name, and is not
 * seen outside. Two patterns of one method may use the same name. */
static void bind_pattern(LanguageBuild *build, NodeNo name, ExprNo type, ExprNo value, Range range) {
  if (!name || range.to <= range.from) return;
  language_bind(build, (Bind){.name = language_name(build, name), .flags = BIND_NARROW, .from = range.from,
                              .to = range.to, .type = type, .value = value});
}

static void record_pattern(LanguageBuild *build, NodeNo node, Range range);

/* `T name` or `var name`; a var's value is that part of the whole record. */
static void component(LanguageBuild *build, NodeNo node, ExprNo record, uint32_t part, Range range) {
  NodeNo type_node = 0, name = 0;
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    unsigned kind = syntax_kind(build->syntax, c);
    if (language_java_is_type(kind)) type_node = c;
    if (kind == JAVA_IDENTIFIER) name = c;
  }
  bool is_var = !type_node || language_java_is_var(build, type_node);
  ExprNo type = is_var ? 0 : language_type(build, type_node);
  ExprNo value = is_var && record ? language_add_number(build, EXPR_PART, record, part, node) : 0;
  bind_pattern(build, name, type, value, range);
}

/* Patterns nest: a part may be a record pattern again. All their names hold
 * in the same range, since the whole matches or does not. */
static void record_pattern(LanguageBuild *build, NodeNo node, Range range) {
  NodeNo head = syntax_named(build->syntax, node, 0);
  bool plain = language_kind(build, head) == JAVA_IDENTIFIER;
  ExprNo type = plain ? language_type_name(build, head) : language_type(build, head);
  ExprNo record = language_add_base(build, EXPR_OF_TYPE, type, node);
  NodeNo body = language_child(build, node, JAVA_RECORD_PATTERN_BODY);
  uint32_t part = 0;
  for (NodeNo c = body ? syntax_first(build->syntax, body) : 0; c; c = syntax_next(build->syntax, c)) {
    unsigned kind = syntax_kind(build->syntax, c);
    if (kind == JAVA_RECORD_PATTERN_COMPONENT) {
      component(build, c, record, part++, range);
    } else if (kind == JAVA_RECORD_PATTERN && build->depth < LANGUAGE_MAX_DEPTH) {
      build->depth++;
      record_pattern(build, c, range);
      build->depth--;
      part++;
    }
  }
}

ExprNo language_java_instanceof(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  language_expr(build, language_field(build, node, JAVA_IN_LEFT));
  NodeNo pattern = language_field(build, node, JAVA_IN_PATTERN);
  NodeNo right = language_field(build, node, JAVA_IN_RIGHT), name = language_field(build, node, JAVA_IN_NAME);
  if (pattern) {
    record_pattern(build, pattern, holds_in(build, node));
  } else if (right) {
    ExprNo type = language_type(build, right);
    if (name) bind_pattern(build, name, type, 0, holds_in(build, node));
  }
  return language_add_literal(build, LITERAL_BOOL, node);
}

/* ---- switch ---- */

/* `case RED:` names a constant of the enum looked at; another constant is
 * found by its plain name. */
static void case_constant(LanguageBuild *build, NodeNo node) {
  ExprNo switched = java_state(build)->switched;
  if (str_eq_c(language_text(build, node), "default")) return;
  if (language_kind(build, node) != JAVA_IDENTIFIER || !switched) {
    language_expr(build, node);
    return;
  }
  ExprNo either[2] = {language_add_member(build, switched, node), language_add_name(build, node)};
  language_ref(build, REF_READ, language_add_list(build, EXPR_ANY, 0, either, 2, node), node);
}

/* A pattern's variables hold in the whole rule or group. */
static void case_pattern(LanguageBuild *build, NodeNo node, Range range) {
  NodeNo pattern = syntax_named(build->syntax, node, 0);
  if (language_kind(build, pattern) == JAVA_RECORD_PATTERN) {
    record_pattern(build, pattern, range);
  } else {
    component(build, pattern, 0, 0, range);
  }
}

void language_java_switch_label(LanguageBuild *build, NodeNo node) {
  Range range = inside(build, syntax_parent(build->syntax, node));
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    switch (syntax_kind(build->syntax, c)) {
      case JAVA_PATTERN:
        case_pattern(build, c, range);
        break;
      case JAVA_GUARD:
        language_visit_children(build, c);
        break;
      default:
        if (syntax_is_named(build->syntax, c)) case_constant(build, c);
        break;
    }
  }
}

/* `case X -> value;` gives the switch a value; a block gives one by `yield`. */
void language_java_switch_rule(LanguageBuild *build, NodeNo node) {
  LanguageOpen before;
  language_open(build, SCOPE_BLOCK, node, 0, &before);
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (syntax_kind(build->syntax, c) != JAVA_EXPRESSION_STATEMENT) {
      language_visit(build, c);
      continue;
    }
    ExprNo value = language_expr(build, syntax_named(build->syntax, c, 0));
    LanguageExprs *results = java_state(build)->results;
    if (results && value) language_push(build, results, value);
  }
  language_close(build, &before);
}

/* The values of all rules are gathered in the state, which is put back
 * behind it: switches nest, in conditions and in rules. */
ExprNo language_java_switch(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  JavaState *state = java_state(build);
  LanguageExprs results = {0}, *outer = state->results;
  ExprNo before_switched = state->switched;
  ExprNo switched = language_expr(build, language_field(build, node, JAVA_IN_CONDITION));
  state->results = &results;
  state->switched = switched;
  NodeNo body = language_field(build, node, JAVA_IN_BODY);
  if (body) language_visit_block(build, body);
  state->results = outer;
  state->switched = before_switched;
  if (!results.len) return 0;
  return language_add_list(build, EXPR_ANY, 0, results.items, results.len, node);
}
