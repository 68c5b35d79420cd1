/* The facts of dependencies: signatures and declared types, nothing of what
 * their functions do. */
#include <stdlib.h>

#include "src/base/hash.h"
#include "src/extract/extract.h"
#include "src/index/roots_parts_internal.h"

#define LARGE_BYTES ((size_t)1 << 20) /* parsed one at a time */
#define FACTS_MAX ((size_t)64 << 20)

static _Thread_local const IndexAtHand *at_hand;

void index_roots_at_hand(const IndexAtHand *hand) { at_hand = hand; }

/* ---- parsing ---- */

/* Parsers are dear to make and few are in use at a time; they are handed
 * from thread to thread. */
static Parser *take_parser(IndexRoots *roots) {
  lock_take(&roots->lock);
  Parser *parser = roots->parser_count ? roots->parsers[--roots->parser_count] : NULL;
  lock_give(&roots->lock);
  return parser ? parser : parse_open();
}

static void return_parser(IndexRoots *roots, Parser *parser) {
  lock_take(&roots->lock);
  bool is_kept = roots->parser_count < INDEX_QUARANTINE_SLOTS;
  if (is_kept) roots->parsers[roots->parser_count++] = parser;
  lock_give(&roots->lock);
  if (!is_kept) parse_close(parser);
}

/* What a function gives is what it says it gives, where functions say it. */
static void drop_bodies(Facts *facts) {
  for (DefNo i = 1; i < facts->defs.len; i++) {
    Def *def = &facts->defs.items[i];
    if (!symbol_kind_is_callable((SymbolKind)def->kind) || !def->value || def->type) continue;
    def->value = 0;
    def->flags |= DEF_DECLARATION;
  }
}

/* What a sibling's functions give is told by their bodies too: its sources are
 * read, not what was made of them to be installed. */
static bool is_siblings(IndexRoots *roots, Str path) {
  Str rest;
  lock_take(&roots->lock);
  bool is_in_one = index_sibling_around(roots, path, &rest);
  lock_give(&roots->lock);
  return is_in_one;
}

/* Encoded and decoded again: `surface_only` leaves out what other files
 * cannot observe, and what is kept is small. */
static Err parse_surface(Job *job, IndexRoots *roots, Names *names, Str path, Str text, Buf *out) {
  const Language *language = language_for_file(path, STR_EMPTY);
  Syntax syntax;
  Facts facts;
  Parser *parser = take_parser(roots);
  Err err = parse_text(job, parser, language, text, job->arena, &syntax);
  return_parser(roots, parser);
  if (!err) err = extract_facts(job, job->arena, names, &(LanguageFile){language, &syntax, path}, &facts);
  if (err) return err;
  if (!language->rules.bodies_tell && !is_siblings(roots, path)) drop_bodies(&facts);
  facts_encode(out, job->arena, &facts, true);
  return OK;
}

/* While a dependency is parsed it is the file at hand, not the project's
 * file that led to it: otherwise a dependency that ends the process would
 * put a file of the project into quarantine. */
static Err parse_guarded(Job *job, IndexRoots *roots, Names *names, const RootsAnswer *answer, Str text, Buf *out) {
  const IndexAtHand *hand = at_hand;
  if (!hand) return parse_surface(job, roots, names, answer->path, text, out);
  if (index_quarantine_holds(hand->quarantine, answer->path, answer->hash)) return ERR_UNAVAILABLE;
  index_quarantine_turn(hand->quarantine, hand->slot, answer->path, answer->hash, false);
  Err err = parse_surface(job, roots, names, answer->path, text, out);
  index_quarantine_turn(hand->quarantine, hand->slot, hand->what, hand->content, true);
  return err;
}

static Err make_facts(Job *job, IndexRoots *roots, Names *names, const RootsAnswer *answer, Str text, Buf *out) {
  bool is_large = text.len > LARGE_BYTES;
  if (is_large) lock_take(&roots->large);
  Err err = parse_guarded(job, roots, names, answer, text, out);
  if (is_large) lock_give(&roots->large);
  return err;
}

/* ---- facts ---- */

static bool read_kept(IndexRoots *roots, Str path, Arena *arena, Names *names, Facts *ret_facts) {
  lock_take(&roots->lock);
  const RootsAnswer *answer = index_roots_known(roots, ROOTS_SOURCE, path);
  bool is_good = answer && answer->facts.ptr && facts_decode(answer->facts, arena, names, ret_facts);
  lock_give(&roots->lock);
  return is_good;
}

/* What is known of the file already is what the refresh began with; when it is
 * another one by now, the next refresh notices. */
static void keep(IndexRoots *roots, const RootsAnswer *read, Str facts) {
  size_t most = index_memory_bytes(roots->index) / 16;
  lock_take(&roots->lock);
  RootsAnswer *answer = index_roots_known(roots, ROOTS_SOURCE, read->path);
  if (!answer) {
    answer = index_roots_add(roots, ROOTS_SOURCE, read->path);
    RootsAnswer copy = *read;
    copy.path = answer->path;
    *answer = copy;
  }
  answer->is_left_out = !facts.ptr;
  index_roots_forget_facts(roots, answer);
  if (facts.ptr && roots->facts_bytes + facts.len <= most) {
    answer->facts = (Str){str_to_heap(facts), facts.len};
    roots->facts_bytes += facts.len;
  }
  lock_give(&roots->lock);
}

/* Called by resolution, on any of its threads, the first time a reference
 * leads into the file. The job has no deadline of its own: parsing has
 * limits, and the caller's answer depends on it. */
bool index_roots_read(IndexRoots *roots, Str path, Arena *arena, Names *names, Facts *ret_facts) {
  if (read_kept(roots, path, arena, names, ret_facts)) return true;
  Arena scratch;
  Job job;
  Str text;
  Buf facts;
  arena_init(&scratch);
  job_init(&job, &scratch);
  RootsAnswer answer = {.question = ROOTS_SOURCE, .path = path};
  index_roots_ask(&job, roots, &answer, &text);
  buf_init(&facts, &scratch, FACTS_MAX);
  bool is_source = answer.is_there && !scan_is_binary(text) && !scan_is_deep(text);
  Err err = is_source ? make_facts(&job, roots, names, &answer, text, &facts) : ERR_NOT_FOUND;
  bool is_good = !err && facts_decode(buf_str(&facts), arena, names, ret_facts);
  keep(roots, &answer, is_good ? buf_str(&facts) : (Str){NULL, 0});
  arena_clear(&scratch);
  return is_good;
}
