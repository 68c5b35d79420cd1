/* Small graphs written straight into a store. */
#ifndef FATHOM_TESTS_STORE_GRAPH_H
#define FATHOM_TESTS_STORE_GRAPH_H

#include "src/store/store.h"
#include "tests/unit/index_tree.h"
#include "tests/unit/store_memory.h"

static const StoreEngine *graph_engine; /* NULL: SQLite */

/* The same tests over both engines. */
#define GRAPH_RUN(tests)                                                     \
  (graph_engine = &memory_engine,                                            \
   cmocka_run_group_tests_name("in memory", tests, NULL, graph_forget) +     \
   (graph_engine = NULL, cmocka_run_group_tests_name("sqlite", tests, NULL, NULL)))

__attribute__((unused)) static int graph_forget(void **state) {
  (void)state;
  memory_forget();
  return 0;
}

__attribute__((unused)) static Store *graph_open(void) {
  Store *store;
  StoreOptions options = {.root = tree_root, .cache_dir = tree_cache, .engine = graph_engine};
  tree_ok(store_open(&tree_job, &options, &store));
  tree_ok(store_lock(&tree_job, store)); /* as every writer: what is written without is not believed later */
  return store;
}

/* "f g:2 C/m": definitions by name, ":n" the line of the name, "C/" the
 * container, which was defined before. Functions, but for those whose name
 * begins with a capital: classes. "-": anonymous. */
__attribute__((unused)) static void graph_facts(Facts *facts, Names *names, const char *defs) {
  facts_init(facts, &tree_arena, names);
  for (Str rest = str_from_c(defs); rest.len;) {
    Str word = str_cut(&rest, ' ');
    Def def = {.kind = SYMBOL_FUNCTION, .name_span = {.line = (uint32_t)facts->defs.len}};
    size_t slash = str_find_byte(word, '/');
    if (slash != STR_NONE) {
      NameId container = names_find(names, str_slice(word, 0, slash));
      for (size_t i = 1; i < facts->defs.len; i++) {
        if (names_same(facts->defs.items[i].name, container)) def.container = (DefNo)i;
      }
      word = str_slice(word, slash + 1, word.len);
    }
    Str line = word, name = str_cut(&line, ':');
    int64_t number;
    if (line.len && str_to_int(line, &number)) def.name_span.line = (uint32_t)number;
    if (name.ptr[0] >= 'A' && name.ptr[0] <= 'Z') def.kind = SYMBOL_CLASS;
    if (str_eq_c(name, "-")) def.flags = DEF_ANONYMOUS;
    else def.name = names_intern(names, name);
    def.name_span.from = (uint32_t)facts->defs.len * 10;
    def.name_span.to = def.name_span.from + 3;
    def.name_span.end_line = def.name_span.line;
    *vec_add(&tree_arena, &facts->defs) = def;
  }
}

/* In the batch at hand. */
__attribute__((unused)) static StorePlaced graph_put(Store *store, const char *path, const char *defs) {
  AUTO(Names) names = names_open();
  Facts facts;
  StorePlaced placed;
  graph_facts(&facts, names, defs);
  StoreFile file = {.path = str_from_c(path), .language = STR("c"), .size = 3, .mtime_ns = 4, .stamp = 4, .hash = 5};
  StoreContent content = {.facts = &facts, .data = STR("facts")};
  tree_ok(store_put_file(&tree_job, store, &file, &content, &placed));
  return placed;
}

__attribute__((unused)) static StoreReader *graph_read(Store *store) {
  StoreReader *reader;
  tree_ok(store_reader_open(&tree_job, store, &reader));
  tree_ok(store_read_begin(&tree_job, reader));
  return reader;
}

__attribute__((unused)) static void graph_end(StoreReader *reader) {
  store_read_end(reader);
  store_reader_close(reader);
}

#endif
