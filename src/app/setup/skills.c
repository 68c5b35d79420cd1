/* fathom skills: the ways of working that clients get as prompts, as folders
 * with a SKILL.md for agents that read those. Made from the same table; a file
 * that somebody changed, or that is not ours, is never written over or removed. */
#include "src/app/app_internal.h"
#include "src/app/serving/prompts_internal.h"

#include "src/os/file.h"
#include "src/os/place.h"

#define SKILL_MAX ((size_t)64 << 10)

/* The last line of each: whose file it is. */
static const char mark[] = "<!-- written by `fathom skills install` -->\n";

/* ---- a skill as text ---- */

/* Arguments are not known yet: their names stand for them. */
static void add_words(Buf *text, const AppPrompt *prompt) {
  Str values[APP_PROMPT_ARGUMENTS] = {{0}};
  for (size_t i = 0; i < APP_PROMPT_ARGUMENTS && prompt->arguments[i].name; i++) {
    values[i] = str_format(text->arena, "<%s>", prompt->arguments[i].name);
  }
  app_prompt_add_words(text, prompt, values);
}

static void add_arguments(Buf *text, const AppPrompt *prompt) {
  if (!prompt->arguments[0].name) return;
  buf_add_c(text, "\nWhat to know first, from the request or by asking:\n\n");
  for (size_t i = 0; i < APP_PROMPT_ARGUMENTS && prompt->arguments[i].name; i++) {
    buf_add_format(text, "- `%s`: %s\n", prompt->arguments[i].name, prompt->arguments[i].help);
  }
}

/* What the prompt brings with it, the reader has to ask for. */
static void add_steps(Buf *text, const AppPrompt *prompt) {
  if (!prompt->steps[0].tool) return;
  buf_add_c(text, "\nBegin with fathom's own index; these are what \"below\" means:\n\n");
  for (size_t i = 0; i < APP_PROMPT_STEPS && prompt->steps[i].tool; i++) {
    const AppPromptStep *step = &prompt->steps[i];
    buf_add_format(text, "- `%s`", step->tool);
    for (size_t at = 0; at < APP_PROMPT_ARGUMENTS && step->given[at]; at++) {
      buf_add_format(text, "%s `%s` = `<%s>`", at ? "," : " with", step->given[at], prompt->arguments[at].name);
    }
    if (step->fixed) buf_add_format(text, " with `%s`", step->fixed);
    buf_add_c(text, "\n");
  }
}

/* The same words as the prompt's, with the names of its arguments in place of
 * values. */
static Str skill_text(Arena *arena, const AppPrompt *prompt) {
  Buf text;
  buf_init(&text, arena, SKILL_MAX);
  buf_add_format(&text, "---\nname: %s\ndescription: %s\n---\n\n# %s\n\n", prompt->name, prompt->help, prompt->title);
  add_words(&text, prompt);
  add_arguments(&text, prompt);
  add_steps(&text, prompt);
  buf_add_c(&text, "\nThe tools are those of a fathom server started with `--profile agent-lsp`. ");
  buf_add_c(&text, "Language servers, builds and tests run in workspaces the user trusts (`fathom trust`).\n\n");
  buf_add_c(&text, mark);
  return buf_str(&text);
}

/* ---- files ---- */

typedef enum Found { FOUND_NONE, FOUND_SAME, FOUND_OURS, FOUND_THEIRS } Found;

static Str skill_path(Arena *arena, Str folder, const AppPrompt *prompt) {
  return file_join(arena, file_join(arena, folder, str_from_c(prompt->name)), STR("SKILL.md"));
}

/* Ours is what we could have written: it ends with our mark and has no line
 * that a person put behind it. An older text of ours is replaced. */
static Err look(Job *job, Str path, Str wanted, Found *ret_found) {
  Str there;
  Err err = file_read(job, path, SKILL_MAX, &there);
  if (err == ERR_NOT_FOUND) {
    job_forgive(job);
    *ret_found = FOUND_NONE;
    return OK;
  }
  TRY(err);
  if (str_eq(there, wanted)) *ret_found = FOUND_SAME;
  else *ret_found = str_ends_with(there, str_from_c(mark)) ? FOUND_OURS : FOUND_THEIRS;
  return OK;
}

/* One run of the command. */
typedef struct Skills {
  AppRun *run;
  Str folder;
  bool dry;
  size_t done, same, left;
} Skills;

static void tell(Skills *skills, const char *what, Str path) {
  buf_add_format(skills->run->out, "%s%s %.*s\n", skills->dry ? "would " : "", what, STR_ARG(str_visible(skills->run->job->arena, path)));
}

/* A file that somebody else wrote, or changed, is left alone unless it is
 * forced. */
static Err install_one(Skills *skills, const AppPrompt *prompt) {
  Job *job = skills->run->job;
  Str path = skill_path(job->arena, skills->folder, prompt);
  Str text = skill_text(job->arena, prompt);
  Found found;
  TRY(look(job, path, text, &found));
  if (found == FOUND_SAME) return skills->same++, OK;
  if (found == FOUND_THEIRS && !app_flag(skills->run, "force")) {
    tell(skills, "leave, because it is not ours (--force replaces it):", path);
    return skills->left++, OK;
  }
  tell(skills, found == FOUND_NONE ? "write" : "replace", path);
  skills->done++;
  if (skills->dry) return OK;
  TRY(file_make_dir(job, file_directory(path), false));
  return file_write(job, path, text, 0644);
}

static Err remove_one(Skills *skills, const AppPrompt *prompt) {
  Job *job = skills->run->job;
  Str path = skill_path(job->arena, skills->folder, prompt);
  Found found;
  TRY(look(job, path, skill_text(job->arena, prompt), &found));
  if (found == FOUND_NONE) return OK;
  if (found == FOUND_THEIRS) {
    tell(skills, "leave, because it is not ours:", path);
    return skills->left++, OK;
  }
  tell(skills, "remove", path);
  skills->done++;
  if (skills->dry) return OK;
  TRY(file_remove(job, path));
  /* What else lies in the folder is the user's, and keeps it. */
  if (file_remove_dir(job, file_directory(path))) job_forgive(job);
  return OK;
}

/* ---- the command ---- */

/* A folder that was named outranks the project's, and that the user's. */
static Err chosen_folder(AppRun *run, Str *ret_folder) {
  Arena *arena = run->job->arena;
  Str given = app_flag_value(run, "dir");
  Str here = file_working_directory(arena);
  if (given.len) return *ret_folder = file_join(arena, here, given), OK;
  Str base = app_flag(run, "project") ? here : place_home(arena);
  if (!base.len) return job_fail(run->job, ERR_USAGE, "there is no home directory; name a folder with --dir");
  *ret_folder = file_join(arena, base, STR(".claude/skills"));
  return OK;
}

static Err list_skills(AppRun *run) {
  for (size_t i = 0; i < app_skills.count; i++) buf_add_format(run->out, "%-22s %s\n", app_skills.items[i].name, app_skills.items[i].help);
  return OK;
}

static Err run_skills(AppRun *run) {
  Str what = run->word_count ? run->words[0] : STR("list");
  if (str_eq_c(what, "list")) return list_skills(run);
  bool installs = str_eq_c(what, "install");
  if (!installs && !str_eq_c(what, "uninstall")) {
    return job_fail(run->job, ERR_USAGE, "'%.*s' is nothing that can be done with skills; say list, install or uninstall", STR_ARG(what));
  }
  Skills skills = {.run = run, .dry = app_flag(run, "dry-run")};
  TRY(chosen_folder(run, &skills.folder));
  for (size_t i = 0; i < app_skills.count; i++) {
    TRY(installs ? install_one(&skills, &app_skills.items[i]) : remove_one(&skills, &app_skills.items[i]));
  }
  buf_add_format(run->out, "%zu %s, %zu as they should be, %zu left alone\n", skills.done, installs ? "written" : "removed", skills.same,
                 skills.left);
  return OK;
}

static const AppFlag flags[] = {
    {"dir", "DIR", "The folder they go to, instead of ~/.claude/skills."},
    {"project", NULL, "The project's own .claude/skills, in the working directory."},
    {"dry-run", NULL, "Show what would be done."},
    {"force", NULL, "Replace files of the same name that are not ours."},
    {0}};

const AppCommand app_command_skills = {
    .name = "skills",
    .usage = "[list|install|uninstall]",
    .summary = "Give agents our ways of working.",
    .help = "Writes a folder with a SKILL.md for each skill that clients also get as a prompt with --profile agent-lsp. "
            "Files that were changed by hand are left alone.",
    .flags = flags,
    .is_rare = true,
    .run = run_skills,
};
