/* Models: types that stand for a table of a database, as rows of frameworks
 * say, and what their tables are called. The names are told by facts of one
 * file; whether a type is a model at all depends on what it extends. */
#include "src/resolve/keys_internal.h"
#include "src/resolve/name_internal.h"
#include "src/resolve/nest_internal.h"
#include "src/resolve/tables_internal.h"

#define NAMES_MAX 4
#define TYPES_MAX 4000 /* of one file, and */
#define HELD_MAX 4000  /* members that may hold a name, so that no file takes long */

/* What the table of a type is called; of several the first there is. */
typedef struct ModelNames {
  Str items[NAMES_MAX];
  uint32_t count;
} ModelNames;

/* One file, as far as names need it. */
typedef struct Models {
  Arena *arena;
  const Facts *facts;
  Str path;
  VEC(BindNo) held; /* binds under names that rows tell of */
} Models;

static bool is_for(const Framework *framework, const Language *language) {
  return language_word_in(framework->families, resolve_family(language));
}

Str resolve_snake_case(Arena *arena, Str name) {
  Buf out;
  buf_init(&out, arena, 400);
  for (size_t i = 0; i < name.len; i++) {
    char c = name.ptr[i];
    bool is_upper = c >= 'A' && c <= 'Z';
    bool after_small = i && name.ptr[i - 1] >= 'a' && name.ptr[i - 1] <= 'z';
    bool before_small = i && i + 1 < name.len && name.ptr[i + 1] >= 'a' && name.ptr[i + 1] <= 'z' && name.ptr[i - 1] != '_';
    if (is_upper && (after_small || before_small)) buf_add_byte(&out, '_');
    buf_add_byte(&out, byte_lower(c));
  }
  return buf_str(&out);
}

/* ---- names that are told ---- */

static Str literal(const Facts *facts, ExprNo number) {
  const Expr *expr = &facts->exprs.items[number];
  bool is_text = number && expr->kind == EXPR_LITERAL && expr->number == LITERAL_STRING && expr->name.value;
  return is_text ? names_text(facts->names, expr->name) : STR_EMPTY;
}

static void find_held(Models *models, const Language *language) {
  const Facts *facts = models->facts;
  NameId names[32];
  size_t count = 0;
  for (const Framework *const *at = framework_registry; *at; at++) {
    if ((*at)->rows[0].shape != FRAMEWORK_TABLE || !is_for(*at, language)) continue;
    for (const FrameworkRow *row = (*at)->rows; row->shape == FRAMEWORK_TABLE; row++) {
      Str rest = str_from_c(row->extends ? row->members : row->path);
      while (rest.len && count < COUNT_OF(names)) {
        Str path = str_cut(&rest, ' ');
        while (path.len && count < COUNT_OF(names)) names[count++] = names_intern(facts->names, str_cut(&path, '.'));
      }
    }
  }
  for (BindNo i = 1; count && i < facts->binds.len && models->held.len < HELD_MAX; i++) {
    for (size_t k = 0; k < count; k++) {
      if (!names_same(facts->binds.items[i].name, names[k])) continue;
      *vec_add(models->arena, &models->held) = i;
      break;
    }
  }
}

static const Bind *member_of(const Models *models, ScopeNo scope, Str name) {
  for (size_t i = 0; scope && i < models->held.len; i++) {
    const Bind *bind = &models->facts->binds.items[models->held.items[i]];
    if (bind->scope == scope && str_eq(names_text(models->facts->names, bind->name), name)) return bind;
  }
  return NULL;
}

static ExprNo value_of(const Facts *facts, const Bind *bind) {
  if (!bind) return 0;
  return bind->def && facts->defs.items[bind->def].value ? facts->defs.items[bind->def].value : bind->value;
}

/* "Meta.db_table": a member of a type inside. */
static Str told_by_member(const Models *models, const Def *type, const char *members) {
  const Facts *facts = models->facts;
  Str rest = str_from_c(members);
  while (rest.len) {
    Str path = str_cut(&rest, ' ');
    ScopeNo scope = type->opens;
    while (str_find_byte(path, '.') != STR_NONE) {
      const Bind *inner = member_of(models, scope, str_cut(&path, '.'));
      scope = inner && inner->def ? facts->defs.items[inner->def].opens : 0;
    }
    Str name = literal(facts, value_of(facts, member_of(models, scope, path)));
    if (name.len) return name;
  }
  return STR_EMPTY;
}

static Str told_by_argument(const Models *models, const Expr *call, const char *places) {
  const Facts *facts = models->facts;
  for (uint32_t i = 0; call->kind == EXPR_CALL && i < call->list.count; i++) {
    ExprNo number = facts->lists.items[call->list.first + i];
    const Expr *item = &facts->exprs.items[number];
    Str name = STR_EMPTY;
    if (item->kind == EXPR_KEYWORD && language_word_in(places, names_text(facts->names, item->name))) name = literal(facts, item->base);
    if (item->kind == EXPR_LITERAL && !i && language_word_in(places, STR("0"))) name = literal(facts, number);
    Str rest = str_from_c(item->kind == EXPR_OBJECT ? places : NULL);
    while (rest.len && !name.len) {
      name = literal(facts, value_of(facts, member_of(models, facts->defs.items[item->number].opens, str_cut(&rest, ' '))));
    }
    if (name.len) return name;
  }
  return STR_EMPTY;
}

static const Expr *callee_of(const Facts *facts, const Expr *decorator) {
  return decorator->kind == EXPR_CALL && decorator->base ? &facts->exprs.items[decorator->base] : decorator;
}

/* The decorator of a type that the row names; 0: it has none. */
static ExprNo decorator_of(const Facts *facts, const Def *type, const FrameworkRow *row) {
  for (uint32_t i = 0; i < type->decorators.count; i++) {
    ExprNo number = facts->lists.items[type->decorators.first + i];
    const Expr *callee = callee_of(facts, &facts->exprs.items[number]);
    if (callee->name.value && language_word_in(row->words, names_text(facts->names, callee->name))) return number;
  }
  return 0;
}

/* ---- names that follow ---- */

/* The folder that a file is in, or the one around a folder called models. */
static Str folder_of(Str path) {
  size_t slash = str_find_last_byte(path, '/');
  Str folder = slash == STR_NONE ? STR_EMPTY : str_slice(path, 0, slash);
  size_t last = str_find_last_byte(folder, '/');
  Str name = last == STR_NONE ? folder : str_slice(folder, last + 1, folder.len);
  return str_eq_c(name, "models") ? folder_of(folder) : name;
}

static void add_name(ModelNames *names, Str name) {
  if (name.len && names->count < NAMES_MAX) names->items[names->count++] = name;
}

static void add_named(const Models *models, Str type, const char *named, ModelNames *names) {
  Str rest = str_from_c(named), snake = resolve_snake_case(models->arena, type);
  while (rest.len) {
    Str way = str_cut(&rest, ' ');
    if (str_eq_c(way, "plain")) add_name(names, type);
    if (str_eq_c(way, "snake")) add_name(names, snake);
    if (str_eq_c(way, "plurals")) add_name(names, resolve_nest_plural(models->arena, snake));
    if (str_eq_c(way, "folder")) add_name(names, str_format(models->arena, "%.*s_%.*s", STR_ARG(folder_of(models->path)), STR_ARG(type)));
  }
}

/* The type sets it by a method, or by writing a member of its own: to what is
 * not known. */
static bool is_set_otherwise(const Facts *facts, const Def *type, const char *words) {
  for (DefNo i = 1; words && i < facts->defs.len; i++) {
    const Def *def = &facts->defs.items[i];
    bool is_its = def->receiver.value ? names_same(def->receiver, type->name) : def->scope == type->opens;
    if (is_its && def->name.value && language_word_in(words, names_text(facts->names, def->name))) return true;
  }
  for (RefNo i = 1; words && i < facts->refs.len; i++) {
    const Ref *ref = &facts->refs.items[i];
    const Expr *expr = &facts->exprs.items[ref->expr];
    bool is_own = ref->role == REF_WRITE && expr->kind == EXPR_MEMBER && expr->base && facts->exprs.items[expr->base].kind == EXPR_SELF;
    if (is_own && ref->at >= type->full.from && ref->at < type->full.to && language_word_in(words, names_text(facts->names, expr->name))) return true;
  }
  return false;
}

/* What the row says of a type; the caller knows that the row is for it. */
static void names_by_row(const Models *models, const Def *type, const FrameworkRow *row, ModelNames *ret_names) {
  const Facts *facts = models->facts;
  ExprNo decorator = row->extends ? 0 : decorator_of(facts, type, row);
  Str told = row->extends ? told_by_member(models, type, row->members) : told_by_argument(models, &facts->exprs.items[decorator], row->path);
  *ret_names = (ModelNames){.count = 0};
  if (told.len) add_name(ret_names, told);
  else if (!is_set_otherwise(facts, type, row->unless)) add_named(models, names_text(facts->names, type->name), row->named, ret_names);
}

static bool may_be_model(const Def *def) {
  return def->name.value && symbol_kind_is_type((SymbolKind)def->kind) && (def->bases.count || def->decorators.count);
}

/* ---- by words alone ---- */

/* Whether a base is called like the last part of one of the objects. */
static bool may_extend(const Facts *facts, const Def *type, const char *objects) {
  for (uint32_t i = 0; i < type->bases.count; i++) {
    const Expr *base = &facts->exprs.items[facts->lists.items[type->bases.first + i]];
    Str name = base->name.value ? names_text(facts->names, base->name) : STR_EMPTY, rest = str_from_c(objects);
    while (name.len && rest.len) {
      Str object = str_cut(&rest, ' ');
      if (str_ends_with(object, name) && object.len > name.len && object.ptr[object.len - name.len - 1] == '.') return true;
    }
  }
  return false;
}

static void add_keys(const Models *models, DefNo number, const FrameworkRow *row, ModelKeys *keys) {
  enum { MOST = 2000 };
  const Def *type = &models->facts->defs.items[number];
  ModelNames names;
  if (keys->len >= MOST) return;
  bool is_it = row->extends ? may_extend(models->facts, type, row->extends) || told_by_member(models, type, row->members).len
                            : decorator_of(models->facts, type, row) != 0;
  if (!is_it) return;
  names_by_row(models, type, row, &names);
  for (uint32_t i = 0; i < names.count && keys->len < MOST; i++) *vec_add(models->arena, keys) = (ModelKey){number, names.items[i]};
}

void resolve_model_keys(Arena *arena, const Language *language, const Facts *facts, Str path, ModelKeys *ret_keys) {
  Models models = {arena, facts, path, {0}};
  *ret_keys = (ModelKeys){0};
  find_held(&models, language);
  for (const Framework *const *at = framework_registry; *at; at++) {
    if ((*at)->rows[0].shape != FRAMEWORK_TABLE || !is_for(*at, language)) continue;
    size_t types = 0;
    for (DefNo i = 1; i < facts->defs.len && types < TYPES_MAX; i++) {
      if (!may_be_model(&facts->defs.items[i])) continue;
      types++;
      for (const FrameworkRow *row = (*at)->rows; row->shape == FRAMEWORK_TABLE; row++) add_keys(&models, i, row, ret_keys);
    }
  }
}

/* ---- with what a type extends ---- */

static bool is_decorated(Run *run, View *view, DefNo number, const Framework *framework, const FrameworkRow *row) {
  ExprNo decorator = decorator_of(resolve_view_facts(view, FACTS_EXPRS), view_def(view, number), row);
  const Expr *expr = view_expr(view, decorator);
  ExprNo callee = expr->kind == EXPR_CALL ? expr->base : decorator;
  WiringPrefixes prefixes;
  WiringWord word = {.framework = framework, .row = row};
  if (!decorator) return false;
  return resolve_wiring_told(run, (WiringUse){.word = &word, .at = {view->file, number, 0, false}, .view = view}, callee, &prefixes);
}

/* The first framework that knows a name; a row that is told one stands before
 * those by which it only follows. */
static void names_of(Run *run, View *view, const Models *models, DefNo number, ModelNames *ret_names) {
  const Def *type = view_def(view, number);
  *ret_names = (ModelNames){.count = 0};
  for (const Framework *const *at = framework_registry; *at; at++) {
    if ((*at)->rows[0].shape != FRAMEWORK_TABLE || !is_for(*at, view->lang->language)) continue;
    for (const FrameworkRow *row = (*at)->rows; row->shape == FRAMEWORK_TABLE; row++) {
      bool is_it = row->extends ? resolve_wiring_extends(run, view, number, row->extends, 0) : is_decorated(run, view, number, *at, row);
      if (is_it) names_by_row(models, type, row, ret_names);
      if (ret_names->count) return;
    }
  }
}

bool resolve_is_model_of(Run *run, View *view, DefNo type, Str table) {
  ModelNames names;
  Models models = {run->arena, resolve_view_facts(view, FACTS_REFS), view->entry->path, {0}};
  find_held(&models, view->lang->language);
  names_of(run, view, &models, type, &names);
  for (uint32_t i = 0; i < names.count; i++) {
    if (str_eq_ignore_case(names.items[i], table)) return true;
  }
  return false;
}

static void link_model(Edges *edges, const Models *models, DefNo number) {
  View *view = edges->view;
  const Span *name = &view_def(view, number)->name_span;
  Ref site = {.from = number, .line = name->line, .column = name->column};
  ModelNames names;
  edges->run->step_limit = edges->run->steps + RUN_STEPS_PER_REF;
  names_of(edges->run, view, models, number, &names);
  for (uint32_t i = 0; i < names.count; i++) {
    TablePlaces places;
    resolve_find_table(edges->run, view, names.items[i], &places);
    for (uint32_t k = 0; k < places.count; k++) {
      resolve_edge(edges, EDGE_LINKS, RULE_MODEL, &site, places.items[k].view, places.items[k].def);
    }
    if (places.is_known) return;
  }
}

void resolve_edges_models(Edges *edges) {
  View *view = edges->view;
  const TableItem *items;
  if (!view->lang->wiring || !resolve_lookup(edges->run, view, resolve_key(KEY_TABLE, 0, 0), &items)) return;
  Models models = {edges->run->arena, view->facts, view->entry->path, {0}};
  size_t types = 0;
  find_held(&models, view->lang->language);
  for (DefNo i = 1; i < view->facts->defs.len && types < TYPES_MAX; i++) {
    if (!may_be_model(view_def(view, i))) continue;
    types++;
    link_model(edges, &models, i);
  }
}
