/* The user's own entries: what they leave open is taken from the table. */
#include "src/lsp/servers_internal.h"
#include "src/os/file.h"

/* One entry on its way to a kind; what is written goes to `kind`. */
typedef struct Choice {
  Job *job;
  const LspKinds *table;
  const LspServerChoice *given;
  LspServerKind *kind;
} Choice;

/* The row that starts the same program, whatever its arguments are. */
static const LspServerKind *find_row(const Choice *choice) {
  if (!choice->given->command_count) return NULL;
  Str program = file_name(choice->given->command[0]);
  for (size_t i = 0; i < choice->table->len; i++) {
    const LspServerKind *kind = &choice->table->items[i];
    for (size_t p = 0; p < kind->program_count; p++) {
      if (str_eq(kind->programs[p], program)) return kind;
    }
  }
  return NULL;
}

static bool same_command(const LspServerKind *kind, const LspServerChoice *given) {
  if (kind->command_count != given->command_count || given->connect.len) return false;
  for (size_t i = 0; i < given->command_count; i++) {
    if (!str_eq(kind->command[i], given->command[i])) return false;
  }
  return true;
}

/* ---- languages ---- */

/* Servers want the id of the protocol, which users seldom know. */
static Str known_language(const LspKinds *table, Str extension) {
  for (size_t i = 0; i < table->len; i++) {
    const LspServerKind *kind = &table->items[i];
    for (size_t e = 0; e < kind->extension_count; e++) {
      if (str_eq_ignore_case(kind->extensions[e], extension)) return kind->extension_languages[e];
    }
  }
  return extension; /* the best guess: many ids are called like their extension */
}

/* What is there already stays as it is: the first to name an extension
 * decides. */
static void add_extension(Arena *arena, LspServerKind *kind, Str extension, Str language) {
  Str *extensions = ARENA_ARRAY(arena, Str, kind->extension_count + 1);
  Str *of = ARENA_ARRAY(arena, Str, kind->extension_count + 1);
  for (size_t i = 0; i < kind->extension_count; i++) {
    if (str_eq_ignore_case(kind->extensions[i], extension)) return;
    extensions[i] = kind->extensions[i];
    of[i] = kind->extension_languages[i];
  }
  extensions[kind->extension_count] = extension;
  of[kind->extension_count] = language;
  kind->extensions = extensions;
  kind->extension_languages = of;
  kind->extension_count++;
}

/* With a language alone: the extensions it has in the table. */
static void take_language(Choice *choice, Str language) {
  for (size_t i = 0; i < choice->table->len; i++) {
    const LspServerKind *kind = &choice->table->items[i];
    for (size_t e = 0; e < kind->extension_count; e++) {
      if (str_eq(kind->extension_languages[e], language)) {
        add_extension(choice->job->arena, choice->kind, kind->extensions[e], language);
      }
    }
  }
}

/* Fills languages and extensions so that the first language is the entry's
 * own. */
static Err take_languages(Choice *choice) {
  const LspServerChoice *given = choice->given;
  Str language = given->language_id;
  if (!language.len && !given->extension_count) {
    return job_fail(choice->job, ERR_USAGE, "a language server needs extensions or a language_id");
  }
  for (size_t i = 0; i < given->extension_count; i++) {
    Str extension = given->extensions[i];
    if (str_starts_with(extension, STR("."))) extension = str_slice(extension, 1, extension.len);
    /* An id that was given is that of all, unless the table has one of its
     * own for an extension: tsx beside ts. */
    Str known = known_language(choice->table, extension);
    bool is_own = i && language.len && !str_eq(known, extension);
    add_extension(choice->job->arena, choice->kind, extension, language.len && !is_own ? language : known);
  }
  if (!given->extension_count) take_language(choice, language);
  if (!language.len) language = choice->kind->extension_languages[0];
  Str *ids = ARENA_ARRAY(choice->job->arena, Str, choice->kind->extension_count + 1);
  size_t count = 0;
  ids[count++] = language;
  for (size_t i = 0; i < choice->kind->extension_count; i++) {
    Str id = choice->kind->extension_languages[i];
    bool is_new = true;
    for (size_t k = 0; k < count; k++) is_new &= !str_eq(ids[k], id);
    if (is_new) ids[count++] = id;
  }
  choice->kind->languages = ids;
  choice->kind->language_count = count;
  return OK;
}

/* ---- one entry ---- */

static bool is_named(const LspKinds *kinds, Str name) {
  for (size_t i = 0; i < kinds->len; i++) {
    if (str_eq(kinds->items[i].name, name)) return true;
  }
  return false;
}

/* A name stands for one program with its arguments: what starts another one
 * under a name of the table's is told apart. */
static Str free_name(const Choice *choice, const LspKinds *before, const LspServerKind *row) {
  Arena *arena = choice->job->arena;
  const LspServerChoice *given = choice->given;
  if (row && same_command(row, given) && !is_named(before, row->name)) return row->name;
  Str base = row ? row->name : given->command_count ? file_name(given->command[0]) : given->connect;
  Str name = is_named(choice->table, base) ? str_format(arena, "%.*s-user", STR_ARG(base)) : base;
  Str free = name;
  for (int number = 2; is_named(before, free) || (is_named(choice->table, free)); number++) {
    free = str_format(arena, "%.*s-%d", STR_ARG(name), number);
  }
  return free;
}

/* Who names a linter, or a server for marked folders only, wants it: these two
 * quirks do not hold for them. */
static Err read_choice(Choice *choice, const LspKinds *before) {
  const LspServerChoice *given = choice->given;
  const LspServerKind *row = find_row(choice);
  LspServerKind *kind = choice->kind;
  if (!given->command_count && !given->connect.len) {
    return job_fail(choice->job, ERR_USAGE, "a language server needs a command, or connect with the address of a running one");
  }
  *kind = (LspServerKind){
      .name = free_name(choice, before, row),
      .command = given->command,
      .command_count = given->command_count,
      .programs = given->command,
      .program_count = given->command_count ? 1 : 0,
      .connect = given->connect,
      .from_user = true,
      .untested = true,
      .install = STR("named in the user's configuration"),
  };
  if (row) {
    kind->markers = row->markers;
    kind->marker_count = row->marker_count;
    kind->settings = row->settings;
    kind->quirks = row->quirks & ~(unsigned)(LSP_QUIRK_LINTER | LSP_QUIRK_MARKED);
    kind->untested = row->untested;
    kind->install = row->install;
  }
  return take_languages(choice);
}

Err lsp_choices_read(Job *job, const LspKinds *table, const LspServerChoice *choices, size_t count,
                     LspKinds *ret_kinds) {
  LspKinds kinds = {0};
  for (size_t i = 0; i < count; i++) {
    LspServerKind kind;
    Choice choice = {.job = job, .table = table, .given = &choices[i], .kind = &kind};
    TRY(read_choice(&choice, &kinds));
    *vec_add(job->arena, &kinds) = kind;
  }
  *ret_kinds = kinds;
  return OK;
}
