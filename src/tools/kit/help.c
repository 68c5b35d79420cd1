/* Help for a terminal and a section of docs/tools.md, from the descriptor. */
#include "src/tools/kit/tool_internal.h"

enum { LINE_WIDTH = 80, SCRATCH_MAX = 64 * 1024, TERM_WIDTH = 24 };

/* ---- terminal ---- */

/* Words of `text` from the given column on, broken before LINE_WIDTH; further
 * lines begin at `indent`. Newlines in the text stay. A word longer than the
 * line stands alone on one and is never cut. */
static void add_wrapped(Buf *buf, Str text, size_t column, size_t indent) {
  bool is_line_start = true;
  while (text.len) {
    size_t newline = str_find_byte(text, '\n');
    size_t end = str_find_byte(text, ' ');
    if (newline < end) end = newline;
    Str word = str_slice(text, 0, end);
    bool breaks = !is_line_start && column + 1 + word.len > LINE_WIDTH;
    if (breaks) {
      buf_add_format(buf, "\n%*s", (int)indent, "");
      column = indent;
    } else if (!is_line_start && word.len) {
      buf_add_byte(buf, ' ');
      column++;
    }
    buf_add(buf, word);
    column += word.len;
    if (word.len) is_line_start = false;
    if (end == newline && newline != STR_NONE) {
      buf_add_byte(buf, '\n');
      if (indent && text.len > end + 1) buf_add_format(buf, "%*s", (int)indent, "");
      column = indent;
      is_line_start = true;
    }
    text = str_slice(text, end == STR_NONE ? text.len : end + 1, text.len);
  }
}

/* What stands in the place of a value; capital letters say that it is not
 * typed as it stands. */
static const char *placeholder(const ToolField *field) {
  switch (field->type) {
  case TOOL_PATH:
    return "PATH";
  case TOOL_INTEGER:
  case TOOL_NUMBER:
    return "N";
  case TOOL_STRINGS:
    return "A,B";
  case TOOL_OBJECT:
  case TOOL_OBJECTS:
    return "JSON";
  default:
    return field->choices ? "NAME" : "TEXT";
  }
}

static bool is_positional(const ToolField *fields, const ToolField *field) {
  const ToolField *positional;
  for (size_t i = 0; (positional = tool_positional(fields, i)); i++) {
    if (positional == field) return true;
  }
  return false;
}

/* True unless it is said otherwise. */
static bool is_on(const ToolField *field) {
  return field->type == TOOL_BOOLEAN && field->otherwise && *field->otherwise == 't';
}

/* How the argument is typed: "<query>", "--limit N", "--[no-]all". */
static void add_term(Buf *buf, const ToolField *fields, const ToolField *field) {
  if (is_positional(fields, field)) {
    buf_add_format(buf, "<%s>%s", field->name, field->type == TOOL_STRINGS ? "..." : "");
  } else if (is_on(field)) {
    Buf option;
    buf_init(&option, buf->arena, 256);
    tool_add_option_name(&option, field->name);
    buf_add_format(buf, "--[no-]%s", option.ptr + 2);
  } else {
    tool_add_option_name(buf, field->name);
    if (field->type != TOOL_BOOLEAN) buf_add_format(buf, " %s", placeholder(field));
  }
}

/* Positional arguments first, in their order, then the options. */
static void add_usage(Buf *buf, const Tool *tool, const ToolField *fields) {
  Buf usage;
  buf_init(&usage, buf->arena, SCRATCH_MAX);
  buf_add_format(&usage, "usage: fathom %s", tool->name);
  const ToolField *field;
  for (size_t i = 0; (field = tool_positional(fields, i)); i++) {
    buf_add_c(&usage, field->required ? " " : " [");
    add_term(&usage, fields, field);
    if (!field->required) buf_add_byte(&usage, ']');
  }
  for (field = fields; field && field->name; field++) {
    if (is_positional(fields, field)) continue;
    buf_add_c(&usage, " [");
    add_term(&usage, fields, field);
    buf_add_byte(&usage, ']');
  }
  add_wrapped(buf, buf_str(&usage), 0, 7);
  buf_add_byte(buf, '\n');
}

/* A term that is too long for its column has the line for itself, and the
 * meaning begins on the next. */
static void add_argument(Buf *buf, const ToolField *fields, const ToolField *field) {
  Buf term, meaning;
  buf_init(&term, buf->arena, 1024);
  add_term(&term, fields, field);
  buf_init(&meaning, buf->arena, SCRATCH_MAX);
  tool_add_meaning(&meaning, field);
  if (is_on(field)) {
    Buf option;
    buf_init(&option, buf->arena, 256);
    tool_add_option_name(&option, field->name);
    buf_add_format(&meaning, "; --no-%s switches it off", option.ptr + 2);
  }
  if (term.len > TERM_WIDTH - 3) {
    buf_add_format(buf, "  %.*s\n%*s", STR_ARG(buf_str(&term)), TERM_WIDTH, "");
  } else {
    buf_add_format(buf, "  %-*s", TERM_WIDTH - 2, term.ptr);
  }
  add_wrapped(buf, buf_str(&meaning), TERM_WIDTH, TERM_WIDTH);
  buf_add_byte(buf, '\n');
}

void tool_write_help(Buf *text, const Tool *tool) {
  const ToolField *fields = tool_fields_of(text->arena, tool);
  add_usage(text, tool, fields);
  buf_add_byte(text, '\n');
  add_wrapped(text, str_from_c(tool->summary), 0, 0);
  buf_add_byte(text, '\n');
  if (tool->help) {
    buf_add_byte(text, '\n');
    add_wrapped(text, str_from_c(tool->help), 0, 0);
    buf_add_byte(text, '\n');
  }
  if (fields && fields->name) buf_add_c(text, "\nArguments:\n");
  for (const ToolField *field = fields; field && field->name; field++)
    add_argument(text, fields, field);
  if (tool->example) {
    buf_add_c(text, "\nExample:\n  ");
    tool_add_command_line(text, tool);
    buf_add_byte(text, '\n');
  }
}

/* ---- Markdown ---- */

/* Text inside a table cell. */
static void add_cell(Buf *buf, Str text) {
  for (size_t i = 0; i < text.len; i++) {
    if (text.ptr[i] == '|')
      buf_add_c(buf, "\\|");
    else if (text.ptr[i] == '\n')
      buf_add_byte(buf, ' ');
    else
      buf_add_byte(buf, text.ptr[i]);
  }
}

/* Nested tables follow their row, with dotted names. */
static void add_rows(Buf *buf, const ToolField *fields, Str prefix) {
  for (const ToolField *field = fields; field && field->name; field++) {
    bool is_list = field->type == TOOL_OBJECTS || field->type == TOOL_STRINGS;
    Str name = str_format(buf->arena, "%.*s%s", STR_ARG(prefix), field->name);
    Buf type;
    buf_init(&type, buf->arena, SCRATCH_MAX);
    tool_add_type(&type, field);
    buf_add_format(buf, "| `%.*s`%s | ", STR_ARG(name), field->required ? " *" : "");
    add_cell(buf, buf_str(&type));
    buf_add_c(buf, " | ");
    if (field->otherwise) {
      buf_add_byte(buf, '`');
      add_cell(buf, tool_default_text(field));
      buf_add_byte(buf, '`');
    }
    buf_add_c(buf, " | ");
    add_cell(buf, str_from_c(field->help));
    buf_add_c(buf, " |\n");
    add_rows(buf, field->fields,
             str_format(buf->arena, "%.*s%s.", STR_ARG(name), is_list ? "[]" : ""));
  }
}

/* A heading without rows would look like a fault of the generator. */
static void add_table(Buf *buf, const char *heading, const ToolField *fields) {
  if (!fields || !fields->name) return;
  buf_add_format(buf, "\n| %s | type | default | meaning |\n|---|---|---|---|\n", heading);
  add_rows(buf, fields, STR_EMPTY);
}

/* What a reader of the documents wants to know before calling: whether it
 * changes anything, how long it may take, and where it is listed. */
static void add_traits(Buf *buf, const Tool *tool) {
  Buf traits;
  buf_init(&traits, buf->arena, 1024);
  tool_add_comma(&traits,
                 tool->flags & TOOL_READ_ONLY ? STR("read-only") : STR("writes or executes"));
  if (tool->flags & TOOL_DESTRUCTIVE) tool_add_comma(&traits, STR("may undo work"));
  if (tool->flags & TOOL_OPEN_WORLD) tool_add_comma(&traits, STR("reaches beyond the workspace"));
  if (tool_seconds(tool) != TOOL_SECONDS) tool_add_comma(&traits, str_format(buf->arena, "up to %d s", tool_seconds(tool)));
  if (tool->toolset) tool_add_comma(&traits, str_format(buf->arena, "toolset `%s`", tool->toolset));
  if (tool->flags & TOOL_CORE) tool_add_comma(&traits, STR("profile `core`"));
  Str rest = str_from_c(tool->profiles);
  while (rest.len) {
    Str profile = str_cut(&rest, ' ');
    tool_add_comma(&traits, str_format(buf->arena, "profile `%.*s`", STR_ARG(profile)));
  }
  if (tool->alias_of)
    tool_add_comma(&traits, str_format(buf->arena, "a form of `%s`", tool->alias_of));
  buf_add(buf, buf_str(&traits));
}

void tool_write_markdown(Buf *text, const Tool *tool) {
  buf_add_format(text, "## %s\n\n", tool->name);
  if (tool->title) buf_add_format(text, "**%s** — ", tool->title);
  add_traits(text, tool);
  buf_add_format(text, "\n\n%s\n", tool->summary);
  if (tool->help) buf_add_format(text, "\n%s\n", tool->help);
  add_table(text, "argument", tool_fields_of(text->arena, tool));
  add_table(text, "field of the structured result", tool->result);
  if (tool->example) {
    buf_add_c(text, "\n```sh\n");
    tool_add_command_line(text, tool);
    buf_add_c(text, "\n```\n");
  }
}
