/* Make: targets, with what they need as references; variables and defined
 * texts; included files. A pattern rule and what starts with a dot is nobody's
 * goal. Names that are put together while make runs are not known. */
#include "src/languages/language.h"

enum { KIND_TARGETS = 1, KIND_PREREQUISITES, KIND_RECIPE, KIND_WORD, KIND_LIST };
static const char *const kinds[] = {"targets", "prerequisites", "recipe", "word", "list", NULL};
enum { FIELD_FUNCTION = 1 };
static const char *const fields[] = {"function", NULL};

static bool is_plain(Str word) {
  return word.len && word.ptr[0] != '.' && str_find_byte(word, '%') == STR_NONE && str_find_byte(word, '$') == STR_NONE;
}

/* Several targets of one rule are made alike; what the rule needs is said of
 * the first. */
static void visit_rule(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo targets = syntax_child(syntax, node, KIND_TARGETS);
  DefNo first = 0;
  for (NodeNo c = targets ? syntax_first(syntax, targets) : 0; c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) != KIND_WORD || !is_plain(syntax_text(syntax, c))) {
      language_visit(build, c);
      continue;
    }
    DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED, .name = c, .whole = node,
        .body = syntax_child(syntax, node, KIND_RECIPE), .bind = BIND_HOISTED});
    if (!first) first = def;
  }
  LanguageOpen before;
  language_open(build, first ? SCOPE_FUNCTION : SCOPE_BLOCK, node, first, &before);
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (c != targets) language_visit(build, c);
  }
  language_close(build, &before);
}

static void visit_needed(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) == KIND_WORD && is_plain(syntax_text(syntax, c))) language_expr_name(build, c, REF_READ);
    else if (syntax_kind(syntax, c) != KIND_WORD) language_visit(build, c);
  }
}

static ExprNo read_variable(LanguageBuild *build, NodeNo node, unsigned role) {
  NodeNo word = syntax_child(build->syntax, node, KIND_WORD);
  if (!word) language_visit_children(build, node);
  return word ? language_expr_name(build, word, role) : 0;
}

/* $(call name,…) is the only function that runs what a makefile defined. */
static ExprNo call_function(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  bool calls = str_eq(syntax_text(syntax, syntax_field(syntax, node, FIELD_FUNCTION)), STR("call"));
  NodeNo text = calls ? syntax_named(syntax, node, 0) : 0;
  Str rest = str_trim(syntax_text(syntax, text)), name = str_trim(str_cut(&rest, ','));
  ExprNo call = 0;
  if (is_plain(name)) {
    ExprNo callee = language_add_word(build, name, text);
    call = language_add_call(build, EXPR_CALL, &(LanguageCall){.callee = callee, .node = node, .name = text});
  }
  language_visit_children(build, node);
  return call;
}

static void visit_include(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo list = syntax_child(syntax, node, KIND_LIST);
  for (NodeNo c = list ? syntax_first(syntax, list) : 0; c; c = syntax_next(syntax, c)) {
    Str path = syntax_text(syntax, c);
    if (syntax_kind(syntax, c) == KIND_WORD && is_plain(path)) {
      language_import(build, (Import){.form = IMPORT_STAR, .flags = IMPORT_REEXPORT, .specifier = language_intern(build, path)}, c);
    } else {
      language_visit(build, c);
    }
  }
}

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_DEFINE, .node = "variable_assignment", .kind = SYMBOL_VARIABLE, .flags = DEF_EXPORTED, .name = "name", .value = "value"},
    {LANGUAGE_ROW_DEFINE, .node = "define_directive", .kind = SYMBOL_MACRO, .flags = DEF_EXPORTED, .name = "name", .value = "value"},
    {LANGUAGE_ROW_OWN, .node = "rule", .handler = {.visit = visit_rule}},
    {LANGUAGE_ROW_OWN, .node = "prerequisites", .handler = {.visit = visit_needed}},
    {LANGUAGE_ROW_OWN, .node = "variable_reference", .handler = {.expr = read_variable}},
    {LANGUAGE_ROW_OWN, .node = "function_call", .handler = {.expr = call_function}},
    {LANGUAGE_ROW_OWN, .node = "include_directive", .handler = {.visit = visit_include}},
    {LANGUAGE_ROW_COMMENT, .node = "comment"},
    {0},
};

static const LanguageSubject subjects[] = {
    {NULL, "make makefile target build rule"},
    {0},
};

const Language language_make = {
    .name = "make",
    .tier = LANGUAGE_TIER_STRUCTURE,
    .extensions = "mk mak",
    .filenames = "Makefile makefile GNUmakefile",
    .kinds = kinds,
    .fields = fields,
    .rows = rows,
    .near = "{}",
    .editing = {.indent = "\t"},
    .subjects = subjects,
};
