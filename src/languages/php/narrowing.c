/* What tests say about variables: `$x instanceof A` holds inside of what it
 * guards, and behind a guard that leaves. */
#include "src/languages/php/php_internal.h"

enum { NARROW_MAX_DEPTH = 24 };

typedef struct Guard {
  uint32_t from, to;
  bool truth;
  unsigned depth;
} Guard;

/* The variable that is tested, also when it is assigned in the test. */
static NodeNo tested(const LanguageBuild *build, NodeNo node) {
  for (int guard = 0; node && guard < 4; guard++) {
    switch (language_kind(build, node)) {
      case PHP_VARIABLE: return node;
      case PHP_PARENTHESIZED: node = syntax_named(build->syntax, node, 0); break;
      case PHP_ASSIGNMENT: node = language_field(build, node, PHP_IN_LEFT); break;
      default: return 0;
    }
  }
  return 0;
}

static void instance_of(LanguageBuild *build, NodeNo node, const Guard *guard) {
  NodeNo variable = tested(build, language_field(build, node, PHP_IN_LEFT));
  NodeNo class = language_field(build, node, PHP_IN_RIGHT);
  unsigned kind = language_kind(build, class);
  if (!variable || (kind != PHP_NAME && kind != PHP_QUALIFIED_NAME && kind != PHP_RELATIVE_SCOPE)) return;
  Str name = language_text(build, variable);
  if (str_eq(name, STR("$this"))) return;
  ExprNo type = kind == PHP_RELATIVE_SCOPE ? language_type(build, class)
                                           : language_php_named(build, language_text(build, class), language_node(build, class)->from, true);
  if (!type) return;
  ExprNo before = language_php_variable_at(build, name, language_node(build, class)->from);
  Bind bind = {.scope = php_state(build)->variables, .name = language_intern(build, name), .flags = BIND_NARROW,
               .from = guard->from, .to = guard->to, .type = type, .value = before};
  if (!guard->truth) {
    bind.type = 0;
    bind.value = language_add_list(build, EXPR_EXCEPT, before, &type, 1, node);
  }
  language_bind(build, bind);
}

static void narrow(LanguageBuild *build, NodeNo node, Guard guard);

static void binary(LanguageBuild *build, NodeNo node, Guard guard) {
  Str operator = language_text(build, language_field(build, node, PHP_IN_OPERATOR));
  bool both = guard.truth ? str_eq_c(operator, "&&") || str_eq_ignore_case(operator, STR("and"))
                          : str_eq_c(operator, "||") || str_eq_ignore_case(operator, STR("or"));
  if (both) {
    narrow(build, language_field(build, node, PHP_IN_LEFT), guard);
    narrow(build, language_field(build, node, PHP_IN_RIGHT), guard);
  } else if (str_eq_ignore_case(operator, STR("instanceof"))) {
    instance_of(build, node, &guard);
  }
}

static void narrow(LanguageBuild *build, NodeNo node, Guard guard) {
  if (!node || guard.from >= guard.to || ++guard.depth > NARROW_MAX_DEPTH) return;
  switch (language_kind(build, node)) {
    case PHP_PARENTHESIZED: narrow(build, syntax_named(build->syntax, node, 0), guard); break;
    case PHP_BINARY: binary(build, node, guard); break;
    case PHP_UNARY:
      if (!str_eq_c(language_text(build, language_field(build, node, PHP_IN_OPERATOR)), "!")) break;
      guard.truth = !guard.truth;
      narrow(build, language_field(build, node, PHP_IN_ARGUMENT), guard);
      break;
    default: break;
  }
}

void language_php_narrow(LanguageBuild *build, NodeNo condition, bool truth, uint32_t from, uint32_t to) {
  narrow(build, condition, (Guard){.from = from, .to = to, .truth = truth});
}
