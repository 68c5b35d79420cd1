/* Files to postings. Text is split by words alone, without a parse: what is a
 * comment and what an identifier makes little difference, names and doc
 * comments do, and those the symbols tell. */
#include <stdlib.h>
#include <string.h>

#include "src/base/hash.h"
#include "src/base/vec.h"
#include "src/model/words.h"
#include "src/query/source/source.h"
#include "src/query/terms/terms_internal.h"
#include "src/query/terms/units_internal.h"
#include "src/text/words.h"

#define TEXT_MAX ((size_t)1 << 20) /* of a file: what is longer is data */

/* A term in a unit, with how often and where in it. */
typedef struct Posting {
  uint32_t term; /* in the builder */
  uint32_t unit;
  uint16_t where;
} Posting;

typedef struct Word {
  uint64_t hash; /* of the word as written; 0: free */
  uint32_t term; /* 0: none */
} Word;

/* Of one thread, while a segment is made. Postings are in the order of units;
 * they are sorted by term at the end. */
struct TermsBuilder {
  Arena arena;
  VEC(TermsFile) files;
  VEC(TermsUnit) units;
  VEC(Posting) postings;
  VEC(uint64_t) keys;    /* of terms; entry 0 unused */
  VEC(uint32_t) last;    /* the term's newest posting + 1 */
  Buf paths;
  Word *words;           /* open addressing */
  size_t word_cap, word_count;
  Word *terms;           /* key to term, likewise */
  size_t term_cap;
};

TermsBuilder *query_terms_builder(void) {
  TermsBuilder *builder = arena_heap_alloc(sizeof(*builder));
  arena_init(&builder->arena);
  return builder;
}

void query_terms_builder_close(TermsBuilder *builder) {
  free(builder->words);
  free(builder->terms);
  arena_clear(&builder->arena);
  free(builder);
}

/* ---- words to terms ---- */

/* The table is at most half full, so there is always a free place. */
static Word *find_word(Word *table, size_t cap, uint64_t hash) {
  size_t at = hash & (cap - 1);
  while (table[at].hash && table[at].hash != hash) at = (at + 1) & (cap - 1);
  return &table[at];
}

static void grow_words(Word **table, size_t *cap, size_t used) {
  if (used * 2 < *cap) return;
  size_t larger = *cap ? *cap * 2 : 4096;
  Word *grown = arena_heap_alloc(larger * sizeof(Word));
  for (size_t i = 0; i < *cap; i++) {
    if ((*table)[i].hash) *find_word(grown, larger, (*table)[i].hash) = (*table)[i];
  }
  free(*table);
  *table = grown;
  *cap = larger;
}

/* Terms are numbered in the order in which they are met; 0 is none. */
static uint32_t term_of_key(TermsBuilder *builder, uint64_t key) {
  if (!key) return 0;
  if (!builder->keys.len) {
    *vec_add(&builder->arena, &builder->keys) = 0;
    *vec_add(&builder->arena, &builder->last) = 0;
  }
  grow_words(&builder->terms, &builder->term_cap, builder->keys.len);
  Word *entry = find_word(builder->terms, builder->term_cap, key);
  if (!entry->hash) {
    *entry = (Word){key, (uint32_t)builder->keys.len};
    *vec_add(&builder->arena, &builder->keys) = key;
    *vec_add(&builder->arena, &builder->last) = 0;
  }
  return entry->term;
}

/* Words come again and again: each spelling is stemmed once. */
static uint32_t term_of_word(TermsBuilder *builder, Str word) {
  if (word.len < 2 || word.len > TEXT_WORD_MAX) return 0;
  uint64_t hash = hash_str(word) | 1;
  grow_words(&builder->words, &builder->word_cap, builder->word_count);
  Word *entry = find_word(builder->words, builder->word_cap, hash);
  if (!entry->hash) {
    uint32_t term = text_word_is_stop(word) ? 0 : term_of_key(builder, text_word_term(word));
    *entry = (Word){hash, term};
    builder->word_count++;
  }
  return entry->term;
}

/* ---- postings ---- */

/* Counts have few bits; they stay at the highest. */
static uint16_t raise_count(uint16_t where, unsigned shift, unsigned max) {
  return (uint16_t)((where >> shift & max) < max ? where + (1u << shift) : where);
}

static uint16_t add_place(uint16_t where, uint16_t place) {
  switch (place) {
    case 1 << TERMS_BODY_SHIFT: return raise_count(where, TERMS_BODY_SHIFT, TERMS_BODY_MAX);
    case 1 << TERMS_DOC_SHIFT: return raise_count(where, TERMS_DOC_SHIFT, TERMS_DOC_MAX);
    case 1 << TERMS_NAME_SHIFT: return raise_count(where, TERMS_NAME_SHIFT, TERMS_NAME_MAX);
    case 1 << TERMS_HEAD_SHIFT: return raise_count(where, TERMS_HEAD_SHIFT, TERMS_HEAD_MAX);
    default: return (uint16_t)(where | place);
  }
}

/* A unit's postings of a term are one, because units are filled one after the
 * other: the newest is it, or there is none. */
static void post(TermsBuilder *builder, uint32_t unit, uint32_t term, uint16_t place) {
  if (!term) return;
  uint32_t last = builder->last.items[term];
  if (!last || builder->postings.items[last - 1].unit != unit) {
    *vec_add(&builder->arena, &builder->postings) = (Posting){.term = term, .unit = unit};
    last = builder->last.items[term] = (uint32_t)builder->postings.len;
  }
  Posting *posting = &builder->postings.items[last - 1];
  posting->where = add_place(posting->where, place);
}

/* How many words counted, for the length of the unit. */
static size_t post_text(TermsBuilder *builder, uint32_t unit, Str text, uint16_t place) {
  size_t count = 0;
  for (size_t at = 0; at < text.len;) {
    uint32_t term = term_of_word(builder, words_next(text, &at));
    post(builder, unit, term, place);
    count += term != 0;
  }
  return count;
}

/* A name's words, neighbours joined, and the name as a whole. Stop words count
 * here: few as they are, a name is made of nothing else. */
static uint16_t post_name(TermsBuilder *builder, uint32_t unit, Str name, uint16_t place) {
  Words words;
  words_split(name, &words);
  for (size_t i = 0; i < words.len; i++) {
    post(builder, unit, term_of_key(builder, text_word_term(words.items[i])), place);
    if (i && place == 1 << TERMS_NAME_SHIFT) {
      post(builder, unit, term_of_key(builder, text_words_joined(&words.items[i - 1], 2)), TERMS_JOINED);
    }
  }
  return (uint16_t)words.len;
}

/* A name that begins with a dot is one. */
static Str without_extension(Str name) {
  size_t dot = str_find_byte(name, '.');
  return dot == STR_NONE || dot == 0 ? name : str_slice(name, 0, dot);
}

/* By a full stop, an empty line, or at a length that no sentence has. */
static Str first_sentence(Str doc) {
  for (size_t i = 0; i + 1 < doc.len && i < 300; i++) {
    if (doc.ptr[i] == '.' && (doc.ptr[i + 1] == ' ' || doc.ptr[i + 1] == '\n')) return str_slice(doc, 0, i);
    if (i > 8 && doc.ptr[i] == '\n' && doc.ptr[i + 1] == '\n') return str_slice(doc, 0, i);
  }
  return str_slice(doc, 0, 300);
}

/* ---- one file ---- */

static void post_doc(TermsBuilder *builder, uint32_t unit, Str text, Range doc) {
  Str all = str_slice(text, doc.from, doc.to);
  post_text(builder, unit, all, 1 << TERMS_DOC_SHIFT);
  post_text(builder, unit, first_sentence(all), TERMS_SUMMARY);
}

/* A definition's words, or those of a file's own text and path. */
static void post_unit(TermsBuilder *builder, const TermsSource *source, const TermsPlan *plan, size_t at) {
  const TermsPlanned *planned = &plan->items[at];
  uint32_t unit = (uint32_t)builder->units.len;
  TermsUnit made = planned->unit;
  made.file = (uint32_t)builder->files.len;
  Str file = source->file->path;
  size_t slash = str_find_last_byte(file, '/');
  Str name = without_extension(slash == STR_NONE ? file : str_slice(file, slash + 1, file.len));
  if (planned->symbol) {
    const StoreSymbol *symbol = planned->symbol;
    made.name_words = post_name(builder, unit, symbol->name, 1 << TERMS_NAME_SHIFT);
    post(builder, unit, term_of_key(builder, text_name_key(symbol->name)), 1 << TERMS_NAME_SHIFT);
    post_name(builder, unit, symbol->container, TERMS_CONTAINER);
    post_name(builder, unit, name, TERMS_FILE);
    post_text(builder, unit, symbol->signature, 1 << TERMS_HEAD_SHIFT);
    post_doc(builder, unit, source->text, symbol->doc);
  } else {
    made.name_words = post_name(builder, unit, name, TERMS_FILE);
    post(builder, unit, term_of_key(builder, text_name_key(name)), TERMS_FILE);
    if (slash != STR_NONE) post_name(builder, unit, str_slice(file, 0, slash), TERMS_PATH);
    Range head;
    if (query_source_head(source->text, &head)) post_doc(builder, unit, source->text, head);
  }
  for (size_t i = planned->first_part; i < planned->first_part + planned->part_count; i++) {
    Str part = str_slice(source->text, plan->parts[i].from, plan->parts[i].to);
    made.length += (uint32_t)post_text(builder, unit, part, 1 << TERMS_BODY_SHIFT);
  }
  /* Members without a text of their own are found at what holds them. */
  for (size_t i = planned->first_member; i < planned->first_member + planned->member_count; i++) {
    post(builder, unit, term_of_key(builder, text_name_key(plan->members[i])), TERMS_CONTAINER);
  }
  *vec_add(&builder->arena, &builder->units) = made;
}

/* Text beyond the limit is left out; symbols there have names all the same. */
void query_terms_add(TermsBuilder *builder, Arena *scratch, const TermsSource *source) {
  TermsPlan plan;
  TermsSource cut = *source;
  cut.text = str_slice(source->text, 0, TEXT_MAX);
  query_terms_plan(scratch, &cut, &plan);
  if (!builder->paths.arena) buf_init(&builder->paths, &builder->arena, UINT32_MAX);
  TermsFile file = {.size = source->file->size, .hash = source->file->hash, .path = (uint32_t)builder->paths.len,
                    .path_len = (uint32_t)source->file->path.len, .first = (uint32_t)builder->units.len,
                    .count = (uint32_t)plan.count};
  for (size_t i = 0; i < plan.count; i++) post_unit(builder, &cut, &plan, i);
  buf_add(&builder->paths, source->file->path);
  *vec_add(&builder->arena, &builder->files) = file;
}

/* ---- the segment ---- */

static int by_key(const void *a, const void *b) {
  const Word *x = a, *y = b;
  return x->hash < y->hash ? -1 : x->hash > y->hash;
}

/* Postings sorted by term, stable: counted first, then dealt out. */
static Posting *sort_postings(TermsBuilder *builder, const uint32_t *rank, size_t terms, size_t *ends) {
  Posting *sorted = ARENA_ARRAY(&builder->arena, Posting, builder->postings.len);
  for (size_t i = 0; i < builder->postings.len; i++) ends[rank[builder->postings.items[i].term] + 1]++;
  for (size_t i = 0; i < terms; i++) ends[i + 1] += ends[i];
  for (size_t i = 0; i < builder->postings.len; i++) {
    sorted[ends[rank[builder->postings.items[i].term]]++] = builder->postings.items[i];
  }
  return sorted;
}

/* As distances, which take one byte mostly. */
static void write_postings(TermsLayout *layout, const Posting *sorted, const size_t *ends, size_t terms) {
  uint8_t *at = layout->postings;
  size_t from = 0;
  for (size_t i = 0; i < terms; i++) {
    layout->starts[i] = (uint64_t)(at - layout->postings);
    at = pack_put_number(at, (uint32_t)(ends[i] - from));
    uint32_t before = 0;
    for (; from < ends[i]; from++) {
      at = query_terms_put(at, sorted[from].unit + 1 - before, sorted[from].where);
      before = sorted[from].unit + 1;
    }
  }
  layout->starts[terms] = layout->head->posting_bytes = (uint64_t)(at - layout->postings);
}

/* The segment owns its bytes and needs the builder no more. Room is reserved
 * for the longest that numbers can be. */
void query_terms_finish(TermsBuilder *builder, TermsSegment *ret_segment) {
  size_t terms = builder->keys.len ? builder->keys.len - 1 : 0;
  TermsHead head = {.file_count = (uint32_t)builder->files.len, .unit_count = (uint32_t)builder->units.len,
                    .term_count = (uint32_t)terms, .path_bytes = (uint32_t)builder->paths.len,
                    .posting_bytes = (builder->postings.len + terms) * TERMS_POSTING_MAX};
  for (size_t i = 0; i < builder->units.len; i++) head.words += builder->units.items[i].length;
  TermsLayout layout = query_terms_lay_out(head);
  Word *order = ARENA_ARRAY(&builder->arena, Word, terms);
  uint32_t *rank = ARENA_ARRAY(&builder->arena, uint32_t, terms + 1);
  size_t *ends = ARENA_ARRAY(&builder->arena, size_t, terms + 1);
  for (size_t i = 0; i < terms; i++) order[i] = (Word){builder->keys.items[i + 1], (uint32_t)i + 1};
  if (terms) qsort(order, terms, sizeof(Word), by_key);
  for (size_t i = 0; i < terms; i++) {
    layout.terms[i] = order[i].hash;
    rank[order[i].term] = (uint32_t)i;
  }
  Posting *sorted = sort_postings(builder, rank, terms, ends);
  write_postings(&layout, sorted, ends, terms);
  if (builder->files.len) memcpy(layout.files, builder->files.items, builder->files.len * sizeof(TermsFile));
  if (builder->units.len) memcpy(layout.units, builder->units.items, builder->units.len * sizeof(TermsUnit));
  if (builder->paths.len) memcpy(layout.paths, builder->paths.ptr, builder->paths.len);
  query_terms_seal(&layout, ret_segment);
}
