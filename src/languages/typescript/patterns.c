/* Patterns: what takes a value apart, in declarations, parameters and
 * assignments. Each name is bound to the part it takes. */
#include "src/languages/typescript/typescript_internal.h"

/* Patterns nest by recursion here; nobody writes deeper ones by hand. */
#define PATTERN_MAX_DEPTH 64

/* What happens to the names of a pattern. */
typedef struct Taking {
  const TsTarget *target; /* NULL: they are assigned to */
  int depth;
} Taking;

static void take(LanguageBuild *build, NodeNo pattern, ExprNo value, Taking taking);

/* The definition is what the name is; the bind that comes with it says from
 * where on. */
static void define(LanguageBuild *build, NodeNo name, ExprNo value, const TsTarget *target) {
  NodeNo whole = target->whole ? target->whole : name;
  DefNo def = language_define(build, &(LanguageDef){
      .kind = target->kind, .flags = target->flags, .name = name, .whole = whole,
      .scope = target->scope, .bind = target->bind});
  language_def(build, def)->type = target->type;
  language_def(build, def)->value = value;
}

/* Assigned to, defined, or only bound, as the caller's target says. */
static void name_taken(LanguageBuild *build, NodeNo name, ExprNo value, Taking taking) {
  const TsTarget *target = taking.target;
  if (!target) {
    language_ts_assign(build, name, value);
    return;
  }
  if (target->define) {
    define(build, name, value, target);
    return;
  }
  language_bind(build, (Bind){.scope = target->scope, .name = language_name(build, name),
                              .flags = target->bind, .from = build->syntax->nodes[name].to,
                              .type = target->type, .value = value});
}

/* A default stands in where nothing is known about the value itself. */
static ExprNo either(LanguageBuild *build, ExprNo value, ExprNo otherwise, NodeNo node) {
  if (!value || !otherwise) return value ? value : otherwise;
  ExprNo both[] = {value, otherwise};
  ExprNo either = language_add_list(build, EXPR_ANY, 0, both, 2, node);
  language_expr_at(build, either)->flags |= EXPR_OPTIONAL;
  return either;
}

/* Taking a property apart is reading it: it counts as a use. */
static ExprNo property_part(LanguageBuild *build, NodeNo key, ExprNo value) {
  Str text = language_ts_property(build, key);
  if (!value) return 0;
  ExprNo part = language_ts_member(build, value, language_intern(build, text), key);
  language_ref(build, REF_READ, part, key);
  return part;
}

/* Each form has its key elsewhere: `{a}`, `{a: b}`, `{a = 1}`, `{...rest}`. */
static void take_object(LanguageBuild *build, NodeNo pattern, ExprNo value, Taking taking) {
  for (NodeNo c = syntax_first(build->syntax, pattern); c; c = syntax_next(build->syntax, c)) {
    NodeNo left = language_ts_field(build, c, TS_F_LEFT);
    switch (language_ts_kind(build, c)) {
      case TS_PAIR_PATTERN: {
        ExprNo part = property_part(build, language_ts_field(build, c, TS_F_KEY), value);
        take(build, language_ts_field(build, c, TS_F_VALUE), part, taking);
        break;
      }
      case TS_SHORTHAND_PATTERN:
        take(build, c, property_part(build, c, value), taking);
        break;
      case TS_OBJECT_ASSIGNMENT: {
        ExprNo part = language_ts_kind(build, left) == TS_SHORTHAND_PATTERN ? property_part(build, left, value) : 0;
        ExprNo otherwise = language_expr(build, language_ts_field(build, c, TS_F_RIGHT));
        take(build, left, either(build, part, otherwise, c), taking);
        break;
      }
      case TS_REST_PATTERN:
        take(build, syntax_named(build->syntax, c, 0),
             value ? language_add_number(build, EXPR_REST, value, 0, c) : 0, taking);
        break;
      default: break;
    }
  }
}

/* Elements may be left out: `[, b]`. Commas are not kept in the tree. */
static uint32_t commas(const LanguageBuild *build, uint32_t from, uint32_t to) {
  uint32_t count = 0;
  for (uint32_t i = from; i < to; i++) count += build->syntax->text.ptr[i] == ',';
  return count;
}

static void take_array(LanguageBuild *build, NodeNo pattern, ExprNo value, Taking taking) {
  uint32_t position = 0, end = build->syntax->nodes[pattern].from;
  for (NodeNo c = syntax_first(build->syntax, pattern); c; c = syntax_next(build->syntax, c)) {
    position += commas(build, end, build->syntax->nodes[c].from);
    end = build->syntax->nodes[c].to;
    if (!syntax_is_named(build->syntax, c) || language_ts_is_comment(build, c)) continue;
    bool is_rest = language_ts_kind(build, c) == TS_REST_PATTERN;
    ExprNo part = value ? language_add_number(build, is_rest ? EXPR_REST : EXPR_PART, value, position, c) : 0;
    take(build, is_rest ? syntax_named(build->syntax, c, 0) : c, part, taking);
  }
}

/* What is no pattern is a place that is written to, as in `[a.b] = list`. */
static void take(LanguageBuild *build, NodeNo pattern, ExprNo value, Taking taking) {
  if (!pattern || ++taking.depth > PATTERN_MAX_DEPTH) return;
  switch (language_ts_kind(build, pattern)) {
    case TS_IDENTIFIER:
    case TS_SHORTHAND_PATTERN: name_taken(build, pattern, value, taking); break;
    case TS_OBJECT_PATTERN: take_object(build, pattern, value, taking); break;
    case TS_ARRAY_PATTERN: take_array(build, pattern, value, taking); break;
    case TS_ASSIGNMENT_PATTERN: {
      ExprNo otherwise = language_expr(build, language_ts_field(build, pattern, TS_F_RIGHT));
      take(build, language_ts_field(build, pattern, TS_F_LEFT), either(build, value, otherwise, pattern), taking);
      break;
    }
    case TS_COMMENT: break;
    default: language_expr_as(build, pattern, REF_WRITE); break;
  }
}

/* A written type is that of the whole, so the parts are taken from it rather
 * than from the value. */
void language_ts_bind(LanguageBuild *build, NodeNo pattern, const TsTarget *target) {
  unsigned kind = language_ts_kind(build, pattern);
  TsTarget inner = *target;
  ExprNo value = target->value;
  if (target->type && (kind == TS_OBJECT_PATTERN || kind == TS_ARRAY_PATTERN)) {
    value = language_add_base(build, EXPR_OF_TYPE, target->type, pattern);
    inner.type = 0;
  }
  take(build, pattern, value, (Taking){.target = &inner});
}

/* A variable that nothing types may be what it is given. */
/* The scope of the variable that is meant, where it was declared without type and
 * value; 0: it was not. */
static ScopeNo untyped_scope(LanguageBuild *build, NameId name) {
  TsState *state = language_ts_state(build);
  for (size_t i = state->untyped.len; i-- > 0;) {
    const TsUntyped *one = &state->untyped.items[i];
    if (!names_same(one->name, name)) continue;
    ScopeNo scope = build->scope;
    while (scope && scope != one->scope) scope = build->facts->scopes.items[scope].parent;
    if (scope) return scope;
  }
  return 0;
}

void language_ts_assign_value(LanguageBuild *build, NodeNo name_node, ExprNo value) {
  NameId name = language_name(build, name_node);
  ScopeNo scope = untyped_scope(build, name);
  if (!value || !scope) return;
  language_bind(build, (Bind){.scope = scope, .name = name, .flags = BIND_HOISTED | BIND_VALUE,
                              .from = build->syntax->nodes[name_node].from, .value = value});
  language_ts_hold_value(build, name, scope, value, 0);
}

/* A variable that was declared without type and value gets what is assigned to
 * it later, from there on; the innermost one of that name is meant. */
void language_ts_assign(LanguageBuild *build, NodeNo pattern, ExprNo value) {
  unsigned kind = language_ts_kind(build, pattern);
  if (kind != TS_IDENTIFIER && kind != TS_SHORTHAND_PATTERN) {
    take(build, pattern, value, (Taking){0});
    return;
  }
  language_expr_name(build, pattern, REF_WRITE);
  language_ts_assign_value(build, pattern, value);
}
