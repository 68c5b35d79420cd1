/* Kotlin calls, and what the functions that every value has (let, apply, map)
 * give to their lambdas and back: the library itself is not read. */
#include "src/languages/kotlin/kotlin_internal.h"

/* ---- arguments ---- */

static ExprNo argument(LanguageBuild *build, NodeNo node) {
  NodeNo name = 0, value = 0;
  bool is_named = language_child(build, node, KOTLIN_SIGN_EQUALS) != 0;
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (!language_is_part(build, c) || language_kind(build, c) == KOTLIN_ANNOTATION) continue;
    if (is_named && !name) name = c;
    else value = c;
  }
  bool is_spread = language_child(build, node, KOTLIN_SIGN_STAR) || language_kind(build, value) == KOTLIN_SPREAD;
  if (language_kind(build, value) == KOTLIN_SPREAD) value = syntax_named(build->syntax, value, 0);
  ExprNo given = language_expr(build, value);
  if (is_spread) return language_add_base(build, EXPR_SPREAD, given, node);
  if (!name) return given;
  ExprNo keyword = language_add_base(build, EXPR_KEYWORD, given, node);
  language_expr_at(build, keyword)->name = language_name(build, name);
  return keyword;
}

void language_kotlin_arguments(LanguageBuild *build, NodeNo node, LanguageExprs *items) {
  for (NodeNo c = node ? syntax_first(build->syntax, node) : 0; c; c = syntax_next(build->syntax, c)) {
    if (language_kind(build, c) == KOTLIN_VALUE_ARGUMENT) language_push(build, items, argument(build, c));
    else language_visit(build, c);
  }
}

/* ---- what lambdas are given ---- */

static bool is_word(Str name, const char *words) { return language_word_in(words, name); }

static const char gives_elements[] =
    "forEach map mapNotNull flatMap filter filterNot any all none first firstOrNull last lastOrNull find single singleOrNull "
    "associateBy associateWith associate groupBy sortedBy sortedByDescending maxByOrNull minByOrNull sumOf count joinToString "
    "takeWhile dropWhile partition mapTo onEach indexOfFirst zip distinctBy removeAll forEachIndexed mapTo joinTo maxOf minOf "
    "mapNotNullTo filterTo findLast sumBy maxBy minBy";
static const char keeps_elements[] =
    "filter filterNot filterNotNull sortedBy sortedByDescending sortedWith sorted toList toMutableList toSet toMutableSet "
    "asSequence asReversed reversed distinct distinctBy take drop takeWhile dropWhile orEmpty onEach asIterable asList plus "
    "minus toTypedArray ifEmpty takeIf takeUnless also apply shuffled filterIsInstance takeLast dropLast";
static const char one_element[] =
    "first firstOrNull last lastOrNull find single singleOrNull findLast elementAt getOrNull elementAtOrNull maxByOrNull "
    "minByOrNull removeLast removeFirst removeAt getOrElse";

static KotlinGiven given_by(LanguageBuild *build, Str name, ExprNo receiver, ExprNo first, NodeNo node) {
  KotlinGiven given = {0, 0};
  if (receiver && is_word(name, "let also takeIf takeUnless use")) given.it = receiver;
  else if (receiver && is_word(name, "apply run")) given.receiver = receiver;
  else if (!receiver && first && str_eq_c(name, "with")) given.receiver = first;
  else if (!receiver && str_eq_c(name, "buildString")) {
    ExprNo builder = language_add(build, (Expr){.kind = EXPR_NAME, .flags = EXPR_IN_TYPE, .scope = 1, .at = build->syntax->nodes[node].from,
                                                .name = language_intern(build, STR("StringBuilder"))});
    given.receiver = language_add_base(build, EXPR_OF_TYPE, builder, node);
  }
  else if (receiver && is_word(name, gives_elements)) given.it = language_add_base(build, EXPR_ITER, receiver, node);
  return given;
}

/* ---- what calls give ---- */

static ExprNo result_of(LanguageBuild *build, ExprNo function, NodeNo node) {
  return function ? language_add_base(build, EXPR_CALL, function, node) : 0;
}

/* For functions of the library, by their names: those of the project have a
 * definition, which is asked first. */
static ExprNo known_result(LanguageBuild *build, Str name, ExprNo receiver, const LanguageExprs *items, ExprNo function, NodeNo node) {
  static const char makers[] = "listOf mutableListOf setOf mutableSetOf arrayOf sequenceOf listOfNotNull arrayListOf linkedSetOf";
  if (!receiver) {
    if (is_word(name, makers)) return language_add_list(build, EXPR_LIST, 0, items->items, items->len, node);
    if (str_eq_c(name, "with") || str_eq_c(name, "run") || str_eq_c(name, "lazy")) return result_of(build, function, node);
    return 0;
  }
  if (is_word(name, "let run use")) return result_of(build, function, node);
  if (is_word(name, "map mapNotNull")) {
    ExprNo element = result_of(build, function, node);
    return element ? language_add_list(build, EXPR_LIST, 0, &element, 1, node) : 0;
  }
  if (is_word(name, "flatMap")) return result_of(build, function, node);
  if (is_word(name, keeps_elements)) return receiver;
  if (is_word(name, one_element)) return language_add_base(build, EXPR_ITER, receiver, node);
  return 0;
}

/* The function's own result where it is one of the project, else what the
 * library's would give. */
static ExprNo either(LanguageBuild *build, ExprNo call, ExprNo known, NodeNo node) {
  if (!known) return call;
  ExprNo sides[2] = {call, known};
  ExprNo any = language_add_list(build, EXPR_ANY, 0, sides, 2, node);
  language_expr_at(build, any)->flags |= EXPR_OPTIONAL;
  return any;
}

/* ---- calls ---- */

static ExprNo with_types(LanguageBuild *build, ExprNo callee, NodeNo types) {
  LanguageExprs items = {0};
  language_kotlin_type_arguments(build, types, &items);
  return callee && items.len ? language_add_list(build, EXPR_APPLY, callee, items.items, items.len, types) : callee;
}

static NodeNo lambda_in(const LanguageBuild *build, NodeNo node) {
  NodeNo annotated = language_child(build, node, KOTLIN_ANNOTATED_LAMBDA);
  return annotated ? language_child(build, annotated, KOTLIN_LAMBDA) : 0;
}

ExprNo language_kotlin_call(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  NodeNo callee = syntax_named(build->syntax, node, 0), lambda = lambda_in(build, node);
  NodeNo list = language_child(build, node, KOTLIN_VALUE_ARGUMENTS), types = language_child(build, node, KOTLIN_TYPE_ARGUMENTS);
  NodeNo name = callee;
  ExprNo receiver = 0, base;
  if (lambda && !list && language_kind(build, callee) == KOTLIN_CALL && !lambda_in(build, callee)) { /* f(x) { … } */
    list = language_child(build, callee, KOTLIN_VALUE_ARGUMENTS);
    if (!types) types = language_child(build, callee, KOTLIN_TYPE_ARGUMENTS);
    callee = name = syntax_named(build->syntax, callee, 0);
  }
  if (language_kind(build, callee) == KOTLIN_NAVIGATION) {
    NodeNo object = syntax_named(build->syntax, callee, 0);
    for (NodeNo c = syntax_first(build->syntax, callee); c; c = syntax_next(build->syntax, c)) {
      if (language_kind(build, c) == KOTLIN_IDENTIFIER) name = c;
    }
    receiver = language_expr(build, object);
    base = name != object ? language_add_member(build, receiver, name) : receiver;
  } else {
    base = language_expr_as(build, callee, LANGUAGE_NO_REF);
  }
  base = with_types(build, base, types);
  LanguageExprs items = {0};
  language_kotlin_arguments(build, list, &items);
  Str text = language_text(build, name);
  ExprNo function = 0;
  if (lambda) {
    KotlinGiven given = given_by(build, text, receiver, items.len ? items.items[0] : 0, node);
    function = language_kotlin_lambda(build, lambda, given);
    ExprNo last = language_add_base(build, EXPR_KEYWORD, function, lambda);
    language_expr_at(build, last)->name = language_intern(build, STR(KOTLIN_LAST_ARGUMENT));
    language_push(build, &items, last);
  }
  ExprNo call = language_add_call(build, EXPR_CALL, &(LanguageCall){base, items.items, items.len, node, name});
  return either(build, call, known_result(build, text, receiver, &items, function, node), node);
}

/* a name b */
ExprNo language_kotlin_infix(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  NodeNo left = syntax_named(build->syntax, node, 0), name = syntax_named(build->syntax, node, 1);
  NodeNo right = syntax_named(build->syntax, node, 2);
  ExprNo base = language_expr(build, left);
  ExprNo callee = name ? language_add_member(build, base, name) : 0;
  ExprNo item = language_expr(build, right);
  return language_add_call(build, EXPR_CALL, &(LanguageCall){callee, &item, 1, node, name});
}
