/* Prompts: questions people ask of a codebase, with a first answer of our own
 * tools put in front of the model. */
#ifndef FATHOM_APP_SERVING_PROMPTS_INTERNAL_H
#define FATHOM_APP_SERVING_PROMPTS_INTERNAL_H

#include "src/mcp/mcp.h"

#define APP_PROMPT_ARGUMENTS 2
#define APP_PROMPT_STEPS 2

/* A tool of our own that is run first. */
typedef struct AppPromptStep {
  const char *tool;
  const char *fixed;  /* arguments that are numbers or true: "depth=2,diff=true"; or NULL */
  const char *given[APP_PROMPT_ARGUMENTS]; /* the tool's names for the prompt's arguments, in order */
} AppPromptStep;

typedef struct AppPromptArgument {
  const char *name;
  const char *help;
} AppPromptArgument;

typedef struct AppPrompt {
  const char *name;
  const char *title;
  const char *help;
  const char *words; /* what is asked; %s in it: the arguments, in order */
  AppPromptArgument arguments[APP_PROMPT_ARGUMENTS];
  bool names_symbols; /* the arguments do */
  AppPromptStep steps[APP_PROMPT_STEPS];
} AppPrompt;

typedef struct AppPrompts {
  const AppPrompt *items;
  size_t count;
} AppPrompts;
/* Ways to work with language servers; for profiles that list their tools. */
extern const AppPrompts app_skills;

/* What it asks, with `values` in the place of its arguments, and the line's end. */
void app_prompt_add_words(Buf *text, const AppPrompt *prompt, const Str *values);

/* Of an McpProvider. */
bool app_prompt_at(void *context, Arena *arena, size_t index, McpPrompt *ret_prompt);
Err app_prompt_get(void *context, ToolCall *call, Str name, const Json *arguments, JsonWriter *messages,
                   Str *ret_description) MUST_CHECK;
bool app_skill_at(void *context, Arena *arena, size_t index, McpPrompt *ret_prompt);
Err app_skill_get(void *context, ToolCall *call, Str name, const Json *arguments, JsonWriter *messages,
                  Str *ret_description) MUST_CHECK;
/* Whether the argument is a symbol's name, so that it can be completed. */
bool app_prompt_names_symbol(Str prompt, Str argument);

#endif
