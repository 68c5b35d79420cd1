/* C++: classes, templates, namespaces. A namespace makes no scope: names of all
 * namespaces are names of the file, and what stands before `::` is only asked
 * whether it is a class. Overloads and includes tell namesakes apart. */
#include "src/languages/c/cpp_internal.h"

enum { BASES_MAX = 16 };

/* ---- templates ---- */

NodeNo language_cpp_take_template(LanguageBuild *build) {
  NodeNo template = language_cpp_state(build)->template;
  language_cpp_state(build)->template = 0;
  return template;
}

void language_cpp_template_parameters(LanguageBuild *build, NodeNo list) {
  const Syntax *syntax = build->syntax;
  for (NodeNo c = list ? syntax_first(syntax, list) : 0; c; c = syntax_next(syntax, c)) {
    unsigned kind = syntax_kind(syntax, c);
    bool is_type = kind == CPP_TYPE_PARAMETER || kind == CPP_OPTIONAL_TYPE_PARAMETER || kind == CPP_VARIADIC_TYPE_PARAMETER;
    if (!is_type) { /* a value */
      if (kind == C_PARAMETER || kind == CPP_OPTIONAL_PARAMETER) {
        ExprNo type = language_type(build, syntax_field(syntax, c, C_FIELD_TYPE));
        NodeNo name = language_cpp_declarator(build, syntax_field(syntax, c, C_FIELD_DECLARATOR), type).name;
        unsigned given = kind == CPP_OPTIONAL_PARAMETER ? BIND_OPTIONAL : 0u;
        if (name) language_bind(build, (Bind){.name = language_name(build, name), .flags = BIND_TYPE_PARAM | BIND_HOISTED | given, .from = syntax->nodes[c].from});
      }
      continue;
    }
    NodeNo name = syntax_child(syntax, c, C_TYPE_IDENTIFIER);
    language_type(build, syntax_field(syntax, c, CPP_FIELD_DEFAULT_TYPE));
    if (!name) continue;
    unsigned more = kind == CPP_VARIADIC_TYPE_PARAMETER ? BIND_VARIADIC : kind == CPP_OPTIONAL_TYPE_PARAMETER ? BIND_OPTIONAL : 0u;
    language_bind(build, (Bind){.name = language_name(build, name), .flags = BIND_TYPE_PARAM | BIND_HOISTED | more,
                                .from = syntax->nodes[name].from});
  }
}

/* A parameter that nothing can name is there for the condition in its type or default
 * (enable_if). */
static bool is_nameless(LanguageBuild *build, NodeNo parameter) {
  const Syntax *syntax = build->syntax;
  switch (syntax_kind(syntax, parameter)) {
    case CPP_TYPE_PARAMETER: case CPP_OPTIONAL_TYPE_PARAMETER: return !syntax_child(syntax, parameter, C_TYPE_IDENTIFIER);
    case C_PARAMETER: case CPP_OPTIONAL_PARAMETER:
      return !language_c_declared_name(syntax, syntax_field(syntax, parameter, C_FIELD_DECLARATOR));
    default: return false;
  }
}

bool language_cpp_is_conditional(LanguageBuild *build, NodeNo list) {
  for (NodeNo c = list ? syntax_first(build->syntax, list) : 0; c; c = syntax_next(build->syntax, c)) {
    if (is_nameless(build, c)) return true;
  }
  return false;
}

void language_cpp_template(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo list = syntax_field(syntax, node, C_FIELD_PARAMETERS);
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (c == list || !syntax_is_named(syntax, c)) continue;
    language_cpp_state(build)->template = list;
    language_visit(build, c);
  }
  language_cpp_state(build)->template = 0;
}

/* ---- classes ---- */

static void read_bases(LanguageBuild *build, NodeNo clause, DefNo def) {
  const Syntax *syntax = build->syntax;
  ExprNo bases[BASES_MAX];
  size_t count = 0;
  for (NodeNo c = clause ? syntax_first(syntax, clause) : 0; c; c = syntax_next(syntax, c)) {
    unsigned kind = syntax_kind(syntax, c);
    if (kind != C_TYPE_IDENTIFIER && kind != CPP_QUALIFIED && kind != CPP_TEMPLATE_TYPE) continue;
    ExprNo base = language_type(build, c);
    if (!base || count == BASES_MAX) continue;
    bases[count++] = base;
    language_ref(build, REF_EXTEND, base, language_cpp_last_name(syntax, c));
  }
  ExprList list = language_list(build, bases, count);
  language_def(build, def)->bases = list;
}

/* struct A<int>, struct a::A<T *> */
static bool specialises(const Syntax *syntax, NodeNo name) {
  for (unsigned guard = 0; name && syntax_kind(syntax, name) == CPP_QUALIFIED && guard < 64; guard++) name = syntax_field(syntax, name, C_FIELD_NAME);
  return name && syntax_kind(syntax, name) == CPP_TEMPLATE_TYPE;
}

/* Its arguments are told outside of it: which class it is has to be known before what
 * it has. */
static ExprNo special_pattern(LanguageBuild *build, NodeNo written, NodeNo template) {
  LanguageOpen open;
  language_open(build, SCOPE_BLOCK, written, 0, &open);
  language_cpp_template_parameters(build, template);
  ExprNo pattern = language_type(build, written);
  language_close(build, &open);
  return pattern;
}

/* Found by a name that no text can have, and chosen by its arguments. */
static void note_special(LanguageBuild *build, ExprNo pattern, NodeNo name, DefNo def) {
  Str text = str_format(build->arena, "%.*s" LANGUAGE_SPECIAL, (int)syntax_text(build->syntax, name).len, syntax_text(build->syntax, name).ptr);
  language_def(build, def)->type = pattern;
  language_bind(build, (Bind){.scope = 1, .name = language_intern(build, text),
                              .flags = BIND_HOISTED | BIND_TYPE, .def = def});
}

/* A class that is only named is a reference to it. Of a specialisation the
 * template is what has its name. */
ExprNo language_cpp_type_class(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  CppState *state = language_cpp_state(build);
  NodeNo text = syntax_field(syntax, node, C_FIELD_BODY), written = syntax_field(syntax, node, C_FIELD_NAME);
  NodeNo name = language_cpp_last_name(syntax, written), template = language_cpp_take_template(build);
  if (!text) return written ? language_type(build, written) : 0;
  LanguageOpen block;
  bool outside = written && syntax_kind(syntax, written) == CPP_QUALIFIED && !build->callable &&
                 language_cpp_open_block(build, node, written, 0, &block);
  bool special = specialises(syntax, written);
  ExprNo pattern = special ? special_pattern(build, written, template) : 0;
  unsigned kind = syntax_kind(syntax, node);
  DefNo def = language_define(build, &(LanguageDef){
      .kind = kind == CPP_CLASS ? SYMBOL_CLASS : kind == C_UNION ? SYMBOL_UNION : SYMBOL_STRUCT,
      .flags = name ? DEF_EXPORTED : DEF_ANONYMOUS, .name = name, .whole = node, .body = text,
      .bind = BIND_HOISTED, .no_bind = !name || special});
  if (outside) language_def(build, def)->receiver = language_cpp_state(build)->owner;
  if (special && def) note_special(build, pattern, name, def);
  LanguageOpen open;
  language_open(build, SCOPE_TYPE, node, def, &open);
  DefNo around = state->class;
  state->class = def;
  language_cpp_template_parameters(build, template);
  read_bases(build, syntax_child(syntax, node, CPP_BASES), def);
  language_visit_children(build, text);
  state->class = around;
  language_close(build, &open);
  if (outside) language_close(build, &block);
  return def ? language_add_number(build, EXPR_OBJECT, 0, def, node) : 0;
}

void language_cpp_visit_type(LanguageBuild *build, NodeNo node) { language_type(build, node); }

static void define_field(LanguageBuild *build, NodeNo node, const CppDeclared *declared) {
  bool is_static = language_c_has(build, node, C_STORAGE_CLASS, "static");
  DefNo def = language_define(build, &(LanguageDef){
      .kind = SYMBOL_FIELD, .flags = DEF_EXPORTED | (is_static ? DEF_STATIC : 0u), .name = declared->name, .whole = node,
      .bind = BIND_MEMBER | BIND_HOISTED | BIND_VALUE});
  language_def(build, def)->type = declared->type;
}

/* A member of a class: a field, a method without its body, or a type. */
void language_cpp_field(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo template = language_cpp_state(build)->template;
  language_cpp_state(build)->result = (ExprNo)build->facts->exprs.len;
  ExprNo type = language_type(build, syntax_field(syntax, node, C_FIELD_TYPE));
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) == C_BITFIELD) language_visit_children(build, c);
    if (syntax->nodes[c].field != C_FIELD_DECLARATOR) continue;
    language_cpp_state(build)->template = template;
    CppDeclared declared = language_cpp_declarator(build, c, type);
    if (!declared.name) continue;
    if (declared.function) language_cpp_prototype(build, node, &declared);
    else define_field(build, node, &declared);
  }
  language_expr(build, syntax_field(syntax, node, CPP_FIELD_DEFAULT_VALUE));
  language_cpp_take_template(build);
}

/* What is friend is declared elsewhere; a function with its text is not. */
void language_cpp_friend(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo template = language_cpp_take_template(build);
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) != C_FUNCTION) continue;
    language_cpp_state(build)->template = template;
    language_cpp_state(build)->is_friend = true;
    language_visit(build, c);
    language_cpp_state(build)->is_friend = false;
  }
}

/* ---- namespaces and aliases ---- */

/* The map tells namespaces from classes where only this file can be asked. */
static void note_namespace(LanguageBuild *build, NodeNo name, NodeNo whole) {
  CppState *state = language_cpp_state(build);
  map_put(&state->namespaces, syntax_text(build->syntax, name), state);
  language_define(build, &(LanguageDef){.kind = SYMBOL_NAMESPACE, .flags = DEF_EXPORTED, .name = name, .whole = whole,
                                        .body = syntax_field(build->syntax, whole, C_FIELD_BODY), .scope = 1,
                                        .bind = BIND_HOISTED | BIND_TYPE});
}

/* Names of an inline namespace, and of one without a name, are those of the one
 * around; the latter's are seen in this file alone. */
void language_cpp_namespace(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  CppState *state = language_cpp_state(build);
  NodeNo name = syntax_field(syntax, node, C_FIELD_NAME);
  bool hidden = state->hidden, is_inline = syntax_child(syntax, node, CPP_INLINE) != 0;
  if (name && !is_inline && syntax_kind(syntax, name) == CPP_NAMESPACE_NAME) note_namespace(build, name, node);
  for (NodeNo c = name && !is_inline ? syntax_first(syntax, name) : 0; c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) == CPP_NAMESPACE_NAME) note_namespace(build, c, node);
  }
  state->hidden |= !name;
  language_visit_children(build, syntax_field(syntax, node, C_FIELD_BODY));
  state->hidden = hidden;
}

/* namespace a = b::c; */
void language_cpp_namespace_alias(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo name = syntax_field(syntax, node, C_FIELD_NAME), target = 0;
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (syntax_is_named(syntax, c) && c != name) target = c;
  }
  if (!name || !target) return;
  map_put(&language_cpp_state(build)->namespaces, syntax_text(syntax, name), build->state);
  language_bind(build, (Bind){.name = language_name(build, name), .flags = BIND_HOISTED | BIND_TYPE, .from = syntax->nodes[node].from,
                              .value = language_cpp_space(build, target)});
}

/* using namespace a::b; using a::b; The names of a namespace are seen here then: a
 * bind under a name that no text can have says so. Of a single name it says the
 * same, since it only weighs namesakes against each other. */
void language_cpp_using(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  bool whole = str_contains(syntax_text(syntax, node), STR("namespace"));
  NodeNo named = syntax_named(syntax, node, 0);
  if (!named || build->facts->scopes.items[build->scope].kind == SCOPE_TYPE) return;
  if (!whole && syntax_kind(syntax, named) != CPP_QUALIFIED) return;
  ExprNo space = whole ? language_cpp_space(build, named) : language_cpp_owner(build, named);
  if (!space) return;
  language_bind(build, (Bind){.scope = 1, .name = language_intern(build, STR(LANGUAGE_USED_SPACE)), .flags = BIND_HOISTED | BIND_TYPE,
                              .from = syntax->nodes[node].from, .type = space});
}

/* using A = B; */
void language_cpp_alias(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo name = syntax_field(syntax, node, C_FIELD_NAME), template = language_cpp_take_template(build);
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_TYPE, .flags = DEF_EXPORTED, .name = name, .whole = node,
                                                    .bind = BIND_HOISTED});
  LanguageOpen open;
  language_open(build, SCOPE_TYPE, node, def, &open);
  language_cpp_template_parameters(build, template);
  ExprNo type = language_type(build, syntax_field(syntax, node, C_FIELD_TYPE));
  language_close(build, &open);
  language_def(build, def)->type = type;
}
