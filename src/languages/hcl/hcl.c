/* HCL as Terraform uses it: blocks by the address they have in expressions
 * (aws_instance.web, data.aws_ami.base, var.region, local.name, module.net),
 * and the expressions that name such an address. The files of a folder are one
 * module. What a module's source leads to is not followed, nor are functions. */
#include "src/languages/language.h"

enum { KIND_BODY = 1, KIND_BLOCK, KIND_ATTRIBUTE, KIND_IDENTIFIER, KIND_STRING, KIND_TEXT, KIND_VARIABLE, KIND_GET, KIND_FILE, KIND_START };
static const char *const kinds[] = {"body", "block", "attribute", "identifier", "string_lit", "template_literal", "variable_expr",
                                    "get_attr", "config_file", "block_start", NULL};

static void begin(LanguageBuild *build, NodeNo root) {
  (void)root;
  build->facts->package = language_intern(build, STR("module"));
}

static bool is_top(const Syntax *syntax, NodeNo block) {
  NodeNo body = syntax_parent(syntax, block);
  return body && syntax_kind(syntax, syntax_parent(syntax, body)) == KIND_FILE;
}

/* The nth label's own text, without quotes; 0: there is none. */
static NodeNo label(const Syntax *syntax, NodeNo block, unsigned nth) {
  for (NodeNo c = syntax_first(syntax, block); c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) != KIND_STRING) continue;
    if (!nth--) return syntax_child(syntax, c, KIND_TEXT);
  }
  return 0;
}

typedef struct Named {
  NodeNo name;
  Str address;
  SymbolKind kind;
} Named;

static Named name_block(Arena *arena, const Syntax *syntax, NodeNo block) {
  NodeNo word = syntax_child(syntax, block, KIND_IDENTIFIER), one = label(syntax, block, 0), two = label(syntax, block, 1);
  Str kind = syntax_text(syntax, word), first = syntax_text(syntax, one), second = syntax_text(syntax, two);
  Named named = {.name = two ? two : one ? one : word, .kind = SYMBOL_SECTION};
  if (str_eq(kind, STR("resource")) && two) {
    return (Named){two, str_format(arena, "%.*s.%.*s", STR_ARG(first), STR_ARG(second)), SYMBOL_STRUCT};
  }
  if (str_eq(kind, STR("data")) && two) {
    return (Named){two, str_format(arena, "data.%.*s.%.*s", STR_ARG(first), STR_ARG(second)), SYMBOL_STRUCT};
  }
  if (str_eq(kind, STR("variable"))) named.kind = SYMBOL_VARIABLE, kind = STR("var");
  else if (str_eq(kind, STR("module"))) named.kind = SYMBOL_MODULE;
  else if (str_eq(kind, STR("output"))) named.kind = SYMBOL_PROPERTY;
  named.address = one ? str_format(arena, "%.*s.%.*s", STR_ARG(kind), STR_ARG(first)) : kind;
  return named;
}

/* `locals` is a list of names; any other block is one. */
static void visit_locals(LanguageBuild *build, NodeNo body) {
  const Syntax *syntax = build->syntax;
  for (NodeNo c = body ? syntax_first(syntax, body) : 0; c; c = syntax_next(syntax, c)) {
    NodeNo name = syntax_kind(syntax, c) == KIND_ATTRIBUTE ? syntax_child(syntax, c, KIND_IDENTIFIER) : 0;
    LanguageOpen before;
    DefNo def = !name ? 0 : language_define(build, &(LanguageDef){.kind = SYMBOL_VARIABLE, .flags = DEF_EXPORTED, .name = name,
        .name_text = str_format(build->arena, "local.%.*s", STR_ARG(syntax_text(syntax, name))), .whole = c, .bind = BIND_HOISTED});
    language_open(build, SCOPE_BLOCK, c, def, &before);
    language_attribute(build, def);
    language_visit_children(build, c);
    language_close(build, &before);
  }
}

static void visit_block(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo body = syntax_child(syntax, node, KIND_BODY);
  if (!is_top(syntax, node)) {
    language_visit(build, body);
    return;
  }
  if (str_eq(syntax_text(syntax, syntax_child(syntax, node, KIND_IDENTIFIER)), STR("locals"))) {
    visit_locals(build, body);
    return;
  }
  Named named = name_block(build->arena, syntax, node);
  LanguageOpen before;
  DefNo def = language_define(build, &(LanguageDef){.kind = named.kind, .flags = DEF_EXPORTED, .name = named.name,
      .name_text = named.address, .whole = node, .body = syntax_child(syntax, node, KIND_START), .bind = BIND_HOISTED});
  language_open(build, SCOPE_BLOCK, node, def, &before);
  language_attribute(build, def);
  language_visit(build, body);
  language_close(build, &before);
}

/* a.b.c.d: the first two parts are an address, of data the first three. */
static void use_address(LanguageBuild *build, NodeNo first) {
  const Syntax *syntax = build->syntax;
  unsigned wanted = str_eq(syntax_text(syntax, first), STR("data")) ? 2 : 1;
  NodeNo last = 0;
  for (NodeNo c = syntax_next(syntax, first); c && wanted && syntax_kind(syntax, c) == KIND_GET; c = syntax_next(syntax, c)) last = c, wanted--;
  if (!last || wanted) return;
  language_use_word(build, str_slice(syntax->text, syntax->nodes[first].from, syntax->nodes[last].to), first, REF_READ);
}

/* The sides of an operation stand in it without a node around them. */
static void visit_expression(LanguageBuild *build, NodeNo node) {
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (syntax_kind(build->syntax, c) == KIND_VARIABLE) use_address(build, c);
    language_visit(build, c);
  }
}

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_OWN, .node = "block", .handler = {.visit = visit_block}},
    {LANGUAGE_ROW_OWN, .node = "expression binary_operation unary_operation", .handler = {.visit = visit_expression}},
    {LANGUAGE_ROW_COMMENT, .node = "comment"},
    {0},
};

static const LanguageSubject subjects[] = {
    {NULL, "terraform infrastructure resource deploy deployment module config configuration configured configure setting option"},
    {0},
};

const Language language_hcl = {
    .name = "hcl",
    .tier = LANGUAGE_TIER_STRUCTURE,
    .extensions = "tf hcl tfvars",
    .kinds = kinds,
    .rows = rows,
    .begin = begin,
    .rules = {.packages = LANGUAGE_PACKAGE_FOLDER},
    .editing = {.indent = "  "},
    .subjects = subjects,
};
