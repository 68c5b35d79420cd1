/* kart's trees: nested objects, positions from 0, files as addresses. */
#include "src/tools/compat/kart_tree_internal.h"

#include "src/model/text.h"
#include "src/os/file.h"

/* The impact is a flat list in which each node knows its parent; a tree is
 * written from the top, so children are linked first. */
typedef struct Tree {
  ToolCall *call;
  Index *index;
  const char *children; /* name of the field */
  const QueryImpact *impact;
  uint32_t *first, *next; /* children by number; UINT32_MAX: none */
} Tree;

/* The protocol counts lines and characters from 0, we from 1; 0 stands for a
 * place that is not known. */
static void write_position(Answer *out, const char *name, uint32_t line, uint32_t column) {
  answer_begin_object(out, name);
  answer_field_int(out, "line", line ? line - 1 : 0);
  answer_field_int(out, "character", column ? column - 1 : 0);
  answer_end(out);
}

static void link_children(Tree *tree) {
  const QueryImpact *impact = tree->impact;
  size_t count = impact->len;
  tree->first = ARENA_ARRAY(tree->call->job->arena, uint32_t, count + 1);
  tree->next = ARENA_ARRAY(tree->call->job->arena, uint32_t, count + 1);
  for (size_t i = 0; i < count; i++) tree->first[i] = tree->next[i] = UINT32_MAX;
  /* From the last to the first, because each child is put before those that are
   * there: the lists come out in the order of the nodes. */
  for (size_t i = count < KART_TREE_NODES_MAX ? count : KART_TREE_NODES_MAX; i-- > 0;) {
    const QueryImpactNode *node = &impact->nodes[i];
    if (node->depth == 0) continue;
    /* What reaches a member reaches the whole. */
    uint32_t parent = impact->nodes[node->parent].is_member ? impact->nodes[node->parent].parent : node->parent;
    tree->next[i] = tree->first[parent];
    tree->first[parent] = (uint32_t)i;
  }
}

/* As deep as the levels that were asked for. */
static void write_node(Tree *tree, uint32_t number) {
  Answer *out = tree->call->answer;
  const StoreSymbol *symbol = &tree->impact->nodes[number].symbol;
  uint32_t fan = tree->impact->nodes[number].fan;
  /* Members of the root stand beside it at depth 0 and are not written as nodes,
   * so their connections are added to the root's. */
  for (size_t i = 0; i < tree->impact->len && tree->impact->nodes[i].depth == 0; i++) {
    if (tree->impact->nodes[i].is_member && tree->impact->nodes[i].parent == number) fan += tree->impact->nodes[i].fan;
  }
  Str whole = file_join(tree->call->job->arena, index_root(tree->index), symbol->path);
  answer_field_str(out, "name", str_head(symbol->name, TOOL_NAME_MAX));
  answer_field_int(out, "kind", verify_kind_number(symbol->kind));
  answer_field_str(out, "kindName", tool_kart_kind(symbol->kind));
  answer_field_str(out, "path", symbol->path);
  answer_field_str(out, "uri", lsp_uri_from_path(tree->call->job->arena, whole));
  answer_begin_object(out, "range");
  write_position(out, "start", symbol->name_span.line, symbol->name_span.column);
  write_position(out, "end", symbol->name_span.end_line, symbol->name_span.end_column);
  answer_end(out);
  answer_field_int(out, "fanOut", fan);
  answer_begin_list(out, tree->children);
  for (uint32_t i = tree->first[number]; i != UINT32_MAX; i = tree->next[i]) {
    answer_begin_row(out);
    write_node(tree, i);
    answer_end(out);
  }
  answer_end(out);
}

/* The first node is the root: the question has one. */
static void write_fields(Tree *tree, Str name, Str path) {
  Answer *out = tree->call->answer;
  const QueryImpact *impact = tree->impact;
  answer_field_str(out, "symbol", name);
  answer_field_str(out, "path", path);
  answer_field_int(out, "depth", tool_arg_int(tree->call, "depth"));
  answer_field_int(out, "maxDepth", KART_TREE_DEPTH_MAX);
  answer_field_int(out, "totalNodes", (int64_t)impact->counts.symbols + 1);
  answer_field_bool(out, "highFanOut", impact->high_fan_out);
  if (impact->cut || impact->len > KART_TREE_NODES_MAX) answer_field_bool(out, "truncated", true);
  answer_begin_object(out, "root");
  write_node(tree, 0);
  answer_end(out);
}

#define NAMES_MAX 5 /* of the file, that are told */

/* The file's own names are asked for only now, when they are needed. */
static Err fail_symbol(KartCall *kart, Str asked) {
  Job *job = kart->call->job;
  StoreSymbols symbols = {0};
  if (kart->file.id.value) TRY(store_list_symbols(job, kart->reader, kart->file.id, &symbols));
  Str *names = ARENA_ARRAY(job->arena, Str, symbols.len + 1);
  Str tops[NAMES_MAX];
  KartNames known = {.all = names, .tops = tops};
  for (size_t i = 0; i < symbols.len; i++) {
    const StoreSymbol *one = &symbols.items[i];
    /* Nobody asks for a local variable by its name alone. */
    if (one->flags & DEF_LOCAL) continue;
    names[known.count++] = one->name;
    if (known.top_count < NAMES_MAX && !one->container.len) tops[known.top_count++] = one->name;
  }
  return tool_kart_no_symbol(kart->call, kart->path, asked, &known);
}

/* The symbol of that name in that very file. */
static Err find_symbol(KartCall *kart, StoreSymbol *ret_symbol) {
  ToolCall *call = kart->call;
  QueryTargets targets;
  QueryTarget target = {.name = tool_arg_str(call, "symbol"), .file = kart->path};
  TRY(tool_kart_find_file(kart));
  TRY(query_targets(call->job, kart->reader, &target, &targets));
  for (size_t i = 0; i < targets.len; i++) {
    /* A target may also be found by the end of its path, in another file. */
    if (targets.items[i].file.value != kart->file.id.value) continue;
    *ret_symbol = targets.items[i];
    return OK;
  }
  return fail_symbol(kart, target.name);
}

/* Links count as calls, because to kart's clients a callback is one. */
static Err ask_graph(KartCall *kart, const StoreSymbol *symbol, QueryDirection direction, QueryImpact *ret_impact) {
  QueryImpactRequest request = {.roots = symbol, .root_count = 1, .direction = direction, .kinds = QUERY_CALLS | QUERY_LINKS,
                                .depth = (unsigned)tool_arg_int(kart->call, "depth")};
  return query_impact(kart->call->job, kart->reader, &request, ret_impact);
}

static Err answer(KartCall *kart, QueryDirection direction) {
  ToolCall *call = kart->call;
  StoreSymbol symbol;
  QueryImpact impact;
  TRY(find_symbol(kart, &symbol));
  TRY(ask_graph(kart, &symbol, direction, &impact));
  Tree tree = {.call = call, .index = kart->index, .children = direction == QUERY_CALLERS ? "callers" : "callees",
               .impact = &impact};
  link_children(&tree);
  write_fields(&tree, tool_arg_str(call, "symbol"), tool_kart_absolute(kart, kart->path));
  /* Never from a server that happens to run: the same question has one answer. */
  answer_field_str(call->answer, "source", STR("graph"));
  return OK;
}

Err tool_kart_tree(ToolCall *call, QueryDirection direction) {
  KartCall kart;
  Err err = tool_kart_open(call, tool_arg_str(call, "path"), &kart);
  return tool_kart_end(&kart, err ? err : answer(&kart, direction));
}

/* The tree repeats itself, which a table of fields cannot say. */
#define RESULT_ROWS(children)                                                                 \
  {"symbol", TOOL_STRING, true, .help = "as asked"},                                          \
  {"path", TOOL_STRING, true, .help = "absolute path of the file"},                           \
  {"depth", TOOL_INTEGER, true, .help = "levels looked for"},                                 \
  {"maxDepth", TOOL_INTEGER, true, .help = "levels that can be asked for"},                   \
  {"totalNodes", TOOL_INTEGER, true, .help = "symbols, the root included"},                   \
  {"highFanOut", TOOL_BOOLEAN, true, .help = "one has more than 10 direct connections"},      \
  {"truncated", TOOL_BOOLEAN, .help = "there is more than fits into an answer"},              \
  {"root", TOOL_OBJECT, true,                                                                 \
   .help = "the symbol: name, kind (the protocol's number), kindName, path, uri, range of the name (from 0), fanOut, and " \
           children ", the same again"},                                                     \
  {"source", TOOL_STRING, true, .help = "who was asked: our own graph"},                       \
  {0}
const ToolField tool_kart_impact_result[] = {RESULT_ROWS("callers")};
const ToolField tool_kart_deps_result[] = {RESULT_ROWS("callees")};
