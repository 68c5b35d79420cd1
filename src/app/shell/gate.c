/* fathom gate: how an interpreter is opened to us. What is said lies beside
 * each gate, so that another language is another folder. */
#include "src/app/app_internal.h"
#include "src/os/file.h"
#include "src/os/place.h"
#include "src/os/root.h"

#define USE_MAX 65536

/* The languages as words: "python, r". */
static Str languages(Arena *arena, const FileEntries *entries) {
  Buf words;
  buf_init(&words, arena, USE_MAX);
  for (size_t i = 0; i < entries->len; i++) {
    if (entries->items[i].kind != FILE_DIRECTORY) continue;
    buf_add_format(&words, "%s%.*s", words.len ? ", " : "", STR_ARG(entries->items[i].name));
  }
  return buf_str(&words);
}

static bool has_language(const FileEntries *entries, Str name) {
  for (size_t i = 0; i < entries->len; i++) {
    if (entries->items[i].kind == FILE_DIRECTORY && str_eq(entries->items[i].name, name)) return true;
  }
  return false;
}

/* The text of a gate with its folder in it. */
static void print_use(AppRun *run, Str text, Str folder) {
  Str mark = STR("{folder}");
  while (text.len) {
    size_t at = str_find(text, mark);
    buf_add(run->out, str_slice(text, 0, at == STR_NONE ? text.len : at));
    if (at == STR_NONE) return;
    buf_add(run->out, folder);
    text = str_slice(text, at + mark.len, text.len);
  }
}

static Err run_gate(AppRun *run) {
  AUTO(Root) root = NULL;
  FileEntries entries;
  Str text;
  TRY(root_open(run->job, place_supplied(run->job->arena, STR("gates")), &root));
  TRY(root_list(run->job, root, STR("."), &entries));
  Str known = languages(run->job->arena, &entries);
  if (!run->word_count || !has_language(&entries, run->words[0])) {
    return job_fail(run->job, ERR_USAGE, "name the language of the interpreter: %.*s", STR_ARG(known));
  }
  TRY(root_read(run->job, root, file_join(run->job->arena, run->words[0], STR("use.txt")), USE_MAX, &text));
  print_use(run, text, file_join(run->job->arena, root_path(root), run->words[0]));
  buf_add_c(run->out, "\nAgents may use it once you allow it: \"repl\": {\"allow\": true} in your config, and fathom trust in the project.\n");
  return OK;
}

const AppCommand app_command_gate = {
    .name = "gate",
    .usage = "LANGUAGE",
    .summary = "Open a running interpreter to agents: how.",
    .help = "Prints what to type in an interpreter so that fathom's tool eval runs code in it, and you see what it runs. "
            "docs/gate.md has the protocol.",
    .is_rare = true,
    .run = run_gate,
};
