/* C++: names with what stands before them, and template arguments. */
#include "src/languages/c/cpp_internal.h"

static ExprNo in_types(LanguageBuild *build, ExprNo expr) {
  language_expr_at(build, expr)->flags |= EXPR_IN_TYPE;
  return expr;
}

ExprNo language_cpp_apply(LanguageBuild *build, ExprNo generic, NodeNo arguments, NodeNo node) {
  const Syntax *syntax = build->syntax;
  ExprNo types[C_MANY];
  size_t count = 0;
  for (NodeNo c = arguments ? syntax_first(syntax, arguments) : 0; c; c = syntax_next(syntax, c)) {
    if (!syntax_is_named(syntax, c) || syntax_kind(syntax, c) == C_COMMENT) continue;
    ExprNo type = syntax_kind(syntax, c) == C_TYPE_DESCRIPTOR ? language_type(build, c) : language_expr(build, c);
    if (count < C_MANY) types[count++] = type;
  }
  return generic && count ? language_add_list(build, EXPR_APPLY, generic, types, count, node) : generic;
}

/* The name itself, as a member of `base` or, without one, by its scope. */
static ExprNo named(LanguageBuild *build, ExprNo base, bool has_base, NodeNo name) {
  if (!has_base) return language_add_name(build, name);
  return language_add_member(build, base, name);
}

NodeNo language_cpp_last_name(const Syntax *syntax, NodeNo node) {
  for (unsigned guard = 0; node && guard < 64; guard++) {
    switch (syntax_kind(syntax, node)) {
      case CPP_QUALIFIED: case CPP_TEMPLATE_TYPE: case CPP_TEMPLATE_FUNCTION: case CPP_TEMPLATE_METHOD:
        node = syntax_field(syntax, node, C_FIELD_NAME);
        break;
      case CPP_DEPENDENT_NAME: case CPP_DEPENDENT_TYPE: node = syntax_named(syntax, node, 0); break;
      case C_FIELD_EXPRESSION: node = syntax_field(syntax, node, C_FIELD_FIELD); break;
      case C_PARENTHESIZED: node = syntax_named(syntax, node, 0); break;
      default: return node;
    }
  }
  return node;
}

/* a::b<T>::c from the left. `types`: the last name is a type's. */
static ExprNo qualified(LanguageBuild *build, NodeNo node, bool types) {
  const Syntax *syntax = build->syntax;
  ExprNo base = 0;
  bool has_base = false;
  for (unsigned guard = 0; node && guard < 64; guard++) {
    unsigned kind = syntax_kind(syntax, node);
    if (kind == CPP_DEPENDENT_NAME || kind == CPP_DEPENDENT_TYPE) {
      node = syntax_named(syntax, node, 0);
      continue;
    }
    NodeNo part = kind == CPP_QUALIFIED ? syntax_field(syntax, node, CPP_FIELD_SCOPE) : node;
    NodeNo rest = kind == CPP_QUALIFIED ? syntax_field(syntax, node, C_FIELD_NAME) : 0;
    if (part) {
      unsigned part_kind = syntax_kind(syntax, part);
      bool generic = part_kind == CPP_TEMPLATE_TYPE || part_kind == CPP_TEMPLATE_FUNCTION || part_kind == CPP_TEMPLATE_METHOD;
      NodeNo name = generic ? syntax_field(syntax, part, C_FIELD_NAME) : part;
      if (part_kind == CPP_DECLTYPE || !name) return 0;
      base = named(build, base, has_base, name);
      if (rest || types) in_types(build, base);
      if (rest) language_ref(build, REF_TYPE, base, name);
      if (generic) base = language_cpp_apply(build, base, syntax_field(syntax, part, C_FIELD_ARGUMENTS), part);
      has_base = true;
    }
    node = rest;
  }
  return base;
}

/* What stands before the last name: `a::B<T>` of `a::B<T>::c`. */
ExprNo language_cpp_owner(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  ExprNo base = 0;
  bool has_base = false;
  for (unsigned guard = 0; node && syntax_kind(syntax, node) == CPP_QUALIFIED && guard < 64; guard++) {
    NodeNo part = syntax_field(syntax, node, CPP_FIELD_SCOPE);
    if (part) {
      bool generic = syntax_kind(syntax, part) == CPP_TEMPLATE_TYPE;
      NodeNo name = generic ? syntax_field(syntax, part, C_FIELD_NAME) : part;
      if (!name || syntax_kind(syntax, part) == CPP_DECLTYPE) return 0;
      base = in_types(build, named(build, base, has_base, name));
      if (generic) base = language_cpp_apply(build, base, syntax_field(syntax, part, C_FIELD_ARGUMENTS), part);
      has_base = true;
    }
    node = syntax_field(syntax, node, C_FIELD_NAME);
  }
  return base;
}

/* A namespace by its name, qualified or not. */
ExprNo language_cpp_space(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  if (syntax_kind(syntax, node) == CPP_QUALIFIED) return qualified(build, node, true);
  ExprNo base = 0;
  if (syntax_kind(syntax, node) != CPP_NESTED_NAMESPACE) return in_types(build, language_add_name(build, node));
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (syntax_is_named(syntax, c)) base = in_types(build, named(build, base, base != 0, c));
  }
  return base;
}

ExprNo language_cpp_qualified(LanguageBuild *build, NodeNo node, unsigned role) {
  ExprNo expr = qualified(build, node, false);
  language_ref(build, role, expr, language_cpp_last_name(build->syntax, node));
  return expr;
}

ExprNo language_cpp_qualified_type(LanguageBuild *build, NodeNo node) {
  ExprNo expr = qualified(build, node, true);
  language_ref(build, REF_TYPE, expr, language_cpp_last_name(build->syntax, node));
  return expr;
}

ExprNo language_cpp_template_type(LanguageBuild *build, NodeNo node) { return language_cpp_qualified_type(build, node); }

ExprNo language_cpp_template_function(LanguageBuild *build, NodeNo node, unsigned role) {
  return language_cpp_qualified(build, node, role);
}

static ExprNo plain_type(LanguageBuild *build, NodeNo node, Str name) {
  return language_add(build, (Expr){.kind = EXPR_NAME, .flags = EXPR_IN_TYPE, .name = language_intern(build, name),
                                    .at = build->syntax->nodes[node].from});
}

/* Types of the language itself are told apart by their names, for overloads; those of
 * a fixed width are what they are on most machines. */
ExprNo language_cpp_primitive(LanguageBuild *build, NodeNo node) {
  static const char *const fixed[][2] = {
      {"size_t uint64_t uintptr_t", CPP_UNSIGNED_LONG}, {"int64_t ssize_t ptrdiff_t intptr_t", "long"}, {"uint32_t", CPP_UNSIGNED_INT},
      {"int32_t", "int"}, {"uint16_t", CPP_UNSIGNED_SHORT}, {"int16_t", "short"}, {"uint8_t", CPP_UNSIGNED_CHAR}, {"int8_t", CPP_SIGNED_CHAR}};
  Str text = syntax_text(build->syntax, node);
  if (str_eq(text, STR("auto"))) return 0;
  for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) {
    if (language_word_in(fixed[i][0], text)) return plain_type(build, node, str_from_c(fixed[i][1]));
  }
  return in_types(build, language_add_name(build, node));
}

/* unsigned long long, in any order and with or without `int`. A name among the words
 * is a type of its own that a macro stands before. */
ExprNo language_cpp_sized(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  Str text = syntax_text(syntax, node);
  NodeNo type = syntax_field(syntax, node, C_FIELD_TYPE);
  if (type && syntax_kind(syntax, type) != C_PRIMITIVE_TYPE) return language_type(build, type);
  bool is_unsigned = false, is_signed = false, is_char = false, is_short = false, is_double = false;
  unsigned longs = 0;
  for (Str rest = text; rest.len;) {
    Str word = str_cut(&rest, ' ');
    is_unsigned |= str_eq(word, STR("unsigned"));
    is_signed |= str_eq(word, STR("signed"));
    is_char |= str_eq(word, STR("char"));
    is_short |= str_eq(word, STR("short"));
    is_double |= str_eq(word, STR("double"));
    longs += str_eq(word, STR("long"));
  }
  const char *name = is_double ? CPP_LONG_DOUBLE
                   : is_char   ? (is_unsigned ? CPP_UNSIGNED_CHAR : is_signed ? CPP_SIGNED_CHAR : "char")
                   : is_short  ? (is_unsigned ? CPP_UNSIGNED_SHORT : "short")
                   : longs > 1 ? (is_unsigned ? CPP_UNSIGNED_LONG_LONG : CPP_LONG_LONG)
                   : longs     ? (is_unsigned ? CPP_UNSIGNED_LONG : "long")
                               : (is_unsigned ? CPP_UNSIGNED_INT : "int");
  return plain_type(build, node, str_from_c(name));
}
