/* C: initialisers, and functions that are put into fields: a call through the
 * field may reach them. */
#include "src/languages/c/c_internal.h"

/* ---- functions in fields ---- */

/* Names bound in the function we are in are no functions. */
static bool is_local(const LanguageBuild *build, NameId name) {
  const Facts *facts = build->facts;
  if (!build->callable) return false;
  for (BindNo i = language_c_state(build)->function_binds; i < facts->binds.len; i++) {
    const Bind *bind = &facts->binds.items[i];
    if (names_same(bind->name, name) && !(bind->flags & BIND_MEMBER)) return true;
  }
  return false;
}

/* Names in capitals are constants. */
static bool may_be_function(const LanguageBuild *build, ExprNo value) {
  const Facts *facts = build->facts;
  if (!value || facts->exprs.items[value].kind != EXPR_NAME) return false;
  Str name = names_text(facts->names, facts->exprs.items[value].name);
  bool lower = false;
  for (size_t i = 0; i < name.len && !lower; i++) lower = name.ptr[i] >= 'a' && name.ptr[i] <= 'z';
  return lower && !is_local(build, facts->exprs.items[value].name);
}

/* Says that the field of that type may hold the value. The bind has no scope
 * of the struct, which may be defined in another file; resolution finds it
 * by the type when a call goes through the field. */
static void add_entry(LanguageBuild *build, NameId field, ExprNo value, ExprNo type, NodeNo node) {
  language_bind(build, (Bind){.name = field, .flags = BIND_MEMBER, .type = type, .value = value,
                              .from = build->syntax->nodes[node].from});
}

/* As in initialisers, but the struct is known by a value of it. Another field may
 * hold a function, too. */
void language_c_table_entry(LanguageBuild *build, NameId field, ExprNo value, ExprNo receiver, NodeNo node) {
  bool is_member = language_expr_at(build, value)->kind == EXPR_MEMBER;
  if (!receiver || (!is_member && !may_be_function(build, value))) return;
  add_entry(build, field, value, language_add_base(build, EXPR_TYPE_OF, receiver, node), node);
}

/* ---- initialisers ---- */

/* The struct that a type expression means, when this file defines it.
 * Typedefs are followed a few steps; a cycle of them ends there. */
static DefNo struct_of(const LanguageBuild *build, ExprNo type) {
  const Facts *facts = build->facts;
  for (int i = 0; i < 8 && type; i++) {
    const Expr *expr = &facts->exprs.items[type];
    if (expr->kind == EXPR_OBJECT) return expr->number;
    if (expr->kind != EXPR_NAME) return 0;
    type = 0;
    for (DefNo d = 1; d < facts->defs.len; d++) {
      const Def *def = &facts->defs.items[d];
      if (!names_same(def->name, expr->name)) continue;
      if (def->kind == SYMBOL_STRUCT || def->kind == SYMBOL_UNION) return d;
      if (def->kind == SYMBOL_TYPE) type = def->type;
    }
  }
  return 0;
}

/* The next field of the struct after `after`; 0: the first. */
static DefNo next_field(const LanguageBuild *build, DefNo owner, DefNo after) {
  const Facts *facts = build->facts;
  for (DefNo d = (after ? after : owner) + 1; owner && d < facts->defs.len; d++) {
    if (facts->defs.items[d].kind == SYMBOL_FIELD && facts->defs.items[d].container == owner) return d;
  }
  return 0;
}

static DefNo find_field(const LanguageBuild *build, DefNo owner, NameId name) {
  DefNo field = 0;
  while ((field = next_field(build, owner, field))) {
    if (names_same(build->facts->defs.items[field].name, name)) return field;
  }
  return 0;
}

/* Expression 0 is there, and of no kind: reading it is safe, using it is
 * not. */
static ExprNo element_type(const LanguageBuild *build, ExprNo type) {
  const Expr *expr = &build->facts->exprs.items[type];
  return type && expr->kind == EXPR_LIST_OF ? expr->base : 0;
}

static NodeNo field_of(const Syntax *syntax, NodeNo pair) {
  NodeNo designator = syntax_field(syntax, pair, C_FIELD_DESIGNATORS);
  if (!designator) return 0;
  unsigned kind = syntax_kind(syntax, designator);
  if (kind == C_FIELD_IDENTIFIER) return designator;
  return kind == C_FIELD_DESIGNATOR ? syntax_child(syntax, designator, C_FIELD_IDENTIFIER) : 0;
}

/* One pair of braces while its items are read. Items without a designator go
 * to the fields in turn, which only a struct of this file can tell. */
typedef struct Filling {
  ExprNo type;   /* of the whole */
  ExprNo element; /* of its elements, when it is an array */
  DefNo owner;   /* the struct, when this file has it */
  DefNo field;   /* the one filled last */
  uint32_t place; /* of the next item, from 0 */
  bool is_placed; /* the struct is of another file, which tells the field by its place */
  bool is_zero;  /* { 0 }: all of it, not the first field */
  bool is_unsure; /* an item may have been for a field of a field */
} Filling;

/* Whether there is a field for the next item; a designator says which. */
static bool next_target(const LanguageBuild *build, Filling *filling, NameId name) {
  if (!filling->owner) return false;
  filling->field = name.value ? find_field(build, filling->owner, name) : next_field(build, filling->owner, filling->field);
  if (!filling->field) filling->owner = 0;
  return filling->owner;
}

/* The place in a struct that this file does not have: only resolving can name the field. */
static NameId placed(LanguageBuild *build, ExprNo type, uint32_t place) {
  const Expr *expr = &build->facts->exprs.items[type];
  if (expr->kind != EXPR_NAME) return (NameId){0};
  return language_intern(build, str_format(build->arena, "%.*s" LANGUAGE_PLACE "%u", STR_ARG(names_text(build->facts->names, expr->name)), place));
}

/* A row that a macro of another file may stand for. */
static void fill_unknown(LanguageBuild *build, ExprNo type, NodeNo node, ExprNo call) {
  const Facts *facts = build->facts;
  const Expr *expr = &facts->exprs.items[call], *named = &facts->exprs.items[type];
  if (!call || expr->kind != EXPR_CALL || !expr->base || facts->exprs.items[expr->base].kind != EXPR_NAME || named->kind != EXPR_NAME) return;
  if (language_c_has_shape(build, names_text(facts->names, facts->exprs.items[expr->base].name))) return;
  Str name = str_format(build->arena, "%.*s" LANGUAGE_PLACE, STR_ARG(names_text(facts->names, named->name)));
  add_entry(build, language_intern(build, name), call, type, node);
}

/* A row that a macro of this file stands for. A name that it joins is spelled nowhere,
 * so that it is referred to from here. */
static void fill_made(LanguageBuild *build, ExprNo type, NodeNo call) {
  enum { ITEMS_MAX = 32 };
  CMadeItem items[ITEMS_MAX];
  size_t count = type ? language_c_made_row(build, call, items, ITEMS_MAX) : 0;
  Filling row = {.type = type, .owner = count ? struct_of(build, type) : 0};
  bool is_foreign = !row.owner;
  for (size_t i = 0; i < count; i++) {
    NameId name = items[i].field.len ? language_intern(build, items[i].field) : (NameId){0};
    if (next_target(build, &row, name)) name = build->facts->defs.items[row.field].name;
    else if (is_foreign && !name.value && items[i].name.len) name = placed(build, type, (uint32_t)i);
    is_foreign &= !items[i].field.len;
    if (!items[i].name.len || !name.value) continue;
    ExprNo value = language_add(build, (Expr){.kind = EXPR_NAME, .scope = 1, .name = language_intern(build, items[i].name),
                                              .at = build->syntax->nodes[items[i].arg].from});
    if (!may_be_function(build, value)) continue;
    add_entry(build, name, value, type, items[i].arg);
    bool is_spelled = str_eq(syntax_text(build->syntax, items[i].arg), items[i].name);
    if (!is_spelled) language_ref(build, REF_READ, value, items[i].arg);
  }
}

static bool is_aggregate(const LanguageBuild *build, ExprNo type) {
  return build->facts->exprs.items[type].kind == EXPR_LIST_OF || struct_of(build, type);
}

/* The field that an item is for is written. An item without braces for a field that
 * could take several may be the first of them: from there on nobody can tell. */
static ExprNo write_field(LanguageBuild *build, Filling *filling, NodeNo name, NodeNo value) {
  const Def *target = filling->field ? &build->facts->defs.items[filling->field] : NULL;
  bool is_braced = syntax_kind(build->syntax, value) == C_INITIALIZER_LIST;
  if (!name && target && !is_braced && is_aggregate(build, target->type)) filling->is_unsure = true;
  if (!filling->type || filling->element || filling->is_zero || (!name && (!target || filling->is_unsure))) return 0;
  NameId field = name ? language_name(build, name) : target->name;
  NodeNo at = name ? name : value;
  ExprNo whole = language_add_base(build, EXPR_OF_TYPE, filling->type, at);
  ExprNo member = language_add(build, (Expr){.kind = EXPR_MEMBER, .base = whole, .name = field, .at = build->syntax->nodes[at].from});
  language_ref(build, REF_WRITE, member, at);
  return member;
}

/* Inner braces need the type of what they fill, which is passed down through
 * the state, as handlers take no arguments of their own. Losing track of the
 * fields once (an unknown designator, too many items) loses it for the rest:
 * a wrong field would be worse than none. */
static void fill(LanguageBuild *build, Filling *filling, NodeNo item) {
  const Syntax *syntax = build->syntax;
  CState *state = language_c_state(build);
  bool pair = syntax_kind(syntax, item) == C_INITIALIZER_PAIR;
  NodeNo name = pair ? field_of(syntax, item) : 0;
  NodeNo value = pair ? syntax_field(syntax, item, C_FIELD_VALUE) : item;
  NameId field = name ? language_name(build, name) : (NameId){0};
  if (pair && !name) language_expr(build, syntax_field(syntax, item, C_FIELD_DESIGNATORS));
  if (!filling->element) next_target(build, filling, field);
  ExprNo member = write_field(build, filling, name, value);
  const Def *target = filling->field ? &build->facts->defs.items[filling->field] : NULL;
  if (target && !name) field = target->name;
  ExprNo outer = state->initial_type;
  state->initial_type = filling->element ? filling->element : target ? target->type : 0;
  if (!state->initial_type && member && syntax_kind(syntax, value) == C_INITIALIZER_LIST) {
    state->initial_type = language_add_base(build, EXPR_TYPE_OF, member, value);
  }
  ExprNo found = language_expr(build, value);
  state->initial_type = outer;
  if (filling->element) fill_made(build, filling->element, value);
  if (filling->element) fill_unknown(build, filling->element, value, found);
  if (pair) filling->is_placed = false;
  if (filling->is_placed && !pair && may_be_function(build, found)) field = placed(build, filling->type, filling->place);
  filling->place++;
  if (field.value && filling->type && !filling->element && may_be_function(build, found)) {
    add_entry(build, field, found, filling->type, value);
  }
}

ExprNo language_c_initializer(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  Filling filling = {.type = language_c_state(build)->initial_type};
  filling.element = element_type(build, filling.type);
  filling.is_zero = syntax_named(syntax, node, 0) && !syntax_named(syntax, node, 1) && str_eq_c(syntax_text(syntax, syntax_named(syntax, node, 0)), "0");
  if (filling.type && !filling.element) filling.owner = struct_of(build, filling.type);
  filling.is_placed = filling.type && !filling.element && !filling.owner;
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (!syntax_is_named(syntax, c) || syntax_kind(syntax, c) == C_COMMENT) continue;
    /* Rows of macros that bring their commas along are errors to the grammar. */
    bool is_run = filling.element && (syntax->nodes[c].flags & SYNTAX_ERROR) && !syntax_kind(syntax, c);
    for (NodeNo row = is_run ? syntax_first(syntax, c) : 0; row; row = syntax_next(syntax, row)) {
      if (syntax_is_named(syntax, row)) fill(build, &filling, row);
    }
    if (!is_run) fill(build, &filling, c);
  }
  return 0;
}

ExprNo language_c_initial(LanguageBuild *build, NodeNo value, ExprNo type) {
  CState *state = language_c_state(build);
  ExprNo outer = state->initial_type;
  state->initial_type = type;
  ExprNo found = language_expr(build, value);
  state->initial_type = outer;
  return found;
}

ExprNo language_c_compound_literal(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  ExprNo type = language_type(build, syntax_field(syntax, node, C_FIELD_TYPE));
  language_c_initial(build, syntax_field(syntax, node, C_FIELD_VALUE), type);
  return type ? language_add_base(build, EXPR_OF_TYPE, type, node) : 0;
}
