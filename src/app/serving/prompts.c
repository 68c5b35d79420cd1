/* The table of prompts: what each asks, and which tool answers first. */
#include "src/app/serving/prompts_internal.h"

#define WORDS_MAX ((size_t)256 << 10)

/* Each prompt runs a tool or two and puts their answers under the words, so
 * that a model starts with facts and not with a guess which tool to call. The
 * words end in a colon because the first answer follows them. */
static const AppPrompt core[] = {
    {.name = "orient",
     .title = "Understand this repository",
     .help = "Lays out what it is, where it starts and what is where.",
     .words = "Describe how this codebase is organised: its main parts, where execution starts, and where to look for what. "
              "Use fathom's tools for anything beyond this:",
     .steps = {{"overview", NULL, {0}}, {"files", "depth=2,max_chars=8000", {0}}}},
    {.name = "locate",
     .title = "Find where something is handled",
     .help = "Finds what a name or a few words mean here and asks for an explanation.",
     .words = "Where is `%s` handled in this codebase, what does it do and who uses it? What fathom finds first:",
     .arguments = {{"name", "A symbol's name, or a few words for what is handled."}},
     .names_symbols = true,
     .steps = {{"find", NULL, {"query"}}, {"explore", NULL, {"query"}}}},
    {.name = "impact",
     .title = "What breaks if I change this?",
     .help = "Lists what a symbol or file reaches and asks what a change would break.",
     .words = "What breaks if I change `%s`? Say which callers and tests to look at first. What fathom knows:",
     .arguments = {{"target", "A symbol or a file."}},
     .names_symbols = true,
     .steps = {{"impact", NULL, {"target"}}}},
    {.name = "trace",
     .title = "How does A reach B?",
     .help = "Shows the calls from one symbol to another and asks to explain them.",
     .words = "Explain how `%s` reaches `%s`, step by step. The path fathom finds:",
     .arguments = {{"from", "The symbol it starts at."}, {"to", "The symbol it should reach."}},
     .names_symbols = true,
     .steps = {{"trace", NULL, {"from", "to"}}}},
    {.name = "review",
     .title = "Review my changes",
     .help = "Shows what the working tree's changes reach and asks for a review.",
     .words = "Review my uncommitted changes: what could they break, what is not tested, what was forgotten? What they reach:",
     .steps = {{"impact", "diff=true", {0}}}},
};
static const AppPrompts core_prompts = {core, COUNT_OF(core)};

static size_t argument_count(const AppPrompt *prompt) {
  size_t count = 0;
  while (count < APP_PROMPT_ARGUMENTS && prompt->arguments[count].name) count++;
  return count;
}

/* Tables are short enough to be walked through for each request. */
static const AppPrompt *find_prompt(const AppPrompts *prompts, Str name) {
  for (size_t i = 0; i < prompts->count; i++) {
    if (str_eq_c(name, prompts->items[i].name)) return &prompts->items[i];
  }
  return NULL;
}

/* All arguments are required: a prompt that could do without one would ask
 * another question, and would be another prompt. */
static bool prompt_at(const AppPrompts *prompts, Arena *arena, size_t index, McpPrompt *ret_prompt) {
  if (index >= prompts->count) return false;
  const AppPrompt *prompt = &prompts->items[index];
  size_t count = argument_count(prompt);
  McpPromptArgument *arguments = ARENA_ARRAY(arena, McpPromptArgument, count + 1);
  for (size_t i = 0; i < count; i++) {
    arguments[i] = (McpPromptArgument){.name = str_from_c(prompt->arguments[i].name),
                                       .description = str_from_c(prompt->arguments[i].help), .required = true};
  }
  *ret_prompt = (McpPrompt){.name = str_from_c(prompt->name), .title = str_from_c(prompt->title),
                            .description = str_from_c(prompt->help), .arguments = arguments, .argument_count = count};
  return true;
}

static bool names_symbol(const AppPrompts *prompts, Str name, Str argument) {
  const AppPrompt *prompt = find_prompt(prompts, name);
  for (size_t i = 0; prompt && prompt->names_symbols && i < argument_count(prompt); i++) {
    if (str_eq_c(argument, prompt->arguments[i].name)) return true;
  }
  return false;
}

/* ---- a prompt's words ---- */

/* The tool's arguments, spelled and read again: it checks them as a client's. */
static Err step_arguments(Job *job, const AppPromptStep *step, const Str *values, const Json **ret_args) {
  Buf text;
  JsonWriter json;
  buf_init(&text, job->arena, WORDS_MAX);
  json_writer_init(&json, &text, 0);
  json_begin_object(&json);
  for (Str rest = str_from_c(step->fixed); rest.len;) {
    Str value = str_cut(&rest, ',');
    json_name(&json, str_cut(&value, '='));
    json_raw(&json, value);
  }
  for (size_t i = 0; i < APP_PROMPT_ARGUMENTS && step->given[i]; i++) json_field_str(&json, step->given[i], values[i]);
  json_end_object(&json);
  return json_read(job, str_copy(job->arena, buf_str(&text)), NULL, ret_args);
}

/* By the qualified name, since another profile may have a tool that is called
 * the same. */
static Err run_step(ToolCall *call, const AppPromptStep *step, const Str *values, Buf *text) {
  const Json *args;
  ToolResult result;
  TRY(step_arguments(call->job, step, values, &args));
  Str name = str_format(call->job->arena, "core.%s", step->tool);
  TRY(tool_run(call->job, call->scope, call->client, name, args, &result));
  buf_add_byte(text, '\n');
  buf_add(text, result.text);
  return OK;
}

/* No printf: the words are ours, but values are the client's, and each is shown
 * at the place of its own %s only. A "%s" within a value stays what it is. */
void app_prompt_add_words(Buf *text, const AppPrompt *prompt, const Str *values) {
  Str rest = str_from_c(prompt->words);
  for (size_t next = 0; rest.len;) {
    size_t at = str_find(rest, STR("%s"));
    buf_add(text, str_slice(rest, 0, at == STR_NONE ? rest.len : at));
    if (at == STR_NONE) break;
    buf_add(text, str_shown(text->arena, values[next++], 1000));
    rest = str_slice(rest, at + 2, rest.len);
  }
  buf_add_c(text, "\n");
}

static void write_message(JsonWriter *messages, Str text) {
  json_begin_object(messages);
  json_field_str(messages, "role", STR("user"));
  json_field_object(messages, "content");
  json_field_str(messages, "type", STR("text"));
  json_field_str(messages, "text", text);
  json_end_object(messages);
  json_end_object(messages);
}

static Err get_prompt(const AppPrompts *prompts, ToolCall *call, Str name, const Json *arguments, JsonWriter *messages,
                      Str *ret_description) {
  Job *job = call->job;
  const AppPrompt *prompt = find_prompt(prompts, name);
  Str values[APP_PROMPT_ARGUMENTS] = {{0}};
  Buf text;
  if (!prompt) return ERR_NOT_FOUND;
  for (size_t i = 0; i < argument_count(prompt); i++) {
    values[i] = json_get_str(arguments, str_from_c(prompt->arguments[i].name), STR_EMPTY);
    if (!values[i].len) {
      return job_fail(job, ERR_USAGE, "the prompt '%s' needs the argument '%s'", prompt->name, prompt->arguments[i].name);
    }
  }
  buf_init(&text, job->arena, WORDS_MAX);
  app_prompt_add_words(&text, prompt, values);
  for (size_t i = 0; i < APP_PROMPT_STEPS && prompt->steps[i].tool; i++) {
    Err err = run_step(call, &prompt->steps[i], values, &text);
    /* Without the first answer there is nothing to show, and a call that was ended
     * from outside is over. */
    bool is_missed = err && (i == 0 || err == ERR_CANCELLED || err == ERR_TIMEOUT);
    if (is_missed) return err;
    if (err) job_forgive(job); /* the first answer stands without the second */
  }
  *ret_description = str_from_c(prompt->help);
  write_message(messages, str_visible(job->arena, buf_str(&text)));
  return OK;
}

/* ---- providers ---- */

bool app_prompt_at(void *context, Arena *arena, size_t index, McpPrompt *ret_prompt) {
  (void)context;
  return prompt_at(&core_prompts, arena, index, ret_prompt);
}

Err app_prompt_get(void *context, ToolCall *call, Str name, const Json *arguments, JsonWriter *messages, Str *ret_description) {
  (void)context;
  return get_prompt(&core_prompts, call, name, arguments, messages, ret_description);
}

bool app_prompt_names_symbol(Str name, Str argument) {
  return names_symbol(&core_prompts, name, argument) || names_symbol(&app_skills, name, argument);
}

bool app_skill_at(void *context, Arena *arena, size_t index, McpPrompt *ret_prompt) {
  (void)context;
  return prompt_at(&app_skills, arena, index, ret_prompt);
}

Err app_skill_get(void *context, ToolCall *call, Str name, const Json *arguments, JsonWriter *messages, Str *ret_description) {
  (void)context;
  return get_prompt(&app_skills, call, name, arguments, messages, ret_description);
}
