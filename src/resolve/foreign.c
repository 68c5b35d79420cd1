/* Functions that programs of one language give to those of another: an interpreter's
 * library in C defines them by macros, whose text says what they are called there.
 * Which macros these are is said by the rows of a framework (FRAMEWORK_GIVE). */
#include "src/resolve/foreign_internal.h"

#include "src/base/hash.h"
#include "src/frameworks/framework.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/keys_internal.h"
#include "src/resolve/module_internal.h"
#include "src/resolve/name_internal.h"
#include "src/resolve/wiring_internal.h"

/* The family as resolve_family_id has it, by its name. */
static uint64_t family_hash(Str family) { return hash_combine(false, hash_str(family)); }

/* The argument at a place of a row; 0: there is none. */
static ExprNo argument_at(const Facts *facts, const Expr *call, const char *at) {
  uint32_t place = (uint32_t)(at[0] - '0');
  return place < call->list.count ? facts->lists.items[call->list.first + place] : 0;
}

/* The text of the argument at the row's place; empty: it is none. */
static Str name_given(const Facts *facts, const Expr *call, const FrameworkRow *row) {
  ExprNo number = argument_at(facts, call, row->path);
  const Expr *text = &facts->exprs.items[number];
  return number && text->kind == EXPR_LITERAL && text->number == LITERAL_STRING ? names_text(facts->names, text->name) : STR_EMPTY;
}

/* A macro by what its name begins with, a call by its whole name. */
static bool is_giving(const FrameworkRow *row, const Language *language, Str macro, bool is_call) {
  if (row->shape != FRAMEWORK_GIVE || !row->handler == is_call || !language_word_in(row->on, resolve_family(language))) return false;
  if (is_call) return language_word_in(row->words, macro);
  Str rest = str_from_c(row->words);
  while (rest.len) {
    if (str_starts_with(macro, str_cut(&rest, ' '))) return true;
  }
  return false;
}

static const FrameworkRow *row_of(const Language *language, Str name, bool is_call, const Framework **ret_framework) {
  for (const Framework *const *at = framework_registry; *at; at++) {
    for (const FrameworkRow *row = (*at)->rows; row->shape != FRAMEWORK_END; row++) {
      *ret_framework = *at;
      if (is_giving(row, language, name, is_call)) return row;
    }
  }
  return NULL;
}

typedef struct Gathering {
  Arena *arena;
  const Language *language;
  const Facts *facts;
  ForeignKeys *keys;
} Gathering;

static void add_call(const Gathering *gathering, ExprNo number, bool is_call) {
  const Facts *facts = gathering->facts;
  const Expr *call = &facts->exprs.items[number];
  const Framework *framework;
  const FrameworkRow *row = row_of(gathering->language, names_text(facts->names, facts->exprs.items[call->base].name), is_call, &framework);
  Str name = row ? name_given(facts, call, row) : STR_EMPTY, rest = name.len ? str_from_c(framework->families) : STR_EMPTY;
  while (rest.len) *vec_add(gathering->arena, gathering->keys) = (ForeignKey){family_hash(str_cut(&rest, ' ')), hash_str(name), number};
}

void resolve_foreign_keys(Arena *arena, const Language *language, const Facts *facts, ForeignKeys *ret_keys) {
  *ret_keys = (ForeignKeys){0};
  if (!language->rules.macros_call) return;
  Gathering gathering = {arena, language, facts, ret_keys};
  NameId used = names_find(facts->names, STR(LANGUAGE_MACRO_USED));
  for (BindNo i = 1; used.value && i < facts->binds.len; i++) {
    const Bind *bind = &facts->binds.items[i];
    if (names_same(bind->name, used) && bind->value && bind->def) add_call(&gathering, bind->value, false);
  }
  for (RefNo i = 1; i < facts->refs.len; i++) {
    const Expr *call = facts->refs.items[i].role == REF_CALL ? &facts->exprs.items[facts->refs.items[i].expr] : NULL;
    bool may_give = call && call->kind == EXPR_CALL && call->list.count && facts->exprs.items[facts->lists.items[call->list.first]].kind == EXPR_LITERAL;
    if (may_give) add_call(&gathering, facts->refs.items[i].expr, true);
  }
}

/* The head of a function is a bind; what a call is given has a name. */
static void take_given(const Use *use, View *view, ExprNo number) {
  Run *run = use->run;
  NameId used = names_find(run->world->names, STR(LANGUAGE_MACRO_USED));
  uint32_t count = 0;
  const BindNo *uses = used.value ? resolve_binds(view, 1, used, &count) : NULL;
  for (uint32_t i = 0; i < count; i++) {
    const Bind *bind = view_bind(view, uses[i]);
    if (bind->value != number || !bind->def) continue;
    resolve_found_add(run, use->out, (Found){.view = view, .def = bind->def, .rule = RULE_MACRO});
    return;
  }
  const Framework *framework;
  const Expr *call = view_expr(view, number);
  const FrameworkRow *row = row_of(view->lang->language, names_text(run->world->names, view_expr(view, call->base)->name), true, &framework);
  ExprNo given = row ? argument_at(view->facts, call, row->handler) : 0;
  FoundList found = {.count = 0};
  if (!given || !resolve_find(run, view, given, &found)) return;
  resolve_definitions(run, view, &found);
  for (uint32_t i = 0; i < found.count; i++) {
    if (found.items[i].view && found.items[i].def) resolve_found_add(run, use->out, (Found){.view = found.items[i].view, .def = found.items[i].def, .rule = RULE_MACRO});
  }
}

bool resolve_look_in_foreign(const Use *use) {
  Run *run = use->run;
  const TableItem *items;
  uint32_t before = use->out->count;
  if (!use->view->lang->rules.functions_given || use->view->entry->is_library) return false;
  uint64_t key = resolve_key(KEY_FOREIGN, use->view->lang->family_id, resolve_name_hash(run, use->name));
  size_t count = resolve_lookup(run, use->view, key, &items);
  for (size_t i = 0; i < count; i++) {
    View *view = resolve_view(run, items[i].file);
    if (!view || items[i].def >= view->facts->exprs.len || view_expr(view, items[i].def)->kind != EXPR_CALL) continue;
    resolve_ask_wiring(run, view);
    take_given(use, view, items[i].def);
  }
  return use->out->count > before;
}
