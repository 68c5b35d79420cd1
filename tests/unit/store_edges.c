/* Edges: what is put is what is found, from both ends, however it was put. */
#include "tests/unit/store_graph.h"

static uint32_t seed = 99;
static uint32_t below(uint32_t limit) {
  seed = seed * 1664525u + 1013904223u;
  return (seed >> 8) % limit;
}

#define FILES 12
#define SYMBOLS 9

static int by_source(const void *a, const void *b) {
  int64_t x = ((const StoreEdge *)a)->from.value, y = ((const StoreEdge *)b)->from.value;
  return x < y ? -1 : x > y;
}

typedef struct Graph {
  FileId files[FILES];
  StoreEdge edges[FILES][60];
  size_t counts[FILES];
} Graph;

static void random_edges(Graph *graph, size_t file) {
  size_t count = below(60);
  for (size_t i = 0; i < count; i++) {
    StoreEdge edge = {.kind = (uint8_t)below(EDGE_KIND_COUNT), .rule = (uint8_t)below(EDGE_RULE_COUNT),
                      .from = store_symbol_id(graph->files[file], below(SYMBOLS + 1)),
                      .to = store_symbol_id(graph->files[below(FILES)], below(SYMBOLS + 1)),
                      .line = below(3) ? below(100) : below(UINT32_MAX), .column = below(1000)};
    if (below(5) == 0) {
      edge.wired_file = graph->files[below(FILES)];
      edge.wired_line = below(1000);
    }
    graph->edges[file][i] = edge;
  }
  qsort(graph->edges[file], count, sizeof(StoreEdge), by_source);
  graph->counts[file] = count;
}

static void put_edges(Store *store, const Graph *graph, size_t file) {
  StoreFileEdges links = {.file = graph->files[file], .edges = graph->edges[file], .edge_count = graph->counts[file],
                      .resolved = file, .external = 2, .unresolved = 3};
  tree_ok(store_put_file_edges(&tree_job, store, &links));
}

static bool has_edge(const StoreEdges *edges, const StoreEdge *edge) {
  for (size_t i = 0; i < edges->len; i++) {
    const StoreEdge *one = &edges->items[i];
    if (one->kind == edge->kind && one->rule == edge->rule && one->from.value == edge->from.value &&
        one->to.value == edge->to.value && one->line == edge->line && one->column == edge->column &&
        one->wired_file.value == edge->wired_file.value && one->wired_line == edge->wired_line) return true;
  }
  return false;
}

static void check_edges(Store *store, const Graph *graph) {
  StoreReader *reader = graph_read(store);
  size_t total = 0, found_into = 0, found_kinds = 0;
  for (size_t f = 0; f < FILES; f++) {
    StoreEdges of = {0};
    tree_ok(store_edges_of(&tree_job, reader, graph->files[f], STORE_ALL_KINDS, &of));
    assert_int_equal(of.len, graph->counts[f]);
    total += of.len;
    for (size_t i = 0; i < graph->counts[f]; i++) {
      const StoreEdge *edge = &graph->edges[f][i];
      StoreEdges from = {0}, into = {0};
      assert_true(has_edge(&of, edge));
      tree_ok(store_edges_from(&tree_job, reader, edge->from, STORE_KIND(edge->kind), &from));
      tree_ok(store_edges_into(&tree_job, reader, edge->to, STORE_KIND(edge->kind), &into));
      assert_true(has_edge(&from, edge) && has_edge(&into, edge));
    }
    for (uint32_t local = 0; local <= SYMBOLS; local++) {
      StoreEdges into = {0};
      tree_ok(store_edges_into(&tree_job, reader, store_symbol_id(graph->files[f], local), STORE_ALL_KINDS, &into));
      found_into += into.len;
    }
  }
  assert_int_equal(found_into, total); /* nothing old is left at the other end */
  StoreEdgeCounts counts;
  tree_ok(store_count_edges(&tree_job, reader, &counts));
  for (size_t i = 0; i < EDGE_KIND_COUNT; i++) found_kinds += counts.kinds[i];
  assert_int_equal(found_kinds, total);
  StoreCounts all;
  tree_ok(store_count(&tree_job, reader, &all));
  assert_int_equal(all.edges, total);
  assert_int_equal(all.external, 2 * FILES);
  graph_end(reader);
}

static void put_files(Store *store, Graph *graph) {
  for (size_t f = 0; f < FILES; f++) {
    const char *path = str_to_c(&tree_arena, str_format(&tree_arena, "f%zu.c", f));
    graph->files[f] = graph_put(store, path, "a b c d e f g h i").file;
  }
}

static void test_edges(void **state) {
  (void)state;
  static Graph graph;
  AUTO(Store) store = graph_open();
  tree_ok(store_begin(&tree_job, store));
  put_files(store, &graph);
  for (size_t f = 0; f < FILES; f++) {
    random_edges(&graph, f);
    put_edges(store, &graph, f);
  }
  tree_ok(store_commit(&tree_job, store));
  check_edges(store, &graph);
  for (int round = 0; round < 20; round++) {
    tree_ok(store_begin(&tree_job, store));
    size_t f = below(FILES);
    if (round % 5 == 4) { /* putting a file takes its edges away */
      graph_put(store, str_to_c(&tree_arena, str_format(&tree_arena, "f%zu.c", f)), "a b c d e f g h i");
    }
    random_edges(&graph, f);
    put_edges(store, &graph, f);
    tree_ok(store_commit(&tree_job, store));
    check_edges(store, &graph);
  }
}

typedef enum Load {
  LOAD_WHOLE,      /* targets were gathered */
  LOAD_NAMES_FIRST, /* likewise, with what depends on names derived before */
  LOAD_TWICE,      /* a file's edges were put twice: gathered ones are of no use */
  LOAD_UNFINISHED, /* another process ends it */
  LOADS
} Load;

static void put_in_bulk(Store *store, Graph *graph, Load load) {
  tree_ok(store_bulk_begin(&tree_job, store));
  tree_ok(store_begin(&tree_job, store));
  put_files(store, graph);
  tree_ok(store_commit(&tree_job, store));
  if (load == LOAD_NAMES_FIRST) tree_ok(store_bulk_names(&tree_job, store));
  tree_ok(store_begin(&tree_job, store));
  for (size_t f = 0; f < FILES; f++) {
    random_edges(graph, f);
    put_edges(store, graph, f);
  }
  if (load == LOAD_TWICE) {
    random_edges(graph, 5);
    put_edges(store, graph, 5);
  }
  tree_ok(store_commit(&tree_job, store));
}

static void check_bulk(Load load) {
  static Graph graph;
  AUTO(Store) store = graph_open();
  put_in_bulk(store, &graph, load);
  bool bulk;
  StoreReader *reader = graph_read(store);
  tree_ok(store_is_bulk(&tree_job, reader, &bulk));
  assert_true(bulk);
  graph_end(reader);
  if (load == LOAD_UNFINISHED) {
    store_close(store);
    store = graph_open();
  }
  tree_ok(store_bulk_end(&tree_job, store));
  check_edges(store, &graph);
  tree_ok(store_begin(&tree_job, store));
  random_edges(&graph, 3);
  put_edges(store, &graph, 3);
  tree_ok(store_commit(&tree_job, store));
  check_edges(store, &graph);
}

static void test_bulk(void **state) {
  (void)state;
  for (Load load = 0; load < LOADS; load++) check_bulk(load);
}

/* More rows than one statement takes, and some that are left over. */
static void test_many(void **state) {
  (void)state;
  static StoreEdge edges[100];
  AUTO(Store) store = graph_open();
  tree_ok(store_bulk_begin(&tree_job, store));
  tree_ok(store_begin(&tree_job, store));
  FileId from = graph_put(store, "from.c", "a").file, to = graph_put(store, "to.c", "a").file;
  for (uint32_t i = 0; i < COUNT_OF(edges); i++) { /* the last target first */
    edges[i] = (StoreEdge){.from = store_symbol_id(from, 1), .to = store_symbol_id(to, 100 - i), .line = i};
  }
  tree_ok(store_put_file_edges(&tree_job, store, &(StoreFileEdges){.file = from, .edges = edges, .edge_count = COUNT_OF(edges)}));
  tree_ok(store_commit(&tree_job, store));
  tree_ok(store_bulk_end(&tree_job, store));
  StoreReader *reader = graph_read(store);
  for (uint32_t i = 0; i < COUNT_OF(edges); i++) {
    StoreEdges into = {0};
    tree_ok(store_edges_into(&tree_job, reader, edges[i].to, STORE_ALL_KINDS, &into));
    assert_int_equal(into.len, 1);
    assert_int_equal(into.items[0].line, i);
  }
  graph_end(reader);
}

/* Uses and asks come back; a removed file leaves nothing behind. */
static Err see_links(void *context, Job *job, const StoreFileEdges *links) {
  (void)job;
  Buf *out = context;
  buf_add_format(out, "%lld:", (long long)links->file.value);
  for (size_t i = 0; i < links->use_count; i++) buf_add_format(out, " %lld", (long long)links->uses[i].value);
  buf_add_c(out, " |");
  for (size_t i = 0; i < links->ask_count; i++) buf_add_format(out, " %u", links->asks[i]);
  buf_add_c(out, "\n");
  return OK;
}

static Str links_of(Store *store) {
  StoreReader *reader = graph_read(store);
  Buf out;
  buf_init(&out, &tree_arena, 1u << 16);
  tree_ok(store_each_file_edges(&tree_job, reader, see_links, &out));
  graph_end(reader);
  return buf_str(&out);
}

static void test_links(void **state) {
  (void)state;
  AUTO(Store) store = graph_open();
  tree_ok(store_begin(&tree_job, store));
  FileId a = graph_put(store, "a.c", "a").file, b = graph_put(store, "b.c", "b").file;
  const FileId uses[] = {{300}, {2}, {70000}};
  const uint32_t asks[] = {0, 7, UINT32_MAX};
  StoreEdge edge = {.from = store_symbol_id(a, 1), .to = store_symbol_id(b, 1), .line = 3};
  StoreFileEdges links = {.file = a, .uses = uses, .use_count = 3, .asks = asks, .ask_count = 3, .edges = &edge, .edge_count = 1};
  tree_ok(store_put_file_edges(&tree_job, store, &links));
  tree_ok(store_put_file_edges(&tree_job, store, &(StoreFileEdges){.file = b}));
  tree_ok(store_commit(&tree_job, store));
  tree_expect(links_of(store), "1: 2 300 70000 | 0 7 4294967295\n2: |\n");
  tree_ok(store_begin(&tree_job, store));
  tree_ok(store_remove_file(&tree_job, store, a, NULL));
  tree_ok(store_commit(&tree_job, store));
  tree_expect(links_of(store), "2: |\n");
  StoreReader *reader = graph_read(store);
  StoreEdges into = {0};
  Str data;
  tree_ok(store_edges_into(&tree_job, reader, store_symbol_id(b, 1), STORE_ALL_KINDS, &into));
  assert_int_equal(into.len, 0);
  tree_ok(store_get_content(&tree_job, reader, a, &data));
  assert_null(data.ptr);
  tree_ok(store_get_content(&tree_job, reader, b, &data));
  tree_expect(data, "facts");
  graph_end(reader);
}

/* "1:3 1:9 2:4 (3 in 2)": files and lines of the open calls of a spelling. */
static Str open_of(Store *store, const char *name, size_t limit) {
  StoreReader *reader = graph_read(store);
  StoreOpenSites sites;
  Buf out;
  buf_init(&out, &tree_arena, 1000);
  tree_ok(store_open_calls(&tree_job, reader, str_from_c(name), limit, &sites));
  for (size_t i = 0; i < sites.len; i++) buf_add_format(&out, "%d:%u ", (int)sites.items[i].file.value, sites.items[i].line);
  buf_add_format(&out, "(%zu in %zu)", sites.total, sites.files);
  graph_end(reader);
  return buf_str(&out);
}

static int by_spelling(const void *a, const void *b) {
  const StoreOpenCall *x = a, *y = b;
  return x->name != y->name ? (x->name < y->name ? -1 : 1) : (x->line > y->line) - (x->line < y->line);
}

static void put_open(Store *store, FileId file, StoreOpenCall *calls, size_t count) {
  if (count) qsort(calls, count, sizeof *calls, by_spelling);
  tree_ok(store_begin(&tree_job, store));
  tree_ok(store_put_file_edges(&tree_job, store, &(StoreFileEdges){.file = file, .open = calls, .open_count = count}));
  tree_ok(store_commit(&tree_job, store));
}

/* Calls nobody could resolve are found by how they are spelled, and go with
 * what the file has in their place. */
static void test_open_calls(void **state) {
  (void)state;
  AUTO(Store) store = graph_open();
  tree_ok(store_begin(&tree_job, store));
  FileId a = graph_put(store, "a.c", "a").file, b = graph_put(store, "b.c", "b").file;
  tree_ok(store_commit(&tree_job, store));
  int64_t run = store_spelling(STR("run")), stop = store_spelling(STR("stop"));
  assert_true(run >= 0 && stop >= 0 && run != stop);
  put_open(store, a, (StoreOpenCall[]){{run, 9}, {stop, 5}, {run, 3}, {run, UINT32_MAX}}, 4);
  put_open(store, b, (StoreOpenCall[]){{run, 4}}, 1);
  tree_expect(open_of(store, "run", 9), "1:3 1:9 1:4294967295 2:4 (4 in 2)");
  tree_expect(open_of(store, "run", 1), "1:3 (4 in 2)");
  tree_expect(open_of(store, "stop", 9), "1:5 (1 in 1)");
  tree_expect(open_of(store, "Run", 9), "(0 in 0)");
  put_open(store, a, (StoreOpenCall[]){{run, 8}}, 1);
  tree_expect(open_of(store, "run", 9), "1:8 2:4 (2 in 2)");
  tree_expect(open_of(store, "stop", 9), "(0 in 0)");
  tree_ok(store_begin(&tree_job, store));
  tree_ok(store_remove_file(&tree_job, store, b, NULL));
  tree_ok(store_commit(&tree_job, store));
  put_open(store, a, NULL, 0);
  tree_expect(open_of(store, "run", 9), "(0 in 0)");
}

/* "1.2>/b x.ts Client.send:3 calls@7 …": by target. */
static Str outward_text(const StoreOutwards *found) {
  Buf out;
  buf_init(&out, &tree_arena, 2000);
  for (size_t i = 0; i < found->len; i++) {
    const StoreOutward *one = &found->items[i];
    buf_add_format(&out, "%d.%u>%.*s %.*s %.*s:%u %s@%u\n", (int)store_file_of(one->from).value, store_local_of(one->from), STR_ARG(one->to.root),
                   STR_ARG(one->to.path), STR_ARG(one->to.name), one->to.line, edge_kind_word((EdgeKind)one->kind), one->line);
  }
  return buf_str(&out);
}

static Str outward_from(Store *store, SymbolId symbol, uint32_t kinds) {
  StoreReader *reader = graph_read(store);
  StoreOutwards found = {0};
  tree_ok(store_outward_from(&tree_job, reader, symbol, kinds, &found));
  graph_end(reader);
  return outward_text(&found);
}

static Str outward_into(Store *store, const char *root, const char *path, const char *name) {
  StoreReader *reader = graph_read(store);
  StoreOutwards found = {0};
  StoreOutside target = {.root = str_from_c(root), .path = str_from_c(path), .name = str_from_c(name)};
  tree_ok(store_outward_into(&tree_job, reader, &target, STORE_ALL_KINDS, &found));
  graph_end(reader);
  return outward_text(&found);
}

static void put_outward(Store *store, FileId file, const StoreOutward *outward, size_t count) {
  tree_ok(store_begin(&tree_job, store));
  tree_ok(store_put_file_edges(&tree_job, store, &(StoreFileEdges){.file = file, .outward = outward, .outward_count = count}));
  tree_ok(store_commit(&tree_job, store));
}

/* References into other repositories are found from both sides, and go with what
 * the file has in their place. */
static void test_outward(void **state) {
  (void)state;
  AUTO(Store) store = graph_open();
  tree_ok(store_begin(&tree_job, store));
  FileId a = graph_put(store, "a.c", "a").file, b = graph_put(store, "b.c", "b").file;
  tree_ok(store_commit(&tree_job, store));
  StoreOutside send = {STR("/b"), STR("x.ts"), STR("Client.send"), SYMBOL_METHOD, 3}, whole = {STR("/b"), STR("x.ts"), STR_EMPTY, SYMBOL_FILE, 1};
  SymbolId one = store_symbol_id(a, 1), top = store_symbol_id(a, 0);
  put_outward(store, a, (StoreOutward[]){{EDGE_IMPORTS, RULE_IMPORT, top, 1, 1, whole}, {EDGE_CALLS, RULE_TYPE, top, 9, 1, send},
                                        {EDGE_CALLS, RULE_TYPE, one, 7, 2, send}}, 3);
  put_outward(store, b, (StoreOutward[]){{EDGE_READS, RULE_IMPORT, store_symbol_id(b, 1), 4, 1, send}}, 1);
  tree_expect(outward_into(store, "/b", "x.ts", "Client.send"),
              "1.0>/b x.ts Client.send:3 calls@9\n1.1>/b x.ts Client.send:3 calls@7\n2.1>/b x.ts Client.send:3 reads@4\n");
  tree_expect(outward_into(store, "/b", "x.ts", ""), "1.0>/b x.ts :1 imports@1\n");
  tree_expect(outward_into(store, "/", "bx.ts", "Client.send"), "");
  tree_expect(outward_from(store, one, STORE_ALL_KINDS), "1.1>/b x.ts Client.send:3 calls@7\n");
  tree_expect(outward_from(store, one, STORE_KIND(EDGE_READS)), "");
  tree_expect(outward_from(store, top, STORE_KIND(EDGE_CALLS)), "1.0>/b x.ts Client.send:3 calls@9\n1.1>/b x.ts Client.send:3 calls@7\n");
  send.line = 30;
  put_outward(store, a, (StoreOutward[]){{EDGE_CALLS, RULE_TYPE, one, 8, 2, send}}, 1);
  tree_expect(outward_into(store, "/b", "x.ts", ""), "");
  tree_expect(outward_from(store, top, STORE_ALL_KINDS), "1.1>/b x.ts Client.send:30 calls@8\n");
  tree_ok(store_begin(&tree_job, store));
  tree_ok(store_remove_file(&tree_job, store, a, NULL));
  tree_ok(store_commit(&tree_job, store));
  tree_expect(outward_into(store, "/b", "x.ts", "Client.send"), "2.1>/b x.ts Client.send:3 reads@4\n");
}

int main(void) {
  const struct CMUnitTest tests[] = {tree_test(test_edges), tree_test(test_bulk), tree_test(test_many), tree_test(test_links),
                                     tree_test(test_open_calls), tree_test(test_outward)};
  return GRAPH_RUN(tests);
}
