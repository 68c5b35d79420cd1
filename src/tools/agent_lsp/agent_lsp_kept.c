/* References, with what the graph knows where it knows the file. */
#include "src/tools/agent_lsp/agent_lsp_internal.h"
#include "src/tools/kit/references_internal.h"

Err tool_agent_references(AgentFile *file, TextPoint point, bool with_declaration, LspLocations *ret_locations) {
  ToolReferences question = {.call = file->call, .server = file->server, .path = file->path, .point = point,
                             .is_ready = file->is_ready, .with_declaration = with_declaration};
  Text text;
  if (!tool_agent_graph(file) && !tool_agent_text(file, &text)) {
    question.index = file->graph.index;
    question.reader = file->graph.reader;
    question.byte = (uint32_t)text_from_point(&text, point);
  }
  job_forgive(file->call->job);
  return tool_references(&question, ret_locations);
}
