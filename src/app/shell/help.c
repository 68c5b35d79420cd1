/* Help texts, all made from the descriptors of commands, tools, options. */
#include "src/app/app_internal.h"

static void add_row(Buf *out, const char *name, const char *text) {
  buf_add_format(out, "  %-8s %s\n", name, text);
}

/* Tools as a person would want to see them: those that are listed without any
 * option each with a line, others of fathom's own by name, and of the many that
 * have other systems' names how to find them. */
static void add_tools(Buf *out, ToolRegistry *registry, Arena *arena) {
  ToolPolicy everything = {.profile = STR("full")};
  ToolList tools = tool_list(arena, registry, &everything, true);
  size_t foreign = 0;
  Buf more;
  buf_init(&more, arena, 4096);
  for (size_t i = 0; i < tools.count; i++) {
    const Tool *tool = tools.items[i];
    if (tool->flags & TOOL_CORE) add_row(out, tool->name, tool->brief);
    else if (tool->profiles) foreign++;
    else buf_add_format(&more, " %s", tool->name);
  }
  tool_list_release(registry, &tools);
  buf_add_format(out, "  and:%.*s\n", STR_ARG(buf_str(&more)));
  buf_add_format(out, "  and %zu by the names that other systems give them ('fathom call --query WORDS' finds one)\n", foreign);
}

/* Those that are wanted once or never come last, by name. */
static void add_commands(Buf *out, Arena *arena) {
  Buf rare;
  buf_init(&rare, arena, 512);
  for (size_t i = 0; app_commands[i]; i++) {
    const AppCommand *command = app_commands[i];
    if (command->is_hidden) continue;
    if (command->is_rare) buf_add_format(&rare, " %s", command->name);
    else add_row(out, command->name, command->summary);
  }
  buf_add_format(out, "  and:%.*s\n", STR_ARG(buf_str(&rare)));
}

/* Agents at a shell read this and nothing else before they choose, so it says
 * of each tool how it is asked and what for. */
void app_write_overview(Buf *out, ToolRegistry *registry, Arena *arena) {
  buf_add_format(out, "fathom %s: a map of any codebase for coding agents and people\n\n",
                 app_version);
  buf_add_c(out,
            "usage: fathom TOOL [ARGUMENT] [--name value] [--repo DIR] [--json] [--no-daemon]\n"
            "       fathom COMMAND\n\n"
            "Ask it before grep and before reading files: it knows what names mean, it is always up to date, and one\n"
            "call takes many names, places or questions. 'fathom init' connects an MCP client.\n\ntools:\n");
  add_tools(out, registry, arena);
  buf_add_c(out, "\ncommands:\n");
  add_commands(out, arena);
  buf_add_c(out, "\n'fathom NAME --help' tells more about each. What is on by default is switched off with --no-NAME.\n");
}

static void add_option_flags(Buf *out) {
  buf_add_c(out, "\noptions (also in config.json and the environment, see docs/options.md):\n");
  for (size_t i = 0; i < app_option_count; i++) {
    const AppOption *option = &app_options[i];
    if (!option->flag) continue;
    buf_add_format(out, "  --%-14s %s", option->flag, option->help);
    if (option->choices) buf_add_format(out, " [%s]", option->choices);
    if (option->otherwise[0]) buf_add_format(out, " (default %s)", option->otherwise);
    buf_add_byte(out, '\n');
  }
}

/* The same text is in docs/commands.md. */
void app_write_command_help(Buf *out, const AppCommand *command) {
  bool has_usage = command->usage && command->usage[0];
  buf_add_format(out, "usage: fathom %s%s%s\n\n%s\n", command->name, has_usage ? " " : "",
                 has_usage ? command->usage : "", command->summary);
  if (command->help) buf_add_format(out, "\n%s\n", command->help);
  if (command->flags && command->flags[0].name) buf_add_byte(out, '\n');
  for (const AppFlag *flag = command->flags; flag && flag->name; flag++) {
    Arena arena;
    arena_init(&arena);
    Str name = str_format(&arena, "--%s%s%s", flag->name, flag->value ? " " : "",
                          flag->value ? flag->value : "");
    buf_add_format(out, "  %-18.*s %s\n", STR_ARG(name), flag->help);
    arena_clear(&arena);
  }
  if (command->takes_options) add_option_flags(out);
}
