/* What an index holds, as text that does not depend on ids or order of work. */
#ifndef FATHOM_TESTS_INDEX_DUMP_H
#define FATHOM_TESTS_INDEX_DUMP_H

#include <stdlib.h>

#include "src/index/index.h"
#include "tests/unit/index_tree.h"

static bool dump_exclusive; /* open them so */

static Index *dump_open_at(Str root, bool in_cache) {
  Index *index;
  IndexOptions options = {.root = root, .in_cache = in_cache, .cache_dir = tree_cache, .exclusive = dump_exclusive,
                          .dependency_files = 200};
  tree_ok(index_open(&tree_job, &options, &index));
  return index;
}

__attribute__((unused)) static Index *dump_open(void) { return dump_open_at(tree_root, false); }

static void dump_end(Buf *out, StoreReader *reader, const StoreFile *own, SymbolId id) {
  StoreFile file;
  StoreSymbol symbol;
  tree_ok(store_get_file(&tree_job, reader, store_file_of(id), &file));
  if (!file.id.value) buf_add_c(out, "(no file)");
  if (file.id.value != own->id.value) buf_add(out, file.path);
  if (!store_local_of(id)) {
    buf_add_byte(out, '*');
    return;
  }
  tree_ok(store_get_symbol(&tree_job, reader, id, &symbol));
  if (!symbol.id.value) buf_add_c(out, "(no symbol)");
  buf_add_format(out, "%s%.*s%s%.*s@%u", file.id.value != own->id.value ? ":" : "", STR_ARG(symbol.container),
                 symbol.container.len ? "." : "", STR_ARG(symbol.name), symbol.name_span.line);
}

typedef struct DumpLine {
  uint32_t line, column;
  Str text;
} DumpLine;

static int dump_by_place(const void *a, const void *b) {
  const DumpLine *x = a, *y = b;
  if (x->line != y->line) return x->line < y->line ? -1 : 1;
  if (x->column != y->column) return x->column < y->column ? -1 : 1;
  return str_compare(x->text, y->text);
}

/* Edges by place and words, so that ids do not matter; and each of them must
 * be found from its other end too. */
static void dump_edges(Buf *out, StoreReader *reader, const StoreFile *file) {
  StoreEdges edges = {0};
  tree_ok(store_edges_of(&tree_job, reader, file->id, STORE_ALL_KINDS, &edges));
  DumpLine *lines = ARENA_ARRAY(&tree_arena, DumpLine, edges.len + 1);
  for (size_t i = 0; i < edges.len; i++) {
    StoreEdge *edge = &edges.items[i];
    Buf line;
    buf_init(&line, &tree_arena, 4096);
    dump_end(&line, reader, file, edge->from);
    buf_add_format(&line, " %s ", edge_kind_word(edge->kind));
    dump_end(&line, reader, file, edge->to);
    buf_add_format(&line, " by %s", edge_rule_word(edge->rule));
    if (edge->wired_file.value) {
      StoreFile wired;
      tree_ok(store_get_file(&tree_job, reader, edge->wired_file, &wired));
      buf_add_format(&line, " wired %.*s:%u", STR_ARG(wired.path), edge->wired_line);
    }
    lines[i] = (DumpLine){edge->line, edge->column, buf_str(&line)};
    StoreEdges into = {0};
    tree_ok(store_edges_into(&tree_job, reader, edge->to, STORE_KIND(edge->kind), &into));
    bool is_there = false;
    for (size_t k = 0; k < into.len; k++) {
      const StoreEdge *one = &into.items[k];
      is_there |= one->from.value == edge->from.value && one->line == edge->line && one->column == edge->column &&
                  one->kind == edge->kind && one->rule == edge->rule;
    }
    if (!is_there) fail_msg("not found by its target: %.*s %.*s", STR_ARG(file->path), STR_ARG(buf_str(&line)));
  }
  if (edges.len) qsort(lines, edges.len, sizeof(*lines), dump_by_place);
  for (size_t i = 0; i < edges.len; i++) {
    buf_add_format(out, "  %u:%u %.*s\n", lines[i].line, lines[i].column, STR_ARG(lines[i].text));
  }
}

static Str dump_text(Index *index) {
  StoreReader *reader;
  StoreFiles files;
  Buf out;
  buf_init(&out, &tree_arena, 64u << 20);
  tree_ok(index_reader_take(&tree_job, index, &reader));
  tree_ok(store_list_files(&tree_job, reader, STR_EMPTY, &files));
  for (size_t i = 0; i < files.len; i++) {
    StoreFile *file = &files.items[i];
    StoreSymbols symbols;
    buf_add_format(&out, "%.*s %.*s%.*s%s\n", STR_ARG(file->path), STR_ARG(file->language), STR_ARG(file->skip),
                   file->broken ? " broken" : "");
    tree_ok(store_list_symbols(&tree_job, reader, file->id, &symbols));
    for (size_t s = 0; s < symbols.len; s++) {
      StoreSymbol *one = &symbols.items[s];
      buf_add_format(&out, "  %s %.*s%s%.*s %u:%u [%u-%u] %s%s| %.*s\n", symbol_kind_word(one->kind),
                     STR_ARG(one->container), one->container.len ? "." : "", STR_ARG(one->name),
                     one->name_span.line, one->name_span.column, one->full.line, one->full.end_line,
                     one->flags & DEF_EXPORTED ? "exported " : "", one->flags & DEF_DECLARATION ? "declaration " : "",
                     STR_ARG(one->signature));
    }
    if (file->resolved + file->external + file->unresolved) {
      buf_add_format(&out, "  calls: %zu resolved, %zu external, %zu unresolved\n", file->resolved, file->external,
                     file->unresolved);
    }
    if (file->edges) dump_edges(&out, reader, file);
  }
  index_reader_return(index, reader);
  return buf_str(&out);
}

__attribute__((unused)) static Str dump_fresh(void) {
  Str cache = tree_cache;
  tree_cache = str_format(&tree_arena, "%s/fresh", tree_base);
  Index *index = dump_open_at(tree_root, true);
  tree_ok(index_refresh(&tree_job, index));
  Str text = dump_text(index);
  index_close(index);
  nftw(str_to_c(&tree_arena, tree_cache), tree_remove_entry, 16, FTW_DEPTH | FTW_PHYS);
  tree_cache = cache;
  return text;
}

#endif
