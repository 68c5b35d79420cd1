/* Rust: what macros are given. The grammar leaves it as tokens; most of it
 * reads as expressions, and calls in it are calls. This reads them as far as
 * calls, members and paths go; what it cannot read it passes over token by
 * token, so that everything is looked at once. */
#include "src/languages/rust/rust_internal.h"

/* Tokens of one tree, and how far they were read. The tree has nodes for
 * names, literals and brackets; signs are what stands between them. */
typedef struct Tokens {
  LanguageBuild *build;
  NodeNo tree;        /* all of it */
  NodeNo node;        /* the next one; 0: none is left */
  uint32_t from, end; /* what is not read yet */
  NodeNo at;          /* the token at hand: a node, or 0 and a sign */
  Str sign;           /* empty with no node either: the end */
} Tokens;

static ExprNo read_expr(Tokens *tokens);
static size_t read_items(LanguageBuild *build, NodeNo tree, ExprNo *ret_items);

static Str text_at(const Tokens *tokens) {
  return tokens->at ? syntax_text(tokens->build->syntax, tokens->at) : tokens->sign;
}

static bool is_end(const Tokens *tokens) { return !tokens->at && !tokens->sign.len; }

static bool is_sign(const Tokens *tokens, const char *sign) { return !tokens->at && str_eq_c(tokens->sign, sign); }

static unsigned kind_at(const Tokens *tokens) {
  return tokens->at ? syntax_kind(tokens->build->syntax, tokens->at) : RUST_NO_KIND;
}

static bool is_word_byte(char c) {
  return byte_is_word(c) || (c & 0x80);
}

/* The sign at the beginning of the text: of two where these mean one thing,
 * a whole word for keywords. */
static Str sign_of(Str text) {
  static const char *const pairs[] = {"::", "=>", "->", "||", "&&", "..", "==", "!=", "<=", ">="};
  for (size_t i = 0; i < COUNT_OF(pairs); i++) {
    if (str_starts_with(text, str_from_c(pairs[i]))) return str_slice(text, 0, 2);
  }
  size_t len = 0;
  while (len < text.len && is_word_byte(text.ptr[len])) len++;
  return str_slice(text, 0, len ? len : 1);
}

/* Makes the next token the one at hand. */
static void advance(Tokens *tokens) {
  const Syntax *syntax = tokens->build->syntax;
  tokens->at = 0;
  tokens->sign = STR_EMPTY;
  for (;;) {
    uint32_t stop = tokens->node ? syntax->nodes[tokens->node].from : tokens->end;
    while (tokens->from < stop && strchr(" \t\r\n", syntax->text.ptr[tokens->from])) tokens->from++;
    if (tokens->from < stop) {
      tokens->sign = sign_of(str_slice(syntax->text, tokens->from, stop));
      tokens->from += (uint32_t)tokens->sign.len;
      return;
    }
    if (!tokens->node) return;
    NodeNo node = tokens->node;
    unsigned kind = syntax_kind(syntax, node);
    tokens->node = syntax_next(syntax, node);
    if (syntax->nodes[node].to > tokens->from) tokens->from = syntax->nodes[node].to;
    if (!syntax_is_named(syntax, node) || kind == RUST_LINE_COMMENT || kind == RUST_BLOCK_COMMENT) continue;
    tokens->at = node;
    return;
  }
}

/* Between the brackets of a tree. */
static Tokens tokens_of(LanguageBuild *build, NodeNo tree) {
  const SyntaxNode *node = &build->syntax->nodes[tree];
  Tokens tokens = {.build = build, .tree = tree, .node = syntax_first(build->syntax, tree), .from = node->from + 1, .end = node->to};
  char last = node->to > tokens.from ? build->syntax->text.ptr[node->to - 1] : 0;
  if (last == ')' || last == ']' || last == '}') tokens.end--;
  while (tokens.node && build->syntax->nodes[tokens.node].from < tokens.from) tokens.node = syntax_next(build->syntax, tokens.node);
  advance(&tokens);
  return tokens;
}

static bool is_tree(const Tokens *tokens, char open) {
  return kind_at(tokens) == RUST_TOKEN_TREE && text_at(tokens).len && text_at(tokens).ptr[0] == open;
}

/* `::<A, B>`: passed over up to the sign that closes it. */
static void skip_types(Tokens *tokens) {
  int depth = 0;
  while (!is_end(tokens)) {
    if (is_sign(tokens, "<")) depth++;
    if (is_sign(tokens, ">")) depth--;
    advance(tokens);
    if (depth <= 0) return;
  }
}

static ExprNo read_call(Tokens *tokens, ExprNo callee, NodeNo name) {
  ExprNo items[RUST_MANY];
  NodeNo tree = tokens->at;
  size_t count = read_items(tokens->build, tree, items);
  advance(tokens);
  return language_add_call(tokens->build, EXPR_CALL, &(LanguageCall){callee, items, count, tree, name});
}

/* What stands behind a dot. */
static ExprNo read_member(Tokens *tokens, ExprNo base) {
  LanguageBuild *build = tokens->build;
  NodeNo name = tokens->at;
  int64_t nth;
  if (kind_at(tokens) == RUST_INTEGER) {
    bool is_place = base && str_to_int(text_at(tokens), &nth) && nth >= 0 && nth <= UINT8_MAX;
    advance(tokens);
    return is_place ? language_add_number(build, EXPR_PART, base, (uint32_t)nth, name) : 0;
  }
  if (kind_at(tokens) != RUST_IDENTIFIER) { /* .await */
    if (is_sign(tokens, "await")) advance(tokens);
    return base ? language_add_base(build, EXPR_AWAIT, base, name ? name : 1) : 0;
  }
  advance(tokens);
  if (is_sign(tokens, "::")) {
    advance(tokens);
    skip_types(tokens);
  }
  if (is_tree(tokens, '(')) return read_call(tokens, language_add_member(build, base, name), name);
  return language_use_member(build, base, name, REF_READ);
}

static ExprNo read_postfix(Tokens *tokens, ExprNo value, NodeNo first) {
  LanguageBuild *build = tokens->build;
  while (!is_end(tokens)) {
    NodeNo here = tokens->at ? tokens->at : first;
    if (is_sign(tokens, ".")) {
      advance(tokens);
      value = read_member(tokens, value);
    } else if (is_sign(tokens, "?")) {
      advance(tokens);
      value = language_rust_unwrapped(build, value, here);
    } else if (is_tree(tokens, '[')) {
      ExprNo items[RUST_MANY];
      size_t count = read_items(build, here, items);
      advance(tokens);
      value = value ? language_add_list(build, EXPR_INDEX, value, items, count ? 1 : 0, here) : 0;
    } else {
      return value;
    }
  }
  return value;
}

/* The names of a path up to the last: modules or types. */
static ExprNo path_head(Tokens *tokens, unsigned kind, NodeNo node) {
  LanguageBuild *build = tokens->build;
  switch (kind) {
    case RUST_CRATE: return language_rust_crate_root(build, node);
    case RUST_SELF: return 0;
    case RUST_SUPER: return language_rust_super(build, node, 1);
    default: return language_rust_path_start(build, node);
  }
}

/* a::b::c, then perhaps what makes it a call, a macro or a literal. */
static ExprNo read_path(Tokens *tokens) {
  LanguageBuild *build = tokens->build;
  NodeNo name = tokens->at;
  unsigned kind = kind_at(tokens);
  ExprNo base = 0;
  bool is_path = false, is_member = false;
  advance(tokens);
  while (is_sign(tokens, "::")) {
    if (!is_path) {
      base = path_head(tokens, kind, name);
      is_member = base != 0;
    } else {
      base = is_member ? language_add_member(build, base, name) : language_add_name(build, name);
      language_expr_at(build, base)->flags |= EXPR_IN_TYPE;
      is_member = true;
    }
    is_path = true;
    advance(tokens);
    if (is_sign(tokens, "<")) {
      skip_types(tokens);
      name = 0;
      break;
    }
    if (kind_at(tokens) != RUST_IDENTIFIER && kind_at(tokens) != RUST_SUPER) return base;
    name = tokens->at;
    advance(tokens);
  }
  if (kind == RUST_SELF && !is_path) return language_rust_self(build, name, REF_READ);
  if (is_sign(tokens, "!")) { /* another macro */
    advance(tokens);
    if (kind_at(tokens) != RUST_TOKEN_TREE) return 0;
    ExprNo items[RUST_MANY];
    NodeNo tree = tokens->at;
    size_t count = read_items(build, tree, items);
    advance(tokens);
    bool is_list = name && str_eq(syntax_text(build->syntax, name), STR("vec"));
    return is_list ? language_add_list(build, EXPR_LIST, 0, items, count, tree) : 0;
  }
  if (!name) { /* f::<T>(x): what was named before the types */
    if (is_tree(tokens, '(')) return read_call(tokens, base, 0);
    return base;
  }
  ExprNo value = is_member ? language_add_member(build, base, name) : language_add_name(build, name);
  if (is_tree(tokens, '(')) return read_call(tokens, value, name);
  language_ref(build, REF_READ, value, name);
  return value;
}

/* <T as Trait>::name: what is looked up behind it is the trait's. */
static ExprNo read_bracketed(Tokens *tokens) {
  LanguageBuild *build = tokens->build;
  NodeNo first = tokens->node, type = 0;
  bool is_as = false;
  int depth = 0;
  do {
    if (is_sign(tokens, "<")) depth++;
    if (is_sign(tokens, ">")) depth--;
    if (is_sign(tokens, "as")) is_as = true;
    if (kind_at(tokens) == RUST_IDENTIFIER && depth == 1 && (is_as || !type)) type = tokens->at;
    advance(tokens);
  } while (depth > 0 && !is_end(tokens));
  if (!type || !is_sign(tokens, "::")) return 0;
  ExprNo base = language_rust_path_start(build, type);
  advance(tokens);
  if (kind_at(tokens) != RUST_IDENTIFIER) return 0;
  NodeNo name = tokens->at;
  ExprNo value = language_add_member(build, base, name);
  advance(tokens);
  if (is_tree(tokens, '(')) value = read_call(tokens, value, name);
  else language_ref(build, REF_READ, value, name);
  return read_postfix(tokens, value, first);
}

/* |a, b| body: the names are parameters. */
static ExprNo read_closure(Tokens *tokens, NodeNo whole) {
  LanguageBuild *build = tokens->build;
  bool empty = is_sign(tokens, "||");
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_FUNCTION, .flags = DEF_ANONYMOUS, .whole = whole, .no_bind = true});
  LanguageOpen open;
  language_open(build, SCOPE_FUNCTION, whole, def, &open);
  advance(tokens);
  while (!empty && !is_end(tokens) && !is_sign(tokens, "|")) {
    if (kind_at(tokens) == RUST_IDENTIFIER) {
      language_bind(build, (Bind){.name = language_name(build, tokens->at), .flags = BIND_PARAM | BIND_VALUE,
                                  .from = build->syntax->nodes[tokens->at].to});
    }
    advance(tokens);
    if (is_sign(tokens, ":")) { /* its type */
      while (!is_end(tokens) && !is_sign(tokens, ",") && !is_sign(tokens, "|")) advance(tokens);
    }
  }
  if (!empty && !is_end(tokens)) advance(tokens);
  ExprNo value = is_end(tokens) ? 0 : read_expr(tokens);
  if (value) language_return(build, value);
  language_close(build, &open);
  return language_add_func(build, def, whole);
}

static ExprNo read_tree(Tokens *tokens) {
  LanguageBuild *build = tokens->build;
  ExprNo items[RUST_MANY];
  NodeNo tree = tokens->at;
  char open = text_at(tokens).len ? text_at(tokens).ptr[0] : 0;
  size_t count = read_items(build, tree, items);
  advance(tokens);
  if (open == '[') return language_add_list(build, EXPR_LIST, 0, items, count, tree);
  if (open == '(' && count > 1) return language_add_list(build, EXPR_TUPLE, 0, items, count, tree);
  return count == 1 ? items[0] : 0;
}

static ExprNo read_primary(Tokens *tokens) {
  LanguageBuild *build = tokens->build;
  NodeNo first = tokens->at;
  switch (kind_at(tokens)) {
    case RUST_IDENTIFIER: case RUST_SELF: case RUST_SUPER: case RUST_CRATE: case RUST_PRIMITIVE_TYPE:
      return read_postfix(tokens, read_path(tokens), first);
    case RUST_TOKEN_TREE: return read_postfix(tokens, read_tree(tokens), first);
    case RUST_STRING: case RUST_RAW_STRING: case RUST_CHAR: case RUST_BOOLEAN: case RUST_INTEGER: case RUST_FLOAT: {
      ExprNo value = language_expr(build, first);
      advance(tokens);
      return read_postfix(tokens, value, first);
    }
    default: advance(tokens); return 0;
  }
}

static bool ends_item(const Tokens *tokens) {
  return is_sign(tokens, ",") || is_sign(tokens, ";") || is_sign(tokens, "=>");
}

/* One item, up to a comma. The value of several operands is not told; that
 * of one behind signs that change nothing is. */
static ExprNo read_operands(Tokens *tokens, NodeNo tree) {
  ExprNo value = 0;
  unsigned operands = 0;
  while (!is_end(tokens) && !ends_item(tokens)) {
    bool is_prefix = is_sign(tokens, "&") || is_sign(tokens, "*") || is_sign(tokens, "move") || kind_at(tokens) == RUST_MUTABLE;
    if (tokens->at && !is_prefix) {
      value = read_primary(tokens);
      operands++;
    } else if (!operands && (is_sign(tokens, "|") || is_sign(tokens, "||"))) {
      value = read_closure(tokens, tree);
      operands++;
    } else if (!operands && is_sign(tokens, "<")) {
      value = read_bracketed(tokens);
      operands++;
    } else {
      operands += !is_prefix;
      advance(tokens);
    }
  }
  return operands == 1 ? value : 0;
}

static ExprNo read_expr(Tokens *tokens) {
  LanguageBuild *build = tokens->build;
  if (build->depth >= LANGUAGE_MAX_DEPTH) {
    build->facts->cut = true;
    tokens->at = tokens->node = 0;
    tokens->from = tokens->end;
    tokens->sign = STR_EMPTY;
    return 0;
  }
  build->depth++;
  ExprNo value = read_operands(tokens, tokens->tree);
  build->depth--;
  return value;
}

/* The items between the brackets of a tree. */
static size_t read_items(LanguageBuild *build, NodeNo tree, ExprNo *ret_items) {
  Tokens tokens = tokens_of(build, tree);
  size_t count = 0;
  while (!is_end(&tokens)) {
    if (ends_item(&tokens)) {
      advance(&tokens);
      continue;
    }
    ExprNo value = read_expr(&tokens);
    if (count < RUST_MANY) ret_items[count++] = value;
  }
  return count;
}

/* The macro itself is told by its name with "!"; of what it gives only that
 * of the best known ones is. */
ExprNo language_rust_macro(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  NodeNo macro = syntax_field(syntax, node, RUST_FIELD_MACRO), tree = syntax_child(syntax, node, RUST_TOKEN_TREE);
  NodeNo name = language_rust_last_name(syntax, macro);
  Str text = syntax_text(syntax, name);
  if (name) {
    Str own = str_format(build->arena, "%.*s!", STR_ARG(text));
    ExprNo used = language_add(build, (Expr){.kind = EXPR_NAME, .name = language_intern(build, own),
                                             .at = syntax->nodes[name].from});
    language_ref(build, REF_MACRO, used, name);
  }
  ExprNo items[RUST_MANY];
  size_t count = tree ? read_items(build, tree, items) : 0;
  if (str_eq(text, STR("vec"))) return language_add_list(build, EXPR_LIST, 0, items, count, node);
  if (str_eq(text, STR("format"))) {
    return language_add(build, (Expr){.kind = EXPR_LITERAL, .number = LITERAL_STRING, .at = syntax->nodes[node].from});
  }
  if (str_eq(text, STR("matches"))) return language_add_literal(build, LITERAL_BOOL, node);
  return 0;
}
