/* Narrowing: what a condition says about a name, as a bind that holds where the
 * condition does. */
#include "src/languages/typescript/typescript_internal.h"

#define NARROW_MAX_DEPTH 32

/* Where a condition is known to be true or false. */
typedef struct Guard {
  uint32_t from, to; /* where it holds */
  bool truth;
  int depth;
} Guard;

/* Only names are narrowed, not members: those are looked up by their
 * object's type each time. */
static NodeNo name_in(const LanguageBuild *build, NodeNo node) {
  for (int i = 0; i < 8 && node; i++) {
    unsigned kind = language_ts_kind(build, node);
    if (kind == TS_IDENTIFIER) return node;
    if (kind != TS_PARENTHESIZED && kind != TS_NON_NULL && kind != TS_AS) return 0;
    node = syntax_named(build->syntax, node, 0);
  }
  return 0;
}

static void narrowed(LanguageBuild *build, NodeNo name, ExprNo type, ExprNo value, const Guard *guard) {
  if (guard->from >= guard->to) return;
  language_bind(build, (Bind){.name = language_name(build, name), .flags = BIND_NARROW | BIND_VALUE,
                              .from = guard->from, .to = guard->to, .type = type, .value = value});
}

/* Where it is no instance it is what else it was before: the name is read where the
 * condition stands, so that the bind that is made here does not answer for itself. A
 * class that something holds (`this.base.Schema`) may be another one at any time, and
 * rules out nothing. */
static void instance_of(LanguageBuild *build, NodeNo node, const Guard *guard) {
  NodeNo name = name_in(build, language_ts_field(build, node, TS_F_LEFT));
  if (!name || guard->from >= guard->to) return;
  ExprNo type = language_ts_path(build, language_ts_field(build, node, TS_F_RIGHT));
  if (!type) return;
  if (guard->truth) {
    narrowed(build, name, type, 0, guard);
    return;
  }
  bool is_plain = language_ts_kind(build, language_ts_field(build, node, TS_F_RIGHT)) == TS_IDENTIFIER;
  ExprNo before = is_plain ? language_ts_path(build, name) : 0;
  if (before) narrowed(build, name, 0, language_add_list(build, EXPR_EXCEPT, before, &type, 1, node), guard);
}

/* `typeof x === "string"` */
static void type_word(LanguageBuild *build, NodeNo node, const Guard *guard) {
  NodeNo left = language_ts_field(build, node, TS_F_LEFT), right = language_ts_field(build, node, TS_F_RIGHT);
  if (language_ts_kind(build, left) != TS_UNARY || language_ts_kind(build, right) != TS_STRING) return;
  Str operator = syntax_text(build->syntax, language_ts_field(build, left, TS_F_OPERATOR));
  NodeNo name = name_in(build, language_ts_field(build, left, TS_F_ARGUMENT));
  if (!name || !str_eq_c(operator, "typeof")) return;
  static const struct {
    const char *word;
    LiteralKind kind;
  } words[] = {{"string", LITERAL_STRING}, {"number", LITERAL_INT}, {"boolean", LITERAL_BOOL},
               {"bigint", LITERAL_LONG}, {"symbol", LITERAL_OTHER}};
  Str word = language_ts_string(build, right);
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    if (!str_eq_c(word, words[i].word)) continue;
    narrowed(build, name, language_add_number(build, EXPR_LITERAL, 0, words[i].kind, right), 0, guard);
  }
}

/* `isShape(x)`: says something when the function is declared to: `x is Shape`. */
static void predicate(LanguageBuild *build, NodeNo node, const Guard *guard) {
  if (!guard->truth) return;
  NodeNo arguments = language_ts_field(build, node, TS_F_ARGUMENTS);
  if (language_ts_kind(build, arguments) != TS_ARGUMENTS) return;
  for (unsigned i = 0; i < 4; i++) {
    NodeNo argument = syntax_named(build->syntax, arguments, i);
    if (!argument) break;
    NodeNo name = name_in(build, argument);
    if (!name) continue;
    ExprNo callee = language_ts_path(build, language_ts_field(build, node, TS_F_FUNCTION));
    if (!callee) return;
    ExprNo value = language_add(build, (Expr){.kind = EXPR_OP, .name = language_ts_state(build)->word_is,
                                              .base = callee, .number = i,
                                              .at = build->syntax->nodes[node].from});
    narrowed(build, name, 0, value, guard);
  }
}

static void narrow(LanguageBuild *build, NodeNo node, Guard guard);

/* Both sides are known of an `and` that holds and of an `or` that fails;
 * otherwise nothing is. */
static void binary(LanguageBuild *build, NodeNo node, Guard guard) {
  Str operator = syntax_text(build->syntax, language_ts_field(build, node, TS_F_OPERATOR));
  bool both = str_eq_c(operator, guard.truth ? "&&" : "||");
  if (both) {
    narrow(build, language_ts_field(build, node, TS_F_LEFT), guard);
    narrow(build, language_ts_field(build, node, TS_F_RIGHT), guard);
  } else if (str_eq_c(operator, "instanceof")) {
    instance_of(build, node, &guard);
  } else if (str_eq_c(operator, guard.truth ? "===" : "!==") || str_eq_c(operator, guard.truth ? "==" : "!=")) {
    type_word(build, node, &guard);
  }
}

static void narrow(LanguageBuild *build, NodeNo node, Guard guard) {
  if (!node || ++guard.depth > NARROW_MAX_DEPTH) return;
  switch (language_ts_kind(build, node)) {
    case TS_PARENTHESIZED: narrow(build, syntax_named(build->syntax, node, 0), guard); break;
    case TS_BINARY: binary(build, node, guard); break;
    case TS_CALL: predicate(build, node, &guard); break;
    case TS_UNARY:
      if (!str_eq_c(syntax_text(build->syntax, language_ts_field(build, node, TS_F_OPERATOR)), "!")) break;
      guard.truth = !guard.truth;
      narrow(build, language_ts_field(build, node, TS_F_ARGUMENT), guard);
      break;
    default: break;
  }
}

void language_ts_narrow(LanguageBuild *build, NodeNo condition, bool truth, uint32_t from, uint32_t to) {
  narrow(build, condition, (Guard){.from = from, .to = to, .truth = truth});
}
