/* Dockerfiles: stages, with the stages that they are made from or copy from, and
 * arguments and variables, with their uses. Images, and what is run in them, are
 * not looked into. */
#include "src/languages/language.h"

enum { KIND_FROM = 1 };
static const char *const kinds[] = {"from_instruction", NULL};
enum { FIELD_NAME = 1, FIELD_AS };
static const char *const fields[] = {"name", "as", NULL};

/* A stage reaches to the next one, or to the end of the file. What it is made from
 * may be a stage that stands before it, never itself. */
static void visit_file(LanguageBuild *build, NodeNo root) {
  const Syntax *syntax = build->syntax;
  LanguageOpen before;
  bool is_open = false;
  for (NodeNo c = syntax_first(syntax, root); c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) == KIND_FROM) {
      NodeNo alias = syntax_field(syntax, c, FIELD_AS);
      if (is_open) language_close(build, &before);
      DefNo def = !alias ? 0 : language_define(build, &(LanguageDef){.kind = SYMBOL_MODULE, .flags = DEF_EXPORTED, .name = alias, .whole = c});
      language_open(build, SCOPE_BLOCK, c, def, &before);
      language_attribute(build, def);
      is_open = true;
    }
    language_visit(build, c);
    /* What a stage consists of is all up to the next. */
    if (is_open && build->container) language_extend(build, build->container, c);
  }
  if (is_open) language_close(build, &before);
}

static void visit_image(LanguageBuild *build, NodeNo node) {
  NodeNo name = syntax_field(build->syntax, node, FIELD_NAME);
  bool is_bare = name && build->syntax->nodes[name].to == build->syntax->nodes[node].to && str_find_byte(syntax_text(build->syntax, name), '$') == STR_NONE;
  if (is_bare) language_expr_name(build, name, REF_READ);
  language_visit_others(build, node, name);
}

/* --from=build */
static void visit_param(LanguageBuild *build, NodeNo node) {
  Str text = syntax_text(build->syntax, node);
  if (!str_starts_with(text, STR("--from="))) return;
  language_ref(build, REF_READ, language_add_word(build, str_slice(text, 7, text.len), node), node);
}

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_OWN, .node = "source_file", .handler = {.visit = visit_file}},
    {LANGUAGE_ROW_OWN, .node = "image_spec", .handler = {.visit = visit_image}},
    {LANGUAGE_ROW_OWN, .node = "param", .handler = {.visit = visit_param}},
    {LANGUAGE_ROW_DEFINE, .node = "arg_pair", .kind = SYMBOL_CONSTANT, .flags = DEF_EXPORTED, .name = "name", .value = "default"},
    {LANGUAGE_ROW_DEFINE, .node = "env_pair", .kind = SYMBOL_VARIABLE, .flags = DEF_EXPORTED, .name = "name", .value = "value"},
    {LANGUAGE_ROW_NAME, .node = "variable"},
    {LANGUAGE_ROW_COMMENT, .node = "comment"},
    {0},
};

static const LanguageSubject subjects[] = {
    {NULL, "docker dockerfile container image stage base build"},
    {0},
};

const Language language_dockerfile = {
    .name = "dockerfile",
    .tier = LANGUAGE_TIER_STRUCTURE,
    .extensions = "dockerfile containerfile",
    .filenames = "Dockerfile Containerfile Dockerfile.* Containerfile.*",
    .kinds = kinds,
    .fields = fields,
    .rows = rows,
    .rules = {.unknown_is_outside = true},
    .subjects = subjects,
};
