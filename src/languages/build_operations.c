/* Operations of GraphQL in texts: definitions of their own, and what they ask a
 * server for. What a function or a constant holds asks for it as well. */
#include "src/languages/build_internal.h"
#include "src/languages/operation_internal.h"

typedef struct Asking {
  LanguageBuild *build;
  Str text;
  uint32_t from; /* where the text begins in the file */
  DefNo holder;  /* function or constant; 0: neither */
} Asking;

static void add_ref(const Asking *asking, DefNo from, ExprNo expr, Range name) {
  *vec_add(asking->build->arena, &asking->build->facts->refs) = (Ref){.role = REF_FETCH, .expr = expr, .from = from, .at = asking->from + name.from};
}

static ExprNo add_document(const Asking *asking, Str name, uint32_t at) {
  return language_add(asking->build, (Expr){.kind = EXPR_TABLE, .flags = EXPR_IN_TYPE, .name = language_intern(asking->build, name), .at = at});
}

static Str name_of(const Asking *asking, Range range) { return str_slice(asking->text, range.from, range.to); }

static void ask(const Asking *asking, DefNo def, const char *method, Range field) {
  uint32_t at = asking->from + field.from;
  ExprNo type = add_document(asking, str_from_c(method), at);
  ExprNo expr = language_add(asking->build, (Expr){.kind = EXPR_MEMBER, .base = type, .at = at, .name = language_intern(asking->build, name_of(asking, field))});
  if (def) add_ref(asking, def, expr, field);
  if (asking->holder || !def) add_ref(asking, asking->holder, expr, field);
}

static void add_operation(const Asking *asking, const Operations *operations, const Operation *operation) {
  LanguageBuild *build = asking->build;
  const char *method = language_operation_method(operation->kind);
  DefNo def = 0;
  if (operation->name.to) {
    Range name = {asking->from + operation->name.from, asking->from + operation->name.to};
    Range whole = {asking->from + operation->whole.from, asking->from + operation->whole.to};
    def = language_make_operation(build, &(LanguageMade){name_of(asking, operation->name), name, whole}, !method);
  }
  for (uint32_t i = 0; method && i < operation->field_count; i++) ask(asking, def, method, operations->names.items[operation->fields + i]);
  for (uint32_t i = 0; def && i < operation->spread_count; i++) {
    Range name = operations->names.items[operation->spreads + i];
    add_ref(asking, def, add_document(asking, name_of(asking, name), asking->from + name.from), name);
  }
}

bool language_make_operations(LanguageBuild *build, Str text, uint32_t from, DefNo holder) {
  Asking asking = {build, text, from, holder};
  Operations operations;
  language_operations_read(build->arena, text, &operations);
  for (size_t i = 0; i < operations.list.len; i++) add_operation(&asking, &operations, &operations.list.items[i]);
  return operations.list.len > 0;
}

static DefNo def_named_at(const Facts *facts, uint32_t at) {
  for (DefNo i = 1; i < facts->defs.len; i++) {
    if (facts->defs.items[i].name_span.from == at && facts->defs.items[i].name.value) return i;
  }
  return 0;
}

/* type Query { users: [User] }: answered by what answers who asks for users. */
static const char *root_method(const LanguageBuild *build, const Def *def) {
  static const char *const roots[] = {"Query", "QUERY", "Mutation", "MUTATION", "Subscription", "SUBSCRIPTION"};
  if (def->kind != SYMBOL_FIELD || !def->container) return NULL;
  Str type = names_text(build->facts->names, build->facts->defs.items[def->container].name);
  for (size_t i = 0; i < sizeof roots / sizeof *roots; i += 2) {
    if (str_eq_c(type, roots[i])) return roots[i + 1];
  }
  return NULL;
}

void language_ask_documents(LanguageBuild *build) {
  Asking asking = {build, build->syntax->text, 0, 0};
  Operations operations;
  language_operations_read(build->arena, asking.text, &operations);
  for (size_t i = 0; i < operations.list.len; i++) {
    const Operation *operation = &operations.list.items[i];
    const char *method = language_operation_method(operation->kind);
    DefNo def = operation->name.to ? def_named_at(build->facts, operation->name.from) : 0;
    for (uint32_t k = 0; def && method && k < operation->field_count; k++) ask(&asking, def, method, operations.names.items[operation->fields + k]);
  }
  for (DefNo i = 1; i < build->facts->defs.len; i++) {
    const Def *def = &build->facts->defs.items[i];
    const char *method = root_method(build, def);
    if (method) ask(&asking, i, method, (Range){def->name_span.from, def->name_span.to});
  }
}
