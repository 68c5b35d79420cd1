/* fathom completion: a script for bash, zsh or fish. */
#include "src/app/app_internal.h"
#include "src/base/vec.h"

/* All tools are offered, listed or not, because from a shell every one can be
 * run. */
static Err completion(AppRun *run) {
  if (run->word_count != 1) {
    return job_fail(run->job, ERR_USAGE, "name a shell: bash, zsh or fish");
  }
  Arena *arena = run->job->arena;
  AUTO(ToolRegistry) registry = tool_registry_open();
  VEC(Str) commands = {0};
  for (size_t i = 0; app_commands[i]; i++) {
    if (!app_commands[i]->is_hidden) *vec_add(arena, &commands) = str_from_c(app_commands[i]->name);
  }
  static const Str options[] = {{"--repo", 6}, {"--json", 6}, {"--no-daemon", 11}, {"--no-pager", 10}, {"--help", 6}};
  ToolCompletion data = {
      .tools = tool_list(arena, registry, NULL, false),
      .commands = commands.items,
      .command_count = commands.len,
      .options = options,
      .option_count = COUNT_OF(options),
  };
  Err err = tool_write_completion(run->job, run->out, run->words[0], &data);
  tool_list_release(registry, &data.tools);
  return err;
}

const AppCommand app_command_completion = {
    .name = "completion",
    .usage = "bash|zsh|fish",
    .summary = "Print a completion script for a shell.",
    .is_rare = true,
    .run = completion,
};
