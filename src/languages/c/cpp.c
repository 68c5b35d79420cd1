/* C++. Resolved: namespaces (nested, inline, without a name, aliases, used ones),
 * classes with their bases, methods and nested classes inside and outside of
 * them, overloads by the conversions that arguments need, constructors, templates
 * by what they are given, specialisations by their arguments, `auto` from what it is
 * given, members through pointers, references and smart pointers, subscripts, loops
 * and operators by the functions for them, lambdas, headers by include, the standard
 * library as library/ writes it down. Not resolved: what only an instantiation tells
 * (enable_if, dependent names: of functions that nothing else tells apart the first
 * is taken), which of const and plain is meant, argument-dependent look-up where
 * something nearer has the name, macros as in C. A pointer to what has operator-> is taken for it. */
#include "src/languages/c/cpp_internal.h"

#define CPP_WORD_ROW(id, word) word,
const char *const language_cpp_kinds[] = {C_KINDS(CPP_WORD_ROW) CPP_KINDS(CPP_WORD_ROW) NULL};
const char *const language_cpp_fields[] = {C_FIELDS(CPP_WORD_ROW) CPP_FIELDS(CPP_WORD_ROW) NULL};
#undef CPP_WORD_ROW

/* LIB_BEGIN_NAMESPACE alone on its line. */
static bool opens_unseen(Str line) {
  size_t end = 0;
  while (end < line.len && language_c_is_word_byte(line.ptr[end])) end++;
  Str word = str_slice(line, 0, end);
  bool is_macro = word.len && word.ptr[0] >= 'A' && word.ptr[0] <= 'Z' && (end == line.len || line.ptr[end] == '(');
  return is_macro && str_contains(word, STR("NAMESPACE")) &&
         (str_contains(word, STR("BEGIN")) || str_contains(word, STR("OPEN")) || str_contains(word, STR("START")));
}

/* Which namespace a macro opens another file says: that there is one is noted. */
static void note_unseen(LanguageBuild *build) {
  Str rest = build->syntax->text;
  while (rest.len) {
    Str line = str_trim(str_cut(&rest, '\n'));
    if (!line.len || line.ptr[0] < 'A' || line.ptr[0] > 'Z' || !opens_unseen(line)) continue;
    language_bind(build, (Bind){.scope = 1, .name = language_intern(build, STR(LANGUAGE_UNSEEN_SPACE)), .flags = BIND_HOISTED | BIND_TYPE});
    return;
  }
}

void language_cpp_begin(LanguageBuild *build, NodeNo root) {
  (void)root;
  CppState *state = ARENA_NEW(build->arena, CppState);
  map_init(&state->namespaces, build->arena);
  build->state = state;
  note_unseen(build);
  language_cpp_find_spaces(build);
}

void language_cpp_finish(LanguageBuild *build) {
  language_cpp_hidden_uses(build);
  language_c_order_macros(build);
}

/* #define BEGIN namespace a { namespace b {: both are there, wherever it is used. */
static void define(LanguageBuild *build, NodeNo node) {
  language_c_define(build, node);
  NodeNo value = syntax_field(build->syntax, node, C_FIELD_VALUE);
  Str text = value ? str_trim(syntax_text(build->syntax, value)) : STR_EMPTY;
  bool opens = str_starts_with(text, STR("namespace ")) || str_starts_with(text, STR("inline namespace "));
  for (Str before = STR_EMPTY; opens && text.len;) {
    Str word = str_cut(&text, ' ');
    if (str_eq(before, STR("namespace")) && word.len && language_c_is_word_byte(word.ptr[0])) {
      language_define(build, &(LanguageDef){.kind = SYMBOL_NAMESPACE, .flags = DEF_EXPORTED | DEF_GENERATED, .name = value, .name_text = word,
                                            .whole = node, .scope = 1, .bind = BIND_HOISTED | BIND_TYPE});
    }
    before = word;
  }
}

static void visit_nothing(LanguageBuild *build, NodeNo node) {
  (void)build;
  (void)node;
}

static ExprNo this_value(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  return language_add(build, (Expr){.kind = EXPR_SELF, .at = build->syntax->nodes[node].from});
}

/* The type of the characters of L"x" or U'x'; empty: plain ones. */
static Str wide_type(Str text) {
  if (str_starts_with(text, STR("L"))) return STR("wchar_t");
  if (str_starts_with(text, STR("u8"))) return STR("char8_t");
  if (str_starts_with(text, STR("u"))) return STR("char16_t");
  return str_starts_with(text, STR("U")) ? STR("char32_t") : STR_EMPTY;
}

static ExprNo of_wide(LanguageBuild *build, NodeNo node, Str name, bool is_text) {
  ExprNo type = language_add(build, (Expr){.kind = EXPR_NAME, .name = language_intern(build, name), .at = build->syntax->nodes[node].from});
  if (is_text) type = language_add_base(build, EXPR_POINTER, type, node);
  return language_add_base(build, EXPR_OF_TYPE, type, node);
}

static ExprNo char_literal(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  Str wide = wide_type(syntax_text(build->syntax, node));
  return wide.len ? of_wide(build, node, wide, false) : language_add_literal(build, LITERAL_CHAR, node);
}

static ExprNo text_literal(LanguageBuild *build, NodeNo node, unsigned role) {
  Str wide = wide_type(syntax_text(build->syntax, node));
  return wide.len ? of_wide(build, node, wide, true) : language_expr_string(build, node, role);
}

/* 1.5 and 1e3 are no whole numbers. */
static ExprNo number(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  Str text = syntax_text(build->syntax, node);
  bool is_hex = str_starts_with(text, STR("0x")) || str_starts_with(text, STR("0X"));
  bool is_real = str_find_byte(text, '.') != STR_NONE || (!is_hex && str_find_byte(text, 'e') != STR_NONE);
  return language_add_literal(build, is_real ? LITERAL_DOUBLE : LITERAL_INT, node);
}

/* auto, decltype(auto): what the value says. */
static ExprNo no_type(LanguageBuild *build, NodeNo node) {
  (void)build;
  (void)node;
  return 0;
}

static ExprNo type_of(LanguageBuild *build, NodeNo node) {
  ExprNo value = language_expr(build, syntax_named(build->syntax, node, 0));
  return value ? language_add_base(build, EXPR_TYPE_OF, value, node) : 0;
}

static ExprNo type_descriptor(LanguageBuild *build, NodeNo node) {
  ExprNo type = language_type(build, syntax_field(build->syntax, node, C_FIELD_TYPE));
  return language_cpp_declarator(build, syntax_field(build->syntax, node, C_FIELD_DECLARATOR), type).type;
}

/* `: Base(x), member_(y)`: a call of a type makes its part, one of a field
 * calls nothing and writes it. */
static void initializer(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo name = syntax_named(syntax, node, 0), list = syntax_named(syntax, node, 1);
  ExprNo items[C_MANY];
  ExprNo callee = 0;
  if (name && syntax_kind(syntax, name) == C_FIELD_IDENTIFIER) {
    callee = language_add_name(build, name);
    language_ref(build, REF_WRITE, callee, name);
  } else if (name) callee = language_expr_as(build, name, LANGUAGE_NO_REF);
  size_t count = language_cpp_arguments(build, list, items);
  if (callee) language_add_call(build, EXPR_CALL, &(LanguageCall){callee, items, count, node, language_cpp_last_name(syntax, name)});
}

static void return_value(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo value = syntax_named(syntax, node, 0);
  if (value) language_return(build, language_expr(build, value));
}

#define VALUE(handler) {.expr = handler}
#define TYPE(handler) {.visit = language_cpp_visit_type, .type = handler}

const LanguageHandler language_cpp_handlers[CPP_KIND_COUNT] = {
    [C_INCLUDE] = {.visit = language_c_include},
    [C_DEFINE] = {.visit = define},
    [C_DEFINE_FUNCTION] = {.visit = language_c_define},
    [C_PREPROC_CALL] = {.visit = language_c_directive},
    [C_IF] = {.visit = language_c_condition},
    [C_IFDEF] = {.visit = language_c_condition},
    [C_ELIF] = {.visit = language_c_condition},
    [C_ELIFDEF] = {.visit = language_c_condition},
    [C_ELSE] = {.visit = language_c_condition},
    [C_FUNCTION] = {.visit = language_cpp_function},
    [C_DECLARATION] = {.visit = language_cpp_declaration},
    [C_FIELD_DECLARATION] = {.visit = language_cpp_field},
    [C_TYPEDEF] = {.visit = language_c_typedef},
    [C_LINKAGE] = {.visit = language_c_linkage},
    [C_ATTRIBUTE_SPECIFIER] = {.visit = visit_nothing},
    [C_ATTRIBUTE_DECLARATION] = {.visit = visit_nothing},
    [C_MS_DECLSPEC] = {.visit = visit_nothing},
    [C_STATEMENT_IDENTIFIER] = {.visit = visit_nothing},
    [C_FIELD_IDENTIFIER] = {.visit = visit_nothing, .expr = language_expr_name},
    [C_FOR] = {.visit = language_visit_block},
    [C_RETURN] = {.visit = return_value},
    [C_COMPOUND] = {.visit = language_visit_block, .expr = language_c_compound_value},
    [C_STRUCT] = TYPE(language_cpp_type_class),
    [C_UNION] = TYPE(language_cpp_type_class),
    [CPP_CLASS] = TYPE(language_cpp_type_class),
    [C_ENUM] = TYPE(language_c_type_tagged),
    [C_MACRO_TYPE] = TYPE(language_c_type_macro),
    [C_SIZED_TYPE] = TYPE(language_cpp_sized),
    [C_PRIMITIVE_TYPE] = TYPE(language_cpp_primitive),
    [C_TYPE_IDENTIFIER] = {.expr = language_expr_name, .type = language_type_name},
    [C_TYPE_DESCRIPTOR] = TYPE(type_descriptor),
    [CPP_QUALIFIED] = {.expr = language_cpp_qualified, .type = language_cpp_qualified_type},
    [CPP_TEMPLATE_TYPE] = {.expr = language_cpp_qualified, .type = language_cpp_template_type},
    [CPP_TEMPLATE_FUNCTION] = VALUE(language_cpp_template_function),
    [CPP_TEMPLATE_METHOD] = VALUE(language_cpp_template_function),
    [CPP_DEPENDENT_TYPE] = TYPE(language_cpp_qualified_type),
    [CPP_PLACEHOLDER] = TYPE(no_type),
    [CPP_AUTO] = TYPE(no_type),
    [CPP_DECLTYPE] = TYPE(type_of),
    [CPP_NAMESPACE] = {.visit = language_cpp_namespace},
    [CPP_NAMESPACE_ALIAS] = {.visit = language_cpp_namespace_alias},
    [CPP_NAMESPACE_NAME] = {.visit = visit_nothing},
    [CPP_USING] = {.visit = language_cpp_using},
    [CPP_ALIAS] = {.visit = language_cpp_alias},
    [CPP_TEMPLATE] = {.visit = language_cpp_template},
    [CPP_FRIEND] = {.visit = language_cpp_friend},
    [CPP_INITIALIZER] = {.visit = initializer},
    [CPP_FOR_RANGE] = {.visit = language_cpp_for_range},
    [CPP_LAMBDA] = VALUE(language_cpp_lambda),
    [CPP_NEW] = VALUE(language_cpp_new),
    [CPP_THIS] = VALUE(this_value),
    [C_IDENTIFIER] = VALUE(language_c_identifier),
    [C_CALL] = VALUE(language_cpp_call),
    [C_FIELD_EXPRESSION] = VALUE(language_cpp_member),
    [C_SUBSCRIPT] = VALUE(language_cpp_subscript),
    [C_ASSIGNMENT] = VALUE(language_c_assignment),
    [C_UPDATE] = VALUE(language_c_update),
    [C_POINTER] = VALUE(language_cpp_pointer),
    [C_BINARY] = VALUE(language_cpp_binary),
    [C_CAST] = VALUE(language_c_cast),
    [C_CONDITIONAL] = VALUE(language_c_conditional),
    [C_COMMA] = VALUE(language_c_comma),
    [C_COMPOUND_LITERAL] = VALUE(language_cpp_literal),
    [C_INITIALIZER_LIST] = VALUE(language_c_initializer),
    [C_PARENTHESIZED] = VALUE(language_expr_inner),
    [C_EXTENSION] = VALUE(language_expr_inner),
    [C_OFFSETOF] = VALUE(language_c_offsetof),
    [C_NUMBER] = VALUE(number),
    [C_CHAR] = VALUE(char_literal),
    [C_STRING] = VALUE(text_literal),
    [C_CONCATENATED] = VALUE(text_literal),
    [C_TRUE] = VALUE(language_expr_bool),
    [C_FALSE] = VALUE(language_expr_bool),
    [C_NULL] = VALUE(language_expr_null),
    [C_COMMENT] = {.is_comment = true},
};
