/* What an index holds, as text that does not depend on ids or order of work. */
#ifndef FATHOM_TESTS_INDEX_DUMP_H
#define FATHOM_TESTS_INDEX_DUMP_H

#include "src/index/index.h"
#include "tests/unit/index_tree.h"

static Index *dump_open_at(Str root, bool in_cache) {
  Index *index;
  IndexOptions options = {.root = root, .in_cache = in_cache, .cache_dir = tree_cache};
  tree_ok(index_open(&tree_job, &options, &index));
  return index;
}

__attribute__((unused)) static Index *dump_open(void) { return dump_open_at(tree_root, false); }

static Str dump_text(Index *index) {
  StoreReader *reader;
  StoreFiles files;
  Buf out;
  buf_init(&out, &tree_arena, 4u << 20);
  tree_ok(index_reader_take(&tree_job, index, &reader));
  tree_ok(store_list_files(&tree_job, reader, STR_EMPTY, false, &files));
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
