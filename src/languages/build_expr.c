/* Expressions and references: what handlers say about values and types. */
#include <assert.h>

#include "src/base/hash.h"
#include "src/languages/build_internal.h"

#define SHORT_STRING 64 /* longer ones are no names of anything */

/* A small cache in front of the table of names: that one is shared by all
 * threads and takes a lock, and a file repeats its names. */
NameId language_intern(LanguageBuild *build, Str text) {
  if (!text.len) return (NameId){0};
  LanguageBuilder *builder = build->builder;
  size_t slot = hash_str(text) & builder->cached_mask;
  if (!str_eq(builder->cached[slot].text, text)) {
    NameId id = names_intern(build->facts->names, text);
    builder->cached[slot].id = id;
    builder->cached[slot].text = names_text(build->facts->names, id);
  }
  return builder->cached[slot].id;
}

static bool has_capital(Str text) {
  for (size_t i = 0; i < text.len; i++) {
    if (text.ptr[i] >= 'A' && text.ptr[i] <= 'Z') return true;
  }
  return false;
}

static void copy_small(char *to, Str text) {
  for (size_t i = 0; i < text.len; i++) to[i] = byte_lower(text.ptr[i]);
}

Str language_fold(const LanguageBuild *build, Str text) {
  if (!has_capital(text)) return text;
  char *copy = arena_copy(build->arena, text.ptr, text.len);
  copy_small(copy, text);
  return (Str){copy, text.len};
}

/* Names are short and many: only a long one takes memory on the way. */
static NameId intern_small(LanguageBuild *build, Str text) {
  char small[128];
  if (text.len > sizeof small) return language_intern(build, language_fold(build, text));
  copy_small(small, text);
  return language_intern(build, (Str){small, text.len});
}

NameId language_name_of(LanguageBuild *build, Str text) {
  return build->language->rules.name_case == LANGUAGE_CASE_IGNORED ? intern_small(build, text) : language_intern(build, text);
}

NameId language_called_name(LanguageBuild *build, Str text) {
  return build->language->rules.name_case == LANGUAGE_CASE_TELLS ? language_intern(build, text) : intern_small(build, text);
}

static Str without_mark(Str text, Str mark) {
  if (text.len <= mark.len || !str_starts_with(text, mark)) return text;
  text = str_slice(text, mark.len, text.len);
  bool is_quoted = str_eq(mark, STR("`")) && str_ends_with(text, mark);
  return is_quoted ? str_slice(text, 0, text.len - mark.len) : text;
}

Str language_name_text(const LanguageBuild *build, NodeNo node) {
  Str text = syntax_text(build->syntax, node);
  const char *mark = build->language->names.raw;
  return mark ? without_mark(text, str_from_c(mark)) : text;
}

NameId language_name(LanguageBuild *build, NodeNo node) { return language_name_of(build, language_name_text(build, node)); }

static uint32_t byte_of(const LanguageBuild *build, NodeNo node) { return build->syntax->nodes[node].from; }

/* Only names and what means "this" are looked up by scope; for all others
 * the number would be noise that keeps equal facts from being equal. */
static bool has_scope(unsigned kind) {
  return kind == EXPR_NAME || kind == EXPR_SELF || kind == EXPR_SELF_TYPE || kind == EXPR_SUPER;
}

/* Expressions are numbered as they are made, parts before the whole; number
 * 0 means none. */
ExprNo language_add(LanguageBuild *build, Expr expr) {
  if (!has_scope(expr.kind)) expr.scope = 0;
  else if (!expr.scope) expr.scope = build->scope;
  assert(expr.base < build->facts->exprs.len); /* parts before the whole */
  *vec_add(build->arena, &build->facts->exprs) = expr;
  return (ExprNo)(build->facts->exprs.len - 1);
}

/* As with definitions: 0 may be written to. */
Expr *language_expr_at(LanguageBuild *build, ExprNo expr) {
  if (expr && expr < build->facts->exprs.len) return &build->facts->exprs.items[expr];
  build->builder->no_expr = (Expr){0};
  return &build->builder->no_expr;
}

ExprNo language_add_name(LanguageBuild *build, NodeNo node) {
  NameId name = language_name(build, node);
  if (!name.value) return 0;
  return language_add(build, (Expr){.kind = EXPR_NAME, .at = byte_of(build, node), .name = name});
}

ExprNo language_add_word(LanguageBuild *build, Str name, NodeNo node) {
  if (!name.len) return 0;
  return language_add(build, (Expr){.kind = EXPR_NAME, .at = byte_of(build, node), .name = language_name_of(build, name)});
}

ExprNo language_use_word(LanguageBuild *build, Str name, NodeNo node, unsigned role) {
  ExprNo word = language_add_word(build, name, node);
  language_ref(build, role, word, node);
  return word;
}

ExprNo language_add_member(LanguageBuild *build, ExprNo base, NodeNo name) {
  return language_add(build, (Expr){.kind = EXPR_MEMBER, .at = byte_of(build, name), .base = base,
                                    .name = language_name(build, name)});
}

ExprNo language_add_member_word(LanguageBuild *build, ExprNo base, Str name, NodeNo node) {
  return language_add(build, (Expr){.kind = EXPR_MEMBER, .at = byte_of(build, node), .base = base, .name = language_name_of(build, name)});
}

ExprNo language_use_member(LanguageBuild *build, ExprNo base, NodeNo name, unsigned role) {
  ExprNo member = language_add_member(build, base, name);
  language_ref(build, role, member, name);
  return member;
}

ExprNo language_add_base(LanguageBuild *build, ExprKind kind, ExprNo base, NodeNo node) {
  return language_add(build, (Expr){.kind = (uint8_t)kind, .at = byte_of(build, node), .base = base});
}

ExprNo language_add_number(LanguageBuild *build, ExprKind kind, ExprNo base, uint32_t number, NodeNo node) {
  return language_add(build, (Expr){.kind = (uint8_t)kind, .at = byte_of(build, node), .base = base,
                                    .number = number});
}

ExprList language_list(LanguageBuild *build, const ExprNo *items, size_t count) {
  if (!count) return (ExprList){0};
  ExprList list = {(uint32_t)build->facts->lists.len, (uint32_t)count};
  for (size_t i = 0; i < count; i++) *vec_add(build->arena, &build->facts->lists) = items[i];
  return list;
}

ExprNo language_add_list(LanguageBuild *build, ExprKind kind, ExprNo base, const ExprNo *items,
                         size_t count, NodeNo node) {
  ExprList list = language_list(build, items, count);
  return language_add(build, (Expr){.kind = (uint8_t)kind, .at = byte_of(build, node), .base = base,
                                    .list = list});
}

ExprNo language_add_func(LanguageBuild *build, DefNo def, NodeNo node) {
  return language_add_number(build, EXPR_FUNC, 0, def, node);
}

/* ---- literals ---- */

/* b"x", 'x', `x`, """x""", R"x": what is between the quotes, when it is plain. */
static Str unquoted(Str text) {
  size_t start = 0;
  while (start < text.len && start < 4 && !strchr("\"'`fF$", text.ptr[start])) start++; /* f"{x}", $"{x}" are made at run time */
  if (start >= text.len || start == 4 || strchr("fF$", text.ptr[start])) return STR_EMPTY;
  char quote = text.ptr[start];
  size_t quotes = 1;
  if (text.len - start >= 6 && text.ptr[start + 1] == quote && text.ptr[start + 2] == quote) quotes = 3;
  if (text.len < start + 2 * quotes || text.ptr[text.len - 1] != quote) return STR_EMPTY;
  return str_slice(text, start + quotes, text.len - quotes);
}

/* Only text that could be a name of something is kept: keys, routes, members
 * by subscript. Sentences would fill the table of names for nothing. */
static bool is_plain(Str text) {
  bool is_pattern = text.len && text.ptr[0] == '^'; /* of paths: those are long, and have signs escaped */
  if (text.len > (is_pattern ? 2 * SHORT_STRING : SHORT_STRING)) return false;
  size_t start = 0; /* "GET /path": a route with its method */
  while (start < text.len && text.ptr[start] >= 'A' && text.ptr[start] <= 'Z') start++;
  bool is_route = start && start + 1 < text.len && text.ptr[start] == ' ' && text.ptr[start + 1] == '/';
  for (size_t i = is_route ? start + 1 : 0; i < text.len; i++) {
    if ((unsigned char)text.ptr[i] <= ' ' || (text.ptr[i] == '\\' && !is_pattern)) return false;
  }
  return true;
}

/* Small whole numbers are kept for tuples, whose parts are picked by them. */
ExprNo language_add_operation(LanguageBuild *build, Str sign, const ExprNo both[2], NodeNo node) {
  return language_add(build, (Expr){.kind = EXPR_OP, .name = language_intern(build, sign), .list = language_list(build, both, 2), .at = byte_of(build, node)});
}

/* Something inside of it is computed: that has parts of its own. */
static bool is_computed(const LanguageBuild *build, NodeNo node) {
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (syntax_is_named(build->syntax, c) && syntax_first(build->syntax, c)) return true;
  }
  return false;
}

ExprNo language_add_literal(LanguageBuild *build, LiteralKind kind, NodeNo node) {
  Str text = syntax_text(build->syntax, node);
  Str name = STR_EMPTY;
  if (kind == LITERAL_STRING) language_note_text(build, node);
  if (kind == LITERAL_STRING && !is_computed(build, node)) name = unquoted(text);
  if (kind == LITERAL_INT && text.len <= 2) name = text;
  bool is_empty = kind == LITERAL_STRING && text.len == 2 && text.ptr[0] == text.ptr[1];
  return language_add(build, (Expr){.kind = EXPR_LITERAL, .flags = is_empty ? EXPR_EMPTY : 0, .at = byte_of(build, node), .number = kind,
                                    .name = is_plain(name) ? language_intern(build, name) : (NameId){0}});
}

static bool is_path(const LanguageBuild *build, ExprNo part) {
  const Expr *expr = &build->facts->exprs.items[part];
  if (!part || expr->kind != EXPR_LITERAL || expr->number != LITERAL_STRING) return false;
  return expr->list.count || str_find_byte(names_text(build->facts->names, expr->name), '/') != STR_NONE;
}

/* Texts are put together everywhere; the parts of those are kept that may be a path. */
ExprNo language_add_text(LanguageBuild *build, const ExprNo *parts, size_t count, NodeNo node) {
  bool is_kept = false, is_whole = true;
  for (size_t i = 0; i < count; i++) {
    is_kept |= is_path(build, parts[i]);
    is_whole &= parts[i] != 0;
  }
  ExprNo text = language_add_list(build, EXPR_LITERAL, 0, parts, is_kept && is_whole ? count : 0, node);
  language_expr_at(build, text)->number = LITERAL_STRING;
  return text;
}

/* Leaves are what is written, quotes left out; the others hold what is computed. */
ExprNo language_add_template(LanguageBuild *build, NodeNo node) {
  VEC(ExprNo) parts = {0};
  language_note_text(build, node);
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    Str text = syntax_text(build->syntax, c);
    if (syntax_first(build->syntax, c)) {
      ExprNo value = language_expr_inner(build, c, REF_READ);
      if (!value) value = language_add(build, (Expr){.kind = EXPR_NONE, .at = byte_of(build, c)});
      *vec_add(build->arena, &parts) = value;
    } else if (syntax_is_named(build->syntax, c) && str_find_byte(text, '"') == STR_NONE && str_find_byte(text, '\'') == STR_NONE) {
      NameId name = is_plain(text) ? language_intern(build, text) : (NameId){0};
      *vec_add(build->arena, &parts) = language_add(build, (Expr){.kind = EXPR_LITERAL, .number = LITERAL_STRING, .at = byte_of(build, c), .name = name});
    }
  }
  return language_add_text(build, parts.items, parts.len, node);
}

/* ---- references ---- */

/* References are from the innermost named function. Line and column are
 * filled in at the end, for all of them in one pass over the lines. */
static RefNo add_ref(LanguageBuild *build, unsigned role, ExprNo expr, uint32_t at) {
  assert(expr && expr < build->facts->exprs.len);
  uint8_t flags = build->flags & DEF_DEPENDENT ? REF_DEPENDENT : 0;
  Ref ref = {.role = (uint8_t)role, .flags = flags, .expr = expr, .from = build->function, .at = at};
  *vec_add(build->arena, &build->facts->refs) = ref;
  return (RefNo)(build->facts->refs.len - 1);
}

/* So that an argument that was just read can be found again and marked as
 * one, instead of being a second reference. */
static void note_read(LanguageBuild *build, ExprNo expr, RefNo ref) {
  LanguageBuilder *builder = build->builder;
  while (builder->read_by.len <= expr) *vec_add(build->arena, &builder->read_by) = 0;
  builder->read_by.items[expr] = ref;
}

RefNo language_ref(LanguageBuild *build, unsigned role, ExprNo expr, NodeNo node) {
  if (role >= REF_ROLE_COUNT || !expr || !node || build->builder->is_foreign) return 0;
  RefNo ref = add_ref(build, role, expr, byte_of(build, node));
  if (role == REF_READ) note_read(build, expr, ref);
  return ref;
}

/* What is passed, without the words around it; 0 when it can be no function. */
static ExprNo passed(const Facts *facts, ExprNo item) {
  for (int i = 0; i < 4 && item; i++) {
    const Expr *expr = &facts->exprs.items[item];
    if (expr->kind == EXPR_NAME || expr->kind == EXPR_MEMBER || expr->kind == EXPR_FUNC) return item;
    if (expr->kind != EXPR_KEYWORD && expr->kind != EXPR_POINTER) return 0;
    item = expr->base;
  }
  return 0;
}

/* What a call is given is remembered with its position: resolution leads
 * from there to the parameter, and finds callbacks by it. */
static void add_argument(LanguageBuild *build, ExprNo call, ExprNo item, size_t position) {
  ExprNo expr = passed(build->facts, item);
  if (!expr || position > UINT16_MAX || build->builder->is_foreign) return;
  LanguageBuilder *builder = build->builder;
  RefNo no = expr < builder->read_by.len ? builder->read_by.items[expr] : 0;
  if (!no) no = add_ref(build, REF_READ, expr, build->facts->exprs.items[expr].at);
  Ref *ref = &build->facts->refs.items[no];
  ref->flags |= REF_ARGUMENT;
  ref->call = call;
  ref->position = (uint16_t)position;
}

void language_pass(LanguageBuild *build, ExprNo call, ExprNo item, size_t position) { add_argument(build, call, item, position); }

ExprNo language_add_call(LanguageBuild *build, ExprKind kind, const LanguageCall *parts) {
  ExprNo call = language_add_list(build, kind, parts->callee, parts->items, parts->count, parts->node);
  language_ref(build, kind == EXPR_NEW ? REF_NEW : REF_CALL, call, parts->name ? parts->name : parts->node);
  for (size_t i = 0; i < parts->count; i++) add_argument(build, call, parts->items[i], i);
  if (build->builder->makers.len) language_note_call(build, call, parts->node);
  return call;
}

ExprNo language_call_value(LanguageBuild *build, ExprNo callee, NodeNo name, NodeNo node) {
  return language_add_call(build, EXPR_CALL, &(LanguageCall){.callee = callee, .node = node, .name = name});
}

ExprNo language_call_name(LanguageBuild *build, NodeNo name, NodeNo node) {
  ExprNo called = language_add_name(build, name);
  if (called) language_expr_at(build, called)->name = language_called_name(build, language_name_text(build, name));
  return language_call_value(build, called, name, node);
}

ExprNo language_call_member(LanguageBuild *build, ExprNo base, NodeNo name, NodeNo node) {
  return language_call_value(build, language_add_member(build, base, name), name, node);
}
