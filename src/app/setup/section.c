/* The section for agents: text between two marks in AGENTS.md or CLAUDE.md.
 * What stands outside the marks is never touched. */
#include "src/app/setup/setup_internal.h"
#include "src/base/vec.h"
#include "src/os/file.h"

#define BEGIN_MARK "<!-- fathom:begin -->"
#define END_MARK "<!-- fathom:end -->"
#define SECTION_MAX ((size_t)64 << 10)

/* Tells when to prefer the tools, made from the core tools of the registry. */
static Str section_text(Arena *arena) {
  Buf text;
  buf_init(&text, arena, SECTION_MAX);
  buf_add_c(&text, BEGIN_MARK "\n"
            "## Finding your way in the code: fathom\n\n"
            "The MCP server `fathom` keeps a map of this repository that is up to date at every\n"
            "call. Ask it before you grep, list folders or read whole files:\n\n");
  AUTO(ToolRegistry) registry = tool_registry_open();
  ToolPolicy policy = {.profile = STR("core")};
  ToolList tools = tool_list(arena, registry, &policy, true);
  for (size_t i = 0; i < tools.count; i++) {
    buf_add_format(&text, "- `%s`: %s\n", tools.items[i]->name, tools.items[i]->summary);
  }
  tool_list_release(registry, &tools);
  buf_add_c(&text,
            "\nRead a file yourself when you are about to change it, or when an answer says that\n"
            "what you look for is not indexed. Without MCP, `fathom TOOL ...` in a shell does the\n"
            "same.\n" END_MARK);
  return buf_str(&text);
}

void app_section_add_targets(Arena *arena, Str root, AppTargets *targets) {
  static const char *const names[] = {"AGENTS.md", "CLAUDE.md"};
  Str text = section_text(arena);
  for (size_t i = 0; i < COUNT_OF(names); i++) {
    *vec_add(arena, targets) = (AppTarget){
        .id = STR("agents"),
        .title = str_from_c(names[i]),
        .path = file_join(arena, root, str_from_c(names[i])),
        .root = root,
        .format = &app_format_section,
        .entry = text,
    };
  }
}

/* Whichever way the lines end. */
static bool same_lines(Str a, Str b) {
  while (a.len || b.len) {
    Str one = str_cut(&a, '\n');
    Str other = str_cut(&b, '\n');
    if (str_ends_with(one, STR("\r"))) one.len--;
    if (!str_eq(one, other)) return false;
  }
  return true;
}

/* Exactly one pair of marks, or none: anything else was changed by hand and is
 * refused. */
static Err find(Job *job, const AppTarget *target, Str text, AppEntry *ret_entry) {
  *ret_entry = (AppEntry){0};
  size_t begin = str_find(text, STR(BEGIN_MARK));
  size_t first_end = str_find(text, STR(END_MARK));
  if (begin == STR_NONE && first_end == STR_NONE) return OK;
  if (begin == STR_NONE || first_end == STR_NONE || first_end < begin) {
    return job_fail(job, ERR_SYNTAX, "the marks " BEGIN_MARK " and " END_MARK
                    " do not come as a pair");
  }
  size_t end = first_end + sizeof(END_MARK) - 1;
  Str rest = str_slice(text, end, text.len);
  if (str_contains(rest, STR(BEGIN_MARK)) || str_contains(rest, STR(END_MARK)) ||
      str_contains(str_slice(text, begin + 1, end), STR(BEGIN_MARK))) {
    return job_fail(job, ERR_SYNTAX, "there is more than one section between " BEGIN_MARK
                    " and " END_MARK);
  }
  *ret_entry = (AppEntry){.present = true,
                          .start = begin,
                          .end = end,
                          .in_order = same_lines(str_slice(text, begin, end), target->entry)};
  return OK;
}

/* At the end, with an empty line before it, where it is not there yet. */
static Err put(Job *job, const AppTarget *target, Str text, AppEdit *ret_edit) {
  AppEntry entry;
  TRY(find(job, target, text, &entry));
  Str newline = app_text_newline(text);
  Str wanted = app_text_with_newline(job->arena, target->entry, newline);
  if (entry.present) {
    *ret_edit = (AppEdit){.at = entry.start,
                          .removed = str_slice(text, entry.start, entry.end),
                          .inserted = wanted};
    return OK;
  }
  Str gap = app_text_gap(job->arena, text);
  *ret_edit = (AppEdit){.at = text.len,
                        .removed = STR_EMPTY,
                        .inserted = str_format(job->arena, "%.*s%.*s%.*s", STR_ARG(gap),
                                               STR_ARG(wanted), STR_ARG(newline))};
  return OK;
}

/* With its own line end and the empty line before it. */
static Err cut(Job *job, const AppTarget *target, Str text, AppEdit *ret_edit) {
  AppEntry entry;
  TRY(find(job, target, text, &entry));
  size_t from = entry.start;
  size_t to = entry.end;
  bool begins_line = app_text_line_start(text, from) == from;
  bool ends_line = str_trim(str_slice(text, to, app_text_line_end(text, to))).len == 0;
  if (begins_line && ends_line) {
    to = app_text_next_line(text, to);
    size_t before = from ? app_text_line_start(text, from - 1) : from;
    if (str_trim(str_slice(text, before, from)).len == 0) from = before;
  }
  *ret_edit =
      (AppEdit){.at = from, .removed = str_slice(text, from, to), .inserted = STR_EMPTY};
  return OK;
}

static bool is_bare(Job *job, const AppTarget *target, Str text) {
  (void)job, (void)target;
  return app_text_is_blank(text);
}

static Str snippet(Job *job, const AppTarget *target) {
  return str_format(job->arena, "%.*s\n", STR_ARG(target->entry));
}

const AppFormat app_format_section = {find, put, cut, is_bare, snippet};
