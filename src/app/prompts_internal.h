/* Prompts: questions people ask of a codebase, with a first answer of our own
 * tools put in front of the model. */
#ifndef FATHOM_APP_PROMPTS_INTERNAL_H
#define FATHOM_APP_PROMPTS_INTERNAL_H

#include "src/mcp/mcp.h"

/* Of an McpProvider. */
bool app_prompt_at(void *context, Arena *arena, size_t index, McpPrompt *ret_prompt);
Err app_prompt_get(void *context, ToolCall *call, Str name, const Json *arguments, JsonWriter *messages,
                   Str *ret_description) MUST_CHECK;
/* Whether the argument is a symbol's name, so that it can be completed. */
bool app_prompt_names_symbol(Str prompt, Str argument);

#endif
