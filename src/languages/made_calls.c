/* Calls that make tables of a database, by the rows of the file's language
 * (table_calls.h). Those that may be some are noted while the file is walked;
 * what they make is only looked at when its names and imports are all known. */
#include "src/languages/build_internal.h"

enum { CALLS_MAX = 400, STEPS_MAX = 8 << 20 }; /* of one file, so that none takes long */

/* ---- while the file is read ---- */

void language_find_makers(LanguageBuild *build) {
  LanguageBuilder *builder = build->builder;
  const LanguageTableCall *rows = language_resolved(build->language)->table_calls;
  builder->makers.len = 0;
  for (const LanguageTableCall *row = rows; row && row->calls; row++) {
    for (Str rest = str_from_c(row->calls); rest.len;) {
      NameId name = language_intern(build, str_cut(&rest, ' '));
      *vec_add(build->arena, &builder->makers) = (LanguageMaker){name, row};
      builder->maker_bits |= 1ull << name.value % 64;
    }
  }
}

void language_note_call(LanguageBuild *build, ExprNo call, NodeNo node) {
  LanguageBuilder *builder = build->builder;
  const Facts *facts = build->facts;
  NameId name = facts->exprs.items[facts->exprs.items[call].base].name;
  bool is_maker = false;
  if (!(builder->maker_bits >> name.value % 64 & 1)) return; /* most are none */
  for (size_t i = 0; name.value && i < builder->makers.len; i++) is_maker |= names_same(builder->makers.items[i].name, name);
  if (!is_maker || builder->is_foreign || builder->made_calls.len >= CALLS_MAX) return;
  const SyntaxNode *at = &build->syntax->nodes[node];
  *vec_add(build->arena, &builder->made_calls) = (LanguageMadeCall){call, {at->from, at->to}};
}

/* ---- what fits ---- */

typedef struct Making {
  LanguageBuild *build;
  const LanguageTableCall *row;
  const Expr *call;
  Range whole;
  DefNo table; /* 0: made elsewhere, and */
  Str name;
  size_t *steps;
} Making;

static const Expr *expr_at(const LanguageBuild *build, ExprNo expr) { return &build->facts->exprs.items[expr]; }

static Str text_of(const LanguageBuild *build, NameId name) { return names_text(build->facts->names, name); }

static bool begins_with_any(Str text, const char *words) {
  Str rest = str_from_c(words);
  while (rest.len) {
    if (str_starts_with(text, str_cut(&rest, ' '))) return true;
  }
  return false;
}

static bool has_needed(const LanguageBuild *build, const LanguageTableCall *row, size_t *steps) {
  const Facts *facts = build->facts;
  if (!row->needs) return true;
  for (ImportNo i = 1; i < facts->imports.len; i++) {
    if (begins_with_any(text_of(build, facts->imports.items[i].specifier), row->needs)) return true;
  }
  for (ExprNo i = 1; i < facts->exprs.len && (*steps)++ < STEPS_MAX; i++) {
    const Expr *expr = &facts->exprs.items[i];
    if (expr->kind == EXPR_NAME && begins_with_any(text_of(build, expr->name), row->needs)) return true;
  }
  return false;
}

static bool stands_behind(const LanguageBuild *build, const LanguageTableCall *row, const Expr *callee) {
  const Expr *base = callee->base ? expr_at(build, callee->base) : NULL;
  if (!row->on) return callee->kind == EXPR_NAME || !base || base->kind == EXPR_SELF;
  if (callee->kind != EXPR_MEMBER || !base || !base->name.value) return false;
  Str name = text_of(build, base->name);
  size_t space = str_find_last_byte(name, '\\'); /* names that begin with where they are */
  return language_word_in(row->on, space == STR_NONE ? name : str_slice(name, space + 1, name.len));
}

/* The text that an expression is, where it stands as it is written. */
static bool literal_of(const LanguageBuild *build, ExprNo number, LanguageMade *ret_made) {
  const Expr *expr = expr_at(build, number);
  if (!number || expr->kind != EXPR_LITERAL || expr->number != LITERAL_STRING || !expr->name.value) return false;
  Str name = text_of(build, expr->name), text = build->syntax->text;
  for (uint32_t from = expr->at; from < expr->at + 4; from++) {
    if (!str_eq(str_slice(text, from, from + name.len), name)) continue;
    Range range = {from, from + (uint32_t)name.len};
    *ret_made = (LanguageMade){name, range, range};
    return true;
  }
  return false;
}

/* Behind the quote of a text. */
static uint32_t end_of(const LanguageBuild *build, Range text) {
  Str all = build->syntax->text;
  return text.to + (text.to < all.len && strchr("'\"`", all.ptr[text.to]));
}

static ExprNo argument(const LanguageBuild *build, const Expr *call, uint32_t place) {
  return place < call->list.count ? build->facts->lists.items[call->list.first + place] : 0;
}

/* ---- columns ---- */

static void add_column(const Making *making, const LanguageMade *made) {
  if (!made->text.len) return;
  if (making->table) language_make_column(making->build, making->table, made);
  else language_add_made_column(making->build, making->name, made);
}

static void add_texts(const Making *making, const Expr *call, uint32_t from, bool many, bool is_key, Range whole) {
  for (uint32_t i = from; i < call->list.count && (many || i == from); i++) {
    LanguageMade made;
    if (!literal_of(making->build, argument(making->build, call, i), &made)) return;
    made.whole = whole;
    if (is_key) made.text = str_format(making->build->arena, "%.*s_id", STR_ARG(made.text));
    add_column(making, &made);
  }
}

/* "timestamps:created_at,updated_at" */
static bool add_untold(const Making *making, Str word, Range place) {
  Str rest = str_from_c(making->row->adds);
  while (rest.len) {
    Str columns = str_cut(&rest, ' ');
    if (!str_eq(str_cut(&columns, ':'), word)) continue;
    while (columns.len) add_column(making, &(LanguageMade){str_cut(&columns, ','), place, place});
    return true;
  }
  return false;
}

/* The first parameter of the function that the call is given. */
static NameId block_parameter(const Making *making) {
  const Facts *facts = making->build->facts;
  for (BindNo i = 1; i < facts->binds.len && (*making->steps)++ < STEPS_MAX; i++) {
    const Bind *bind = &facts->binds.items[i];
    const Scope *scope = &facts->scopes.items[bind->scope];
    if (bind->flags & BIND_PARAM && scope->from >= making->whole.from && scope->to <= making->whole.to) return bind->name;
  }
  return (NameId){0};
}

static void add_block(const Making *making) {
  const LanguageBuild *build = making->build;
  const Facts *facts = build->facts;
  NameId parameter = block_parameter(making);
  for (RefNo i = 1; parameter.value && i < facts->refs.len && (*making->steps)++ < STEPS_MAX; i++) {
    const Ref *ref = &facts->refs.items[i];
    if (ref->role != REF_CALL || ref->at < making->whole.from || ref->at >= making->whole.to) continue;
    const Expr *call = expr_at(build, ref->expr), *callee = expr_at(build, call->base);
    bool is_on = callee->kind == EXPR_MEMBER && callee->base && expr_at(build, callee->base)->kind == EXPR_NAME &&
                 names_same(expr_at(build, callee->base)->name, parameter);
    if (!is_on) continue;
    Str word = text_of(build, callee->name);
    Range place = {callee->at, callee->at + (uint32_t)word.len};
    if (language_word_in(making->row->skips, word)) continue;
    LanguageMade first;
    bool is_told = literal_of(build, argument(build, call, 0), &first);
    if (is_told) add_texts(making, call, 0, making->row->many, language_word_in(making->row->keys, word), (Range){place.from, end_of(build, first.name)});
    else add_untold(making, word, place);
  }
}

static void add_arguments(const Making *making) {
  for (uint32_t i = 1; i < making->call->list.count; i++) {
    const Expr *item = expr_at(making->build, argument(making->build, making->call, i));
    bool is_column = item->kind == EXPR_CALL && str_eq_c(text_of(making->build, expr_at(making->build, item->base)->name), making->row->column);
    LanguageMade made;
    if (is_column && literal_of(making->build, argument(making->build, item, 0), &made)) add_column(making, &made);
  }
}

/* A key where it is written, or the text that what it stands for is made with. */
static void add_key(const Making *making, const Bind *bind) {
  const LanguageBuild *build = making->build;
  const Expr *value = expr_at(build, bind->value);
  Str name = text_of(build, bind->name);
  uint32_t from = bind->from >= name.len ? bind->from - (uint32_t)name.len : 0;
  LanguageMade made;
  while (value->kind == EXPR_CALL && expr_at(build, value->base)->kind == EXPR_MEMBER && expr_at(build, value->base)->base) {
    value = expr_at(build, expr_at(build, value->base)->base); /* serial("id").primaryKey() */
  }
  if (value->kind == EXPR_CALL && literal_of(build, argument(build, value, 0), &made)) {
    add_column(making, &made);
    return;
  }
  for (uint32_t at = from; at <= bind->from; at++) {
    if (!str_eq(str_slice(build->syntax->text, at, at + name.len), name)) continue;
    Range range = {at, at + (uint32_t)name.len};
    add_column(making, &(LanguageMade){name, range, range});
    return;
  }
}

static void add_keys(const Making *making) {
  const Facts *facts = making->build->facts;
  const Expr *object = expr_at(making->build, argument(making->build, making->call, 1));
  ScopeNo opens = object->kind == EXPR_OBJECT ? facts->defs.items[object->number].opens : 0;
  size_t count = facts->binds.len;
  for (BindNo i = 1; opens && i < count && (*making->steps)++ < STEPS_MAX; i++) {
    Bind bind = facts->binds.items[i];
    if (bind.scope == opens && bind.name.value) add_key(making, &bind);
  }
}

/* ---- all of it ---- */

static void make(LanguageBuild *build, const LanguageMadeCall *made_call, const LanguageTableCall *row, size_t *steps) {
  Expr call = *expr_at(build, made_call->call);
  LanguageMade made;
  if (!literal_of(build, argument(build, &call, 0), &made)) return;
  made.whole = made_call->whole;
  Making making = {build, row, &call, made_call->whole, 0, made.text, steps};
  if (!row->is_changed) making.table = language_make_table(build, &made, (Range){made.whole.from, end_of(build, made.name)});
  Str word = text_of(build, expr_at(build, call.base)->name);
  switch (row->columns) {
    case LANGUAGE_COLUMNS_IN_BLOCK: add_block(&making); break;
    case LANGUAGE_COLUMNS_IN_ARGUMENTS: add_arguments(&making); break;
    case LANGUAGE_COLUMNS_IN_KEYS: add_keys(&making); break;
    case LANGUAGE_COLUMNS_AT_ONE: add_texts(&making, &call, 1, false, language_word_in(row->keys, word), made_call->whole); break;
  }
}

void language_make_called(LanguageBuild *build) {
  const LanguageBuilder *builder = build->builder;
  size_t steps = 0;
  for (size_t i = 0; i < builder->made_calls.len && steps < STEPS_MAX; i++) {
    const LanguageMadeCall *made_call = &builder->made_calls.items[i];
    const Expr *callee = expr_at(build, expr_at(build, made_call->call)->base);
    for (size_t k = 0; k < builder->makers.len; k++) {
      const LanguageTableCall *row = builder->makers.items[k].row;
      bool is_it = names_same(builder->makers.items[k].name, callee->name) && stands_behind(build, row, callee) && has_needed(build, row, &steps);
      if (!is_it) continue;
      make(build, made_call, row, &steps);
      break;
    }
  }
}
