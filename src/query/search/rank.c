/* The order of a search's files. */
#include <stdlib.h>

#include "src/base/vec.h"
#include "src/query/names/names.h"
#include "src/query/names/rank_internal.h"
#include "src/query/search/search_internal.h"

#define NAMES_MAX 64

/* Who searches for a word wants the code that is about it first. Within a rank
 * the order is that of the paths, so that equal searches give equal answers. */
typedef enum SearchRank { RANK_DEFINES, RANK_SOURCE, RANK_OTHER, RANK_TEST, RANK_FOREIGN } SearchRank;

/* Only a plain name can be looked up among the definitions. Bytes from 0x80 on
 * are parts of letters in many languages, and are let through. */
static bool is_name(Str text) {
  for (size_t i = 0; i < text.len; i++) {
    char c = text.ptr[i];
    bool fits = byte_is_letter(c) || c == '_' || (unsigned char)c >= 0x80 || (i && byte_is_digit(c));
    if (!fits) return false;
  }
  return text.len > 0;
}

/* Files that define something of this very name. */
static Err find_definers(Job *job, StoreReader *reader, Str name, SearchFile *files, size_t count) {
  QuerySpelled names;
  TRY(query_spelled(job, reader, &(QuerySpelling){.word = name, .looked_at = NAMES_MAX, .any_case = true}, &names));
  for (size_t i = 0; i < names.len; i++) {
    StoreSymbols symbols;
    TRY(store_list_named(job, reader, names.items[i], SIZE_MAX, &symbols));
    for (size_t k = 0; k < symbols.len; k++) {
      const StoreSymbol *symbol = &symbols.items[k];
      /* A declaration is written wherever the name is used, and a local variable
       * called `count` defines nothing that a search for "count" is after. */
      if (symbol->flags & (DEF_DECLARATION | DEF_LOCAL)) continue;
      for (size_t f = 0; f < count; f++) {
        if (files[f].file->id == symbol->file.value && files[f].rank == RANK_SOURCE) files[f].rank = RANK_DEFINES;
      }
    }
  }
  return OK;
}

/* Generated files come last although they are source: they repeat what their
 * origin says, often thousands of times. */
static int rank_of(const TextFile *file) {
  if (query_rank_is_generated(file->path)) return RANK_FOREIGN;
  if (file->flags & SEARCH_TEST) return RANK_TEST;
  return file->language ? RANK_SOURCE : RANK_OTHER;
}

static int by_rank(const void *a, const void *b) {
  const SearchFile *x = a, *y = b;
  if (x->group != y->group) return x->group < y->group ? -1 : 1;
  if (x->rank != y->rank) return x->rank < y->rank ? -1 : 1;
  return str_compare(x->file->path, y->file->path);
}

Err query_search_rank(Job *job, StoreReader *reader, const QuerySearch *search, SearchFile *files, size_t count) {
  for (size_t i = 0; i < count; i++) files[i].rank = rank_of(files[i].file);
  /* Each definer is looked for among all files; beyond this many the search is
   * too vague for the difference to matter. */
  for (size_t i = 0; reader && count <= 5000 && i <= search->other_count; i++) {
    Str pattern = i ? search->others[i - 1] : search->pattern;
    if (is_name(pattern)) TRY(find_definers(job, reader, pattern, files, count));
  }
  if (count) qsort(files, count, sizeof(*files), by_rank);
  /* Minor are those that stand behind source that was found as well. Where there
   * is none, tests and documents are all there is and are shown in full. */
  bool has_source = false;
  for (size_t i = 0; i < count; i++) has_source |= files[i].rank <= RANK_SOURCE;
  for (size_t i = 0; i < count; i++) files[i].is_minor = has_source && files[i].rank > RANK_SOURCE;
  return OK;
}
