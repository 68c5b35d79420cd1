/* Functions that programs of one language give to those of another: an interpreter's
 * library in C defines them by macros, whose text says what they are called there.
 * Which macros these are is said by the rows of a framework (FRAMEWORK_GIVE). */
#include "src/resolve/foreign_internal.h"

#include "src/base/hash.h"
#include "src/frameworks/framework.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/keys_internal.h"
#include "src/resolve/name_internal.h"

/* The family as resolve_family_id has it, by its name. */
static uint64_t family_hash(Str family) { return hash_combine(false, hash_str(family)); }

/* The text of the argument at the row's place; empty: it is none. */
static Str name_given(const Facts *facts, const Expr *call, const FrameworkRow *row) {
  uint32_t place = (uint32_t)(row->path[0] - '0');
  const Expr *text = place < call->list.count ? &facts->exprs.items[facts->lists.items[call->list.first + place]] : NULL;
  return text && text->kind == EXPR_LITERAL && text->number == LITERAL_STRING ? names_text(facts->names, text->name) : STR_EMPTY;
}

static bool is_giving(const FrameworkRow *row, const Language *language, Str macro) {
  if (row->shape != FRAMEWORK_GIVE || !language_word_in(row->on, resolve_family(language))) return false;
  Str rest = str_from_c(row->words);
  while (rest.len) {
    if (str_starts_with(macro, str_cut(&rest, ' '))) return true;
  }
  return false;
}

static void add_given(Arena *arena, const Framework *framework, Str name, BindNo use, ForeignKeys *keys) {
  Str rest = str_from_c(framework->families);
  while (rest.len) *vec_add(arena, keys) = (ForeignKey){family_hash(str_cut(&rest, ' ')), hash_str(name), use};
}

void resolve_foreign_keys(Arena *arena, const Language *language, const Facts *facts, ForeignKeys *ret_keys) {
  *ret_keys = (ForeignKeys){0};
  NameId used = language->rules.macros_call ? names_find(facts->names, STR(LANGUAGE_MACRO_USED)) : (NameId){0};
  for (BindNo i = 1; used.value && i < facts->binds.len; i++) {
    const Bind *bind = &facts->binds.items[i];
    if (!names_same(bind->name, used) || !bind->value || !bind->def) continue;
    const Expr *call = &facts->exprs.items[bind->value];
    Str macro = names_text(facts->names, facts->exprs.items[call->base].name);
    for (const Framework *const *at = framework_registry; *at; at++) {
      for (const FrameworkRow *row = (*at)->rows; row->shape != FRAMEWORK_END; row++) {
        Str name = is_giving(row, language, macro) ? name_given(facts, call, row) : STR_EMPTY;
        if (name.len) add_given(arena, *at, name, i, ret_keys);
      }
    }
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
    if (!view || items[i].def >= view->facts->binds.len) continue;
    DefNo def = view_bind(view, items[i].def)->def;
    if (def) resolve_found_add(run, use->out, (Found){.view = view, .def = def, .rule = RULE_MACRO});
  }
  return use->out->count > before;
}
