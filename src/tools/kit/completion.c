/* Completion scripts for bash, zsh and fish: names of tools and commands,
 * options, choices. Static text made once; a shell asks nobody at run time. */
#include "src/base/vec.h"
#include "src/tools/kit/tool_internal.h"

/* Inside single quotes; the shells differ in how a quote is written there,
 * and zsh's specs give meaning to some characters more. `escaped`: characters
 * that get a backslash before them. A newline becomes a blank, since the text
 * stands on one line. */
static void add_quoted(Buf *buf, Str text, const char *quote, const char *escaped) {
  for (size_t i = 0; i < text.len; i++) {
    char c = text.ptr[i];
    if (c == '\'') {
      buf_add_c(buf, quote);
      continue;
    }
    bool is_special = str_find_byte(str_from_c(escaped), c) != STR_NONE;
    if (is_special) buf_add_byte(buf, '\\');
    buf_add_byte(buf, c == '\n' ? ' ' : c);
  }
}

static void add_choices(Buf *buf, const ToolField *field) {
  Str rest = str_from_c(field->choices);
  while (rest.len) {
    buf_add(buf, str_cut(&rest, '|'));
    if (rest.len) buf_add_byte(buf, ' ');
  }
}

/* ---- bash ---- */

/* The beginning and end of the line that offers words; what the caller writes
 * between them are the words. */
static void bash_reply(Buf *buf, const char *indent) {
  buf_add_format(buf, "%sCOMPREPLY=($(compgen -W \"", indent);
}

static void bash_reply_end(Buf *buf) {
  buf_add_c(buf, "\" -- \"$cur\"))");
}

/* The tool's own options, then those that every command has. */
static void bash_options(Buf *buf, const Tool *tool, const ToolCompletion *completion) {
  buf_add_format(buf, "    %s)\n", tool->name);
  bash_reply(buf, "      ");
  for (const ToolField *field = tool_fields_of(buf->arena, tool); field && field->name; field++) {
    tool_add_option_name(buf, field->name);
    buf_add_byte(buf, ' ');
  }
  for (size_t i = 0; i < completion->option_count; i++) {
    buf_add(buf, completion->options[i]);
    buf_add_byte(buf, ' ');
  }
  bash_reply_end(buf);
  buf_add_c(buf, "\n      ;;\n");
}

/* Keyed by tool and option together, as two tools may give one option name
 * different choices. */
static void bash_values(Buf *buf, const Tool *tool) {
  for (const ToolField *field = tool_fields_of(buf->arena, tool); field && field->name; field++) {
    if (!field->choices) continue;
    buf_add_format(buf, "    \"%s ", tool->name);
    tool_add_option_name(buf, field->name);
    buf_add_c(buf, "\")\n");
    bash_reply(buf, "      ");
    add_choices(buf, field);
    bash_reply_end(buf);
    buf_add_c(buf, "\n      return\n      ;;\n");
  }
}

/* Two questions in one script: the value of an option that has choices, by
 * tool and option, and else the options of the tool. The first word is a tool
 * or a command. */
static void write_bash(Buf *buf, const ToolCompletion *completion) {
  buf_add_c(buf, "# bash completion for fathom\n"
                 "_fathom() {\n"
                 "  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}\n"
                 "  COMPREPLY=()\n"
                 "  if ((COMP_CWORD == 1)); then\n");
  bash_reply(buf, "    ");
  for (size_t i = 0; i < completion->command_count; i++) {
    buf_add(buf, completion->commands[i]);
    buf_add_byte(buf, ' ');
  }
  for (size_t i = 0; i < completion->tools.count; i++)
    buf_add_format(buf, "%s ", completion->tools.items[i]->name);
  bash_reply_end(buf);
  buf_add_c(buf, "\n    return\n  fi\n  case \"${COMP_WORDS[1]} $prev\" in\n");
  for (size_t i = 0; i < completion->tools.count; i++)
    bash_values(buf, completion->tools.items[i]);
  /* Without an answer of ours the shell offers file names. */
  buf_add_c(buf, "    *) ;;\n"
                 "  esac\n"
                 "  [[ $cur == -* ]] || return\n"
                 "  case \"${COMP_WORDS[1]}\" in\n");
  for (size_t i = 0; i < completion->tools.count; i++)
    bash_options(buf, completion->tools.items[i], completion);
  buf_add_c(buf, "    *) ;;\n"
                 "  esac\n"
                 "}\n"
                 "complete -o default -F _fathom fathom\n");
}

/* ---- zsh ---- */

/* An entry of _arguments: name, words in square brackets, and for what takes a
 * value a colon, a name for it and what completes it. */
static void zsh_option(Buf *buf, const ToolField *field) {
  buf_add_c(buf, " \\\n        '");
  /* An array may be given piece by piece. */
  if (field->type == TOOL_STRINGS || field->type == TOOL_OBJECTS) buf_add_byte(buf, '*');
  tool_add_option_name(buf, field->name);
  buf_add_byte(buf, '[');
  add_quoted(buf, tool_first_sentence(field->help), "'\\''", "[]\\:");
  buf_add_byte(buf, ']');
  if (field->type != TOOL_BOOLEAN) {
    buf_add_format(buf, ":%s:", field->name);
    if (field->choices) {
      buf_add_byte(buf, '(');
      add_choices(buf, field);
      buf_add_byte(buf, ')');
    } else if (tool_is_path(field->type)) {
      buf_add_c(buf, "_files");
    }
  }
  buf_add_byte(buf, '\'');
}

static void zsh_tool(Buf *buf, const Tool *tool, const ToolCompletion *completion) {
  buf_add_format(buf, "    %s)\n      _arguments", tool->name);
  for (const ToolField *field = tool_fields_of(buf->arena, tool); field && field->name; field++)
    zsh_option(buf, field);
  for (size_t i = 0; i < completion->option_count; i++) {
    /* Options are listed with their two dashes. */
    Str name = str_slice(completion->options[i], 2, completion->options[i].len);
    if (tool_find_option(tool_fields_of(buf->arena, tool), name)) continue; /* said with its own words */
    buf_add_format(buf, " \\\n        '%.*s'", STR_ARG(completion->options[i]));
  }
  buf_add_c(buf, " \\\n        '*:file:_files'\n      ;;\n");
}

/* Two levels: the first word is completed from commands and tools, what follows
 * from the tool's own arguments. */
static void write_zsh(Buf *buf, const ToolCompletion *completion) {
  buf_add_c(buf, "#compdef fathom\n"
                 "_fathom() {\n"
                 "  local -a commands\n"
                 "  commands=(\n");
  for (size_t i = 0; i < completion->command_count; i++) {
    buf_add_format(buf, "    '%.*s'\n", STR_ARG(completion->commands[i]));
  }
  for (size_t i = 0; i < completion->tools.count; i++) {
    const Tool *tool = completion->tools.items[i];
    buf_add_format(buf, "    '%s:", tool->name);
    add_quoted(buf, tool_first_sentence(tool->summary), "'\\''", "\\");
    buf_add_c(buf, "'\n");
  }
  buf_add_c(buf, "  )\n"
                 "  if ((CURRENT == 2)); then\n"
                 "    _describe command commands\n"
                 "    return\n"
                 "  fi\n"
                 "  local name=$words[2]\n"
                 "  shift words\n"
                 "  ((CURRENT--))\n"
                 "  case $name in\n");
  for (size_t i = 0; i < completion->tools.count; i++)
    zsh_tool(buf, completion->tools.items[i], completion);
  buf_add_c(
      buf,
      "    *) _files ;;\n"
      "  esac\n"
      "}\n"
      "if [[ $funcstack[1] == _fathom ]]; then _fathom \"$@\"; else compdef _fathom fathom; fi\n");
}

/* ---- fish ---- */

static void fish_text(Buf *buf, Str text) {
  buf_add_c(buf, " -d '");
  add_quoted(buf, text, "\\'", "\\");
  buf_add_byte(buf, '\'');
}

/* -x takes a value and no files, -r takes a value that may be a file. */
static void fish_option(Buf *buf, const Tool *tool, const ToolField *field) {
  Buf name;
  buf_init(&name, buf->arena, 256);
  tool_add_option_name(&name, field->name);
  /* fish adds the dashes of a long option itself. */
  Str bare = str_slice(buf_str(&name), 2, name.len);
  buf_add_format(buf, "complete -c fathom -n '__fish_seen_subcommand_from %s' -l %.*s", tool->name,
                 STR_ARG(bare));
  if (field->choices) {
    buf_add_c(buf, " -x -a '");
    add_choices(buf, field);
    buf_add_byte(buf, '\'');
  } else if (tool_is_path(field->type)) {
    buf_add_c(buf, " -r");
  } else if (field->type != TOOL_BOOLEAN) {
    buf_add_c(buf, " -x");
  }
  fish_text(buf, tool_first_sentence(field->help));
  buf_add_byte(buf, '\n');
}

/* fish takes one line for each thing that can be completed, and needs no
 * function. */
static void write_fish(Buf *buf, const ToolCompletion *completion) {
  buf_add_c(buf, "# fish completion for fathom\n");
  for (size_t i = 0; i < completion->command_count; i++) {
    buf_add_format(buf, "complete -c fathom -f -n __fish_use_subcommand -a %.*s\n",
                   STR_ARG(completion->commands[i]));
  }
  for (size_t i = 0; i < completion->tools.count; i++) {
    const Tool *tool = completion->tools.items[i];
    buf_add_format(buf, "complete -c fathom -f -n __fish_use_subcommand -a %s", tool->name);
    fish_text(buf, tool_first_sentence(tool->summary));
    buf_add_byte(buf, '\n');
    for (const ToolField *field = tool_fields_of(buf->arena, tool); field && field->name; field++)
      fish_option(buf, tool, field);
    for (size_t j = 0; j < completion->option_count; j++) {
      Str option = completion->options[j];
      buf_add_format(buf, "complete -c fathom -n '__fish_seen_subcommand_from %s' -l %.*s\n",
                     tool->name, STR_ARG(str_slice(option, 2, option.len)));
    }
  }
}

/* Shells are matched by name alone; an unknown one is an error and not an
 * empty script, which a user would install and wonder about. */
Err tool_write_completion(Job *job, Buf *text, Str shell, const ToolCompletion *completion) {
  static const struct {
    Str name;
    void (*write)(Buf *buf, const ToolCompletion *completion);
  } shells[] = {{STR("bash"), write_bash}, {STR("zsh"), write_zsh}, {STR("fish"), write_fish}};
  for (size_t i = 0; i < COUNT_OF(shells); i++) {
    if (!str_eq(shell, shells[i].name)) continue;
    shells[i].write(text, completion);
    return OK;
  }
  return job_fail(job, ERR_USAGE, "no completion for the shell '%.*s'; known: bash, zsh, fish",
                  STR_ARG(str_shown(job->arena, shell, TOOL_SHOWN_WORD)));
}
