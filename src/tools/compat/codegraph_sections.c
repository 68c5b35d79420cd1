/* Explore's answer in CodeGraph's order: the flow, what was found, how it hangs
 * together, the source, what is left out. Only headings begin with '#': every
 * line of source has its number in front. */
#include "src/tools/compat/codegraph_graph_internal.h"

/* The text before a line, and what follows that line; without one all of it. */
static Str cut_at(Str text, Str line, Str *ret_rest) {
  size_t at = str_find(text, line);
  *ret_rest = at == STR_NONE ? STR_EMPTY : str_slice(text, at + line.len, text.len);
  return at == STR_NONE ? text : str_slice(text, 0, at);
}

/* A line of the notes that begins so, taken out of them; without its beginning
 * and its end. */
static Str take_line(Arena *arena, Str *notes, Str beginning) {
  for (size_t from = 0; from < notes->len;) {
    Str rest = str_slice(*notes, from, notes->len), after = rest;
    Str line = str_cut(&after, '\n');
    if (str_starts_with(line, beginning)) {
      *notes = str_format(arena, "%.*s%.*s", (int)from, notes->ptr, STR_ARG(after));
      return str_slice(line, beginning.len, line.len);
    }
    from = notes->len - after.len;
  }
  return STR_EMPTY;
}

void tool_codegraph_sections(ToolCall *call, Str explored) {
  Str source, notes;
  Str shown = cut_at(explored, STR("\n### Relationships\n"), &notes);
  Str head = cut_at(shown, STR("\n### Source Code\n"), &source);
  Str flow = take_line(call->job->arena, &notes, STR("Flow: "));
  Str left_out = take_line(call->job->arena, &notes, STR("Not shown: "));
  if (flow.len) buf_add_format(call->text, "## Flow\n\n%.*s\n\n", STR_ARG(flow));
  buf_add(call->text, head);
  if (str_trim(notes).len) buf_add_format(call->text, "\n### Relationships\n%.*s", STR_ARG(notes));
  if (source.len) buf_add_format(call->text, "\n### Source Code\n%.*s", STR_ARG(source));
  if (left_out.len) buf_add_format(call->text, "\n### Not shown above\n%.*s\n", STR_ARG(left_out));
}
