/* Nests: what the calls around a route say, by the functions they are given. */
#include "src/resolve/nest_internal.h"

#include "src/resolve/eval_internal.h"
#include "src/resolve/mount_internal.h"

#define DEEPEST 24

/* One call around, from the outside in. */
typedef struct NestStep {
  const WiringWord *word;
  View *view;
  ExprNo call;
} NestStep;

typedef struct NestSteps {
  NestStep items[DEEPEST]; /* from the inside out */
  uint32_t count;
  uint32_t nth;  /* user of a group that is meant */
  uint32_t users; /* groups with users around; they may use each other in a circle */
} NestSteps;

/* ---- words ---- */

Str resolve_nest_camel(Arena *arena, Str name) {
  char *out = str_to_c(arena, name);
  size_t len = 0;
  bool begins = true;
  for (size_t i = 0; i < name.len; i++) {
    char c = name.ptr[i];
    if (c == '_' || c == '-') {
      begins = true;
      continue;
    }
    out[len++] = begins && c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
    begins = false;
  }
  return (Str){out, len};
}

static bool ends_with_any(Str text, const char *endings) {
  Str rest = str_from_c(endings);
  while (rest.len) {
    if (str_ends_with(text, str_cut(&rest, ' '))) return true;
  }
  return false;
}

static bool has_vowel_before_last(Str name) { return name.len > 1 && strchr("aeiou", name.ptr[name.len - 2]); }

/* The common cases of English: a type of another name is not found, and no
 * edge is made. */
Str resolve_nest_plural(Arena *arena, Str name) {
  if (str_ends_with(name, STR("y")) && !has_vowel_before_last(name)) {
    return str_format(arena, "%.*sies", STR_ARG(str_slice(name, 0, name.len - 1)));
  }
  return str_format(arena, "%.*s%s", STR_ARG(name), ends_with_any(name, "s x ch sh") ? "es" : "s");
}

static Str singular(Arena *arena, Str name) {
  if (name.len > 3 && str_ends_with(name, STR("ies"))) return str_format(arena, "%.*sy", STR_ARG(str_slice(name, 0, name.len - 3)));
  if (ends_with_any(name, "sses shes ches xes uses")) return str_slice(name, 0, name.len - 2);
  bool is_plural = str_ends_with(name, STR("s")) && !ends_with_any(name, "ss us is");
  return is_plural ? str_slice(name, 0, name.len - 1) : name;
}

Str resolve_nest_underscored(Arena *arena, Str name) {
  char *out = str_to_c(arena, name);
  for (size_t i = 0; i < name.len; i++) out[i] = (char)(out[i] == '-' ? '_' : out[i]);
  return (Str){out, name.len};
}

Str resolve_nest_fill(Run *run, const char *pattern, Str name, Str key) {
  Buf out;
  buf_init(&out, run->arena, 400);
  for (const char *at = pattern ? pattern : ""; *at; at++) {
    if (*at == '$' && at[1] == '1') buf_add(&out, resolve_nest_underscored(run->arena, singular(run->arena, name)));
    else if (*at == '$' && at[1] == 'k') buf_add(&out, key);
    else buf_add_byte(&out, *at);
    at += *at == '$' && at[1];
  }
  return buf_str(&out);
}

/* ---- what is around ---- */

/* Of one file: functions, and the calls that they are given to. */
struct Given {
  const View *view;
  Idmap calls;
  struct Given *next;
};

/* Gathered once for a file, however many routes it has. */
static const struct Given *given_in(Run *run, const View *view) {
  for (const struct Given *at = run->given; at; at = at->next) {
    if (at->view == view) return at;
  }
  struct Given *given = ARENA_NEW(run->arena, struct Given);
  given->view = view;
  given->next = run->given;
  run->given = given;
  idmap_init(&given->calls, run->arena);
  for (RefNo i = 1; i < view->facts->refs.len; i++) {
    const Ref *ref = view_ref(view, i);
    if (!(ref->flags & REF_ARGUMENT) || view_expr(view, ref->expr)->kind != EXPR_FUNC) continue;
    idmap_add(&given->calls, view_expr(view, ref->expr)->number, ref->call);
  }
  return given;
}

/* The call that a function without a name is given to; 0: none. */
static ExprNo given_to(Run *run, const View *view, DefNo def) {
  uint32_t call = idmap_get(&given_in(run, view)->calls, def);
  return call == IDMAP_NONE ? 0 : call;
}

/* Where the name stands that an expression begins with. */
static ScopeNo scope_of(const View *view, ExprNo number) {
  for (unsigned guard = 0; number && guard < 100; guard++) {
    const Expr *expr = view_expr(view, number);
    if (expr->kind == EXPR_NAME || expr->kind == EXPR_SELF) return expr->scope;
    number = expr->base;
  }
  return 0;
}

static DefNo function_around(const View *view, ScopeNo *scope) {
  for (unsigned guard = 0; *scope && guard < 200; guard++) {
    const Scope *at = view_scope(view, *scope);
    *scope = at->parent;
    if (at->def && at->kind == SCOPE_FUNCTION) return view_def(view, at->def)->flags & DEF_ANONYMOUS ? at->def : 0;
  }
  return 0;
}

static const WiringWord *word_of(const View *view, const Framework *framework, NameId name) {
  const FrameworkShapes shapes = FRAMEWORK_SHAPE(FRAMEWORK_GROUP) | FRAMEWORK_SHAPE(FRAMEWORK_KEEP) | FRAMEWORK_SHAPE(FRAMEWORK_SET);
  const WiringWords *words = view->lang->wiring;
  for (const WiringWord *word = resolve_wiring_word(words, name); word; word = resolve_wiring_next(words, word)) {
    if (word->framework == framework && (shapes & FRAMEWORK_SHAPE(word->row->shape))) return word;
  }
  return NULL;
}

static bool add_step(NestSteps *steps, const WiringWord *word, View *view, ExprNo call) {
  if (!word || steps->count == DEEPEST) return false;
  steps->items[steps->count++] = (NestStep){word, view, call};
  return true;
}

/* The calls that an object of the framework has come through. */
static bool add_chain(Run *run, View *view, ExprNo object, const Framework *framework, NestSteps *steps) {
  Origin origin;
  if (!resolve_origin(run, view, object, &origin) || !origin.package.len) return false;
  uint32_t own = origin.count + 1;
  while (own-- > 0) {
    if (resolve_wiring_is_object(run, &origin, framework->objects, own)) break;
  }
  if (own == UINT32_MAX || (origin.count - own) % 2) return false;
  for (uint32_t i = origin.count; i > own; i -= 2) {
    const OriginStep *name = &origin.steps[i - 2], *call = &origin.steps[i - 1];
    if (!name->name.value || call->name.value) return false;
    if (!add_step(steps, word_of(view, framework, name->name), call->view, call->call)) return false;
  }
  return true;
}

static bool has_name(Run *run, View *view, ExprNo places, Str name) {
  WiringTexts texts = {.count = 0};
  if (!places || !resolve_wiring_texts(run, view, places, &texts)) return false;
  for (uint32_t i = 0; i < texts.count; i++) {
    if (str_eq(texts.items[i], name)) return true;
  }
  return false;
}

/* The nth call that tells what is inside of the group: it is given the group's
 * name, or is a call of that word with it. */
static ExprNo user_of(Run *run, View *view, const FrameworkRow *row, ExprNo group, NestSteps *steps) {
  ExprNo first = resolve_wiring_argument(run, view, group, "0");
  Str name = names_text(run->world->names, view_expr(view, first)->name);
  uint32_t seen = 0, looked_at = 0;
  if (++steps->users > DEEPEST) return 0;
  for (RefNo i = 1; name.len && i < view->facts->refs.len && looked_at < 200; i++) {
    const Ref *ref = view_ref(view, i);
    const Expr *call = ref->role == REF_CALL && ref->expr ? view_expr(view, ref->expr) : NULL;
    if (!call || call->kind != EXPR_CALL || !call->list.count) continue;
    bool is_word = language_word_in(row->by, names_text(run->world->names, view_expr(view, call->base)->name));
    ExprNo given = resolve_wiring_argument(run, view, ref->expr, is_word ? "0" : row->by);
    looked_at += given != 0;
    if (has_name(run, view, given, name) && seen++ == steps->nth) return ref->expr;
  }
  return 0;
}

/* A file that another draws has no block around. */
static bool is_drawn(Run *run, View *view, const Framework *framework) {
  for (const FrameworkRow *row = framework->rows; row->shape != FRAMEWORK_END; row++) {
    Str pattern = str_from_c(row->file), folder = str_slice(pattern, 0, pattern.len ? str_find_byte(pattern, '$') : 0);
    if (row->shape != FRAMEWORK_MOUNT || !folder.len || !str_contains(view->entry->path, folder)) continue;
    WiringWord word = {.framework = framework, .row = row};
    if (resolve_is_mounted(run, &(WiringUse){.word = &word, .view = view})) return true;
  }
  return false;
}

static bool gather(Run *run, View *view, const Framework *framework, ExprNo callee, NestSteps *steps) {
  const Expr *expr = view_expr(view, callee);
  bool is_found = expr->kind == EXPR_MEMBER && view_expr(view, expr->base)->kind != EXPR_SELF;
  if (is_found && !add_chain(run, view, expr->base, framework, steps)) return false;
  ScopeNo scope = scope_of(view, callee);
  for (DefNo def; (def = function_around(view, &scope));) {
    ExprNo call = given_to(run, view, def);
    if (!call) return is_found;
    const Expr *around = view_expr(view, view_expr(view, call)->base);
    if (around->kind == EXPR_NAME) {
      const WiringWord *word = word_of(view, framework, around->name);
      if (!is_found && word && word->row->by) {
        call = user_of(run, view, word->row, call, steps);
        if (!call) return false;
        word = word_of(view, framework, view_expr(view, view_expr(view, call)->base)->name);
        if (word && !add_step(steps, word, view, call)) return false;
      } else if (!is_found && !add_step(steps, word, view, call)) {
        return false;
      }
    } else {
      uint32_t before = steps->count;
      bool is_ours = around->kind == EXPR_MEMBER && add_chain(run, view, call, framework, steps);
      if (!is_ours && !is_found) return false;
      if (!is_ours) steps->count = before;
      else if (!is_found) return true; /* all that is inside is told to it */
    }
    scope = scope_of(view, view_expr(view, call)->base);
  }
  return is_found || is_drawn(run, view, framework);
}

/* ---- what it says ---- */

static bool text_at(Run *run, View *view, ExprNo call, const char *places, Str *ret_text) {
  ExprNo expr = places ? resolve_wiring_argument(run, view, call, places) : 0;
  Buf out;
  *ret_text = STR_EMPTY;
  if (!expr) return false;
  buf_init(&out, run->arena, 400);
  *ret_text = resolve_wiring_text(run, view, expr, &out) ? buf_str(&out) : WIRING_OPEN;
  return true;
}

static Str joined(Run *run, const Framework *framework, Str space, Str name) {
  if (!space.len || !name.len) return space.len ? space : name;
  return str_format(run->arena, "%.*s%s%.*s", STR_ARG(space), framework->joint, STR_ARG(name));
}

/* "admin/blog_posts" is Admin::BlogPosts. */
static Str type_words(Run *run, const Framework *framework, Str text) {
  Str name = STR_EMPTY;
  if (!framework->ending) return text;
  while (text.len) {
    Str part = str_cut(&text, '/');
    if (part.len) name = joined(run, framework, name, resolve_nest_camel(run->arena, part));
  }
  return name;
}

bool resolve_nest_type_text(Run *run, View *view, Str text, const Framework *framework, const Nest *nest, RouteType *ret_type) {
  *ret_type = (RouteType){.view = view};
  if (!text.len) return false;
  Str name = joined(run, framework, nest->module, type_words(run, framework, text));
  if (framework->ending) name = str_format(run->arena, "%.*s%s", STR_ARG(name), framework->ending);
  ret_type->name = joined(run, framework, str_from_c(framework->space), name);
  return true;
}

bool resolve_nest_type(Run *run, View *view, ExprNo number, const Framework *framework, const Nest *nest, RouteType *ret_type) {
  const Expr *expr = view_expr(view, number);
  *ret_type = (RouteType){.view = view, .expr = expr->base};
  if (expr->kind != EXPR_LITERAL || expr->number != LITERAL_STRING) return false;
  return expr->base || resolve_nest_type_text(run, view, names_text(run->world->names, expr->name), framework, nest, ret_type);
}

static bool is_refused(Run *run, View *view, const FrameworkRow *row, ExprNo call) {
  return row->unless && resolve_wiring_argument(run, view, call, row->unless);
}

/* Paths inside of a set begin with what it says; once something else is
 * entered that is part of the path. */
static void settle(Run *run, Nest *nest) {
  nest->path = nest->inside.len ? resolve_wiring_join(run->arena, nest->path, nest->inside) : nest->path;
  nest->inside = STR_EMPTY;
  nest->is_set = false;
}

bool resolve_nest_set(Run *run, View *view, const WiringWord *word, ExprNo call, uint32_t nth, Nest *nest) {
  const FrameworkRow *row = word->row;
  const Framework *framework = word->framework;
  const Expr *expr = view_expr(view, call);
  uint32_t seen = 0;
  Str path, text = STR_EMPTY;
  if (is_refused(run, view, row, call)) return false;
  for (uint32_t i = 0; i < expr->list.count; i++) {
    const Expr *item = view_expr(view, view_item(view, expr->list, i));
    bool is_name = item->kind == EXPR_LITERAL && item->number == LITERAL_STRING && item->name.value && (!row->handler || i == 0);
    if (is_name && seen++ == nth) text = names_text(run->world->names, item->name);
  }
  if (!text.len) return false;
  settle(run, nest);
  if (!text_at(run, view, call, row->key, &nest->key)) nest->key = str_from_c(framework->key);
  if (text_at(run, view, call, row->module, &path) && path.len) nest->module = joined(run, framework, nest->module, type_words(run, framework, path));
  bool has_path = text_at(run, view, call, row->path, &path);
  const char *places = row->handler ? row->handler : row->type;
  ExprNo type = places ? resolve_wiring_argument(run, view, call, places) : 0;
  Str rest = text, whole = STR_EMPTY;
  while (rest.len) { /* "photos.comments": one inside of the other */
    Str part = str_cut(&rest, '.');
    whole = resolve_wiring_join(run->arena, whole, part);
    if (rest.len) whole = resolve_wiring_join(run->arena, whole, resolve_nest_fill(run, row->inside, part, nest->key));
    text = part;
  }
  size_t slash = str_find_last_byte(text, '/');
  nest->set = slash == STR_NONE ? text : str_slice(text, slash + 1, text.len);
  nest->path = resolve_wiring_join(run->arena, nest->path, has_path ? path : whole);
  nest->inside = resolve_nest_fill(run, row->inside, nest->set, nest->key);
  nest->is_set = true;
  nest->type = (RouteType){.view = view};
  if (type) return resolve_nest_type(run, view, type, framework, nest, &nest->type);
  Str own = row->plural ? resolve_nest_plural(run->arena, nest->set) : nest->set;
  return resolve_nest_type_text(run, view, own, framework, nest, &nest->type);
}

bool resolve_nest_enter(Run *run, View *view, const FrameworkRow *row, ExprNo call, Nest *nest) {
  Str text;
  if (is_refused(run, view, row, call)) return false;
  if (row->inside) { /* of the set around it */
    nest->inside = resolve_nest_fill(run, row->inside, nest->set, nest->key);
    return nest->is_set;
  }
  if (row->shape == FRAMEWORK_KEEP) return true;
  settle(run, nest);
  if (text_at(run, view, call, row->path, &text) && text.len) nest->path = resolve_wiring_join(run->arena, nest->path, text);
  return true;
}

static bool enter(Run *run, const NestStep *step, Nest *nest) {
  const Framework *framework = step->word->framework;
  Str text;
  if (step->word->row->shape == FRAMEWORK_SET) return resolve_nest_set(run, step->view, step->word, step->call, 0, nest);
  if (!resolve_nest_enter(run, step->view, step->word->row, step->call, nest)) return false;
  if (text_at(run, step->view, step->call, step->word->row->module, &text) && text.len) {
    nest->module = joined(run, framework, nest->module, type_words(run, framework, text));
  }
  ExprNo type = step->word->row->type ? resolve_wiring_argument(run, step->view, step->call, step->word->row->type) : 0;
  return !type || resolve_nest_type(run, step->view, type, framework, nest, &nest->type);
}

bool resolve_nest(Run *run, View *view, const Framework *framework, ExprNo callee, uint32_t nth, Nest *ret_nest) {
  NestSteps steps = {.count = 0, .nth = nth};
  *ret_nest = (Nest){.key = str_from_c(framework->key)};
  if (!gather(run, view, framework, callee, &steps) || (nth && !steps.users)) return false;
  for (uint32_t i = steps.count; i-- > 0;) {
    if (!enter(run, &steps.items[i], ret_nest)) return false;
  }
  return true;
}
