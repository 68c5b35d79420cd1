/* Annotations. Special forms of typing become the neutral kinds (Optional and
 * Union: any of; Callable: a function type; …), by the name they were imported
 * from typing under. An annotation may be a string: its text is split at
 * brackets, bars and commas, which is all that such types consist of. */
#include "src/languages/python/python_internal.h"

#define MAX_TEXT_DEPTH 24
#define MAX_TEXT 4096 /* of a string that may be a type */
#define MAX_PARTS 32
#define MAX_LITERALS 6 /* of a Literal that are told apart */

/* Arguments in brackets: nodes, or pieces of a string's text. */
typedef struct TypeArgs {
  const NodeNo *nodes; /* NULL: texts */
  const Str *texts;
  size_t count;
  uint32_t at; /* byte of the string */
  int depth;
} TypeArgs;

static ExprNo type_from_text(LanguageBuild *build, Str text, uint32_t at, int depth);

/* As language_add_list, but at a byte instead of a node: what stands in a
 * string has no nodes. */
static ExprNo add_at(LanguageBuild *build, ExprKind kind, ExprNo base, const ExprNo *items, size_t count,
                     uint32_t at) {
  ExprList list = language_list(build, items, count);
  return language_add(build, (Expr){.kind = (uint8_t)kind, .at = at, .base = base, .list = list});
}

static ExprNo add_null(LanguageBuild *build, uint32_t at) {
  return language_add(build, (Expr){.kind = EXPR_LITERAL, .flags = EXPR_IN_TYPE, .at = at,
                                    .number = LITERAL_NULL});
}

/* Alternatives, unions among them taken apart; what is not known is left out. */
static ExprNo any_of(LanguageBuild *build, const ExprNo *items, size_t count, uint32_t at) {
  ExprNo flat[MAX_PARTS];
  size_t used = 0;
  for (size_t i = 0; i < count; i++) {
    const Expr *expr = language_expr_at(build, items[i]);
    ExprList inner = expr->kind == EXPR_ANY ? expr->list : (ExprList){0};
    for (uint32_t j = 0; j < inner.count && used < MAX_PARTS; j++) {
      flat[used++] = build->facts->lists.items[inner.first + j];
    }
    if (!inner.count && items[i] && used < MAX_PARTS) flat[used++] = items[i];
  }
  if (used < 2) return used ? flat[0] : 0;
  return add_at(build, EXPR_ANY, 0, flat, used, at);
}

ExprNo language_python_any_of(LanguageBuild *build, const ExprNo *items, size_t count, NodeNo node) {
  return any_of(build, items, count, build->syntax->nodes[node].from);
}

/* ---- names ---- */

/* `special` maps local names to those in typing, and a local name of the
 * module itself to "typing.": after `import typing as t`, `t.Optional` is
 * found by the second, after `from typing import Optional as O` plain `O` by
 * the first. */
Str language_python_special(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  const Map *special = &python_state(build)->special;
  const Str *found = NULL;
  if (syntax_kind(syntax, node) == KIND_IDENTIFIER) {
    found = map_get(special, syntax_text(syntax, node));
  } else if (syntax_kind(syntax, node) == KIND_ATTRIBUTE) {
    NodeNo object = syntax_field(syntax, node, FIELD_OBJECT);
    found = map_get(special, syntax_text(syntax, object));
    if (found && str_eq(*found, STR("typing."))) {
      return syntax_text(syntax, syntax_field(syntax, node, FIELD_ATTRIBUTE));
    }
    return STR_EMPTY;
  }
  return found ? *found : STR_EMPTY;
}

/* What a written name means, by its last part when it was not imported here. */
static Str meaning(LanguageBuild *build, Str written) {
  const Str *found = map_get(&python_state(build)->special, written);
  if (found) return *found;
  size_t dot = str_find_last_byte(written, '.');
  return dot == STR_NONE ? written : str_slice(written, dot + 1, written.len);
}

/* References want a node for their place; a string's inside has none, so the
 * place is put right afterwards. Node 1 is the root, which every file has. */
static void add_type_ref(LanguageBuild *build, ExprNo expr, uint32_t at) {
  RefNo ref = language_ref(build, REF_TYPE, expr, 1);
  if (ref) build->facts->refs.items[ref].at = at;
}

/* A name without dots, where a type stands. Type variables go before
 * everything else: inside a generic class `T` is its parameter, whatever
 * else has the name. */
static ExprNo type_of_name(LanguageBuild *build, Str text, uint32_t at) {
  if (str_eq(text, STR("None"))) return add_null(build, at);
  NameId name = language_intern(build, text);
  ExprNo variable = language_python_type_var(build, name, at);
  if (variable) return variable;
  if (str_eq(meaning(build, text), STR("Self"))) {
    return language_add(build, (Expr){.kind = EXPR_SELF_TYPE, .flags = EXPR_IN_TYPE, .at = at});
  }
  ExprNo expr = language_add(build, (Expr){.kind = EXPR_NAME, .flags = EXPR_IN_TYPE, .at = at, .name = name});
  add_type_ref(build, expr, at);
  return expr;
}

ExprNo language_python_type_identifier(LanguageBuild *build, NodeNo node) {
  return type_of_name(build, syntax_text(build->syntax, node), build->syntax->nodes[node].from);
}

ExprNo language_python_type_none(LanguageBuild *build, NodeNo node) {
  return add_null(build, build->syntax->nodes[node].from);
}

/* `a.b.C`: everything before the last name is a module or a class, a value. */
ExprNo language_python_type_attribute(LanguageBuild *build, NodeNo node) {
  if (str_eq(language_python_special(build, node), STR("Self"))) {
    return language_add(build, (Expr){.kind = EXPR_SELF_TYPE, .flags = EXPR_IN_TYPE,
                                      .at = build->syntax->nodes[node].from});
  }
  ExprNo member = language_expr_as(build, node, REF_TYPE);
  language_expr_at(build, member)->flags |= EXPR_IN_TYPE;
  return member;
}

ExprNo language_python_type_member(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  ExprNo base = language_type(build, syntax_named(syntax, node, 0));
  NodeNo name = syntax_child(syntax, node, KIND_IDENTIFIER);
  ExprNo member = language_add_member(build, base, name);
  language_expr_at(build, member)->flags |= EXPR_IN_TYPE;
  language_ref(build, REF_TYPE, member, name);
  return member;
}

/* ---- arguments in brackets ---- */

/* The grammar wraps arguments in `type` nodes at some places and not at
 * others. */
static NodeNo unwrap(const Syntax *syntax, NodeNo node) {
  for (int depth = 0; depth < 8 && syntax_kind(syntax, node) == KIND_TYPE; depth++) {
    node = syntax_named(syntax, node, 0);
  }
  return node;
}

static ExprNo type_arg(LanguageBuild *build, const TypeArgs *args, size_t i) {
  if (i >= args->count) return 0;
  if (args->nodes) return language_type(build, args->nodes[i]);
  return type_from_text(build, args->texts[i], args->at, args->depth + 1);
}

/* Arguments that are no types still hold code. */
static void skip_arg(LanguageBuild *build, const TypeArgs *args, size_t i) {
  if (i < args->count && args->nodes) language_expr(build, unwrap(build->syntax, args->nodes[i]));
}

static bool is_ellipsis(LanguageBuild *build, const TypeArgs *args, size_t i) {
  if (i >= args->count) return false;
  if (!args->nodes) return str_eq(str_trim(args->texts[i]), STR("..."));
  return syntax_kind(build->syntax, unwrap(build->syntax, args->nodes[i])) == KIND_ELLIPSIS;
}

/* Splits at a sign that stands outside brackets and quotes. A position
 * behind the end counts as the sign, which closes the last part even where
 * brackets are not closed: broken text gives a type that is nearly right
 * instead of none. */
static size_t split_most(Str text, char sign, Str *ret_parts, size_t most) {
  size_t count = 0, start = 0;
  int open = 0;
  char quote = 0;
  for (size_t i = 0; i <= text.len; i++) {
    char c = i < text.len ? text.ptr[i] : sign;
    if (quote && i < text.len) {
      if (c == quote) quote = 0;
      continue;
    }
    if (c == '"' || c == '\'') quote = c;
    if (c == '[' || c == '(') open++;
    if ((c == ']' || c == ')') && open) open--;
    if (c != sign || (open && i < text.len)) continue;
    Str part = str_trim(str_slice(text, start, i));
    if (part.len && count < most) ret_parts[count++] = part;
    start = i + 1;
  }
  return count;
}

static size_t split(Str text, char sign, Str *ret_parts) { return split_most(text, sign, ret_parts, MAX_PARTS); }

size_t language_python_split(Str text, Str *ret_parts, size_t most) { return split_most(text, ',', ret_parts, most); }

/* The `[A, B]` of Callable[[A, B], R]; else the one argument itself. */
static size_t types_of_list(LanguageBuild *build, const TypeArgs *args, size_t i, ExprNo *ret_items) {
  size_t count = 0;
  if (is_ellipsis(build, args, i)) return 0;
  if (args->nodes) {
    NodeNo list = unwrap(build->syntax, args->nodes[i]);
    if (syntax_kind(build->syntax, list) != KIND_LIST) {
      ret_items[0] = language_type(build, list);
      return 1;
    }
    for (NodeNo c = syntax_first(build->syntax, list); c; c = syntax_next(build->syntax, c)) {
      if (!syntax_is_named(build->syntax, c) || syntax_kind(build->syntax, c) == KIND_COMMENT) continue;
      ExprNo item = language_type(build, c);
      if (count < MAX_PARTS) ret_items[count++] = item;
    }
    return count;
  }
  Str text = args->texts[i], parts[MAX_PARTS];
  if (!str_starts_with(text, STR("[")) || !str_ends_with(text, STR("]"))) {
    ret_items[0] = type_arg(build, args, i);
    return 1;
  }
  size_t found = split(str_slice(text, 1, text.len - 1), ',', parts);
  for (; count < found; count++) ret_items[count] = type_from_text(build, parts[count], args->at, args->depth + 1);
  return count;
}

/* Callable[..., R] has no parameters listed: any arguments will do, and the
 * result is still known. */
static ExprNo callable(LanguageBuild *build, const TypeArgs *args, uint32_t at) {
  ExprNo items[MAX_PARTS];
  size_t count = args->count ? types_of_list(build, args, 0, items) : 0;
  ExprNo result = type_arg(build, args, 1);
  return add_at(build, EXPR_FUNC_OF, result, items, count, at);
}

static size_t all_args(LanguageBuild *build, const TypeArgs *args, ExprNo *ret_items) {
  size_t count = 0;
  for (size_t i = 0; i < args->count; i++) {
    ExprNo item = type_arg(build, args, i);
    if (count < MAX_PARTS) ret_items[count++] = item;
  }
  return count;
}

/* tuple[A, B] has parts; tuple[A, ...] is like a list. */
static ExprNo tuple(LanguageBuild *build, const TypeArgs *args, uint32_t at) {
  ExprNo items[MAX_PARTS];
  if (args->count == 2 && is_ellipsis(build, args, 1)) {
    return add_at(build, EXPR_LIST_OF, type_arg(build, args, 0), NULL, 0, at);
  }
  size_t count = all_args(build, args, items);
  return add_at(build, EXPR_TUPLE_OF, 0, items, count, at);
}

/* type[A | B] is type[A] | type[B]. */
static ExprNo type_of_classes(LanguageBuild *build, ExprNo classes, uint32_t at) {
  const Expr *expr = language_expr_at(build, classes);
  if (expr->kind != EXPR_ANY) return add_at(build, EXPR_TYPE_OF, classes, NULL, 0, at);
  ExprNo items[MAX_PARTS];
  ExprList list = expr->list;
  size_t count = 0;
  for (; count < list.count && count < MAX_PARTS; count++) {
    ExprNo item = build->facts->lists.items[list.first + count];
    items[count] = add_at(build, EXPR_TYPE_OF, item, NULL, 0, at);
  }
  return add_at(build, EXPR_ANY, 0, items, count, at);
}

/* The values that Literal[...] lists. Their texts tell overloads apart. */
static ExprNo literal(LanguageBuild *build, const TypeArgs *args, uint32_t at) {
  ExprNo items[MAX_PARTS];
  size_t count = 0;
  for (size_t i = 0; i < args->count; i++) {
    ExprNo value = 0;
    if (args->nodes) value = language_expr(build, unwrap(build->syntax, args->nodes[i]));
    Expr *expr = language_expr_at(build, value);
    if (expr->kind == EXPR_LITERAL) expr->flags |= EXPR_IN_TYPE;
    if (value && count < MAX_PARTS) items[count++] = value;
  }
  if (count && count <= MAX_LITERALS) return any_of(build, items, count, at);
  return language_add(build, (Expr){.kind = EXPR_LITERAL, .flags = EXPR_IN_TYPE, .at = at,
                                    .number = LITERAL_STRING});
}

/* Words whose only argument, or first one, is meant. */
#define TRANSPARENT "Annotated Final ClassVar Required NotRequired ReadOnly InitVar Unpack"

/* `X[…]` by what X means in typing. Reading the arguments is what makes
 * their references, so even where a form has no use for them (TypeGuard,
 * Concatenate) they are read. `base` was read by the caller for the same
 * reason: `Optional` itself is used here. */
static ExprNo apply(LanguageBuild *build, Str written, ExprNo base, const TypeArgs *args, uint32_t at) {
  Str name = meaning(build, written);
  ExprNo items[MAX_PARTS];
  if (str_eq(name, STR("Optional"))) {
    items[0] = type_arg(build, args, 0);
    items[1] = add_null(build, at);
    return any_of(build, items, 2, at);
  }
  if (str_eq(name, STR("Union"))) {
    size_t count = all_args(build, args, items);
    return any_of(build, items, count, at);
  }
  if (str_eq(name, STR("Callable"))) return callable(build, args, at);
  if (str_eq_ignore_case(name, STR("tuple"))) return tuple(build, args, at);
  if (str_eq_ignore_case(name, STR("type"))) return type_of_classes(build, type_arg(build, args, 0), at);
  if (str_eq(name, STR("Literal"))) return literal(build, args, at);
  if (language_word_in(TRANSPARENT, name)) {
    ExprNo first = type_arg(build, args, 0);
    for (size_t i = 1; i < args->count; i++) skip_arg(build, args, i);
    return first;
  }
  size_t count = all_args(build, args, items);
  if (language_word_in("TypeGuard TypeIs", name)) {
    return language_add(build, (Expr){.kind = EXPR_LITERAL, .flags = EXPR_IN_TYPE, .at = at,
                                      .number = LITERAL_BOOL});
  }
  if (language_word_in("Concatenate", name)) return 0;
  return add_at(build, EXPR_APPLY, base, items, count, at);
}

/* The same type comes in two shapes: a subscript where an expression stands
 * (bases, aliases, casts), a generic type where the grammar knows that a
 * type stands. */
ExprNo language_python_type_subscript(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo value = syntax_field(syntax, node, FIELD_VALUE);
  ExprNo base = language_type(build, value);
  PythonNodes nodes = {0};
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    bool is_argument = c != value && syntax_is_named(syntax, c) && syntax_kind(syntax, c) != KIND_COMMENT;
    if (is_argument) *vec_add(build->arena, &nodes) = c;
  }
  TypeArgs args = {.nodes = nodes.items, .count = nodes.len};
  if (!nodes.len) return base;
  return apply(build, syntax_text(syntax, value), base, &args, syntax->nodes[node].from);
}

ExprNo language_python_type_generic(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo name = syntax_named(syntax, node, 0);
  ExprNo base = language_type(build, name);
  PythonNodes nodes = {0};
  NodeNo brackets = syntax_child(syntax, node, KIND_TYPE_PARAMETER);
  for (NodeNo c = syntax_first(syntax, brackets); brackets && c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) == KIND_TYPE) *vec_add(build->arena, &nodes) = c;
  }
  TypeArgs args = {.nodes = nodes.items, .count = nodes.len};
  if (!nodes.len) return base;
  return apply(build, syntax_text(syntax, name), base, &args, syntax->nodes[node].from);
}

ExprNo language_python_type_union(LanguageBuild *build, NodeNo node) {
  ExprNo items[2];
  items[0] = language_type(build, syntax_named(build->syntax, node, 0));
  items[1] = language_type(build, syntax_named(build->syntax, node, 1));
  return language_python_any_of(build, items, 2, node);
}

ExprNo language_python_type_operator(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  ExprNo items[2];
  items[0] = language_type(build, syntax_field(syntax, node, FIELD_LEFT));
  items[1] = language_type(build, syntax_field(syntax, node, FIELD_RIGHT));
  Str sign = syntax_text(syntax, syntax_field(syntax, node, FIELD_OPERATOR));
  return str_eq(sign, STR("|")) ? language_python_any_of(build, items, 2, node) : 0;
}

/* `except (A, B)`, isinstance(x, (A, B)): any of them. */
ExprNo language_python_type_tuple(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  ExprNo items[MAX_PARTS];
  size_t count = 0;
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    ExprNo item = language_type(build, c);
    if (item && count < MAX_PARTS) items[count++] = item;
  }
  return language_python_any_of(build, items, count, node);
}

/* ---- types in strings ---- */

static bool is_name(Str text) {
  for (size_t i = 0; i < text.len; i++) {
    unsigned char c = (unsigned char)text.ptr[i];
    bool is_letter = byte_is_letter(c) || c == '_' || c >= 0x80;
    if (!is_letter && !(i && (byte_is_digit(c) || c == '.'))) return false;
  }
  return text.len && text.ptr[text.len - 1] != '.';
}

static ExprNo type_from_dotted(LanguageBuild *build, Str text, uint32_t at) {
  size_t dot = str_find_last_byte(text, '.');
  if (dot == STR_NONE) return type_of_name(build, text, at);
  const ImportNo *import = map_get(&python_state(build)->modules, str_slice(text, 0, dot));
  ExprNo base = 0;
  if (import) {
    base = language_add(build, (Expr){.kind = EXPR_MODULE, .at = at, .number = *import});
  } else {
    Str rest = str_slice(text, 0, dot);
    base = language_python_named(build, str_cut(&rest, '.'), at);
    while (rest.len) {
      NameId name = language_intern(build, str_cut(&rest, '.'));
      base = language_add(build, (Expr){.kind = EXPR_MEMBER, .at = at, .base = base, .name = name});
    }
  }
  NameId last = language_intern(build, str_slice(text, dot + 1, text.len));
  ExprNo member = language_add(build, (Expr){.kind = EXPR_MEMBER, .flags = EXPR_IN_TYPE, .at = at,
                                             .base = base, .name = last});
  add_type_ref(build, member, at);
  return member;
}

/* All names in the string get the same place, its beginning: exact places
 * would need a parser for it. `depth` bounds what a hostile string can nest. */
static ExprNo type_from_text(LanguageBuild *build, Str text, uint32_t at, int depth) {
  if (depth > MAX_TEXT_DEPTH) return 0;
  Str parts[MAX_PARTS];
  text = str_trim(text);
  size_t count = split(text, '|', parts);
  if (count > 1) {
    ExprNo items[MAX_PARTS];
    for (size_t i = 0; i < count; i++) items[i] = type_from_text(build, parts[i], at, depth + 1);
    return any_of(build, items, count, at);
  }
  if (text.len >= 2 && (text.ptr[0] == '"' || text.ptr[0] == '\'') && text.ptr[text.len - 1] == text.ptr[0]) {
    return type_from_text(build, str_slice(text, 1, text.len - 1), at, depth + 1);
  }
  size_t bracket = str_find_byte(text, '[');
  if (bracket == STR_NONE) return is_name(text) ? type_from_dotted(build, text, at) : 0;
  Str head = str_trim(str_slice(text, 0, bracket));
  if (!is_name(head) || text.ptr[text.len - 1] != ']') return 0;
  ExprNo base = type_from_dotted(build, head, at);
  TypeArgs args = {.texts = parts, .at = at, .depth = depth};
  args.count = split(str_slice(text, bracket + 1, text.len - 1), ',', parts);
  return args.count ? apply(build, head, base, &args, at) : base;
}

ExprNo language_python_type_text(LanguageBuild *build, Str text, uint32_t at) {
  return text.len < MAX_TEXT ? type_from_text(build, text, at, 0) : 0;
}

/* An annotation in quotes. Prefixes other than `u` and `r` make bytes or an
 * interpolated string, which is no type; then it is read as a value, for the
 * code that it may hold. */
ExprNo language_python_type_string(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  Str text = syntax_text(syntax, node);
  size_t start = 0;
  while (start < text.len && text.ptr[start] != '"' && text.ptr[start] != '\'') start++;
  size_t quotes = text.len - start >= 6 && text.ptr[start + 1] == text.ptr[start] &&
                          text.ptr[start + 2] == text.ptr[start] ? 3 : 1;
  bool is_plain = start < text.len && text.len >= start + 2 * quotes && text.len < MAX_TEXT;
  for (size_t i = 0; i < start; i++) is_plain = is_plain && (text.ptr[i] == 'u' || text.ptr[i] == 'r');
  if (!is_plain) {
    language_visit_expr(build, node);
    return 0;
  }
  Str inner = str_slice(text, start + quotes, text.len - quotes);
  return type_from_text(build, inner, syntax->nodes[node].from + (uint32_t)(start + quotes), 0);
}

/* ---- aliases that nothing marks as such ---- */

#define GENERIC_WORDS                                                                                   \
  "Union Optional Callable Tuple Type Literal Annotated List Dict Set FrozenSet Mapping MutableMapping " \
  "Sequence Iterable Iterator Generator Awaitable Coroutine AsyncIterator AsyncIterable tuple list dict " \
  "set frozenset type"

/* Whether `|` between these can be a union of types. A bare string is no
 * type, but one inside a union is a forward reference. */
static bool is_alias_part(LanguageBuild *build, NodeNo node, int depth) {
  const Syntax *syntax = build->syntax;
  if (depth > 16) return false;
  switch (syntax_kind(syntax, node)) {
    case KIND_NONE:
    case KIND_IDENTIFIER:
    case KIND_ATTRIBUTE: return true;
    case KIND_STRING: return depth > 0;
    case KIND_PARENTHESIZED: return is_alias_part(build, syntax_named(syntax, node, 0), depth + 1);
    case KIND_SUBSCRIPT: return true;
    case KIND_BINARY_OPERATOR:
      return str_eq(syntax_text(syntax, syntax_field(syntax, node, FIELD_OPERATOR)), STR("|")) &&
             is_alias_part(build, syntax_field(syntax, node, FIELD_LEFT), depth + 1) &&
             is_alias_part(build, syntax_field(syntax, node, FIELD_RIGHT), depth + 1);
    default: return false;
  }
}

/* As classes are named, and unlike CONSTANTS, which are ORed as flags. */
static bool begins_with_capital(Str name) {
  size_t at = 0;
  while (at < name.len && name.ptr[at] == '_') at++;
  return at + 1 < name.len && name.ptr[at] >= 'A' && name.ptr[at] <= 'Z' &&
         name.ptr[at + 1] >= 'a' && name.ptr[at + 1] <= 'z';
}

/* `X = Union[A, B]`, `X = dict[str, A]`, `X = A | None`: an alias that
 * nothing declares as one. The same text may be a value (`flags = A | B`, `x
 * = d[k]`), so it takes a known generic, a `None`, or a first part that is
 * named as a class. */
bool language_python_looks_like_type(LanguageBuild *build, NodeNo value) {
  const Syntax *syntax = build->syntax;
  if (syntax_kind(syntax, value) == KIND_SUBSCRIPT) {
    Str generic = syntax_text(syntax, syntax_field(syntax, value, FIELD_VALUE));
    return language_word_in(GENERIC_WORDS, meaning(build, generic));
  }
  if (syntax_kind(syntax, value) != KIND_BINARY_OPERATOR || !is_alias_part(build, value, 0)) return false;
  NodeNo left = value, right = syntax_field(syntax, value, FIELD_RIGHT);
  for (int depth = 0; depth < 16 && syntax_kind(syntax, left) == KIND_BINARY_OPERATOR; depth++) {
    left = syntax_field(syntax, left, FIELD_LEFT);
  }
  if (syntax_kind(syntax, right) == KIND_NONE || syntax_kind(syntax, left) == KIND_NONE) return true;
  Str name = meaning(build, syntax_text(syntax, left));
  return language_word_in("str int float bytes bool object", name) || begins_with_capital(name) ||
         language_python_looks_like_type(build, left);
}
