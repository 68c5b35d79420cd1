/* Generated documents: tools, options, errors, commands, language servers. `fathom docs` writes
 * them into docs/, `--check` says which are out of step. */
#include "src/app/app_internal.h"
#include "src/lsp/servers.h"
#include "src/os/file.h"
#include "src/languages/language.h"

#define DOC_MAX ((size_t)4 << 20)
#define MADE_BY "<!-- Made by `fathom docs` from the program itself; do not edit. -->\n\n"

static void write_tools(Buf *out, Arena *arena) {
  AUTO(ToolRegistry) registry = tool_registry_open();
  ToolList tools = tool_list(arena, registry, NULL, false);
  buf_add_c(out, "# Tools\n\n" MADE_BY
            "Every tool can be called by an MCP client and from a shell (`fathom NAME`). Which of "
            "them a client sees is a matter of [profile and options](options.md); those it does "
            "not see can be found and run through `call`.\n");
  for (size_t i = 0; i < tools.count; i++) {
    buf_add_byte(out, '\n');
    tool_write_markdown(out, tools.items[i]);
  }
  tool_list_release(registry, &tools);
}

/* The table is the source of what the program does, so the document cannot say
 * otherwise. */
static void write_options(Buf *out, Arena *arena) {
  (void)arena;
  static const char *const types[] = {"text", "number", "true or false", "list", "JSON"};
  static const char *const project[] = {"no", "stricter only", "narrower only", "yes"};
  buf_add_c(out, "# Options\n\n" MADE_BY
            "Later ones win: default, user config (`$XDG_CONFIG_HOME/fathom/config.json`), project "
            "config (`.fathom/config.json`), environment, flag. Dotted keys are nested objects in "
            "JSON. The last column says what a project's own file may do.\n\n"
            "| key | type | default | environment | flag | meaning | project |\n"
            "|---|---|---|---|---|---|---|\n");
  for (size_t i = 0; i < app_option_count; i++) {
    const AppOption *option = &app_options[i];
    buf_add_format(out, "| `%s` | %s | %s%s%s | `%s` | ", option->key, types[option->type],
                   option->otherwise[0] ? "`" : "", option->otherwise,
                   option->otherwise[0] ? "`" : "", option->env);
    if (option->flag) buf_add_format(out, "`--%s`", option->flag);
    buf_add_format(out, " | %s", option->help);
    if (option->choices) {
      buf_add_c(out, " One of: ");
      Str rest = str_from_c(option->choices);
      for (bool first = true; rest.len; first = false) {
        Str choice = str_cut(&rest, '|');
        buf_add_format(out, "%s`%.*s`", first ? "" : ", ", STR_ARG(choice));
      }
      buf_add_byte(out, '.');
    }
    buf_add_format(out, " | %s |\n", project[option->project]);
  }
}

static void write_errors(Buf *out, Arena *arena) {
  (void)arena;
  buf_add_c(out, "# Errors\n\n" MADE_BY
            "Exit status and meaning of each kind of error. The words about the case at hand come "
            "with it.\n\n| name | meaning | exit status | trying again may help |\n|---|---|---|---|\n");
  for (Err err = OK; err < ERR_COUNT; err++) {
    buf_add_format(out, "| `%s` | %s | %d | %s |\n", err_name(err), err_text(err),
                   err_exit_status(err), err_is_retryable(err) ? "yes" : "no");
  }
}

static void write_commands(Buf *out, Arena *arena) {
  (void)arena;
  buf_add_c(out, "# Commands\n\n" MADE_BY "Besides these, every [tool](tools.md) is a command.\n");
  for (size_t i = 0; app_commands[i]; i++) {
    if (app_commands[i]->is_hidden) continue;
    buf_add_format(out, "\n## %s\n\n```\n", app_commands[i]->name);
    app_write_command_help(out, app_commands[i]);
    buf_add_c(out, "```\n");
  }
}

static void write_words(Buf *out, const Str *words, size_t count, const char *between) {
  for (size_t i = 0; i < count; i++) buf_add_format(out, "%s%.*s", i ? between : "", STR_ARG(words[i]));
}

static void write_servers(Buf *out, Arena *arena) {
  Job job;
  const LspServers *servers;
  size_t count;
  job_init(&job, arena);
  if (lsp_servers_read(&job, STR_EMPTY, NULL, 0, &servers)) abort(); /* a test reads it too */
  const LspServerKind *kinds = lsp_servers_list(servers, &count);
  buf_add_c(out, "# Known language servers\n\n" MADE_BY
            "From `data/language_servers.tsv`; [language-servers.md](language-servers.md) tells how they are used. Of "
            "several for one file the first that is installed counts. \"tested\": run by the tests of this project; "
            "all others are entered from their makers' documentation and were never run.\n\n"
            "| server | languages | program | tested | how to install |\n|---|---|---|---|---|\n");
  for (size_t i = 0; i < count; i++) {
    const LspServerKind *kind = &kinds[i];
    buf_add_format(out, "| %.*s%s | ", STR_ARG(kind->name), kind->quirks & LSP_QUIRK_LINTER ? " (linter)" : "");
    write_words(out, kind->languages, kind->language_count, ", ");
    buf_add_c(out, " | `");
    write_words(out, kind->programs, kind->program_count, "`, `");
    buf_add_format(out, "` | %s | %.*s |\n", kind->untested ? "" : "tested", STR_ARG(kind->install));
  }
}

/* ---- languages ---- */

static bool has_packages(const Language *language) { return language->rules.packages != LANGUAGE_PACKAGE_FILE; }

static bool is_linked(const Language *language) { return language->rules.globals == LANGUAGE_GLOBALS_LINKED; }

/* How a name gets from one file to another. */
static const char *reach_words(const Language *language) {
  bool imports = language_has_modules(language);
  if (has_packages(language)) return imports ? "packages, imports" : "packages";
  if (is_linked(language)) return imports ? "whole project, imports" : "whole project";
  return imports ? "imports" : "";
}

static void write_ticked(Buf *out, const char *words, const char *before, bool *has_any) {
  Str rest = str_from_c(words);
  while (rest.len) {
    Str word = str_cut(&rest, ' ');
    if (word.len) buf_add_format(out, "%s`%s%.*s`", *has_any ? " " : "", before, STR_ARG(word));
    *has_any |= word.len > 0;
  }
}

static void write_language(Buf *out, const Language *language) {
  bool has_any = false;
  buf_add_format(out, "| %s | %s | %s | ", language->name, language_tier_word(language->tier), reach_words(language_resolved(language)));
  write_ticked(out, language->extensions, ".", &has_any);
  write_ticked(out, language->filenames, "", &has_any);
  buf_add_c(out, " |\n");
}

/* The document is the same wherever the program was built, so those that a build
 * leaves out take their places among the others. */
static void write_tier(Buf *out, LanguageTier tier) {
  const Language *const *at = language_registry, *const *other = language_left_out;
  while (*at || *other) {
    bool is_other = *other && (!*at || strcmp((*other)->name, (*at)->name) < 0);
    const Language *language = is_other ? *other++ : *at++;
    if (language->tier == tier) write_language(out, language);
  }
}

static void write_languages(Buf *out, Arena *arena) {
  (void)arena;
  buf_add_c(out, "# Languages\n\n" MADE_BY
            "What is known of a file depends on its language's tier. **types**: definitions, imports, and calls by the types of what "
            "they are called on. **calls**: definitions, and calls by name; of members only where the text itself says whose, so that "
            "a receiver of unknown type gives no edge. **structure**: what a text consists of (headings, keys, tables, targets); names "
            "in it lead to such parts or nowhere. The head of each language's file in `src/languages/` tells what is not followed. A "
            "file in any other language has no symbols; its text is searched all the same.\n\n"
            "| language | tier | names from other files | files |\n|---|---|---|---|\n");
  for (unsigned tier = LANGUAGE_TIER_TYPES; tier <= LANGUAGE_TIER_STRUCTURE; tier++) write_tier(out, (LanguageTier)tier);
}

typedef struct Document {
  const char *name;
  void (*write)(Buf *out, Arena *arena);
} Document;

static const Document documents[] = {
    {"tools.md", write_tools},
    {"options.md", write_options},
    {"errors.md", write_errors},
    {"commands.md", write_commands},
    {"servers.md", write_servers},
    {"languages.md", write_languages},
};

/* `stale` counts what was, or would be, written. */
static Err make_document(AppRun *run, const Document *document, Str directory, bool check,
                         size_t *stale) {
  Job *job = run->job;
  Buf text;
  buf_init(&text, job->arena, DOC_MAX);
  document->write(&text, job->arena);
  Str path = file_join(job->arena, directory, str_from_c(document->name));
  Str old = STR_EMPTY;
  if (file_exists(path)) TRY(file_read(job, path, DOC_MAX, &old));
  /* A file that is in step is not written again, so that its time of change, by
   * which builds decide what to do, stays as it was. */
  if (str_eq(old, buf_str(&text))) return OK;
  ++*stale;
  buf_add_format(run->out, "%s %.*s\n", check ? "out of step:" : "written:", STR_ARG(path));
  return check ? OK : file_write(job, path, buf_str(&text), 0644);
}

static Err docs(AppRun *run) {
  bool check = app_flag(run, "check");
  Str directory = file_join(run->job->arena, file_working_directory(run->job->arena),
                            run->word_count ? run->words[0] : STR("docs"));
  size_t stale = 0;
  for (size_t i = 0; i < COUNT_OF(documents); i++) {
    TRY(make_document(run, &documents[i], directory, check, &stale));
  }
  if (check && stale) run->exit_status = 1;
  return OK;
}

static const AppFlag flags[] = {
    {"check", NULL, "Write nothing; status 1 when a document is out of step."}, {0}};

const AppCommand app_command_docs = {
    .name = "docs",
    .usage = "[DIR]",
    .summary = "Write the reference documents.",
    .flags = flags,
    .is_rare = true,
    .run = docs,
};
