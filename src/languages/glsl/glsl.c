/* GLSL: functions, structures and variables of a shader; calls by name in the
 * file and what it includes. The functions of the language itself are outside, but
 * what they give is known well enough to tell functions of one name apart. */
#include "src/languages/common/nodes_internal.h"

enum { FIELD_ARGUMENT = 1, FIELD_FIELD, FIELD_LEFT, FIELD_RIGHT, FIELD_OPERATOR };
static const char *const fields[] = {"argument", "field", "left", "right", "operator", NULL};

static const char types[] = "float int uint bool double vec2 vec3 vec4 ivec2 ivec3 ivec4 uvec2 uvec3 uvec4 bvec2 bvec3 bvec4 dvec2 dvec3 dvec4 mat2 mat3 mat4";
/* The language's functions by what they give: of which argument the type, or which type. */
static const char like_first[] = "abs acos asin atan ceil clamp cos degrees exp exp2 faceforward floor fract inversesqrt log log2 max min mix mod normalize pow "
                                 "radians reflect refract round sign sin sqrt tan trunc dFdx dFdy fwidth transpose inverse";
static const char gives_float[] = "length dot distance determinant";
static const char gives_texel[] = "texture texture2D textureCube textureLod texture2DLod texture2DProj textureGrad texelFetch";

static ExprNo of_type(LanguageBuild *build, Str name, NodeNo node) {
  return language_add(build, (Expr){.kind = EXPR_OF_TYPE, .base = language_add_word(build, name, node), .at = language_node(build, node)->from});
}

static ExprNo called(LanguageBuild *build, NodeNo node, Str name, ExprNo call, const ExprNo *items, size_t count) {
  if (language_word_in(types, name)) return of_type(build, name, node);
  if (count && language_word_in(like_first, name)) return items[0];
  if (count && language_word_in("step smoothstep", name)) return items[count - 1];
  if (language_word_in(gives_float, name)) return of_type(build, STR("float"), node);
  if (str_eq(name, STR("cross"))) return of_type(build, STR("vec3"), node);
  return language_word_in(gives_texel, name) ? of_type(build, STR("vec4"), node) : call;
}

enum { BINDS_BACK = 200 }; /* how far back the declaration of a name is looked for */
static ExprNo declared(const LanguageBuild *build, NameId name) {
  const Facts *facts = build->facts;
  for (size_t i = facts->binds.len, left = BINDS_BACK; i-- > 1 && left--;) {
    const Bind *bind = &facts->binds.items[i];
    ScopeNo at = build->scope;
    while (at && at != bind->scope) at = facts->scopes.items[at].parent;
    if (at && names_same(bind->name, name)) return bind->type;
  }
  return 0;
}
/* Several components of a vector are one; a single one is a number, unless it may be a
 * structure's field. Such a field is read all the same. */
static ExprNo member(LanguageBuild *build, NodeNo node, unsigned role) {
  NodeNo field = language_field(build, node, FIELD_FIELD);
  Str name = language_text(build, field);
  ExprNo base = language_expr(build, language_field(build, node, FIELD_ARGUMENT)), read = language_use_member(build, base, field, role);
  ExprNo type = base && language_expr_at(build, base)->kind == EXPR_NAME ? declared(build, language_expr_at(build, base)->name) : 0;
  bool is_part = name.len && name.len <= 4 && role == REF_READ && (name.len > 1 || (type && language_word_in(types, names_text(build->facts->names, language_expr_at(build, type)->name))));
  for (size_t i = 0; is_part && i < name.len; i++) is_part = strchr("xyzwrgbastpq", name.ptr[i]) != NULL;
  return is_part ? of_type(build, name.len == 1 ? STR("float") : str_format(build->arena, "vec%zu", name.len), node) : read;
}

static bool is_scalar(LanguageBuild *build, ExprNo type) {
  return type && language_word_in("float int uint double", names_text(build->facts->names, language_expr_at(build, type)->name));
}
static bool is_number(LanguageBuild *build, ExprNo expr) {
  const Expr *given = language_expr_at(build, expr);
  if (given->kind == EXPR_NAME) return is_scalar(build, declared(build, given->name));
  return given->kind == EXPR_LITERAL || (given->kind == EXPR_OF_TYPE && is_scalar(build, given->base));
}

/* What a side is that is seen to be a number says nothing; else both are of the type, or neither is known. */
static ExprNo operation(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  ExprNo sides[] = {language_expr(build, language_field(build, node, FIELD_LEFT)), language_expr(build, language_field(build, node, FIELD_RIGHT))};
  Str sign = language_text(build, language_field(build, node, FIELD_OPERATOR));
  if (!language_word_in("+ - * /", sign)) return of_type(build, STR("bool"), node);
  if (!sides[0] || !sides[1]) return 0;
  for (int i = 0; i < 2; i++) if (is_number(build, sides[i])) return sides[1 - i];
  return language_add_list(build, EXPR_ANY, 0, sides, 2, node);
}

static ExprNo number(LanguageBuild *build, NodeNo node, unsigned role) {
  Str text = language_text(build, node);
  bool is_whole = str_find_byte(text, '.') == STR_NONE && (str_find_byte(text, 'e') == STR_NONE || str_starts_with(text, STR("0x")));
  return is_whole ? language_expr_int(build, node, role) : language_expr_double(build, node, role);
}

/* The grammar takes one qualifier before a parameter's type: of "const in" the second. */
static Str read_plain(Arena *arena, Str text) {
  Str word = STR("const in ");
  char *copy = str_contains(text, word) ? str_to_c(arena, text) : NULL;
  for (size_t at = 0, found; copy && (found = str_find(str_slice(text, at, text.len), word)) != STR_NONE; at += found + 1) memset(copy + at + found, ' ', 5);
  return copy ? (Str){copy, text.len} : text;
}

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_DEFINE, .node = "function_definition", .kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED, .name = "declarator/declarator",
     .params = "declarator/parameters", .type = "type", .body = "body"},
    {LANGUAGE_ROW_PARAM, .node = "parameter_declaration", .name = "declarator", .type = "type"},
    {LANGUAGE_ROW_DEFINE, .node = "declaration", .kind = SYMBOL_VARIABLE, .flags = DEF_EXPORTED, 
     .name = "<init_declarator>/declarator|<array_declarator>/declarator|<identifier>",
     .value = "declarator/value", .type = "type"},
    {LANGUAGE_ROW_DEFINE, .node = "struct_specifier", .kind = SYMBOL_STRUCT, .flags = DEF_EXPORTED, .name = "name", .body = "body"},
    {LANGUAGE_ROW_DEFINE, .node = "field_declaration", .kind = SYMBOL_FIELD, .flags = DEF_EXPORTED, .name = "declarator", .type = "type"},
    {LANGUAGE_ROW_DEFINE, .node = "preproc_def", .kind = SYMBOL_CONSTANT, .flags = DEF_EXPORTED, .name = "name"},
    {LANGUAGE_ROW_DEFINE, .node = "preproc_function_def", .kind = SYMBOL_MACRO, .flags = DEF_EXPORTED, .name = "name"},
    {LANGUAGE_ROW_IMPORT, .node = "preproc_include", .kind = IMPORT_STAR, .flags = IMPORT_REEXPORT, .value = "path"},
    {LANGUAGE_ROW_CALL, .node = "call_expression", .base = "function", .items = "arguments", .result = called},
    {LANGUAGE_ROW_OWN, .node = "field_expression", .handler = {.expr = member}},
    {LANGUAGE_ROW_OWN, .node = "binary_expression", .handler = {.expr = operation}},
    {LANGUAGE_ROW_OWN, .node = "number_literal", .handler = {.expr = number}},
    {LANGUAGE_ROW_RETURN, .node = "return_statement", .value = "0"},
    {LANGUAGE_ROW_BLOCK, .node = "compound_statement for_statement"},
    {LANGUAGE_ROW_INNER, .node = "parenthesized_expression unary_expression"},
    {LANGUAGE_ROW_NAME, .node = "identifier type_identifier field_identifier primitive_type"},
    {LANGUAGE_ROW_COMMENT, .node = "comment"},
    {0},
};

const Language language_glsl = {
    .name = "glsl", .revision = 1,
    .tier = LANGUAGE_TIER_CALLS,
    .extensions = "glsl vert frag geom comp tesc tese",
    .shared = true,
    .fields = fields,
    .rows = rows,
    .reading = read_plain,
    .rules = {.overloads = LANGUAGE_OVERLOADS_BEST, .unknown_is_outside = true},
    .names = {.literals = {[LITERAL_INT] = "int", [LITERAL_DOUBLE] = "float"},
              .primitives = "int:int uint:uint float:float double:double ; bool:bool ; vec2:vec2 ; vec3:vec3 ; vec4:vec4 ; ivec2:ivec2 ; ivec3:ivec3 ; ivec4:ivec4 ; "
                            "uvec2:uvec2 ; uvec3:uvec3 ; uvec4:uvec4 ; bvec2:bvec2 ; bvec3:bvec3 ; bvec4:bvec4 ; mat2:mat2 ; mat3:mat3 ; mat4:mat4"},
    .near = "{}",
};
