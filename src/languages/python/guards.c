/* Guards: `isinstance(x, T)` and `type(x) is T` in conditions. What they say
 * holds in the guarded text as a bind that narrows the name. */
#include "src/languages/python/python_internal.h"

#define MAX_KNOWN 8 /* names that one condition says something about */
#define MAX_NESTED 32
#define MAX_RECENT 64 /* guards looked through: a condition is asked about soon after it was read */

/* The text itself is the key. What spans lines could be written with other
 * blanks elsewhere, and is not followed. */
NameId language_python_dotted(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo at = node;
  for (int depth = 0; syntax_kind(syntax, at) == KIND_ATTRIBUTE; depth++) {
    if (depth == 8) return (NameId){0};
    at = syntax_field(syntax, at, FIELD_OBJECT);
  }
  if (syntax_kind(syntax, at) != KIND_IDENTIFIER) return (NameId){0};
  Str text = syntax_text(syntax, node);
  return str_find_byte(text, '\n') == STR_NONE ? language_intern(build, text) : (NameId){0};
}

/* Classes as a test names them, as a type: one, or a tuple of them. */
static ExprNo type_of_classes(LanguageBuild *build, ExprNo classes, NodeNo node) {
  const Expr *expr = language_expr_at(build, classes);
  if (expr->kind == EXPR_NAME || expr->kind == EXPR_MEMBER || expr->kind == EXPR_SELF_TYPE) return classes;
  if (expr->kind != EXPR_TUPLE) return 0;
  ExprNo items[MAX_KNOWN];
  size_t count = 0;
  ExprList list = expr->list;
  if (list.count > MAX_KNOWN) return 0;
  for (uint32_t i = 0; i < list.count; i++) {
    ExprNo item = build->facts->lists.items[list.first + i];
    unsigned kind = language_expr_at(build, item)->kind;
    if (kind != EXPR_NAME && kind != EXPR_MEMBER) return 0;
    items[count++] = item;
  }
  return language_python_any_of(build, items, count, node);
}

/* Guards are noted when the test is read and asked for by its node when the
 * condition around it is taken apart; most tests are never asked for. */
static void add_guard(LanguageBuild *build, NodeNo subject, PythonGuard guard) {
  if (syntax_kind(build->syntax, subject) == KIND_NAMED_EXPRESSION) {
    subject = syntax_field(build->syntax, subject, FIELD_NAME);
  }
  guard.name = language_python_dotted(build, subject);
  if (!guard.name.value || !guard.type) return;
  *vec_add(build->arena, &python_state(build)->guards) = guard;
}

/* Only the names `isinstance` and `issubclass` themselves: nobody renames
 * them, and functions that test in other ways say so by TypeGuard, which is
 * not followed. Failing says something for instances alone: `not issubclass`
 * leaves a class that nothing describes. */
void language_python_note_guard(LanguageBuild *build, NodeNo call, const ExprNo *items, size_t count) {
  const Syntax *syntax = build->syntax;
  Str name = syntax_text(syntax, syntax_field(syntax, call, FIELD_FUNCTION));
  bool of_instance = str_eq(name, STR("isinstance")), of_type = str_eq(name, STR("issubclass"));
  if (count != 2 || (!of_instance && !of_type)) return;
  NodeNo arguments = syntax_field(syntax, call, FIELD_ARGUMENTS);
  ExprNo type = type_of_classes(build, items[1], call);
  if (type && of_type) type = language_add_base(build, EXPR_TYPE_OF, type, call);
  NodeNo subject = syntax_named(syntax, arguments, 0);
  while (syntax_kind(syntax, subject) == KIND_PARENTHESIZED) subject = syntax_named(syntax, subject, 0);
  add_guard(build, subject, (PythonGuard){.node = call, .type = type, .subject = of_instance ? items[0] : 0});
}

/* `type(x) is T`, `type(x) == T`: the class is read again as a name, unlike the
 * arguments of a call, whose values are at hand. */
void language_python_note_type_test(LanguageBuild *build, NodeNo comparison) {
  const Syntax *syntax = build->syntax;
  NodeNo call = syntax_named(syntax, comparison, 0);
  NodeNo type = 0;
  Str sign = syntax_text(syntax, syntax_field(syntax, comparison, FIELD_OPERATORS));
  if (syntax_kind(syntax, call) != KIND_CALL || (!str_eq(sign, STR("is")) && !str_eq(sign, STR("==")))) return;
  if (!str_eq(syntax_text(syntax, syntax_field(syntax, call, FIELD_FUNCTION)), STR("type"))) return;
  for (NodeNo c = syntax_next(syntax, call); c; c = syntax_next(syntax, c)) {
    if (syntax_is_named(syntax, c) && syntax_kind(syntax, c) != KIND_COMMENT) type = c;
  }
  if (syntax_kind(syntax, type) != KIND_IDENTIFIER) return;
  NodeNo subject = syntax_named(syntax, syntax_field(syntax, call, FIELD_ARGUMENTS), 0);
  add_guard(build, subject, (PythonGuard){.node = comparison, .type = language_add_name(build, type)});
}

/* ---- conditions ---- */

/* What a name is: of a type, where `value` says what it was before; or the
 * value alone. */
typedef struct Known {
  NameId name;
  ExprNo type, value;
} Known;

/* What one condition says. A condition that speaks of more names than fit is
 * believed for the first ones. */
typedef struct Knowledge {
  Known items[MAX_KNOWN];
  size_t count;
} Knowledge;

static Known *find_known(Knowledge *knowledge, NameId name) {
  for (size_t i = 0; i < knowledge->count; i++) {
    if (names_same(knowledge->items[i].name, name)) return &knowledge->items[i];
  }
  return NULL;
}

/* The later test wins: in `a and b` it is read with what `a` said. */
static void learn(Knowledge *knowledge, Known known) {
  Known *before = find_known(knowledge, known.name);
  if (before) *before = known;
  else if (knowledge->count < MAX_KNOWN) knowledge->items[knowledge->count++] = known;
}

static void gather(LanguageBuild *build, NodeNo node, bool holds, int depth, Knowledge *ret_known);

static ExprNo as_value(LanguageBuild *build, const Known *known, NodeNo node) {
  return known->type ? language_add_base(build, EXPR_OF_TYPE, known->type, node) : known->value;
}

/* One of both: only what both say something about, as either. */
static void gather_either(LanguageBuild *build, NodeNo left, NodeNo right, bool holds, int depth,
                          Knowledge *ret_known) {
  Knowledge a = {0}, b = {0};
  gather(build, left, holds, depth, &a);
  gather(build, right, holds, depth, &b);
  for (size_t i = 0; i < a.count; i++) {
    const Known *own = &a.items[i], *other = find_known(&b, own->name);
    if (!other) continue;
    Known known = {.name = own->name};
    if (own->type && other->type) {
      ExprNo types[2] = {own->type, other->type};
      known.type = language_python_any_of(build, types, 2, left);
      known.value = own->value;
    } else {
      ExprNo values[2] = {as_value(build, own, left), as_value(build, other, left)};
      known.value = language_python_any_of(build, values, 2, left);
    }
    learn(ret_known, known);
  }
}

static void gather_guard(LanguageBuild *build, NodeNo node, bool holds, Knowledge *ret_known) {
  const PythonState *state = python_state(build);
  size_t first = state->guards.len > MAX_RECENT ? state->guards.len - MAX_RECENT : 0;
  for (size_t i = first; i < state->guards.len; i++) {
    const PythonGuard *guard = &state->guards.items[i];
    if (guard->node != node) continue;
    if (holds) {
      learn(ret_known, (Known){guard->name, guard->type, guard->subject});
    } else if (guard->subject) { /* all that it was but that */
      ExprNo rest = language_add_list(build, EXPR_EXCEPT, guard->subject, &guard->type, 1, node);
      learn(ret_known, (Known){.name = guard->name, .value = rest});
    }
    return;
  }
}

/* What is known where the condition holds, or where it fails. By De Morgan a
 * failing `and` is an `or` of failures, so two cases are enough: both parts
 * are true (take what each says), or at least one is (take what they agree
 * on). */
static void gather(LanguageBuild *build, NodeNo node, bool holds, int depth, Knowledge *ret_known) {
  const Syntax *syntax = build->syntax;
  if (!node || depth > MAX_NESTED) return;
  switch (syntax_kind(syntax, node)) {
    case KIND_PARENTHESIZED:
      gather(build, syntax_named(syntax, node, 0), holds, depth + 1, ret_known);
      return;
    case KIND_NOT_OPERATOR:
      gather(build, syntax_field(syntax, node, FIELD_ARGUMENT), !holds, depth + 1, ret_known);
      return;
    case KIND_BOOLEAN_OPERATOR: {
      NodeNo left = syntax_field(syntax, node, FIELD_LEFT), right = syntax_field(syntax, node, FIELD_RIGHT);
      bool is_and = str_eq(syntax_text(syntax, syntax_field(syntax, node, FIELD_OPERATOR)), STR("and"));
      if (is_and != holds) {
        gather_either(build, left, right, holds, depth + 1, ret_known);
        return;
      }
      gather(build, left, holds, depth + 1, ret_known);
      gather(build, right, holds, depth + 1, ret_known);
      return;
    }
    case KIND_CALL:
    case KIND_COMPARISON_OPERATOR: gather_guard(build, node, holds, ret_known); return;
    default: return;
  }
}

/* Names are narrowed by binds. Members are not looked up by name, so what is
 * known of them replaces them where they are read; see language_python_narrowed. */
void language_python_know(LanguageBuild *build, NameId name, ExprNo type, ExprNo value, Range where) {
  PythonState *state = python_state(build);
  Str text = names_text(build->facts->names, name);
  if (str_find_byte(text, '.') == STR_NONE) {
    language_bind(build, (Bind){.name = name, .flags = BIND_NARROW, .from = where.from, .to = where.to,
                                .type = type, .value = value});
    return;
  }
  if (type) {
    value = language_add(build, (Expr){.kind = EXPR_OF_TYPE, .at = where.from, .base = type});
  }
  *vec_add(build->arena, &state->narrowed) = (PythonNarrowed){name, value, where, state->function};
}

/* Most files have no guard at all, and every `if` comes through here. */
void language_python_narrow(LanguageBuild *build, NodeNo condition, bool holds, uint32_t from, uint32_t to) {
  if (!python_state(build)->guards.len || from >= to) return;
  Knowledge knowledge = {0};
  gather(build, condition, holds, 0, &knowledge);
  for (size_t i = 0; i < knowledge.count; i++) {
    const Known *known = &knowledge.items[i];
    language_python_know(build, known->name, known->type, known->value, (Range){from, to});
  }
}

/* The latest knowledge that covers the place wins, so it is searched from
 * the end; entries of other functions are skipped, as `self.x` there is
 * another object's. A value of 0 says that the member was assigned since:
 * nothing is known any more. */
ExprNo language_python_narrowed(LanguageBuild *build, NodeNo node, ExprNo member) {
  const PythonState *state = python_state(build);
  if (!state->narrowed.len) return member;
  NameId name = language_python_dotted(build, node);
  uint32_t at = build->syntax->nodes[node].from;
  size_t first = state->narrowed.len > MAX_RECENT ? state->narrowed.len - MAX_RECENT : 0;
  for (size_t i = state->narrowed.len; name.value && i-- > first;) {
    const PythonNarrowed *known = &state->narrowed.items[i];
    bool is_meant = names_same(known->name, name) && known->function == state->function;
    if (is_meant && known->where.from <= at && at < known->where.to) return known->value ? known->value : member;
  }
  return member;
}
