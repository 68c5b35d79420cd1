/* Explore's answer in CodeGraph's order: the flow, what was found, how it hangs
 * together, the source, what is left out. */
#include "src/query/explore/explore.h"
#include "src/tools/compat/codegraph_graph_internal.h"

#define QUERY_SHOWN 200

/* Notes of kinds from..to, in the order in which they were found. `bare`:
 * without what a heading says already. */
static void add_notes(Answer *out, const QueryExplored *explored, QueryExploredKind from, QueryExploredKind to, bool bare) {
  for (size_t i = 0; i < explored->note_count; i++) {
    const QueryExploredNote *note = &explored->notes[i];
    if (note->kind >= from && note->kind <= to) query_explored_add_note(out, note, bare);
  }
}

static bool has_notes(const QueryExplored *explored, QueryExploredKind from, QueryExploredKind to) {
  for (size_t i = 0; i < explored->note_count; i++) {
    if (explored->notes[i].kind >= from && explored->notes[i].kind <= to) return true;
  }
  return false;
}

/* A blank line, and a heading. */
static void add_heading(Answer *out, const char *words) {
  answer_say(out, "\n");
  answer_heading(out, "%s", words);
}

static void add_source(ToolCall *call, const QueryExplored *explored) {
  Answer *out = call->answer;
  answer_begin_list(out, NULL);
  for (size_t i = 0; i < explored->source_count; i++) {
    const QueryExploredFile *file = &explored->sources[i];
    answer_say(out, "\n");
    answer_heading(out, "#### %.*s%s%.*s", STR_ARG(str_visible(call->job->arena, file->path)), file->names.len ? " - " : "",
                   STR_ARG(file->names));
    query_explored_add_source(call->job, out, file);
  }
  answer_end(out);
}

/* A section that would be empty has no heading either, except the one with the
 * question, by which clients find the beginning. */
void tool_codegraph_sections(ToolCall *call, Str query, const QueryExplored *explored) {
  Answer *out = call->answer;
  if (has_notes(explored, QUERY_EXPLORED_FLOW, QUERY_EXPLORED_FLOW)) {
    answer_heading(out, "## Flow");
    answer_say(out, "\n");
    add_notes(out, explored, QUERY_EXPLORED_FLOW, QUERY_EXPLORED_FLOW, true);
    answer_say(out, "\n");
  }
  answer_heading(out, "## Exploration: %.*s", STR_ARG(str_shown(call->job->arena, query, QUERY_SHOWN)));
  answer_say(out, "\n");
  add_notes(out, explored, QUERY_EXPLORED_ABOUT, QUERY_EXPLORED_MISSING, false);
  if (has_notes(explored, QUERY_EXPLORED_RELATION, QUERY_EXPLORED_UNRESOLVED)) {
    add_heading(out, "### Relationships");
    add_notes(out, explored, QUERY_EXPLORED_RELATION, QUERY_EXPLORED_UNRESOLVED, false);
  }
  if (explored->source_count) add_heading(out, "### Source Code");
  add_source(call, explored);
  if (has_notes(explored, QUERY_EXPLORED_LEFT_OUT, QUERY_EXPLORED_LEFT_OUT)) {
    add_heading(out, "### Not shown above");
    add_notes(out, explored, QUERY_EXPLORED_LEFT_OUT, QUERY_EXPLORED_LEFT_OUT, true);
  }
}
