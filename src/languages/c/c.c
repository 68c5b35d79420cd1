/* C. Its declarations name things at the end of a chain of declarators, so
 * most rules go through one hook that follows the chain. Both sides of an
 * #if are read: the grammar keeps them both. */
#include <string.h>

#include "src/languages/language.h"

const TSLanguage *tree_sitter_c(void);

static bool is_node(TSNode node, const char *type) { return strcmp(ts_node_type(node), type) == 0; }

static Str text_of(const LanguageVisit *visit, TSNode node) {
  return str_slice(visit->text, ts_node_start_byte(node), ts_node_end_byte(node));
}

static TSNode field(TSNode node, const char *name) {
  return ts_node_child_by_field_name(node, name, (uint32_t)strlen(name));
}

static bool has_word(const LanguageVisit *visit, TSNode node, const char *type, Str word) {
  uint32_t count = ts_node_named_child_count(node);
  for (uint32_t i = 0; i < count && i < 16; i++) {
    TSNode child = ts_node_named_child(node, i);
    if (is_node(child, type) && str_eq(text_of(visit, child), word)) return true;
  }
  return false;
}

/* Brackets around a declarator and attributes behind it have no field. */
static TSNode inner_declarator(TSNode node) {
  TSNode inner = field(node, "declarator");
  if (!ts_node_is_null(inner)) return inner;
  uint32_t count = ts_node_named_child_count(node);
  for (uint32_t i = 0; i < count; i++) {
    TSNode child = ts_node_named_child(node, i);
    Str type = str_from_c(ts_node_type(child));
    if (str_ends_with(type, STR("declarator")) || str_ends_with(type, STR("identifier"))) return child;
  }
  return inner;
}

typedef struct Declared {
  TSNode name;  /* null when nothing is named */
  TSNode value; /* its initialiser, or null */
  const char *shape; /* the declarator next to the name, or NULL: plain */
} Declared;

/* `int *(*f[3])(void)`: the declarator nearest to the name says what f is. */
static Declared follow(TSNode declarator) {
  Declared declared = {.name = declarator};
  TSNode null = {0};
  declared.value = null;
  while (!ts_node_is_null(declared.name)) {
    const char *type = ts_node_type(declared.name);
    if (str_ends_with(str_from_c(type), STR("identifier")) || strcmp(type, "primitive_type") == 0) break;
    if (strcmp(type, "init_declarator") == 0) {
      declared.value = field(declared.name, "value");
    } else if (strcmp(type, "parenthesized_declarator") != 0 &&
               strcmp(type, "attributed_declarator") != 0) {
      declared.shape = type;
    }
    declared.name = inner_declarator(declared.name);
  }
  return declared;
}

static bool is_function(const Declared *declared) {
  return declared->shape && strcmp(declared->shape, "function_declarator") == 0;
}

static void define_function(LanguageVisit *visit, const LanguageRule *rule, TSNode node) {
  Declared declared = follow(field(node, "declarator"));
  if (ts_node_is_null(declared.name)) return;
  bool hidden = has_word(visit, node, "storage_class_specifier", STR("static"));
  visit->define(visit, &(LanguageDef){
      .kind = rule->kind, .flags = hidden ? 0 : DEF_EXPORTED, .name = declared.name,
      .whole = node, .body = field(node, "body"), .opens = true});
}

/* Calls `each` for every declarator of a declaration. */
static void each_declarator(LanguageVisit *visit, TSNode node, LanguageDef *def,
                            void (*each)(LanguageVisit *, LanguageDef *, const Declared *)) {
  TSTreeCursor cursor = ts_tree_cursor_new(node);
  for (bool more = ts_tree_cursor_goto_first_child(&cursor); more;
       more = ts_tree_cursor_goto_next_sibling(&cursor)) {
    const char *name = ts_tree_cursor_current_field_name(&cursor);
    if (!name || strcmp(name, "declarator") != 0) continue;
    Declared declared = follow(ts_tree_cursor_current_node(&cursor));
    if (!ts_node_is_null(declared.name)) each(visit, def, &declared);
  }
  ts_tree_cursor_delete(&cursor);
}

static void declare(LanguageVisit *visit, LanguageDef *def, const Declared *declared) {
  LanguageDef one = *def;
  one.name = declared->name;
  one.body = declared->value;
  bool plain = !declared->shape || strcmp(declared->shape, "array_declarator") == 0;
  if (is_function(declared)) {
    one.kind = SYMBOL_FUNCTION;
    one.flags |= DEF_DECLARATION;
  } else {
    if (!plain && one.kind == SYMBOL_CONSTANT) one.kind = SYMBOL_VARIABLE;
    if (!ts_node_is_null(declared->value)) one.flags &= ~(unsigned)DEF_DECLARATION;
  }
  visit->define(visit, &one);
}

static void define_declaration(LanguageVisit *visit, const LanguageRule *rule, TSNode node) {
  LanguageDef def = {.kind = rule->kind, .whole = node};
  if (has_word(visit, node, "type_qualifier", STR("const"))) def.kind = SYMBOL_CONSTANT;
  if (!has_word(visit, node, "storage_class_specifier", STR("static"))) def.flags |= DEF_EXPORTED;
  if (has_word(visit, node, "storage_class_specifier", STR("extern"))) def.flags |= DEF_DECLARATION;
  each_declarator(visit, node, &def, declare);
}

static void declare_plain(LanguageVisit *visit, LanguageDef *def, const Declared *declared) {
  def->name = declared->name;
  visit->define(visit, def);
}

/* What an unnamed struct holds belongs to its first plain name; a pointer to
 * it or an array of it is another type. */
static void declare_type(LanguageVisit *visit, LanguageDef *def, const Declared *declared) {
  LanguageDef one = *def;
  one.name = declared->name;
  if (declared->shape) {
    one.kind = SYMBOL_TYPE;
    one.opens = false;
  }
  visit->define(visit, &one);
  if (one.opens) def->opens = false;
}

static void define_field(LanguageVisit *visit, const LanguageRule *rule, TSNode node) {
  LanguageDef def = {.kind = rule->kind, .flags = DEF_EXPORTED, .whole = node};
  each_declarator(visit, node, &def, declare_plain);
}

/* `typedef struct { ... } X;` makes X a struct: it has no other name. */
static void define_typedef(LanguageVisit *visit, const LanguageRule *rule, TSNode node) {
  LanguageDef def = {.kind = rule->kind, .flags = DEF_EXPORTED, .whole = node};
  TSNode type = field(node, "type");
  if (!ts_node_is_null(type) && ts_node_is_null(field(type, "name"))) {
    def.body = field(type, "body");
    def.opens = !ts_node_is_null(def.body);
    if (is_node(type, "struct_specifier")) def.kind = SYMBOL_STRUCT;
    if (is_node(type, "union_specifier")) def.kind = SYMBOL_UNION;
    if (is_node(type, "enum_specifier")) def.kind = SYMBOL_ENUM;
  }
  each_declarator(visit, node, &def, declare_type);
}

#define TYPE_FLAGS (LANGUAGE_OPENS | LANGUAGE_NEEDS_BODY | LANGUAGE_EXPORTED)

static const LanguageRule rules[] = {
    {.node = "function_definition", .kind = SYMBOL_FUNCTION, .define = define_function},
    {.node = "declaration", .kind = SYMBOL_VARIABLE, .flags = LANGUAGE_NOT_LOCAL,
     .define = define_declaration},
    {.node = "type_definition", .kind = SYMBOL_TYPE, .define = define_typedef},
    {.node = "struct_specifier", .kind = SYMBOL_STRUCT, .name = "name", .body = "body", .flags = TYPE_FLAGS},
    {.node = "union_specifier", .kind = SYMBOL_UNION, .name = "name", .body = "body", .flags = TYPE_FLAGS},
    {.node = "enum_specifier", .kind = SYMBOL_ENUM, .name = "name", .body = "body", .flags = TYPE_FLAGS},
    {.node = "enumerator", .kind = SYMBOL_ENUM_MEMBER, .name = "name", .flags = LANGUAGE_EXPORTED},
    {.node = "field_declaration", .kind = SYMBOL_FIELD, .define = define_field},
    {.node = "preproc_def", .kind = SYMBOL_MACRO, .name = "name", .flags = LANGUAGE_EXPORTED},
    {.node = "preproc_function_def", .kind = SYMBOL_MACRO, .name = "name", .body = "value",
     .flags = LANGUAGE_EXPORTED},
    {.node = NULL},
};

const Language language_c = {
    .name = "c",
    .extensions = "c h",
    .comments = "comment",
    .grammar = tree_sitter_c,
    .rules = rules,
};
