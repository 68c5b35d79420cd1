/* Clojure: functions, macros, variables, records and protocols of a namespace.
 * Namespaces are found by the names they declare; a call is a list that begins
 * with a name, of the namespace, referred to or behind an alias, and what ->
 * threads through. What is quoted or in a comment is no call. Which type's
 * method a protocol's leads to, and what other macros define, is not known. */
#include "src/languages/common/lists_internal.h"

enum { KIND_LIST = 1, KIND_SYMBOL, KIND_VECTOR, KIND_KEYWORD };
static const char *const kinds[] = {"list_lit", "sym_lit", "vec_lit", "kwd_lit", NULL};
enum { FIELD_NAME = 1, FIELD_NAMESPACE };
static const char *const fields[] = {"name", "namespace", NULL};

static Str text_of(const LanguageBuild *build, NodeNo symbol) {
  return language_kind(build, symbol) == KIND_SYMBOL ? language_text(build, language_field(build, symbol, FIELD_NAME)) : STR_EMPTY;
}

static ExprNo read_symbol(LanguageBuild *build, NodeNo node, unsigned role) {
  NodeNo name = language_field(build, node, FIELD_NAME), space = language_field(build, node, FIELD_NAMESPACE);
  if (!name) return 0;
  return space ? language_use_member(build, language_add_name(build, space), name, role) : language_expr_name(build, name, role);
}

static void call_symbol(LanguageBuild *build, NodeNo symbol, NodeNo node) {
  Str text = text_of(build, symbol);
  /* (.method x), (Type. x) and what % stands for are not ours. */
  if (!text.len || text.ptr[0] == '.' || text.ptr[0] == '%' || str_ends_with(text, STR("."))) return;
  language_call_value(build, language_expr_as(build, symbol, LANGUAGE_NO_REF), language_field(build, symbol, FIELD_NAME), node);
}

static const LanguageLists lists = {KIND_LIST, KIND_SYMBOL, KIND_VECTOR, KIND_KEYWORD, FIELD_NAME, call_symbol};

/* ---- definitions ---- */

/* What is shown of one ends with its parameters, or where its clauses begin. */
static NodeNo body_of(const LanguageBuild *build, NodeNo node) {
  NodeNo params = language_child(build, node, KIND_VECTOR), after = params ? syntax_next(build->syntax, params) : 0;
  return after ? after : language_child(build, node, KIND_LIST);
}

static void define(LanguageBuild *build, const LanguageFormed *form) {
  LanguageOpen before;
  bool is_method = form->kind == SYMBOL_METHOD;
  DefNo def = language_define(build, &(LanguageDef){.kind = form->kind, .flags = form->flags, .name = language_field(build, form->rest, FIELD_NAME), .whole = form->node,
                                                    .body = body_of(build, form->node), .bind = BIND_HOISTED, .scope = is_method ? 0u : 1u});
  language_open(build, SCOPE_FUNCTION, form->node, def, &before);
  /* A record's methods see its fields. */
  NodeNo record = is_method ? language_child(build, syntax_parent(build->syntax, form->node), KIND_VECTOR) : 0;
  if (record) language_bind_names(build, record);
  language_visit_function(build, lists, form->rest);
  language_close(build, &before);
}

/* Functions of a protocol are names of the namespace; those of a record are not. */
static void define_type(LanguageBuild *build, const LanguageFormed *form) {
  LanguageOpen before;
  DefNo def = language_define(build, &(LanguageDef){.kind = form->kind, .flags = form->flags, .whole = form->node, .body = body_of(build, form->node),
                                                    .name = language_field(build, form->rest, FIELD_NAME), .bind = BIND_HOISTED});
  language_open(build, SCOPE_TYPE, form->node, def, &before);
  for (NodeNo c = syntax_next(build->syntax, form->rest); c; c = syntax_next(build->syntax, c)) {
    NodeNo name = language_kind(build, c) == KIND_LIST ? syntax_named(build->syntax, c, 0) : 0, id = language_field(build, name, FIELD_NAME);
    if (id && form->kind == SYMBOL_STRUCT) define(build, &(LanguageFormed){.node = c, .rest = name, .kind = SYMBOL_METHOD, .flags = DEF_EXPORTED});
    else if (id) language_define_known_member(build, id, c);
  }
  language_close(build, &before);
}

/* ---- namespaces ---- */

/* [app.util :as u :refer [helper]] */
static void visit_require(LanguageBuild *build, NodeNo vector) {
  NodeNo module = language_kind(build, vector) == KIND_VECTOR ? syntax_named(build->syntax, vector, 0) : vector;
  if (language_kind(build, module) != KIND_SYMBOL) return;
  NameId specifier = language_name(build, module);
  language_import_module(build, specifier, module);
  for (NodeNo c = module == vector ? 0 : syntax_next(build->syntax, module), word = 0; c; word = syntax_is_named(build->syntax, c) ? c : word, c = syntax_next(build->syntax, c)) {
    bool refers = str_eq(language_text(build, word), STR(":refer"));
    if (str_eq(language_text(build, word), STR(":as")) && language_kind(build, c) == KIND_SYMBOL) language_import_module(build, specifier, c);
    if (refers && language_kind(build, c) == KIND_KEYWORD) language_import_all(build, specifier, 0, c);
    for (NodeNo n = refers && language_kind(build, c) == KIND_VECTOR ? syntax_first(build->syntax, c) : 0; n; n = syntax_next(build->syntax, n)) {
      if (language_kind(build, n) == KIND_SYMBOL) language_import_name(build, specifier, n, 0);
    }
  }
}

static void visit_ns(LanguageBuild *build, const LanguageFormed *form) {
  if (form->rest) build->facts->package = language_intern(build, text_of(build, form->rest));
  for (NodeNo c = syntax_first(build->syntax, form->node); c; c = syntax_next(build->syntax, c)) {
    NodeNo word = language_kind(build, c) == KIND_LIST ? syntax_named(build->syntax, c, 0) : 0;
    if (!str_eq(language_text(build, word), STR(":require"))) continue;
    for (NodeNo r = syntax_next(build->syntax, word); r; r = syntax_next(build->syntax, r)) visit_require(build, r);
  }
}

/* ---- forms ---- */

static const LanguageForm definitions[] = { /* where a name follows */
    {"defn defmulti deftest", define, SYMBOL_FUNCTION, DEF_EXPORTED},
    {"defn-", define, SYMBOL_FUNCTION, 0},
    {"defmacro", define, SYMBOL_MACRO, DEF_EXPORTED},
    {"defrecord deftype", define_type, SYMBOL_STRUCT, DEF_EXPORTED},
    {"defprotocol", define_type, SYMBOL_PROTOCOL, DEF_EXPORTED},
    {"def defonce", language_form_variable, SYMBOL_VARIABLE, DEF_EXPORTED},
    {0},
};
static const LanguageForm forms[] = {
    {"quote comment", language_form_nothing, 0, 0},
    {"ns", visit_ns, 0, 0},
    {"let loop for doseq when-let if-let when-some if-some binding with-open with-redefs dotimes", language_form_let, 0, 0},
    {"extend-type extend-protocol reify proxy", language_form_functions, 0, 0},
    {"letfn", language_form_letfn, 0, 0},
    {"fn defmethod", language_form_lambda, 0, 0},
    {"-> ->> some-> some->> cond-> cond->> doto", language_form_thread, 0, 0},
    {"if do when when-not if-not cond case recur throw try catch finally new set! var and or while import in-ns declare", language_form_rest, 0, 0},
    {0},
};

static void visit_list(LanguageBuild *build, NodeNo node) {
  NodeNo head = syntax_named(build->syntax, node, 0), second = syntax_named(build->syntax, node, 1);
  LanguageFormed form = {.lists = &lists, .node = node, .head = head, .rest = second, .word = text_of(build, head)};
  if (text_of(build, second).len && language_visit_form(build, definitions, form)) return;
  if (language_visit_form(build, forms, form)) return;
  if (form.word.len) call_symbol(build, head, node);
  language_visit_others(build, node, form.word.len ? head : 0);
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
    .extensions = "clj cljs cljc bb edn",
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
