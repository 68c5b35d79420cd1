/* Clojure: functions, macros, variables, records and protocols of a namespace.
 * Namespaces are found by the names they declare; a call is a list that begins
 * with a name, of the namespace, referred to or behind an alias, and what ->
 * threads through. What is quoted or in a comment is no call. Which type's
 * method a protocol's leads to, and what other macros define, is not known. */
#include "src/languages/language.h"

enum { KIND_LIST = 1, KIND_SYMBOL, KIND_VECTOR, KIND_KEYWORD };
static const char *const kinds[] = {"list_lit", "sym_lit", "vec_lit", "kwd_lit", NULL};
enum { FIELD_NAME = 1, FIELD_NAMESPACE };
static const char *const fields[] = {"name", "namespace", NULL};

static const char functions[] = "defn defn- defmacro defmulti deftest";
static const char types[] = "defrecord deftype defprotocol";
static const char lets[] = "let loop for doseq when-let if-let when-some if-some binding with-open with-redefs dotimes";
static const char threads[] = "-> ->> some-> some->> cond-> cond->> doto";
/* Forms of the language that look like calls. */
static const char special[] = "if do when when-not if-not cond case recur throw try catch finally new set! var and or while import in-ns declare";
static const char holders[] = "extend-type extend-protocol reify proxy letfn"; /* of functions that are written as lists */

static Str text_of(const Syntax *syntax, NodeNo symbol) {
  return syntax_kind(syntax, symbol) == KIND_SYMBOL ? syntax_text(syntax, syntax_field(syntax, symbol, FIELD_NAME)) : STR_EMPTY;
}

static ExprNo read_symbol(LanguageBuild *build, NodeNo node, unsigned role) {
  const Syntax *syntax = build->syntax;
  NodeNo name = syntax_field(syntax, node, FIELD_NAME), space = syntax_field(syntax, node, FIELD_NAMESPACE);
  if (!name) return 0;
  return space ? language_use_member(build, language_add_name(build, space), name, role) : language_expr_name(build, name, role);
}

static void call_symbol(LanguageBuild *build, NodeNo symbol, NodeNo node) {
  Str text = text_of(build->syntax, symbol);
  /* (.method x), (Type. x) and what % stands for are not ours. */
  if (!text.len || text.ptr[0] == '.' || text.ptr[0] == '%' || str_ends_with(text, STR("."))) return;
  ExprNo callee = language_expr_as(build, symbol, LANGUAGE_NO_REF);
  language_add_call(build, EXPR_CALL, &(LanguageCall){.callee = callee, .node = node, .name = syntax_field(build->syntax, symbol, FIELD_NAME)});
}

/* [x (f) y (g x)]: every value before its name. */
static void visit_pairs(LanguageBuild *build, NodeNo vector) {
  const Syntax *syntax = build->syntax;
  NodeNo target = 0;
  for (NodeNo c = syntax_first(syntax, vector); c; c = syntax_next(syntax, c)) {
    if (!syntax_is_named(syntax, c)) continue;
    if (!target) {
      target = c;
      continue;
    }
    bool is_word = syntax_kind(syntax, target) == KIND_KEYWORD;
    if (is_word && syntax_kind(syntax, c) == KIND_VECTOR) language_bind_names(build, c);
    language_visit(build, c);
    if (!is_word) language_bind_names(build, target);
    target = 0;
  }
}

/* What follows a head: parameters, or clauses that begin with them, and the body. */
static void visit_body(LanguageBuild *build, NodeNo after) {
  const Syntax *syntax = build->syntax;
  bool has_params = false;
  for (NodeNo c = after ? syntax_next(syntax, after) : 0; c; c = syntax_next(syntax, c)) {
    NodeNo first = syntax_kind(syntax, c) == KIND_LIST ? syntax_named(syntax, c, 0) : 0;
    if (!has_params && syntax_kind(syntax, c) == KIND_VECTOR) {
      language_bind_names(build, c);
      has_params = true;
    } else if (!has_params && syntax_kind(syntax, first) == KIND_VECTOR) {
      LanguageOpen before;
      language_open(build, SCOPE_BLOCK, c, 0, &before);
      language_bind_names(build, first);
      language_visit_others(build, c, first);
      language_close(build, &before);
    } else {
      language_visit(build, c);
    }
  }
}

/* What is shown of a definition ends with its parameters, or where its clauses begin. */
static NodeNo body_of(const Syntax *syntax, NodeNo node) {
  NodeNo params = syntax_child(syntax, node, KIND_VECTOR), list = syntax_child(syntax, node, KIND_LIST);
  return params && syntax_next(syntax, params) ? syntax_next(syntax, params) : list;
}

static void define(LanguageBuild *build, NodeNo node, NodeNo symbol, SymbolKind kind, unsigned flags) {
  LanguageOpen before;
  DefNo def = language_define(build, &(LanguageDef){.kind = kind, .flags = flags, .name = syntax_field(build->syntax, symbol, FIELD_NAME), .whole = node,
                                                    .body = body_of(build->syntax, node), .bind = BIND_HOISTED, .scope = kind == SYMBOL_METHOD ? 0u : 1u});
  language_open(build, SCOPE_FUNCTION, node, def, &before);
  /* A record's methods see its fields. */
  NodeNo record = kind == SYMBOL_METHOD ? syntax_child(build->syntax, syntax_parent(build->syntax, node), KIND_VECTOR) : 0;
  if (record) language_bind_names(build, record);
  visit_body(build, symbol);
  language_close(build, &before);
}

/* Functions of a protocol are names of the namespace; those of a record are not. */
static void define_type(LanguageBuild *build, NodeNo node, NodeNo symbol, bool is_protocol) {
  const Syntax *syntax = build->syntax;
  LanguageOpen before;
  DefNo def = language_define(build, &(LanguageDef){.kind = is_protocol ? SYMBOL_PROTOCOL : SYMBOL_STRUCT, .flags = DEF_EXPORTED, .whole = node,
                                                    .body = body_of(syntax, node), .name = syntax_field(syntax, symbol, FIELD_NAME), .bind = BIND_HOISTED});
  language_open(build, SCOPE_TYPE, node, def, &before);
  for (NodeNo c = syntax_next(syntax, symbol); c; c = syntax_next(syntax, c)) {
    NodeNo name = syntax_kind(syntax, c) == KIND_LIST ? syntax_named(syntax, c, 0) : 0, id = syntax_field(syntax, name, FIELD_NAME);
    if (!id) continue;
    if (!is_protocol) {
      define(build, c, name, SYMBOL_METHOD, DEF_EXPORTED);
      continue;
    }
    DefNo made = language_define(build, &(LanguageDef){.kind = SYMBOL_METHOD, .flags = DEF_EXPORTED, .name = id, .whole = c, .no_bind = true});
    language_bind(build, (Bind){.scope = 1, .name = language_name(build, id), .flags = BIND_HOISTED, .def = made});
  }
  language_close(build, &before);
}

/* [app.util :as u :refer [helper]] */
static void visit_require(LanguageBuild *build, NodeNo vector) {
  const Syntax *syntax = build->syntax;
  NodeNo module = syntax_kind(syntax, vector) == KIND_VECTOR ? syntax_named(syntax, vector, 0) : vector;
  if (syntax_kind(syntax, module) != KIND_SYMBOL) return;
  NameId specifier = language_name(build, module);
  language_import(build, (Import){.form = IMPORT_MODULE, .specifier = specifier, .local = specifier}, module);
  for (NodeNo c = module == vector ? 0 : syntax_next(syntax, module), word = 0; c; word = syntax_is_named(syntax, c) ? c : word, c = syntax_next(syntax, c)) {
    Str option = syntax_text(syntax, word);
    if (str_eq(option, STR(":as")) && syntax_kind(syntax, c) == KIND_SYMBOL) {
      language_import(build, (Import){.form = IMPORT_MODULE, .specifier = specifier, .local = language_name(build, c)}, c);
    } else if (str_eq(option, STR(":refer")) && syntax_kind(syntax, c) == KIND_KEYWORD) {
      language_import(build, (Import){.form = IMPORT_STAR, .specifier = specifier}, c);
    } else if (str_eq(option, STR(":refer")) && syntax_kind(syntax, c) == KIND_VECTOR) {
      for (NodeNo n = syntax_first(syntax, c); n; n = syntax_next(syntax, n)) {
        if (syntax_kind(syntax, n) != KIND_SYMBOL) continue;
        language_import(build, (Import){.form = IMPORT_NAMED, .specifier = specifier, .name = language_name(build, n), .local = language_name(build, n)}, n);
      }
    }
  }
}

static void visit_ns(LanguageBuild *build, NodeNo node, NodeNo name) {
  const Syntax *syntax = build->syntax;
  if (name) build->facts->package = language_intern(build, text_of(syntax, name));
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    NodeNo word = syntax_kind(syntax, c) == KIND_LIST ? syntax_named(syntax, c, 0) : 0;
    if (!str_eq(syntax_text(syntax, word), STR(":require"))) continue;
    for (NodeNo r = syntax_next(syntax, word); r; r = syntax_next(syntax, r)) visit_require(build, r);
  }
}

static void visit_scope(LanguageBuild *build, NodeNo node, NodeNo head, bool has_pairs) {
  const Syntax *syntax = build->syntax;
  NodeNo vector = has_pairs ? syntax_child(syntax, node, KIND_VECTOR) : 0;
  LanguageOpen before;
  language_open(build, SCOPE_BLOCK, node, 0, &before);
  if (vector) visit_pairs(build, vector);
  for (NodeNo c = has_pairs ? syntax_next(syntax, head) : 0; c; c = syntax_next(syntax, c)) {
    if (c != vector) language_visit(build, c);
  }
  if (!has_pairs) visit_body(build, head);
  language_close(build, &before);
}

/* (reify Draw (draw [this] …)), (letfn [(f [x] …)] …): what begins like a call is a
 * function; a letfn's has a name for all that is inside. */
static void visit_holder(LanguageBuild *build, NodeNo node, NodeNo head, bool has_names) {
  const Syntax *syntax = build->syntax;
  NodeNo vector = has_names ? syntax_child(syntax, node, KIND_VECTOR) : 0;
  LanguageOpen before;
  language_open(build, SCOPE_BLOCK, node, 0, &before);
  for (NodeNo c = syntax_first(syntax, vector ? vector : node); c; c = syntax_next(syntax, c)) {
    NodeNo name = syntax_kind(syntax, c) == KIND_LIST ? syntax_named(syntax, c, 0) : 0;
    bool is_function = syntax_kind(syntax, name) == KIND_SYMBOL && syntax_kind(syntax, syntax_named(syntax, c, 1)) == KIND_VECTOR;
    if (is_function && vector) language_bind_names(build, name);
    if (is_function) visit_scope(build, c, name, false);
    else if (c != head) language_visit(build, c);
  }
  for (NodeNo c = vector ? syntax_next(syntax, vector) : 0; c; c = syntax_next(syntax, c)) language_visit(build, c);
  language_close(build, &before);
}

static void visit_list(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo head = syntax_named(syntax, node, 0), second = syntax_named(syntax, node, 1);
  Str word = text_of(syntax, head);
  bool is_named = text_of(syntax, second).len > 0;
  if (str_eq(word, STR("quote")) || str_eq(word, STR("comment"))) return;
  if (str_eq(word, STR("ns"))) visit_ns(build, node, second);
  else if (is_named && language_word_in(functions, word)) {
    define(build, node, second, str_eq(word, STR("defmacro")) ? SYMBOL_MACRO : SYMBOL_FUNCTION, str_eq(word, STR("defn-")) ? 0u : DEF_EXPORTED);
  } else if (is_named && language_word_in(types, word)) define_type(build, node, second, str_eq(word, STR("defprotocol")));
  else if (is_named && (str_eq(word, STR("def")) || str_eq(word, STR("defonce")))) {
    language_define(build, &(LanguageDef){.kind = SYMBOL_VARIABLE, .flags = DEF_EXPORTED, .name = syntax_field(syntax, second, FIELD_NAME), .whole = node,
                                          .bind = BIND_HOISTED, .scope = 1});
    for (NodeNo c = syntax_next(syntax, second); c; c = syntax_next(syntax, c)) language_visit(build, c);
  } else if (language_word_in(lets, word)) visit_scope(build, node, head, true);
  else if (language_word_in(holders, word)) visit_holder(build, node, head, str_eq(word, STR("letfn")));
  else if (str_eq(word, STR("fn")) || str_eq(word, STR("defmethod"))) visit_scope(build, node, head, false);
  else {
    bool is_thread = language_word_in(threads, word);
    if (!is_thread && word.len && !language_word_in(special, word)) call_symbol(build, head, node);
    for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
      if (c == head && word.len) continue;
      if (is_thread && c != second && syntax_kind(syntax, c) == KIND_SYMBOL) call_symbol(build, c, c);
      else language_visit(build, c);
    }
  }
}

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_OWN, .node = "list_lit anon_fn_lit", .handler = {.visit = visit_list}},
    {LANGUAGE_ROW_OWN, .node = "sym_lit", .handler = {.expr = read_symbol}},
    {LANGUAGE_ROW_NAME, .node = "sym_name"},
    {LANGUAGE_ROW_NOTHING, .node = "dis_expr quoting_lit syn_quoting_lit kwd_lit meta_lit"},
    {LANGUAGE_ROW_COMMENT, .node = "comment"},
    {0},
};

const Language language_clojure = {
    .name = "clojure",
    .tier = LANGUAGE_TIER_CALLS,
    .extensions = "clj cljs cljc bb",
    .shebangs = "bb clojure",
    .kinds = kinds,
    .fields = fields,
    .shared = true,
    .rows = rows,
    .rules = {.order = LANGUAGE_ORDER_AROUND},
    .by_declared = true,
    .home = {.manifests = "deps.edn project.clj"},
    .test_names = "*_test.clj *_test.cljs *_test.cljc test/",
    .editing = {.indent = "  "},
};
