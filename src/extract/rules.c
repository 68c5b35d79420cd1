/* Compiles rule tables. */
#include <pthread.h>

#include "src/base/hash.h"
#include "src/base/log.h"
#include "src/extract/extract.h"
#include "src/extract/rules_internal.h"

/* Raise it when the walk itself finds other facts than before. */
#define WALK_REVISION 1

static NO_RETURN void mismatch(const Language *language, const char *what, Str name) {
  log_error("language %s: its grammar has no %s '%.*s'", language->name, what, STR_ARG(name));
  abort();
}

static TSFieldId field_id(const Language *language, Str name) {
  TSFieldId id = ts_language_field_id_for_name(language->grammar(), name.ptr, (uint32_t)name.len);
  if (!id) mismatch(language, "field", name);
  return id;
}

static void compile_rule(const Language *language, const LanguageRule *rule, ExtractRule *compiled) {
  compiled->rule = rule;
  Str path = str_from_c(rule->name);
  for (size_t i = 0; path.len && i + 1 < EXTRACT_PATH_MAX; i++) {
    compiled->name[i] = field_id(language, str_cut(&path, '.'));
  }
  if (rule->body) compiled->body = field_id(language, str_from_c(rule->body));
}

/* Several ids can share a kind's name (aliases). */
static void set_kind(const Language *language, ExtractRules *rules, Str kind, size_t action) {
  bool found = false;
  for (size_t id = 0; id < rules->kind_count; id++) {
    const char *name = ts_language_symbol_name(language->grammar(), (TSSymbol)id);
    if (!name || !str_eq_c(kind, name)) continue;
    if (ts_language_symbol_type(language->grammar(), (TSSymbol)id) != TSSymbolTypeRegular) continue;
    rules->by_kind[id] = (uint16_t)action;
    found = true;
  }
  if (!found) mismatch(language, "node", kind);
}

static ExtractRules *compile(const Language *language) {
  size_t count = 0;
  while (language->rules[count].node) count++;
  ExtractRules *rules = arena_heap_alloc(sizeof(ExtractRules));
  rules->kind_count = ts_language_symbol_count(language->grammar());
  rules->by_kind = arena_heap_alloc(rules->kind_count * sizeof(uint16_t));
  rules->rules = arena_heap_alloc((count + 1) * sizeof(ExtractRule));
  Str comments = str_from_c(language->comments);
  while (comments.len) set_kind(language, rules, str_cut(&comments, ' '), EXTRACT_COMMENT);
  for (size_t i = 0; i < count; i++) {
    compile_rule(language, &language->rules[i], &rules->rules[i]);
    set_kind(language, rules, str_from_c(language->rules[i].node), i + EXTRACT_FIRST_RULE);
  }
  return rules;
}

const ExtractRules *extract_rules(const Language *language) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  static ExtractRules **compiled; /* in registry order */
  pthread_mutex_lock(&lock);
  if (!compiled) compiled = arena_heap_alloc((language_registry_count + 1) * sizeof(*compiled));
  size_t at = 0;
  while (at < language_registry_count && language_registry[at] != language) at++;
  if (!compiled[at]) compiled[at] = compile(language);
  const ExtractRules *rules = compiled[at];
  pthread_mutex_unlock(&lock);
  return rules;
}

static uint64_t mix(uint64_t hash, const char *text) {
  return hash_combine(hash, hash_str(str_from_c(text)));
}

uint64_t extract_revision(void) {
  uint64_t hash = hash_combine(WALK_REVISION, hash_str(STR(FATHOM_VERSION)));
  for (const Language *const *at = language_registry; *at; at++) {
    const Language *language = *at;
    hash = mix(mix(mix(mix(hash, language->name), language->extensions), language->filenames),
               language->shebangs);
    for (const LanguageRule *rule = language->rules; rule->node; rule++) {
      hash = mix(mix(mix(hash, rule->node), rule->name), rule->body);
      hash = hash_combine(hash, ((uint64_t)rule->flags << 8) | (uint64_t)rule->kind);
    }
  }
  return hash;
}
