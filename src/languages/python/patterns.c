/* match statements: what a pattern binds, and what it says about the subject. */
#include "src/languages/python/python_internal.h"

#define MAX_ALTERNATIVES 16

static ExprNo read_pattern(LanguageBuild *build, NodeNo node, ExprNo value, uint32_t from);

/* Captured names are the function's own, like those of an assignment, and
 * hold from the guard or the block on. */
static void capture(LanguageBuild *build, NodeNo name, ExprNo value, uint32_t from) {
  if (str_eq(syntax_text(build->syntax, name), STR("_"))) return;
  PythonAssign assign = {.value = value, .whole = name, .from = from};
  language_python_target(build, name, &assign);
}

/* `a.b.C` as a value; the last name gets the reference. */
static ExprNo dotted_value(LanguageBuild *build, NodeNo node, unsigned role) {
  const Syntax *syntax = build->syntax;
  ExprNo value = 0;
  NodeNo last = 0;
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) != KIND_IDENTIFIER) continue;
    value = value ? language_add_member(build, value, c) : language_add_name(build, c);
    last = c;
  }
  language_ref(build, role, value, last);
  return value;
}

static bool is_item(const Syntax *syntax, NodeNo node) {
  return syntax_is_named(syntax, node) && syntax_kind(syntax, node) != KIND_COMMENT;
}

/* C(x, key=y): the class is what the subject is. Parts by keyword are its
 * members; those by position depend on `__match_args__` at run time and are
 * not known. */
static ExprNo class_pattern(LanguageBuild *build, NodeNo node, uint32_t from) {
  const Syntax *syntax = build->syntax;
  NodeNo name = syntax_child(syntax, node, KIND_DOTTED_NAME);
  ExprNo type = dotted_value(build, name, REF_TYPE);
  language_expr_at(build, type)->flags |= EXPR_IN_TYPE;
  ExprNo instance = type ? language_add_base(build, EXPR_OF_TYPE, type, node) : 0;
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (c == name || !is_item(syntax, c)) continue;
    NodeNo keyword = syntax_kind(syntax, c) == KIND_CASE_PATTERN ? syntax_named(syntax, c, 0) : c;
    if (syntax_kind(syntax, keyword) != KIND_KEYWORD_PATTERN) {
      read_pattern(build, c, 0, from);
      continue;
    }
    ExprNo member = instance ? language_add_member(build, instance, syntax_named(syntax, keyword, 0)) : 0;
    read_pattern(build, syntax_named(syntax, keyword, 1), member, from);
  }
  return type;
}

static void sequence_pattern(LanguageBuild *build, NodeNo node, ExprNo value, uint32_t from) {
  const Syntax *syntax = build->syntax;
  uint32_t nth = 0;
  bool after_star = false;
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (!is_item(syntax, c)) continue;
    NodeNo inner = syntax_kind(syntax, c) == KIND_CASE_PATTERN ? syntax_named(syntax, c, 0) : c;
    ExprNo part = 0;
    if (syntax_kind(syntax, inner) == KIND_SPLAT_PATTERN) {
      if (value) part = language_add_number(build, EXPR_REST, value, nth, c);
      after_star = true;
    } else if (value) {
      part = after_star ? language_python_element(build, value, false, c)
                        : language_add_number(build, EXPR_PART, value, nth, c);
    }
    nth++;
    read_pattern(build, c, part, from);
  }
}

/* Keys and values come as fields in turn; `**rest` has neither field, and is
 * still the whole mapping. */
static void mapping_pattern(LanguageBuild *build, NodeNo node, ExprNo value, uint32_t from) {
  const Syntax *syntax = build->syntax;
  ExprNo key = 0;
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (!is_item(syntax, c)) continue;
    if (syntax->nodes[c].field == FIELD_KEY) {
      key = syntax_kind(syntax, c) == KIND_DOTTED_NAME ? dotted_value(build, c, REF_READ) : language_expr(build, c);
    } else {
      ExprNo part = value && key ? language_add_list(build, EXPR_INDEX, value, &key, 1, c) : 0;
      read_pattern(build, c, syntax->nodes[c].field == FIELD_VALUE ? part : value, from);
    }
  }
}

/* The type is known only if every alternative says one. */
static ExprNo union_pattern(LanguageBuild *build, NodeNo node, ExprNo value, uint32_t from) {
  const Syntax *syntax = build->syntax;
  ExprNo items[MAX_ALTERNATIVES];
  size_t count = 0;
  bool is_known = true;
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (!is_item(syntax, c)) continue;
    ExprNo type = read_pattern(build, c, value, from);
    is_known = is_known && type;
    if (type && count < MAX_ALTERNATIVES) items[count++] = type;
  }
  return is_known ? language_python_any_of(build, items, count, node) : 0;
}

static ExprNo as_pattern(LanguageBuild *build, NodeNo node, ExprNo value, uint32_t from) {
  const Syntax *syntax = build->syntax;
  ExprNo type = read_pattern(build, syntax_named(syntax, node, 0), value, from);
  ExprNo known = type ? language_add_base(build, EXPR_OF_TYPE, type, node) : value;
  NodeNo name = syntax_child(syntax, node, KIND_IDENTIFIER);
  if (name) capture(build, name, known, from);
  return type;
}

/* Gives the type that the matched value has, when the pattern says so. */
static ExprNo read_pattern(LanguageBuild *build, NodeNo node, ExprNo value, uint32_t from) {
  const Syntax *syntax = build->syntax;
  if (!node || build->depth >= LANGUAGE_MAX_DEPTH) return 0;
  ExprNo type = 0;
  build->depth++;
  switch (syntax_kind(syntax, node)) {
    case KIND_CASE_PATTERN: type = read_pattern(build, syntax_named(syntax, node, 0), value, from); break;
    case KIND_CLASS_PATTERN: type = class_pattern(build, node, from); break;
    case KIND_UNION_PATTERN: type = union_pattern(build, node, value, from); break;
    case KIND_AS_PATTERN: type = as_pattern(build, node, value, from); break;
    case KIND_LIST_PATTERN:
    case KIND_TUPLE_PATTERN:
      if (syntax_named_count(syntax, node) == 1 && str_find_byte(syntax_text(syntax, node), ',') == STR_NONE &&
          syntax_kind(syntax, node) == KIND_TUPLE_PATTERN) {
        type = read_pattern(build, syntax_named(syntax, node, 0), value, from);
      } else {
        sequence_pattern(build, node, value, from);
      }
      break;
    case KIND_DICT_PATTERN: mapping_pattern(build, node, value, from); break;
    case KIND_SPLAT_PATTERN: {
      NodeNo name = syntax_child(syntax, node, KIND_IDENTIFIER);
      if (name) capture(build, name, value, from);
      break;
    }
    case KIND_DOTTED_NAME:
      if (syntax_named_count(syntax, node) == 1) capture(build, syntax_named(syntax, node, 0), value, from);
      else dotted_value(build, node, REF_READ);
      break;
    default: language_expr(build, node); break;
  }
  build->depth--;
  return type;
}

/* `case a, b:` is a sequence without brackets: several patterns, each of
 * which matches a part. Then nothing is learnt about the subject itself. */
static void read_case(LanguageBuild *build, NodeNo clause, NodeNo subject, ExprNo value) {
  const Syntax *syntax = build->syntax;
  NodeNo block = syntax_field(syntax, clause, FIELD_CONSEQUENCE);
  NodeNo guard = syntax_field(syntax, clause, FIELD_GUARD);
  NodeNo pattern = syntax_child(syntax, clause, KIND_CASE_PATTERN);
  NodeNo start = guard ? guard : block;
  uint32_t from = start ? syntax->nodes[start].from : syntax->nodes[clause].to;
  bool is_sequence = false;
  for (NodeNo c = pattern ? syntax_next(syntax, pattern) : 0; c; c = syntax_next(syntax, c)) {
    is_sequence = is_sequence || syntax_kind(syntax, c) == KIND_CASE_PATTERN;
  }
  ExprNo type = 0;
  uint32_t nth = 0;
  for (NodeNo c = syntax_first(syntax, clause); c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) != KIND_CASE_PATTERN) continue;
    ExprNo part = is_sequence && value ? language_add_number(build, EXPR_PART, value, nth++, c) : value;
    type = read_pattern(build, c, part, from);
  }
  NameId name = language_python_dotted(build, subject);
  if (name.value && type && !is_sequence && block) {
    language_python_know(build, name, type, value, (Range){from, syntax->nodes[block].to});
  }
  if (guard) {
    NodeNo condition = syntax_named(syntax, guard, 0);
    language_expr(build, condition);
    if (block) language_python_narrow(build, condition, true, syntax->nodes[block].from, syntax->nodes[block].to);
  }
  language_python_block(build, block);
}

/* `match a, b:` has a tuple as its value and no subject that could be
 * narrowed. */
void language_python_match(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  ExprNo items[MAX_ALTERNATIVES];
  size_t count = 0;
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (syntax->nodes[c].field != FIELD_SUBJECT || !is_item(syntax, c)) continue;
    ExprNo item = language_expr(build, c);
    if (count < MAX_ALTERNATIVES) items[count++] = item;
  }
  NodeNo subject = syntax_field(syntax, node, FIELD_SUBJECT), body = syntax_field(syntax, node, FIELD_BODY);
  ExprNo value = count == 1 ? items[0] : 0;
  if (count > 1) value = language_add_list(build, EXPR_TUPLE, 0, items, count, node);
  for (NodeNo c = body ? syntax_first(syntax, body) : 0; c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) == KIND_CASE_CLAUSE) read_case(build, c, count == 1 ? subject : 0, value);
    else language_visit(build, c);
  }
}
