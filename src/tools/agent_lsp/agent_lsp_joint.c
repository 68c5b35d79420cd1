/* A call's file as verify/ knows it: the way from a tool to what graph and
 * server say together. */
#include "src/tools/agent_lsp/agent_lsp_internal.h"

void tool_agent_say_joint(ToolCall *call, const VerifyPlaces *places) {
  answer_begin_list(call->answer, "sources");
  for (size_t i = 0; i < places->all.len && i < AGENT_LSP_ITEMS_MAX; i++) {
    /* By the bits of the source: 1 is the graph's, 2 the server's. */
    static const char *const names[] = {"", "graph", "server", "both"};
    answer_item_str(call->answer, str_from_c(names[places->sources[i]]));
  }
  answer_end(call->answer);
  answer_field_bool(call->answer, "partial", places->is_partial);
  if (places->refuted.len) answer_field_int(call->answer, "refuted", (int64_t)places->refuted.len);
  if (places->is_partial) {
    answer_say(call->answer, "Partial: %zu of these places are the graph's alone, in files that the server is not known to have read%s.\n",
                   places->unread, places->unread ? "" : ", and it is still reading");
  }
  /* Said and not hidden: a reader who knows better, for instance that the server
   * has another configuration, can ask the graph alone. */
  if (places->refuted.len) {
    answer_say(call->answer, "Left out: %zu places where the graph sees a use and the server, which has read those files, none.\n",
                   places->refuted.len);
  }
}

/* verify/ knows no tool calls, so each question is asked with a copy of what it
 * needs. The copy shares the reader, the sources and the server with the call
 * and owns none of them. */
static VerifyFile view(AgentFile *file) {
  return (VerifyFile){.job = file->call->job, .hub = file->call->scope->hub, .index = file->graph.index,
                      .reader = file->graph.reader, .sources = &file->graph.sources, .path = file->path,
                      .server = file->server, .is_ready = file->is_ready, .err = file->err, .words = file->words};
}

/* What was found out on the way stays known. */
static Err learn(AgentFile *file, const VerifyFile *seen, Err err) {
  file->graph.reader = seen->reader;
  file->is_ready = seen->is_ready;
  file->err = seen->err;
  file->words = seen->words;
  return err;
}

Err tool_agent_graph(AgentFile *file) {
  VerifyFile seen = view(file);
  return learn(file, &seen, verify_graph(&seen));
}

Err tool_agent_wait(AgentFile *file) {
  VerifyFile seen = view(file);
  return learn(file, &seen, verify_wait(&seen));
}

bool tool_agent_forgive(AgentFile *file, Err err) {
  VerifyFile seen = view(file);
  bool is_forgiven = verify_forgive(&seen, err);
  (void)learn(file, &seen, err);
  return is_forgiven;
}

/* These four need no graph that is not open already and find out nothing new
 * about the server, so nothing is learned from them. */
Err tool_agent_text(AgentFile *file, Text *ret_text) {
  VerifyFile seen = view(file);
  return verify_text(&seen, ret_text);
}

Err tool_agent_symbol_at(AgentFile *file, TextPoint point, StoreSymbol *ret_symbol) {
  VerifyFile seen = view(file);
  return verify_symbol_at(&seen, point, ret_symbol);
}

bool tool_agent_is_test(AgentFile *file, Str path) {
  VerifyFile seen = view(file);
  return verify_is_test(&seen, path);
}

Err tool_agent_around(AgentFile *file, Str path, uint32_t line, StoreSymbol *ret_symbol) {
  VerifyFile seen = view(file);
  return verify_around(&seen, path, line, ret_symbol);
}

LspSymbol tool_agent_from_graph(AgentFile *file, const StoreSymbol *symbol) {
  VerifyFile seen = view(file);
  return verify_from_graph(&seen, symbol);
}

Err tool_agent_calls(AgentFile *file, TextPoint point, bool incoming, bool outgoing, VerifyCalls *ret_calls) {
  VerifyFile seen = view(file);
  return learn(file, &seen, verify_calls(&seen, point, incoming, outgoing, ret_calls));
}

Err tool_agent_types(AgentFile *file, TextPoint point, bool supertypes, bool subtypes, VerifyCalls *ret_types) {
  VerifyFile seen = view(file);
  return learn(file, &seen, verify_types(&seen, point, supertypes, subtypes, ret_types));
}

Err tool_agent_enclosing(AgentFile *file, TextPoint point, LspSymbol *ret_symbol, bool *ret_is_graph) {
  VerifyFile seen = view(file);
  return learn(file, &seen, verify_enclosing(&seen, point, ret_symbol, ret_is_graph));
}

Err tool_agent_references(AgentFile *file, TextPoint point, bool with_declaration, VerifyPlaces *ret_places) {
  VerifyFile seen = view(file);
  return learn(file, &seen, verify_references(&seen, point, with_declaration, ret_places));
}
