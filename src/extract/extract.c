/* Conducts a language over one tree. */
#include "src/extract/extract.h"

#include <stdatomic.h>

#include "src/base/hash.h"

/* Raise it when the builder itself makes other facts than before. */
#define BUILDER_REVISION 5

Err extract_facts(Job *job, Arena *arena, Names *names, const LanguageFile *file, Facts *ret_facts) {
  const Language *language = file->language;
  TRY(job_check(job));
  LanguageBuild build;
  facts_init(ret_facts, arena, names);
  language_build_begin(&build, job, arena, file, ret_facts);
  if (file->syntax->count > 1) {
    if (language->begin) language->begin(&build, 1);
    language_visit(&build, 1);
    if (language->finish) language->finish(&build);
  }
  for (uint32_t i = 0; i < file->syntax->part_count; i++) {
    const SyntaxPart *part = &file->syntax->parts[i];
    language_build_part(&build, language_find(str_from_c(part->language)), &part->syntax);
  }
  TRY(job_check(job));
  language_build_end(&build);
  return OK;
}

static uint64_t mix(uint64_t hash, const char *text) {
  return hash_combine(hash, hash_str(str_from_c(text)));
}

static uint64_t mix_all(uint64_t hash, const char *const *words) {
  for (; words && *words; words++) hash = mix(hash, *words);
  return hash_combine(hash, 0);
}

/* Which of the three are there, not what they do: for that languages have revisions. */
static uint64_t mix_handler(uint64_t hash, const LanguageHandler *at) {
  return hash_combine(hash, (at->visit ? 1u : 0) | (at->expr ? 2u : 0) | (at->type ? 4u : 0) | (at->is_comment ? 8u : 0));
}

/* Most texts of a row are not there: which are is one number. */
static uint64_t mix_row(uint64_t hash, const LanguageRow *row) {
  const char *const texts[] = {row->node, row->name, row->alias, row->body, row->params, row->pattern, row->bases, row->more_bases, row->base,
                               row->items, row->value, row->type, row->doc, row->hidden, row->called, row->of_type, row->when, row->is,
                               row->self, row->super, row->imports, row->words};
  uint64_t there = 0;
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    if (!texts[i]) continue;
    there |= (uint64_t)1 << i;
    hash = mix(hash, texts[i]);
  }
  hash = mix_handler(hash_combine(hash, there), &row->handler);
  return hash_combine(hash, (uint64_t)row->row << 48 | (uint64_t)row->kind << 32 | row->flags);
}

static uint64_t mix_table_call(uint64_t hash, const LanguageTableCall *row) {
  const char *const texts[] = {row->calls, row->on, row->needs, row->column, row->skips, row->adds, row->keys};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) hash = mix(hash, texts[i]);
  return hash_combine(hash, (uint64_t)row->columns << 2 | (row->is_changed ? 2u : 0) | (row->many ? 1u : 0));
}

/* From what the language wrote, not from the table that is made of it: those
 * of languages that no file is in are never made. */
static uint64_t mix_language(uint64_t hash, const Language *language) {
  hash = mix(mix(mix(hash, language->name), language->family), language->extensions);
  hash = mix(mix(hash, language->filenames), language->shebangs);
  hash = mix_all(mix_all(hash, language->kinds), language->fields);
  for (const LanguageRow *row = language->rows; row && row->row; row++) hash = mix_row(hash, row);
  for (const LanguageTableCall *row = language->table_calls; row && row->calls; row++) hash = mix_table_call(hash, row);
  size_t kinds = 0;
  while (language->kinds && language->kinds[kinds]) kinds++;
  for (size_t i = 0; language->handlers && i <= kinds; i++) hash = mix_handler(hash, &language->handlers[i]);
  Str rules = {(const char *)&language->rules, sizeof language->rules};
  return hash_combine(hash_combine(hash, language->revision), hash_str(rules));
}

/* Of tables that never change while the process lives, and asked by each
 * refresh. Two threads may both reckon it the first time. */
uint64_t extract_revision(void) {
  static atomic_uint_least64_t known;
  uint64_t hash = atomic_load_explicit(&known, memory_order_relaxed);
  if (hash) return hash;
  hash = hash_combine(BUILDER_REVISION, hash_str(STR(FATHOM_VERSION)));
  hash = hash_combine(hash, (uint64_t)EXPR_KIND_COUNT << 48 | (uint64_t)SYMBOL_KIND_COUNT << 32 |
                                (uint64_t)SCOPE_KIND_COUNT << 16 | REF_ROLE_COUNT);
  for (const Language *const *at = language_registry; *at; at++) hash = mix_language(hash, *at);
  atomic_store_explicit(&known, hash, memory_order_relaxed);
  return hash;
}
