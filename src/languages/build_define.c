/* Definitions, scopes, binds and imports. */
#include <assert.h>

#include "src/languages/build_internal.h"

/* ---- definitions ---- */

/* From the definition's beginning to its body, without the signs that only
 * lead over to it. A range of the text: it is cut out and joined to one line
 * when the file is stored. */
static Range signature_of(const LanguageBuild *build, const LanguageDef *def) {
  const SyntaxNode *nodes = build->syntax->nodes;
  Range range = {nodes[def->whole].from, nodes[def->whole].to};
  bool is_documented = def->doc && nodes[def->doc].from == range.from; /* in front, as part of it */
  if (is_documented) range.from = nodes[def->doc].to;
  while (is_documented && range.from < range.to && strchr(" \t\r\n", build->syntax->text.ptr[range.from])) range.from++;
  if (def->body && nodes[def->body].from >= range.from && nodes[def->body].from < range.to) {
    range.to = nodes[def->body].from;
  }
  Str text = str_slice(build->syntax->text, range.from, range.to);
  while (text.len) {
    char last = text.ptr[text.len - 1];
    bool is_blank = last == ' ' || last == '\t' || last == '\n' || last == '\r' || last == '\f';
    if (str_ends_with(text, STR("=>"))) text.len -= 2;
    else if (is_blank || strchr(";={\\:", last)) text.len--;
    else break;
  }
  range.to = range.from + (uint32_t)text.len;
  return range;
}

/* Some nodes (a macro's) end behind their line: the next line is not theirs. */
static Span without_line_break(const Syntax *syntax, Span span) {
  const char *text = syntax->text.ptr;
  if (span.end_column != 1 || span.to <= span.from || text[span.to - 1] != '\n') return span;
  span.to--;
  if (span.to > span.from && text[span.to - 1] == '\r') span.to--;
  uint32_t start = span.to;
  while (start && text[start - 1] != '\n') start--;
  span.end_line--;
  span.end_column = span.to - start + 1;
  return span;
}

/* The place of what has no name of its own: where the whole begins. */
static Span start_of(Span span) {
  return (Span){.from = span.from, .to = span.from, .line = span.line, .column = span.column,
                .end_line = span.line, .end_column = span.column};
}

static Span part_of(Span span, Str whole, Str part) {
  if (!part.len || span.line != span.end_line) return span; /* an empty part is no place in the whole */
  uint32_t skip = (uint32_t)(part.ptr - whole.ptr), len = (uint32_t)part.len;
  return (Span){span.from + skip, span.from + skip + len, span.line, span.column + skip, span.line, span.column + skip + len};
}

static Range doc_of(const LanguageBuild *build, const LanguageDef *def) {
  if (!def->doc) return language_doc_above(build, def->whole);
  const SyntaxNode *node = &build->syntax->nodes[def->doc];
  return (Range){node->from, node->to};
}

/* The symbol around a scope, and whether a function is around it. */
static DefNo container_of(const Facts *facts, ScopeNo scope, bool *ret_local) {
  DefNo container = 0;
  *ret_local = false;
  for (; scope; scope = facts->scopes.items[scope].parent) {
    const Scope *at = &facts->scopes.items[scope];
    if (at->kind == SCOPE_FUNCTION) *ret_local = true;
    bool is_symbol = at->def && !(facts->defs.items[at->def].flags & DEF_ANONYMOUS);
    if (is_symbol && !container) container = at->def;
  }
  return container;
}

/* A variable exists from behind its declaration on, everything else from its
 * beginning: a function may call itself. */
static void bind_name(LanguageBuild *build, const LanguageDef *def, DefNo no, bool is_late) {
  const Def *fact = &build->facts->defs.items[no];
  uint32_t from = def->from ? def->from : is_late ? fact->name_span.to : fact->full.from;
  NameId name = def->bound.len ? language_name_of(build, def->bound) : fact->name;
  language_bind(build, (Bind){.scope = fact->scope, .name = name, .flags = def->bind,
                              .from = from, .def = no});
}

static bool is_value(SymbolKind kind) {
  return kind == SYMBOL_VARIABLE || kind == SYMBOL_CONSTANT || kind == SYMBOL_FIELD ||
         kind == SYMBOL_PROPERTY || kind == SYMBOL_ENUM_MEMBER;
}

static bool is_in_any_case(const LanguageBuild *build, SymbolKind kind) {
  LanguageCase rule = build->language->rules.name_case;
  return rule == LANGUAGE_CASE_IGNORED || (rule == LANGUAGE_CASE_OF_CALLS && (symbol_kind_is_callable(kind) || kind == SYMBOL_MACRO));
}

/* What it is found by, and how it is written where that may be something else. */
static void set_name(LanguageBuild *build, const LanguageDef *def, Def *fact) {
  Str text = def->name_text.len ? def->name_text : language_name_text(build, def->name);
  fact->name = language_intern(build, text);
  if (!text.len || !is_in_any_case(build, def->kind)) return;
  fact->spelled = fact->name;
  fact->name = language_called_name(build, text);
  fact->flags |= DEF_ANY_CASE;
}

/* Definitions are numbered in the order they are met, containers before what
 * is inside: extraction, the store and goldens rely on that order. A
 * definition that should have a name and has none (broken text) is not one. */
DefNo language_define(LanguageBuild *build, const LanguageDef *def) {
  if (!def->whole) return 0;
  Facts *facts = build->facts;
  ScopeNo scope = def->scope ? def->scope : build->scope;
  bool local = build->callable != 0;
  DefNo container = def->scope ? container_of(facts, scope, &local) : build->container;
  Span full = without_line_break(build->syntax, syntax_span(build->syntax, def->whole));
  Def fact = {.kind = (uint8_t)def->kind, .flags = def->flags | build->flags,
              .container = container, .scope = scope, .full = full,
              .name_span = def->name ? syntax_span(build->syntax, def->name) : start_of(full),
              .signature = signature_of(build, def)};
  set_name(build, def, &fact);
  if (def->name && !fact.name.value) return 0;
  if (def->is_part) fact.name_span = part_of(fact.name_span, syntax_text(build->syntax, def->name), def->name_text);
  if (fact.name.value) fact.doc = doc_of(build, def);
  if (local) fact.flags |= DEF_LOCAL;
  if (!fact.name.value) fact.flags |= DEF_ANONYMOUS;
  if (def->body) build->builder->bodies[def->body / 8] |= (uint8_t)(1 << (def->body % 8));
  if (fact.name.value && def->whole > build->builder->last_whole) build->builder->last_whole = def->whole;
  *vec_add(build->arena, &facts->defs) = fact;
  DefNo no = (DefNo)(facts->defs.len - 1);
  if (fact.name.value && !def->no_bind) bind_name(build, def, no, is_value(def->kind));
  return no;
}

DefNo language_define_whole(LanguageBuild *build, ScopeKind kind, const LanguageDef *def, NodeNo params) {
  DefNo made = language_define(build, def);
  LanguageOpen before;
  language_open(build, kind, def->whole, made, &before);
  if (params) language_bind_names(build, params);
  language_visit_but(build, def->whole, def->name, params);
  language_close(build, &before);
  return made;
}

/* Handlers may write to definition 0, which goes nowhere: so they need not
 * ask whether a definition was made. */
Def *language_def(LanguageBuild *build, DefNo def) {
  if (def && def < build->facts->defs.len) return &build->facts->defs.items[def];
  build->builder->no_def = (Def){0};
  return &build->builder->no_def;
}

void language_extend(LanguageBuild *build, DefNo def, NodeNo node) {
  Span span = without_line_break(build->syntax, syntax_span(build->syntax, node));
  Def *made = language_def(build, def);
  made->full.to = span.to;
  made->full.end_line = span.end_line;
  made->full.end_column = span.end_column;
}

/* How far back is looked, so that no text makes it long: clauses follow each
 * other. */
enum { CLAUSE_BINDS = 1000 };

DefNo language_continue(LanguageBuild *build, Str bound, NodeNo node) {
  const Facts *facts = build->facts;
  NameId name = language_name_of(build, bound);
  for (size_t i = facts->binds.len, left = CLAUSE_BINDS; i-- > 1 && left--;) {
    const Bind *bind = &facts->binds.items[i];
    if (!bind->def || bind->scope != build->scope) continue;
    if (!names_same(bind->name, name)) return 0;
    language_extend(build, bind->def, node);
    return bind->def;
  }
  return 0;
}

/* ---- scopes ---- */

/* What is around the code that follows: the container counts symbols,
 * `function` is who references are from, `callable` also counts anonymous
 * functions, whose returns are theirs. */
static void enter_def(LanguageBuild *build, ScopeKind kind, DefNo no) {
  Def *def = &build->facts->defs.items[no];
  if (!def->opens && kind != SCOPE_STATIC) def->opens = build->scope;
  bool is_symbol = !(def->flags & DEF_ANONYMOUS);
  bool is_callable = kind == SCOPE_FUNCTION || symbol_kind_is_callable(def->kind);
  if (is_symbol) build->container = no;
  if (is_callable) build->callable = no;
  if (is_callable && is_symbol) build->function = no;
}

/* What was around is handed back and must be given to language_close:
 * handlers nest as the text does, and each restores what it changed. */
ScopeNo language_open(LanguageBuild *build, ScopeKind kind, NodeNo node, DefNo def,
                      LanguageOpen *ret_before) {
  *ret_before = (LanguageOpen){.scope = build->scope, .container = build->container,
                               .function = build->function, .callable = build->callable};
  Facts *facts = build->facts;
  assert(build->scope && build->scope < facts->scopes.len && def < facts->defs.len);
  Scope scope = facts->scopes.items[build->scope];
  scope.kind = (uint8_t)kind;
  scope.parent = build->scope;
  scope.def = def;
  if (node) {
    scope.from = build->syntax->nodes[node].from;
    scope.to = build->syntax->nodes[node].to;
  }
  *vec_add(build->arena, &facts->scopes) = scope;
  build->scope = (ScopeNo)(facts->scopes.len - 1);
  if (kind == SCOPE_EXPORTS && !facts->exports) facts->exports = build->scope;
  if (def) enter_def(build, kind, def);
  return build->scope;
}

void language_close(LanguageBuild *build, const LanguageOpen *before) {
  assert(before->scope < build->facts->scopes.len);
  build->scope = before->scope;
  build->container = before->container;
  build->function = before->function;
  build->callable = before->callable;
}

void language_attribute(LanguageBuild *build, DefNo def) {
  assert(def < build->facts->defs.len);
  if (def) build->function = def;
}

/* ---- binds and imports ---- */

BindNo language_bind(LanguageBuild *build, Bind bind) {
  if (!bind.scope) bind.scope = build->scope;
  assert(bind.scope < build->facts->scopes.len && bind.def < build->facts->defs.len);
  *vec_add(build->arena, &build->facts->binds) = bind;
  return (BindNo)(build->facts->binds.len - 1);
}

static bool may_be_function(LanguageBuild *build, ExprNo value) {
  unsigned kind = language_expr_at(build, value)->kind;
  return kind == EXPR_NAME || kind == EXPR_MEMBER || kind == EXPR_FUNC || kind == EXPR_METHOD_REF;
}

void language_put_member(LanguageBuild *build, ExprNo member, ExprNo value) {
  Expr part = *language_expr_at(build, member);
  if (part.kind != EXPR_MEMBER || !may_be_function(build, value)) return;
  ExprNo type = language_add(build, (Expr){.kind = EXPR_TYPE_OF, .base = part.base, .at = part.at});
  language_bind(build, (Bind){.name = part.name, .flags = BIND_MEMBER, .type = type, .value = value, .from = part.at});
}

/* The name stands for none, so that look-ups never meet it. */
void language_put(LanguageBuild *build, ExprNo part, ExprNo value) {
  if (!part || language_expr_at(build, part)->kind != EXPR_INDEX || !may_be_function(build, value)) return;
  language_bind(build, (Bind){.name = language_intern(build, STR("[]=")), .flags = BIND_PUT | BIND_HOISTED, .type = part,
                              .value = value, .from = language_expr_at(build, part)->at});
}

/* A bind that holds nowhere. */
void language_expect(LanguageBuild *build, ExprNo value, ExprNo type) {
  if (!value || !type) return;
  language_bind(build, (Bind){.name = language_intern(build, STR("(expected)")), .flags = BIND_NARROW | BIND_VALUE, .value = value, .type = type});
}

void language_slot(LanguageBuild *build, ExprNo literal, Str name, NodeNo node) {
  if (!literal || !name.len) return;
  ExprNo slot = language_add(build, (Expr){.kind = EXPR_SLOT, .base = literal, .name = language_name_of(build, name), .at = build->syntax->nodes[node].from});
  language_ref(build, REF_WRITE, slot, node);
}

void language_bind_node(LanguageBuild *build, NodeNo name, Bind bind) {
  if (!name) return;
  bind.name = language_name(build, name);
  bind.from = build->syntax->nodes[name].from;
  language_bind(build, bind);
}

/* Gathered, because a function's returns are known only at its end and
 * functions nest. */
void language_return(LanguageBuild *build, ExprNo value) {
  if (!build->callable || !value) return;
  *vec_add(build->arena, &build->builder->returned) = (LanguageReturned){build->callable, value};
}
