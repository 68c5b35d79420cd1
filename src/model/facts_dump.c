/* Facts as text, for golden files. What goes without saying is left out: the
 * scopes that definitions open, the binds of definitions and imports under
 * their own names. */
#include "src/model/facts_internal.h"

static const char *const scope_words[] = {
#define SCOPE_WORD_ROW(kind, word) word,
    SCOPE_KINDS(SCOPE_WORD_ROW)
#undef SCOPE_WORD_ROW
};

static const char *const import_words[] = {
#define IMPORT_WORD_ROW(form, word) word,
    IMPORT_FORMS(IMPORT_WORD_ROW)
#undef IMPORT_WORD_ROW
};

static const char *const ref_words[] = {
#define REF_WORD_ROW(role, word) word,
    REF_ROLES(REF_WORD_ROW)
#undef REF_WORD_ROW
};

/* By bit; NULL: said otherwise. */
static const char *const def_flags[] = {
    "exported", "declaration", "static",  "abstract",  "async",     "generator", "property", "variadic",
    "overload", "test",        NULL,      "local",     "private",   "protected", "const",    "dependent",
    "generated", "setter",     "class_method", "optional", "by_reference", "final"};
static const char *const bind_flags[] = {
    "param",    "type_param", "member",   "narrow", "variadic", "keywords", NULL,          "type", "value",
    "optional", "receiver",   "static",   "global", "keyword_only", "called", "put"};
static const char *const import_flags[] = {"reexport", "type_only", "static", "system"};

typedef struct Dump {
  Buf *out;
  const Facts *facts;
  Str text;
} Dump;

static void dump_flags(Dump *d, uint32_t flags, const char *const *words, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if ((flags >> i & 1) && words[i]) buf_add_format(d->out, " %s", words[i]);
  }
}

static void dump_name(Dump *d, NameId name) { buf_add(d->out, names_text(d->facts->names, name)); }

static void dump_def_name(Dump *d, DefNo no) {
  const Def *def = &d->facts->defs.items[no];
  if (def->name.value) dump_name(d, facts_spelled(def));
  else buf_add_format(d->out, "@%u:%u", def->full.line, def->full.column);
}

/* Counts from the start each time: this is for tests, and needs no table. */
static uint32_t line_of(Str text, uint32_t byte) {
  return 1 + (uint32_t)str_count_byte(str_slice(text, 0, byte), '\n');
}

/* By the definition that opened it, else by kind and line. */
static void dump_scope(Dump *d, ScopeNo no) {
  const Scope *scope = &d->facts->scopes.items[no];
  bool is_plain = scope->def && d->facts->defs.items[scope->def].opens == no;
  if (is_plain) {
    dump_def_name(d, scope->def);
    return;
  }
  buf_add_c(d->out, scope_words[scope->kind]);
  if (scope->def) {
    buf_add_byte(d->out, ' ');
    dump_def_name(d, scope->def);
  } else if (scope->kind != SCOPE_FILE && scope->kind != SCOPE_EXPORTS) {
    buf_add_format(d->out, "@%u", line_of(d->text, scope->from));
  }
}

static void dump_place(Dump *d, const Span *span) {
  buf_add_format(d->out, " %u:%u-%u:%u", span->line, span->column, span->end_line, span->end_column);
}

static void dump_expr_line(Dump *d, const char *word, ExprNo expr) {
  if (!expr) return;
  buf_add_format(d->out, "  %s: ", word);
  facts_dump_expr(d->out, d->facts, expr);
  buf_add_byte(d->out, '\n');
}

static void dump_list_line(Dump *d, const char *word, ExprList list) {
  for (uint32_t i = 0; i < list.count; i++) {
    if (i) buf_add_c(d->out, ", ");
    else buf_add_format(d->out, "  %s: ", word);
    facts_dump_expr(d->out, d->facts, d->facts->lists.items[list.first + i]);
  }
  if (list.count) buf_add_byte(d->out, '\n');
}

/* The bind a definition or import has under its own name, in its own scope. */
static bool is_own(const Facts *facts, const Bind *bind) {
  if (bind->type || bind->value) return false;
  if (bind->def) {
    const Def *def = &facts->defs.items[bind->def];
    return bind->scope == def->scope && names_same(bind->name, def->name);
  }
  if (!bind->import) return false;
  const Import *import = &facts->imports.items[bind->import];
  return bind->scope == import->scope && names_same(bind->name, import->local);
}

/* A bind of its own is the rule and is not shown; a definition without one is
 * shown as unbound, since nothing in its scope can then find it by name. */
static void dump_own_bind(Dump *d, DefNo no) {
  for (size_t i = 1; i < d->facts->binds.len; i++) {
    const Bind *bind = &d->facts->binds.items[i];
    if (bind->def != no || !is_own(d->facts, bind)) continue;
    uint32_t flags = bind->flags & ~(uint32_t)(BIND_HOISTED | BIND_MEMBER | BIND_STATIC);
    if (!flags) return;
    buf_add_c(d->out, " as");
    dump_flags(d, flags, bind_flags, COUNT_OF(bind_flags));
    return;
  }
  if (!(d->facts->defs.items[no].flags & DEF_ANONYMOUS)) buf_add_c(d->out, " unbound");
}

static void dump_def(Dump *d, DefNo no) {
  const Facts *facts = d->facts;
  const Def *def = &facts->defs.items[no];
  bool is_anonymous = def->flags & DEF_ANONYMOUS;
  buf_add_format(d->out, "%s ", symbol_kind_word(def->kind));
  if (def->receiver.value) {
    dump_name(d, def->receiver);
    buf_add_byte(d->out, ':');
  }
  if (def->container && !is_anonymous) {
    dump_name(d, facts_spelled(&facts->defs.items[def->container]));
    buf_add_byte(d->out, '.');
  }
  dump_def_name(d, no);
  if (!is_anonymous) {
    dump_place(d, &def->name_span);
    buf_add_c(d->out, " in");
    dump_place(d, &def->full);
  }
  dump_flags(d, def->flags, def_flags, COUNT_OF(def_flags));
  dump_own_bind(d, no);
  buf_add_byte(d->out, '\n');
  if (!is_anonymous) buf_add_format(d->out, "  %.*s\n", STR_ARG(facts_signature(d->out->arena, def, d->text)));
  if (def->doc.to > def->doc.from) {
    Str doc = facts_one_line(d->out->arena, str_slice(d->text, def->doc.from, def->doc.to), 160);
    buf_add_format(d->out, "  doc: %.*s\n", STR_ARG(doc));
  }
  dump_expr_line(d, "type", def->type);
  dump_expr_line(d, "value", def->value);
  dump_list_line(d, "bases", def->bases);
  dump_list_line(d, "decorators", def->decorators);
}

static void dump_bind(Dump *d, const Bind *bind) {
  if (is_own(d->facts, bind)) return;
  buf_add_c(d->out, "bind ");
  dump_scope(d, bind->scope);
  buf_add_byte(d->out, '/');
  dump_name(d, bind->name);
  dump_flags(d, bind->flags, bind_flags, COUNT_OF(bind_flags));
  if (bind->flags & BIND_NARROW) {
    buf_add_format(d->out, " in %u-%u", line_of(d->text, bind->from), line_of(d->text, bind->to));
  }
  if (bind->type) {
    buf_add_c(d->out, ": ");
    facts_dump_expr(d->out, d->facts, bind->type);
  }
  if (bind->value) {
    buf_add_c(d->out, " = ");
    facts_dump_expr(d->out, d->facts, bind->value);
  }
  if (bind->def) {
    buf_add_c(d->out, " -> ");
    dump_def_name(d, bind->def);
  }
  if (bind->import) buf_add_format(d->out, " -> import %u", bind->import);
  buf_add_byte(d->out, '\n');
}

static void dump_import(Dump *d, ImportNo no) {
  const Import *import = &d->facts->imports.items[no];
  buf_add_format(d->out, "import %s", import_words[import->form]);
  if (import->name.value) buf_add_format(d->out, " %.*s", STR_ARG(names_text(d->facts->names, import->name)));
  buf_add_format(d->out, " of \"%.*s\"", STR_ARG(names_text(d->facts->names, import->specifier)));
  if (import->local.value) buf_add_format(d->out, " as %.*s", STR_ARG(names_text(d->facts->names, import->local)));
  if (import->scope != 1) {
    buf_add_c(d->out, " in ");
    dump_scope(d, import->scope);
  }
  dump_flags(d, import->flags, import_flags, COUNT_OF(import_flags));
  buf_add_format(d->out, " line %u\n", import->line);
}

static void dump_ref(Dump *d, const Ref *ref) {
  buf_add_format(d->out, "%s %u:%u ", ref_words[ref->role], ref->line, ref->column);
  facts_dump_expr(d->out, d->facts, ref->expr);
  if (ref->flags & REF_ARGUMENT) {
    buf_add_format(d->out, " argument %u of ", ref->position);
    facts_dump_expr(d->out, d->facts, d->facts->exprs.items[ref->call].base);
  }
  if (ref->from) {
    buf_add_c(d->out, " in ");
    dump_def_name(d, ref->from);
  }
  if (ref->flags & REF_DEPENDENT) buf_add_c(d->out, " dependent");
  buf_add_byte(d->out, '\n');
}

static void dump_file(Dump *d) {
  const Facts *facts = d->facts;
  if (facts->broken) buf_add_c(d->out, "broken\n");
  if (facts->cut) buf_add_c(d->out, "cut\n");
  if (facts->is_test) buf_add_c(d->out, "test file\n");
  if (facts->package.value) buf_add_format(d->out, "package %.*s\n", STR_ARG(names_text(facts->names, facts->package)));
  for (ScopeNo i = 2; i < facts->scopes.len; i++) {
    unsigned kind = facts->scopes.items[i].kind;
    if (kind != SCOPE_STATIC && kind != SCOPE_EXPORTS) continue;
    buf_add_c(d->out, "scope ");
    dump_scope(d, i);
    buf_add_byte(d->out, '\n');
  }
}

void facts_dump(Buf *out, const Facts *facts, Str text) {
  Dump d = {.out = out, .facts = facts, .text = text};
  dump_file(&d);
  for (ImportNo i = 1; i < facts->imports.len; i++) dump_import(&d, i);
  for (DefNo i = 1; i < facts->defs.len; i++) dump_def(&d, i);
  for (size_t i = 1; i < facts->binds.len; i++) dump_bind(&d, &facts->binds.items[i]);
  for (size_t i = 1; i < facts->refs.len; i++) dump_ref(&d, &facts->refs.items[i]);
}
