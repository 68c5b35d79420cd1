/* Rows that define: functions, types, what else has a name, and parameters. */
#include "src/languages/rows_internal.h"

static ExprNo type_at(LanguageBuild *build, const RowPlace *place, NodeNo node) {
  return language_type(build, language_row_find(build->syntax, place, node));
}

/* ---- parameters ---- */

/* A parameter that is nothing but a name needs no row of its own. */
static void bind_parameter(LanguageBuild *build, NodeNo node, unsigned flags) {
  const Row *row = language_row(build, node);
  NodeNo name = node, list = 0, type = 0, value = 0;
  Bind bind = {.flags = BIND_PARAM | flags};
  if (row->row->row == LANGUAGE_ROW_PARAM) {
    name = language_row_find(build->syntax, &row->name, node);
    list = language_row_find(build->syntax, &row->items, node);
    type = language_row_find(build->syntax, &row->type, node);
    value = language_row_find(build->syntax, &row->value, node);
    bind.flags |= row->row->flags;
    bind.type = language_type(build, type);
    bind.value = language_expr(build, value);
  }
  /* a, b: T are two of them. */
  for (NodeNo c = list ? syntax_first(build->syntax, list) : name; c; c = list ? syntax_next(build->syntax, c) : 0) {
    if (list && (c == type || c == value || !language_row_is(build, c, LANGUAGE_ROW_NAME))) continue;
    bind.name = language_name(build, c);
    bind.from = build->syntax->nodes[c].from;
    language_bind(build, bind);
  }
}

static bool is_parameter(const LanguageBuild *build, NodeNo node) {
  return language_row_is(build, node, LANGUAGE_ROW_NAME) || language_row_is(build, node, LANGUAGE_ROW_PARAM);
}

/* Those that may be left out stand in a list of their own. */
static void bind_listed(LanguageBuild *build, NodeNo list, unsigned flags) {
  for (NodeNo c = syntax_first(build->syntax, list); c; c = syntax_next(build->syntax, c)) {
    if (language_row_is(build, c, LANGUAGE_ROW_PARAM)) bind_parameter(build, c, flags);
  }
}

/* The list behind this one in the same field, or the next parameter of several that need
 * no list around them. */
static NodeNo next_list(const LanguageBuild *build, NodeNo list) {
  const Syntax *syntax = build->syntax;
  NodeNo next = syntax_next(syntax, list);
  if (syntax->nodes[list].field) return next && syntax->nodes[next].field == syntax->nodes[list].field ? next : 0;
  if (!language_row_is(build, list, LANGUAGE_ROW_PARAM)) return 0;
  while (next && syntax_kind(syntax, next) != syntax_kind(syntax, list)) next = syntax_next(syntax, next);
  return next;
}

/* A list, or several behind each other, or a parameter without one. Where the list is the function itself, its name is
 * no parameter. */
static void bind_parameters(LanguageBuild *build, NodeNo list, NodeNo name) {
  const Syntax *syntax = build->syntax;
  unsigned flags = 0;
  bool is_whole = language_row_is(build, list, LANGUAGE_ROW_DEFINE); /* what is nested in that may be its result */
  for (; list; list = next_list(build, list)) {
    if (is_parameter(build, list)) bind_parameter(build, list, 0);
    else for (NodeNo c = syntax_first(syntax, list); c; c = syntax_next(syntax, c)) {
      if (c != name && is_parameter(build, c)) bind_parameter(build, c, flags);
      else if (!is_whole && language_row_is_list(build, c)) bind_listed(build, c, flags);
    }
    flags = BIND_OPTIONAL; /* a further list is for what the call gives, or for nobody who writes it */
  }
}

/* ---- definitions ---- */

static bool is_inside(const Syntax *syntax, NodeNo part, NodeNo whole) {
  return part && syntax->nodes[part].from >= syntax->nodes[whole].from && syntax->nodes[part].to <= syntax->nodes[whole].to;
}

typedef struct Read {
  NodeNo parts[12];
  size_t count;
} Read;

/* What the places of the row look at, its body aside. */
static Read read_places(const LanguageBuild *build, const Row *row, NodeNo node) {
  const RowPlace *places[] = {&row->name, &row->alias, &row->items, &row->params, &row->pattern, &row->bases, &row->more_bases, &row->type, &row->value, &row->when};
  Read read = {.count = 0};
  for (size_t i = 0; i < COUNT_OF(places); i++) {
    NodeNo part = language_row_find(build->syntax, places[i], node);
    if (part) read.parts[read.count++] = part;
  }
  return read;
}

/* A definition without brackets around its body: the body is every part that
 * is not looked at by another place of the row, also beside such a one. */
static void visit_rest(LanguageBuild *build, const Read *read, NodeNo node) {
  const Syntax *syntax = build->syntax;
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    bool is_read = false, has_read = false;
    for (size_t i = 0; i < read->count; i++) {
      is_read |= read->parts[i] == c;
      has_read |= is_inside(syntax, read->parts[i], c);
    }
    if (has_read && !is_read) visit_rest(build, read, c);
    else if (!is_read) language_visit(build, c);
  }
}

static bool is_behind(const Syntax *syntax, NodeNo body, NodeNo node) { return body && syntax->nodes[body].from >= syntax->nodes[node].to; }

void language_row_behind(LanguageBuild *build, NodeNo node) {
  if (!language_is_body(build, node)) language_visit_children(build, node);
}

/* What a function gives without saying so. */
static void visit_giving(LanguageBuild *build, NodeNo body) {
  const Syntax *syntax = build->syntax;
  bool is_block = language_row_is(build, body, LANGUAGE_ROW_BLOCK), has_parts = is_block || language_row_is_list(build, body);
  NodeNo last = has_parts ? 0 : body;
  LanguageOpen before;
  if (is_block) language_open(build, SCOPE_BLOCK, body, 0, &before);
  for (NodeNo c = has_parts ? syntax_first(syntax, body) : 0; c; c = syntax_next(syntax, c)) {
    if (!language_row_counts(build, c)) continue;
    language_visit(build, last);
    last = c;
  }
  language_return(build, language_expr(build, last));
  if (is_block) language_close(build, &before);
}

static void visit_body(LanguageBuild *build, const Row *row, NodeNo node) {
  NodeNo body = language_row_find(build->syntax, &row->body, node);
  bool gives_last = row->row->gives_last && body && body != node;
  if (body == node || row->when.count) {
    Read read = read_places(build, row, node);
    if (gives_last) read.parts[read.count++] = body;
    visit_rest(build, &read, node);
  }
  if (gives_last) visit_giving(build, body);
  if (gives_last || body == node || row->when.count) return;
  if (is_behind(build->syntax, body, node)) {
    build->builder->bodies[body / 8] |= (uint8_t)(1 << (body % 8));
    language_visit_children(build, body);
  } else {
    language_visit(build, body);
  }
}

/* `base`: what the receiver is declared on; 0: there is none. */
static void function_inside(LanguageBuild *build, NodeNo node, DefNo def, NodeNo base, const char *self) {
  const Row *row = language_row(build, node);
  LanguageOpen before;
  language_open(build, SCOPE_FUNCTION, node, def, &before);
  if (base) {
    ExprNo value = language_add_name(build, base);
    language_bind(build, (Bind){.name = language_name_of(build, str_from_c(self)), .flags = BIND_RECEIVER,
                                .from = build->syntax->nodes[node].from, .value = value});
  }
  bind_parameters(build, language_row_find(build->syntax, &row->params, node), language_row_find(build->syntax, &row->name, node));
  language_bind_names(build, language_row_find(build->syntax, &row->pattern, node));
  ExprNo result = type_at(build, &row->type, node);
  if (result) language_def(build, def)->type = result;
  visit_body(build, row, node);
  language_close(build, &before);
}

static bool is_in_type(const LanguageBuild *build) {
  return build->facts->scopes.items[build->scope].kind == SCOPE_TYPE;
}

/* The same row serves functions and methods: what stands inside of a type is
 * a member. */
static SymbolKind kind_of(const LanguageBuild *build, SymbolKind kind, bool is_member, NodeNo name) {
  if (!is_member) return kind;
  bool makes = language_word_in(build->language->names.constructors, syntax_text(build->syntax, name));
  if (kind == SYMBOL_FUNCTION || kind == SYMBOL_METHOD) return makes ? SYMBOL_CONSTRUCTOR : SYMBOL_METHOD;
  return kind == SYMBOL_VARIABLE ? SYMBOL_FIELD : kind;
}

/* Where the signature of a definition ends that has its body beside its other
 * parts: at a bracket, or with the line of its name. */
static NodeNo body_beside(const Syntax *syntax, NodeNo node, NodeNo name) {
  uint32_t end = syntax->nodes[name].to, line = syntax_line(syntax, end);
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (syntax->nodes[c].from < end) continue;
    bool is_inside = str_find_byte(str_slice(syntax->text, end, syntax->nodes[c].from + 1), '{') != STR_NONE;
    if (is_inside || syntax_line(syntax, syntax->nodes[c].from) > line) return c;
    end = syntax->nodes[c].to;
  }
  return 0;
}

/* How far back is looked for the clause before, so that no text makes it long. */
enum { CLAUSES_BACK = 64 };

/* The function that this is a clause of, made by the first one. It reaches to the end of
 * the last that follows without another definition between. */
static DefNo define_clause(LanguageBuild *build, const LanguageDef *def, NodeNo params) {
  unsigned arity = params ? syntax_named_count(build->syntax, params) : 0;
  NameId name = language_name(build, def->name);
  LanguageBuilder *builder = build->builder;
  for (size_t i = builder->clauses.len, left = CLAUSES_BACK; i-- > 0 && left--;) {
    const LanguageClause *at = &builder->clauses.items[i];
    if (at->container != build->container || at->arity != arity || !names_same(at->name, name)) continue;
    if (at->def == build->facts->defs.len - 1) language_extend(build, at->def, def->whole);
    return at->def;
  }
  DefNo made = language_define(build, def);
  *vec_add(build->arena, &builder->clauses) = (LanguageClause){build->container, made, name, arity};
  return made;
}

static unsigned flags_of(const LanguageBuild *build, const Row *row, const RowFunction *named) {
  unsigned flags = named->is_hidden ? row->row->flags & ~(unsigned)DEF_EXPORTED : row->row->flags;
  if (row->called.count && !language_row_find(build->syntax, &row->called, named->function)) flags |= DEF_PROPERTY;
  if (language_row_find(build->syntax, &row->of_type, named->function)) flags |= DEF_STATIC;
  return flags;
}

static DefNo define(LanguageBuild *build, const Row *row, const RowFunction *named) {
  bool is_member = named->owner || is_in_type(build);
  NodeNo body = language_row_find(build->syntax, &row->body, named->function);
  SymbolKind kind = kind_of(build, (SymbolKind)row->row->kind, is_member, named->name);
  LanguageDef def = {
      .kind = kind, .name = named->name,
      .whole = named->whole, .bind = BIND_HOISTED | (is_member ? BIND_MEMBER : 0u), .scope = named->owner,
      .flags = flags_of(build, row, named), .body = body == named->function ? body_beside(build->syntax, body, named->name) : body,
      .doc = language_row_find(build->syntax, &row->doc, named->function)};
  if (kind == SYMBOL_CONSTRUCTOR && (def.flags & DEF_STATIC)) def.kind = is_member ? SYMBOL_METHOD : SYMBOL_FUNCTION;
  if (row->row->clauses) return define_clause(build, &def, language_row_find(build->syntax, &row->pattern, named->function));
  DefNo made = language_define(build, &def);
  if (is_behind(build->syntax, body, named->function)) language_extend(build, made, body);
  return made;
}

bool language_row_is_lambda(const LanguageBuild *build, NodeNo node) {
  return language_row_is(build, node, LANGUAGE_ROW_DEFINE) && !language_row(build, node)->name.count;
}

void language_row_function(LanguageBuild *build, const RowFunction *function) {
  DefNo def = define(build, language_row(build, function->function), function);
  function_inside(build, function->function, def, 0, NULL);
}

ExprNo language_row_lambda(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Row *row = language_row(build, node);
  DefNo def = language_define(build, &(LanguageDef){.kind = (SymbolKind)row->row->kind, .flags = DEF_ANONYMOUS,
      .whole = node, .body = language_row_find(build->syntax, &row->body, node)});
  function_inside(build, node, def, 0, NULL);
  return language_add_func(build, def, node);
}

/* function a.b(): on an object from elsewhere it is a function all the same,
 * under no name here. */
static void define_on(LanguageBuild *build, const Row *row, NodeNo node, NodeNo name) {
  const Syntax *syntax = build->syntax;
  const Row *member = language_row(build, name);
  NodeNo base = language_row_find(syntax, &member->base, name), last = language_row_find(syntax, &member->name, name);
  if (!last) {
    language_visit_children(build, node);
    return;
  }
  RowFunction named = {.name = last, .whole = node, .function = node, .owner = language_row_object(build, base, true)};
  language_expr(build, base);
  DefNo def = named.owner ? define(build, row, &named) : language_define(build, &(LanguageDef){
      .kind = (SymbolKind)row->row->kind, .name = last, .whole = node, .no_bind = true,
      .body = language_row_find(syntax, &row->body, node)});
  ScopeNo around = build->scope;
  if (named.owner && member->row->kind == EXPR_SELF) build->scope = named.owner;
  function_inside(build, node, def, member->row->self ? base : 0, member->row->self);
  build->scope = around;
}

/* ---- types ---- */

static void add_base(LanguageBuild *build, NodeNo node, ExprNo bases[ROW_VALUES], size_t *count) {
  if (!language_row_counts(build, node)) return;
  ExprNo base = language_expr_as(build, node, LANGUAGE_NO_REF);
  language_ref(build, REF_EXTEND, base, language_row_shown(build, node));
  if (base && *count < ROW_VALUES) bases[(*count)++] = base;
}

/* A list may begin with a list of the same kind, as (A & B) & C does: the
 * innermost comes first. */
static NodeNo innermost(const Syntax *syntax, NodeNo list) {
  for (;;) {
    NodeNo first = syntax_named(syntax, list, 0);
    if (!first || !syntax_kind(syntax, list) || syntax_kind(syntax, first) != syntax_kind(syntax, list)) return list;
    list = first;
  }
}

/* A list, or one base with others of its kind behind it. */
static void add_bases(LanguageBuild *build, NodeNo list, ExprNo bases[ROW_VALUES], size_t *count) {
  const Syntax *syntax = build->syntax;
  if (list && !language_row_is_list(build, list)) {
    for (NodeNo c = list; c; c = syntax_next(syntax, c)) {
      if (syntax_kind(syntax, c) == syntax_kind(syntax, list)) add_base(build, c, bases, count);
    }
    return;
  }
  NodeNo done = 0;
  for (NodeNo at = list ? innermost(syntax, list) : 0; at; at = at == list ? 0 : syntax_parent(syntax, at)) {
    for (NodeNo c = syntax_first(syntax, at); c; c = syntax_next(syntax, c)) {
      if (c != done) add_base(build, c, bases, count);
    }
    done = at;
  }
}

static ExprList bases_of(LanguageBuild *build, const Row *row, NodeNo node) {
  ExprNo bases[ROW_VALUES];
  size_t count = 0;
  add_bases(build, language_row_find(build->syntax, &row->bases, node), bases, &count);
  add_bases(build, language_row_find(build->syntax, &row->more_bases, node), bases, &count);
  return language_list(build, bases, count);
}

/* Bases are evaluated outside of the type's scope: they do not see its
 * members. */
static void type_inside(LanguageBuild *build, const Row *row, NodeNo node, DefNo def) {
  LanguageOpen before;
  ExprList bases = bases_of(build, row, node);
  language_def(build, def)->bases = bases;
  language_open(build, SCOPE_TYPE, node, def, &before);
  bind_parameters(build, language_row_find(build->syntax, &row->params, node), language_row_find(build->syntax, &row->name, node));
  /* Where nothing runs, what refers to a table or a block is another one. */
  if (language_is_structure(build->language)) language_attribute(build, def);
  visit_body(build, row, node);
  language_close(build, &before);
}

/* ---- words of texts ---- */

typedef struct Word {
  Str text;
  NodeNo node; /* the text that it stands in */
} Word;
typedef VEC(Word) WordList;

/* Texts have no parts; a name that is computed is nobody's. `but` is none of them. */
static WordList words_in(LanguageBuild *build, NodeNo place, NodeNo but) {
  const Syntax *syntax = build->syntax;
  WordList words = {0};
  NodeNo end = place ? language_row_end(syntax, place) : 0;
  for (NodeNo c = place; c < end; c++) {
    bool is_text = syntax_is_named(syntax, c) && !syntax_named_count(syntax, c) && c != but;
    if (!is_text || language_row_is(build, c, LANGUAGE_ROW_NAME) || language_row_is(build, syntax_parent(syntax, c), LANGUAGE_ROW_NAME)) continue;
    for (Str rest = str_trim(syntax_text(syntax, c)); rest.len; rest = str_trim(rest)) {
      size_t len = 0;
      while (len < rest.len && !byte_is_blank(rest.ptr[len])) len++; /* a zero byte is part of a word */
      *vec_add(build->arena, &words) = (Word){str_slice(rest, 0, len), c};
      rest = str_slice(rest, len, rest.len);
    }
  }
  return words;
}

/* One definition for each word. Outside of a type it is a call like any other. */
static void define_words(LanguageBuild *build, const Row *row, NodeNo node) {
  NodeNo called = language_row_find(build->syntax, &row->when, node);
  if (!is_in_type(build)) {
    language_visit_others(build, node, called);
    language_call_name(build, called, node);
    return;
  }
  WordList words = words_in(build, language_row_find(build->syntax, &row->items, node), called);
  DefNo def = 0;
  for (size_t i = 0; i < words.len; i++) {
    def = language_define(build, &(LanguageDef){.kind = (SymbolKind)row->row->kind, .flags = row->row->flags, .name = words.items[i].node,
        .name_text = words.items[i].text, .is_part = true, .whole = node, .bind = BIND_HOISTED | BIND_MEMBER});
  }
  function_inside(build, node, def, 0, NULL);
}

/* A type may say several times what it builds on. */
void language_row_bases(LanguageBuild *build, NodeNo node) {
  const Row *row = language_row(build, node);
  NodeNo said = language_row_find(build->syntax, &row->when, node);
  DefNo type = is_in_type(build) ? build->facts->scopes.items[build->scope].def : 0;
  WordList words = words_in(build, language_row_find(build->syntax, &row->items, node), said);
  ExprList had = language_def(build, type)->bases;
  ExprNo bases[ROW_VALUES];
  size_t count = 0;
  while (count < had.count && count < ROW_VALUES) bases[count] = build->facts->lists.items[had.first + count], count++;
  language_visit(build, said);
  for (size_t i = 0; i < words.len && count < ROW_VALUES; i++) {
    bool is_own = language_word_in(row->row->self, words.items[i].text);
    if (!is_own && !byte_is_word(words.items[i].text.ptr[0])) continue;
    bases[count++] = language_use_word(build, is_own ? syntax_text(build->syntax, said) : words.items[i].text, words.items[i].node, REF_EXTEND);
  }
  ExprList list = language_list(build, bases, count);
  if (count) language_def(build, type)->bases = list;
}

void language_row_local(LanguageBuild *build, NodeNo node) {
  const Row *row = language_row(build, node);
  NodeNo name = language_row_find(build->syntax, &row->name, node);
  Bind bind = {.type = type_at(build, &row->type, node)};
  bind.value = language_expr(build, language_row_find(build->syntax, &row->value, node));
  if (row->body.count) visit_body(build, row, node);
  language_bind_node(build, name, bind);
}

/* A variable inside of a function is no symbol; one that is a pattern is as
 * many as there are names in it. */
static void define_local(LanguageBuild *build, const Row *row, NodeNo node, NodeNo name) {
  Bind bind = {.type = type_at(build, &row->type, node), .from = build->syntax->nodes[name].from};
  bind.value = language_expr(build, language_row_find(build->syntax, &row->value, node));
  bind.name = language_name(build, name);
  if (language_row_is(build, name, LANGUAGE_ROW_NAME)) language_bind(build, bind);
  else language_bind_names(build, name);
}

void language_visit_row(LanguageBuild *build, NodeNo node) { language_row_define(build, node); }
void language_visit_inside(LanguageBuild *build, NodeNo node, DefNo def) { function_inside(build, node, def, 0, NULL); }

void language_row_define(LanguageBuild *build, NodeNo node) {
  const Row *row = language_row(build, node);
  NodeNo name = language_row_find(build->syntax, &row->name, node);
  SymbolKind kind = (SymbolKind)row->row->kind;
  if (row->items.count) {
    define_words(build, row, node);
    return;
  }
  bool may_lack = row->when.count || (!symbol_kind_is_type(kind) && !symbol_kind_is_callable(kind));
  if (may_lack && !name) { /* it declares something else */
    language_visit_children(build, node);
    return;
  }
  if (kind == SYMBOL_VARIABLE && build->callable && !is_in_type(build)) {
    define_local(build, row, node, name);
    return;
  }
  if (language_row_is(build, name, LANGUAGE_ROW_MEMBER)) {
    define_on(build, row, node, name);
    return;
  }
  bool is_hidden = language_row_find(build->syntax, &row->hidden, node) != 0;
  RowFunction named = {.name = name, .whole = node, .function = node, .is_hidden = is_hidden};
  DefNo def = define(build, row, &named);
  if (symbol_kind_is_type(kind)) {
    type_inside(build, row, node, def);
  } else if (symbol_kind_is_callable(kind) || row->pattern.count) {
    function_inside(build, node, def, 0, NULL);
  } else {
    NodeNo body = language_row_find(build->syntax, &row->body, node);
    ExprNo type = type_at(build, &row->type, node);
    ExprNo value = language_expr(build, language_row_find(build->syntax, &row->value, node));
    language_def(build, def)->type = type;
    language_def(build, def)->value = value;
    if (kind == SYMBOL_VARIABLE && body != language_row_find(build->syntax, &row->type, node)) visit_body(build, row, node);
  }
}
