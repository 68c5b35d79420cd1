/* Conditions that are settled before the program runs: for a type checker, for
 * the platform, in stubs for the interpreter's version. One interpreter is meant: a
 * recent one on Linux. What the other branches define is there for them alone,
 * unless nothing else has the name. */
#include "src/languages/python/python_internal.h"

#define MINOR_VERSION 13
#define MAX_NESTED 16

/* `sys.version_info >= (3, 9)`. Only the first two numbers count, and only
 * `<`, `<=`, `>` and `>=`: nothing else is written in stubs. */
static int version_condition(Str text, Str sign) {
  size_t open = str_find_byte(text, '(');
  if (open == STR_NONE || !sign.len) return -1;
  Str version = str_slice(text, open + 1, text.len);
  Str major = str_trim(str_cut(&version, ','));
  Str minor = str_trim(str_cut(&version, ')'));
  minor = str_trim(str_cut(&minor, ','));
  int64_t number = 0;
  if (str_eq(major, STR("2"))) return sign.ptr[0] != '<';
  if (!str_eq(major, STR("3"))) return -1;
  if (minor.len && !str_to_int(minor, &number)) return -1;
  if (sign.ptr[0] != '<' && sign.ptr[0] != '>') return -1;
  return (number <= MINOR_VERSION) == (sign.ptr[0] == '>');
}

static bool names_linux(Str text) {
  return str_contains(text, STR("\"linux\"")) || str_contains(text, STR("'linux'"));
}

static int comparison(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  Str text = syntax_text(syntax, node);
  Str sign = syntax_text(syntax, syntax_field(syntax, node, FIELD_OPERATORS));
  bool is_equal = str_eq(sign, STR("==")), is_other = str_eq(sign, STR("!="));
  if (str_starts_with(text, STR("sys.version_info"))) {
    /* A program is written for several versions; a stub is read for one. */
    return python_state(build)->is_stub ? version_condition(text, sign) : -1;
  }
  if (!is_equal && !is_other) return -1;
  if (str_starts_with(text, STR("sys.platform"))) return names_linux(text) == is_equal;
  if (str_starts_with(text, STR("os.name"))) return str_contains(text, STR("posix")) == is_equal;
  return -1;
}

/* Three values: 1, 0, and -1 for what only running decides. `and` and `or`
 * are settled by one part where that is enough. */
static int settled(LanguageBuild *build, NodeNo node, int depth) {
  const Syntax *syntax = build->syntax;
  if (!node || depth > MAX_NESTED) return -1;
  Str text = syntax_text(syntax, node);
  switch (syntax_kind(syntax, node)) {
    case KIND_TRUE: return 1;
    case KIND_FALSE: return 0;
    case KIND_IDENTIFIER:
    case KIND_ATTRIBUTE:
      return str_eq(text, STR("TYPE_CHECKING")) || str_ends_with(text, STR(".TYPE_CHECKING")) ? 1 : -1;
    case KIND_PARENTHESIZED: return settled(build, syntax_named(syntax, node, 0), depth + 1);
    case KIND_COMPARISON_OPERATOR: return comparison(build, node);
    case KIND_CALL:
      return str_starts_with(text, STR("sys.platform.startswith(")) ? names_linux(text) : -1;
    case KIND_NOT_OPERATOR: {
      int inner = settled(build, syntax_field(syntax, node, FIELD_ARGUMENT), depth + 1);
      return inner < 0 ? inner : !inner;
    }
    case KIND_BOOLEAN_OPERATOR: {
      int left = settled(build, syntax_field(syntax, node, FIELD_LEFT), depth + 1);
      int right = settled(build, syntax_field(syntax, node, FIELD_RIGHT), depth + 1);
      bool is_and = str_eq(syntax_text(syntax, syntax_field(syntax, node, FIELD_OPERATOR)), STR("and"));
      if (is_and) return left == 0 || right == 0 ? 0 : left == 1 && right == 1 ? 1 : -1;
      return left == 1 || right == 1 ? 1 : left == 0 && right == 0 ? 0 : -1;
    }
    default: return -1;
  }
}

int language_python_static_condition(LanguageBuild *build, NodeNo condition) {
  return settled(build, condition, 0);
}

/* Noted now and done at the end of the file: whether another bind has the
 * name is not known before everything is read. */
void language_python_hide(LanguageBuild *build, size_t first_bind, NodeNo block) {
  PythonState *state = python_state(build);
  if (!block) return;
  ScopeNo home = language_python_home(build);
  Range where = {build->syntax->nodes[block].from, build->syntax->nodes[block].to};
  for (size_t i = first_bind; i < build->facts->binds.len; i++) {
    const Bind *bind = &build->facts->binds.items[i];
    if (bind->scope != home || (bind->flags & (BIND_NARROW | BIND_GLOBAL))) continue;
    *vec_add(build->arena, &state->hidden) = (PythonHidden){(BindNo)i, where};
  }
}

/* A bind that never happens is cut down to its own block, where its text
 * still means it; unless the name has no other bind, in which case a wrong
 * platform's definition is a better answer than none. Quadratic in the worst
 * case, but hidden binds are rare: a handful in a file. */
void language_python_finish(LanguageBuild *build) {
  PythonState *state = python_state(build);
  if (!state->hidden.len) return;
  bool *is_hidden = ARENA_ARRAY(build->arena, bool, build->facts->binds.len);
  for (size_t i = 0; i < state->hidden.len; i++) is_hidden[state->hidden.items[i].bind] = true;
  for (size_t i = 0; i < state->hidden.len; i++) {
    Bind *bind = &build->facts->binds.items[state->hidden.items[i].bind];
    bool has_other = false;
    for (size_t k = 1; k < build->facts->binds.len && !has_other; k++) {
      const Bind *other = &build->facts->binds.items[k];
      bool is_same = other->scope == bind->scope && names_same(other->name, bind->name);
      has_other = is_same && !is_hidden[k] && !(other->flags & (BIND_NARROW | BIND_GLOBAL));
    }
    if (!has_other) continue;
    bind->flags |= BIND_NARROW;
    bind->from = state->hidden.items[i].where.from;
    bind->to = state->hidden.items[i].where.to;
  }
}
