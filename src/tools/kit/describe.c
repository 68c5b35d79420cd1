/* Words about arguments, shared by help, documents, completion and `call`. */
#include <string.h>

#include "src/tools/kit/tool_internal.h"

/* Bounds follow the same rules as in validation, or help would promise what
 * the check refuses. */
static void add_range(Buf *buf, const ToolField *field, const char *unit) {
  if (tool_has_max(field) && (tool_has_min(field) && field->min != 0)) {
    buf_add_format(buf, " %lld to %lld%s", (long long)field->min, (long long)field->max, unit);
  } else if (tool_has_max(field)) {
    buf_add_format(buf, *unit ? " of at most %lld%s" : " 0 to %lld%s", (long long)field->max, unit);
  } else if (tool_has_min(field)) {
    buf_add_format(buf, " from %lld%s", (long long)field->min, unit);
  }
}

static void add_choices(Buf *buf, const char *choices) {
  Str rest = str_from_c(choices);
  bool is_first = true;
  while (rest.len) {
    if (!is_first) buf_add_c(buf, ", ");
    buf_add(buf, str_cut(&rest, '|'));
    is_first = false;
  }
}

void tool_add_type(Buf *buf, const ToolField *field) {
  switch (field->type) {
  case TOOL_STRING:
  case TOOL_PATH:
  case TOOL_WORKSPACE:
    if (field->choices) {
      buf_add_c(buf, "one of ");
      add_choices(buf, field->choices);
    } else {
      bool is_path = tool_is_path(field->type);
      buf_add_c(buf, is_path ? "path" : "text");
      /* A lower bound of 1 only says that it must not be empty. */
      if (tool_has_max(field)) {
        buf_add_format(buf, " of at most %.*s %s", STR_ARG(tool_count(buf->arena, field->max)),
                       is_path ? "bytes" : "characters");
      }
    }
    break;
  case TOOL_INTEGER:
    buf_add_c(buf, "integer");
    add_range(buf, field, "");
    break;
  case TOOL_NUMBER:
    buf_add_c(buf, "number");
    add_range(buf, field, "");
    break;
  case TOOL_BOOLEAN:
    buf_add_c(buf, "true or false");
    break;
  case TOOL_STRINGS:
    buf_add_c(buf, field->choices ? "any of " : "list of text");
    if (field->choices)
      add_choices(buf, field->choices);
    else
      add_range(buf, field, " items");
    break;
  case TOOL_OBJECT:
    buf_add_c(buf, "object");
    break;
  case TOOL_OBJECTS:
    buf_add_c(buf, "list of objects");
    add_range(buf, field, " items");
    break;
  }
}

/* Defaults are written as JSON. A reader wants the text without its quotes;
 * one with escapes stays as it is, since cutting those would change it. */
Str tool_default_text(const ToolField *field) {
  Str text = str_from_c(field->otherwise);
  bool is_quoted = text.len > 2 && text.ptr[0] == '"' && str_find_byte(text, '\\') == STR_NONE;
  return is_quoted ? str_slice(text, 1, text.len - 1) : text;
}

/* The full stop goes because the type follows in brackets. */
void tool_add_meaning(Buf *buf, const ToolField *field) {
  Str help = str_from_c(field->help);
  if (str_ends_with(help, STR("."))) help.len--;
  buf_add(buf, help);
  buf_add_c(buf, help.len ? " (" : "(");
  tool_add_type(buf, field);
  Str otherwise = tool_default_text(field);
  if (field->required)
    buf_add_c(buf, ", required");
  else if (otherwise.len)
    buf_add_format(buf, ", default %.*s", STR_ARG(otherwise));
  buf_add_byte(buf, ')');
}

/* A period within a word, as in `file.c`, ends no sentence: a blank must follow. */
Str tool_first_sentence(const char *text) {
  Str all = str_from_c(text);
  size_t end = str_find(all, STR(". "));
  if (end != STR_NONE) return str_slice(all, 0, end);
  if (str_ends_with(all, STR("."))) all.len--;
  return all;
}

void tool_add_option_name(Buf *buf, const char *name) {
  buf_add_c(buf, "--");
  for (; *name; name++)
    buf_add_byte(buf, *name == '_' ? '-' : *name);
}

/* ---- examples ---- */

static void add_shell_option(Buf *buf, const ToolField *field, Str value) {
  bool is_flag = field->type == TOOL_BOOLEAN && str_eq(value, STR("true"));
  tool_add_option_name(buf, field->name);
  if (is_flag) return;
  /* "--x false" would be a flag and a word, and a value that begins with dashes
   * an option of its own. */
  bool needs_equals = field->type == TOOL_BOOLEAN || str_starts_with(value, STR("--"));
  buf_add_byte(buf, needs_equals ? '=' : ' ');
  buf_add(buf, str_shell_word(buf->arena, value));
}

void tool_add_command_line(Buf *buf, const Tool *tool) {
  Job job;
  job_init(&job, buf->arena);
  Str *words;
  size_t count;
  if (!tool->example || tool_split_example(&job, tool, &words, &count)) return;
  const ToolField *fields = tool_fields_of(buf->arena, tool);
  buf_add_format(buf, "fathom %s", tool->name);
  size_t positional = 0;
  for (size_t i = 1; i < count; i++) {
    Str value = words[i];
    const ToolField *field = tool_find_option(fields, str_cut(&value, '='));
    if (!field) continue;
    buf_add_byte(buf, ' ');
    /* Shown as a user would type it: the first arguments without their names, in
     * the order of the table, as long as the example keeps that order. */
    bool is_positional =
        field == tool_positional(fields, positional) && !str_starts_with(value, STR("--"));
    if (is_positional)
      buf_add(buf, str_shell_word(buf->arena, value));
    else
      add_shell_option(buf, field, value);
    if (is_positional) positional++;
  }
}
