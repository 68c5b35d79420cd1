/* Members of classes, interfaces, object types and object literals: methods,
 * accessors, fields, signatures. */
#include "src/languages/typescript/typescript_internal.h"

/* Words before the name. What follows the parameters or the type belongs to
 * something else. */
static unsigned modifiers(const LanguageBuild *build, NodeNo node) {
  unsigned flags = 0;
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (build->syntax->nodes[c].field == TS_F_NAME || build->syntax->nodes[c].field == TS_F_PROPERTY) continue;
    switch (language_ts_kind(build, c)) {
      case TS_WORD_STATIC: flags |= DEF_STATIC; break;
      case TS_WORD_ASYNC: flags |= DEF_ASYNC; break;
      case TS_SIGN_STAR: flags |= DEF_GENERATOR; break;
      case TS_WORD_GET: flags |= DEF_PROPERTY; break;
      case TS_WORD_SET: flags |= DEF_PROPERTY | DEF_SETTER; break;
      case TS_WORD_ABSTRACT: flags |= DEF_ABSTRACT; break;
      case TS_WORD_READONLY: flags |= DEF_CONST; break;
      case TS_SIGN_OPTIONAL: flags |= DEF_OPTIONAL; break;
      case TS_ACCESSIBILITY: {
        Str word = syntax_text(build->syntax, c);
        if (str_eq_c(word, "private")) flags |= DEF_PRIVATE;
        if (str_eq_c(word, "protected")) flags |= DEF_PROTECTED;
        break;
      }
      case TS_FORMAL_PARAMETERS:
      case TS_STATEMENT_BLOCK:
      case TS_TYPE_ANNOTATION: return flags;
      default: break;
    }
  }
  return flags;
}

/* Members are there from the beginning, wherever they stand in the body. */
static unsigned member_bind(unsigned flags) {
  return BIND_MEMBER | BIND_HOISTED | (flags & DEF_STATIC ? BIND_STATIC : 0u);
}

static bool is_private_name(const LanguageBuild *build, NodeNo name) {
  return language_ts_kind(build, name) == TS_PRIVATE_IDENTIFIER;
}

/* A member whose name is a value is no symbol. */
static void bind_computed(LanguageBuild *build, Str name, unsigned flags, ExprNo type, ExprNo value, NodeNo node) {
  language_bind(build, (Bind){.name = language_intern(build, name), .flags = member_bind(flags), .type = type,
                              .value = value, .from = build->syntax->nodes[node].from});
}

static void bind_member(LanguageBuild *build, Str name, unsigned flags, DefNo def, ExprNo type, NodeNo node) {
  language_bind(build, (Bind){.name = language_intern(build, name), .flags = member_bind(flags), .def = def,
                              .from = build->syntax->nodes[node].from, .type = type});
}

/* ---- methods ---- */

static SymbolKind method_kind(const LanguageBuild *build, NodeNo node, Str name, unsigned flags) {
  if (flags & DEF_PROPERTY) return SYMBOL_PROPERTY;
  bool in_class = language_ts_kind(build, syntax_parent(build->syntax, node)) == TS_CLASS_BODY;
  return in_class && !(flags & DEF_STATIC) && str_eq_c(name, "constructor") ? SYMBOL_CONSTRUCTOR : SYMBOL_METHOD;
}

/* A signature in a class announces an implementation further on, unless the
 * class itself is only announced; elsewhere it is all there is. */
static unsigned signature_flags(LanguageBuild *build, NodeNo node, Str name, unsigned flags) {
  bool in_class = language_ts_kind(build, syntax_parent(build->syntax, node)) == TS_CLASS_BODY;
  if (!in_class) flags |= DEF_ABSTRACT;
  if (flags & DEF_PROPERTY) return flags;
  if (in_class && !(flags & DEF_ABSTRACT)) flags |= DEF_DECLARATION;
  if (language_ts_is_overload(build, node, language_intern(build, name))) flags |= DEF_OVERLOAD;
  return flags;
}

/* Methods and signatures of methods, in classes, interfaces and object
 * literals. */
void language_ts_visit_method(LanguageBuild *build, NodeNo node) {
  NodeNo name = language_ts_field(build, node, TS_F_NAME);
  unsigned flags = modifiers(build, node);
  ExprList decorators = language_ts_decorators(build, node);
  Str text = language_ts_property(build, name);
  if (is_private_name(build, name)) flags |= DEF_PRIVATE;
  if (language_ts_kind(build, node) != TS_METHOD_DEFINITION) flags = signature_flags(build, node, text, flags);
  TsNaming naming = {.name = name, .text = text, .flags = flags, .binds_this = true,
                     .kind = method_kind(build, node, text, flags)};
  if (!language_ts_is_named(build, name)) naming.name = 0, naming.text = STR_EMPTY;
  DefNo def = language_ts_function(build, node, &naming);
  language_def(build, def)->decorators = decorators;
  if (def) bind_member(build, text, flags, def, 0, node);
}

/* ---- fields ---- */

/* A function that is assigned to a field is the member itself: it has the
 * field's name. */
static void field(LanguageBuild *build, NodeNo node, NodeNo name, Str text, unsigned flags) {
  ExprNo type = language_type(build, language_ts_field(build, node, TS_F_TYPE));
  if (!type) type = language_ts_doc_type_before(build, node);
  NodeNo value_node = language_ts_field(build, node, TS_F_VALUE);
  TsNaming naming = {.name = name, .text = text, .whole = node, .kind = SYMBOL_METHOD, .flags = flags};
  if (!language_ts_is_named(build, name)) {
    bind_computed(build, text, flags, type, language_expr(build, value_node), node);
    return;
  }
  if (language_ts_named_value(build, value_node)) {
    language_ts_expr_named(build, value_node, &naming);
    if (naming.def) bind_member(build, text, flags, naming.def, type, node);
    return;
  }
  DefNo def = language_define(build, &(LanguageDef){
      .kind = SYMBOL_FIELD, .flags = flags, .name = name, .name_text = text, .whole = node,
      .body = value_node, .bind = member_bind(flags)});
  ExprNo value = language_expr(build, value_node);
  language_def(build, def)->type = type;
  language_def(build, def)->value = value;
}

/* The first definition that the field made is the one its decorators belong
 * to. */
void language_ts_visit_field(LanguageBuild *build, NodeNo node) {
  NodeNo name = language_ts_field(build, node, TS_F_NAME);
  if (!name) name = language_ts_field(build, node, TS_F_PROPERTY);
  unsigned flags = modifiers(build, node);
  if (is_private_name(build, name)) flags |= DEF_PRIVATE;
  ExprList decorators = language_ts_decorators(build, node);
  size_t first = build->facts->defs.len;
  field(build, node, name, language_ts_property(build, name), flags);
  if (first < build->facts->defs.len) build->facts->defs.items[first].decorators = decorators;
}

/* Without a type it is anything, which is not the same as not being known. */
void language_ts_visit_property_signature(LanguageBuild *build, NodeNo node) {
  NodeNo name = language_ts_field(build, node, TS_F_NAME);
  unsigned flags = modifiers(build, node) | DEF_ABSTRACT;
  Str text = language_ts_property(build, name);
  if (!language_ts_is_named(build, name)) {
    bind_computed(build, text, flags, language_type(build, language_ts_field(build, node, TS_F_TYPE)), 0, node);
    return;
  }
  DefNo def = language_define(build, &(LanguageDef){
      .kind = SYMBOL_FIELD, .flags = flags, .name = name, .name_text = text, .whole = node,
      .bind = member_bind(flags)});
  ExprNo type = language_type(build, language_ts_field(build, node, TS_F_TYPE));
  language_def(build, def)->type = type ? type : language_ts_unknown(build, node);
}

/* ---- signatures without a name ---- */

/* Calling and making are members with names that no program can write. */
void language_ts_visit_call_signature(LanguageBuild *build, NodeNo node) {
  TsState *state = language_ts_state(build);
  bool makes = language_ts_kind(build, node) == TS_CONSTRUCT_SIGNATURE;
  language_ts_bind_signature(build, makes ? state->word_new : state->word_call, node);
}

void language_ts_bind_signature(LanguageBuild *build, NameId name, NodeNo node) {
  DefNo def = language_ts_anonymous_function(build, node);
  language_bind(build, (Bind){.name = name, .flags = BIND_MEMBER | BIND_HOISTED, .def = def,
                              .from = build->syntax->nodes[node].from});
}

/* `[key: K]: T` is a function from K to T. */
void language_ts_bind_index(LanguageBuild *build, NodeNo node, NodeNo key, NodeNo type) {
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_FUNCTION, .flags = DEF_ABSTRACT, .whole = node,
                                                    .no_bind = true});
  LanguageOpen before;
  language_open(build, SCOPE_FUNCTION, node, def, &before);
  ExprNo from = language_type(build, key);
  language_bind(build, (Bind){.name = language_ts_state(build)->word_index, .flags = BIND_PARAM | BIND_VALUE,
                              .type = from, .from = build->syntax->nodes[node].from});
  ExprNo result = language_type(build, type);
  language_def(build, def)->type = result;
  language_close(build, &before);
  language_bind(build, (Bind){.name = language_ts_state(build)->word_index, .flags = BIND_MEMBER | BIND_HOISTED,
                              .def = def, .from = build->syntax->nodes[node].from});
}

void language_ts_visit_index_signature(LanguageBuild *build, NodeNo node) {
  language_ts_bind_index(build, node, language_ts_field(build, node, TS_F_INDEX_TYPE),
                         language_ts_field(build, node, TS_F_TYPE));
}

void language_ts_visit_static_block(LanguageBuild *build, NodeNo node) {
  language_visit(build, language_ts_field(build, node, TS_F_BODY));
}
