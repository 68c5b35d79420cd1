/* Catches: what becomes of something that is thrown, up the callers. The graph
 * says who calls; which lines stand in a `try` and what its clauses take is read
 * from the text by words and indentation, so code that is not indented as it is
 * nested is judged wrongly. */
#include "src/base/idmap.h"
#include "src/base/vec.h"
#include "src/base/word.h"
#include "src/query/names/names.h"
#include "src/query/path/passed_internal.h"
#include "src/query/uses/uses.h"

#define STEPS_MAX 400   /* functions that are looked at */
#define LEVELS_MAX 12   /* calls up */
#define CLAUSE_LINES 3  /* that a clause may take */
#define NAMES_MAX 32    /* what it can be caught as */
#define PASSED_MAX 4    /* times that a function is passed on */
#define TAKERS_MAX 500  /* functions that are looked at because something is passed to them */

typedef struct Step {
  StoreSymbol symbol;
  uint32_t *lines; /* from which it comes */
  size_t len;
  unsigned up;
  bool is_handed;
} Step;

typedef struct Climb {
  Job *job;
  Index *index;
  StoreReader *reader;
  uint64_t calm;
  Map sources;
  QueryOpener opener;
  QueryKeeper keeper;
  size_t takers; /* looked at */
  Idmap left; /* functions that it is known to get out of */
  Str names[NAMES_MAX];
  size_t name_count;
  struct {
    Step *items;
    size_t len, cap;
  } steps;
  QueryCatches found;
} Climb;

/* Without what closes the block before. */
static Str begin_of(Str line) {
  line = str_trim(line);
  while (line.len && strchr("}) \t", line.ptr[0])) line = str_slice(line, 1, line.len);
  return line;
}

static bool begins_with_word(Str line, const char *word) {
  Str text = begin_of(line), wanted = str_from_c(word);
  return word_is_at(text, 0, wanted);
}

static bool is_clause(Str line) { return begins_with_word(line, "catch") || begins_with_word(line, "except") || begins_with_word(line, "rescue"); }

/* ---- what a clause takes ---- */

/* What everything is caught as. */
static bool is_general(Str clause) {
  static const char *const names[] = {"Exception", "Throwable", "BaseException", "StandardError"};
  for (size_t i = 0; i < COUNT_OF(names); i++) {
    if (word_is_in(clause, str_from_c(names[i]))) return true;
  }
  return false;
}

/* `catch (e)`, `catch {`, `except:`, `rescue => e`: no type is named. */
static bool is_bare(Str clause) {
  size_t words = 0;
  for (size_t i = 0; i < clause.len && !strchr("{:", clause.ptr[i]); i++) {
    if (str_starts_with(str_slice(clause, i, clause.len), STR("=>"))) break;
    if (byte_is_word(clause.ptr[i]) && (!i || !byte_is_word(clause.ptr[i - 1]))) words++;
  }
  bool has_name = str_find_byte(clause, '(') != STR_NONE && begins_with_word(clause, "catch");
  return words <= (has_name ? 2 : 1);
}

static bool takes(const Climb *climb, Str clause) {
  for (size_t i = 0; i < climb->name_count; i++) {
    if (word_is_in(clause, climb->names[i])) return true;
  }
  return is_bare(clause) || is_general(clause);
}

/* A clause up to where its block opens. */
static Str clause_at(const Climb *climb, const QuerySource *source, uint32_t line) {
  Buf text;
  buf_init(&text, climb->job->arena, 1u << 14);
  for (uint32_t i = 0; i < CLAUSE_LINES && line + i <= source->lines; i++) {
    Str part = begin_of(query_source_line(source, line + i));
    buf_add_format(&text, "%s%.*s", i ? " " : "", STR_ARG(str_head(part, 200)));
    if (part.len && strchr("{:", part.ptr[part.len - 1])) break;
    if (begins_with_word(part, "rescue")) break;
  }
  return buf_str(&text);
}

/* The first clause of a block that opens at `margin` and holds the line, which
 * takes it; 0: none. */
static uint32_t find_clause(const Climb *climb, const QuerySource *source, uint32_t line, uint32_t margin, uint32_t end) {
  for (uint32_t at = line + 1; at <= end; at++) {
    Str text = query_source_line(source, at);
    if (!str_trim(text).len || query_source_indent(text) > margin) continue;
    if (query_source_indent(text) < margin) return 0;
    if (is_clause(text) && takes(climb, clause_at(climb, source, at))) return at;
    if (!is_clause(text) && strchr("})", str_trim(text).ptr[0]) == NULL && !begins_with_word(text, "finally")) return 0;
  }
  return 0;
}

/* From the inside out. What stands in a clause is outside of its `try`, which
 * has the same margin. */
static uint32_t caught_at(const Climb *climb, const QuerySource *source, const StoreSymbol *in, uint32_t line) {
  uint32_t margin = query_source_indent(query_source_line(source, line)), end = in->full.end_line < source->lines ? in->full.end_line : source->lines;
  Str own = query_source_line(source, line);
  if (word_is_in(own, STR("try")) && word_is_in(own, STR("catch"))) return line;
  for (uint32_t at = line - 1; line > 1 && at >= in->full.line && at; at--) {
    Str text = query_source_line(source, at);
    if (!str_trim(text).len || query_source_indent(text) >= margin) continue;
    margin = query_source_indent(text);
    bool opens = begins_with_word(text, "try") || begins_with_word(text, "begin") || word_is_in(text, STR("try")) || at == in->full.line;
    uint32_t clause = opens ? find_clause(climb, source, line, margin, end) : 0;
    if (clause) return clause;
  }
  return 0;
}

/* Thrown on as it is: `throw e;`, `throw;`, `raise`, the last thing that the
 * clause does. What is made anew there is another thing. */
static bool is_rethrown(const QuerySource *source, uint32_t clause, uint32_t end) {
  uint32_t margin = query_source_indent(query_source_line(source, clause));
  Str last = STR_EMPTY;
  for (uint32_t line = clause + 1; line <= end && line <= source->lines; line++) {
    Str text = query_source_line(source, line);
    if (!str_trim(text).len) continue;
    if (query_source_indent(text) <= margin) break;
    last = str_trim(text);
  }
  if (word_is_in(last, STR("new")) || str_find_byte(last, '(') != STR_NONE) return false;
  return begins_with_word(last, "throw") || str_eq(last, STR("raise"));
}

/* ---- up ---- */

/* A function may be reached on several ways, each through other lines of it. */
static Step *add_step(Climb *climb, const StoreSymbol *symbol, unsigned up) {
  if (symbol->flags & DEF_TEST || climb->steps.len == STEPS_MAX || up > LEVELS_MAX) {
    climb->found.is_cut |= !(symbol->flags & DEF_TEST);
    return NULL;
  }
  Step *step = vec_add(climb->job->arena, &climb->steps);
  *step = (Step){.symbol = *symbol, .up = up};
  return step;
}

static void add_catch(Climb *climb, QueryCatch one) {
  for (size_t i = 0; i < climb->found.len; i++) {
    if (climb->found.items[i].in.id.value == one.in.id.value && climb->found.items[i].line == one.line) return;
  }
  *vec_add(climb->job->arena, &climb->found) = one;
}

/* True: from one of its lines it gets out of the function. */
static bool look(Climb *climb, const Step *step) {
  const QuerySource *source = query_source_once(climb->job, climb->index, climb->calm, &climb->sources, step->symbol.path);
  bool gets_out = !source;
  for (size_t i = 0; source && i < step->len; i++) {
    uint32_t clause = step->lines[i] <= source->lines ? caught_at(climb, source, &step->symbol, step->lines[i]) : 0;
    if (!clause) {
      gets_out = true;
      continue;
    }
    bool goes_on = is_rethrown(source, clause, step->symbol.full.end_line);
    gets_out |= goes_on;
    add_catch(climb, (QueryCatch){.in = step->symbol, .line = clause, .from = step->lines[i], .up = step->up,
                                  .clause = clause_at(climb, source, clause), .is_rethrown = goes_on, .is_handed = step->is_handed});
  }
  return gets_out;
}

/* ---- through functions that are passed ---- */

/* What becomes of it in a function that is given what throws it. */
typedef struct Fate {
  bool gets_out;
  bool is_lost;    /* nobody knows who calls what was passed */
  unsigned levels; /* calls from the function that runs it to this one, both counted */
} Fate;

static Err find_fate(Climb *climb, const QueryPassing *passing, unsigned up, unsigned depth, Fate *ret_fate);

/* The lines of one function from which it comes because of what was passed. */
static Err fate_in(Climb *climb, SymbolId function, QueryArgument as, unsigned up, unsigned depth, Fate *fate) {
  StoreSymbol symbol;
  QueryPassedUses uses = {0};
  TRY(query_symbol(climb->job, climb->reader, function, &symbol));
  if (symbol.id.value) TRY(query_passed_uses(&climb->keeper, &symbol, as, &uses));
  fate->is_lost |= !uses.len || uses.is_kept;
  for (size_t i = 0; i < uses.len; i++) {
    Fate inner = {.gets_out = true};
    if (!uses.items[i].is_called) TRY(find_fate(climb, &uses.items[i].on, up, depth + 1, &inner));
    fate->is_lost |= inner.is_lost;
    if (!inner.gets_out) continue;
    Step step = {.symbol = symbol, .lines = &uses.items[i].line, .len = 1, .up = up + inner.levels + 1};
    fate->gets_out |= look(climb, &step);
    if (fate->levels < inner.levels + 1) fate->levels = inner.levels + 1;
  }
  return OK;
}

static Err find_fate(Climb *climb, const QueryPassing *passing, unsigned up, unsigned depth, Fate *ret_fate) {
  *ret_fate = (Fate){.is_lost = !passing->to.len || depth > PASSED_MAX};
  for (size_t i = 0; i < passing->to.len && !ret_fate->is_lost; i++) {
    TRY(job_check(climb->job));
    ret_fate->is_lost = climb->takers++ >= TAKERS_MAX;
    if (!ret_fate->is_lost) TRY(fate_in(climb, passing->to.items[i], passing->as, up, depth, ret_fate));
  }
  return OK;
}

/* Whoever names a function to pass it on has to do with what it throws only if
 * that gets out of who runs it; where nobody knows who does, it may. */
static Err add_passer(Climb *climb, const Step *step, const StoreSymbol *passer, const StoreEdge *site) {
  QueryPassing passing;
  Fate fate;
  TRY(query_passing_at(&climb->keeper, site, &passing));
  TRY(find_fate(climb, &passing, step->up, 0, &fate));
  if (!fate.gets_out && !fate.is_lost) return OK;
  Step *next = add_step(climb, passer, step->up + fate.levels + 1);
  if (!next) return OK;
  next->is_handed = step->is_handed || !fate.gets_out;
  next->lines = ARENA_ARRAY(climb->job->arena, uint32_t, 1);
  next->lines[next->len++] = site->line;
  return OK;
}

/* ---- */

/* Who calls it. */
static Err add_caller(Climb *climb, const Step *step, const StoreSymbol *caller, const StoreEdges *sites) {
  Step *next = add_step(climb, caller, step->up + 1);
  if (!next) return OK;
  next->is_handed = step->is_handed;
  next->lines = ARENA_ARRAY(climb->job->arena, uint32_t, sites->len + 1);
  for (size_t k = 0; k < sites->len; k++) next->lines[next->len++] = sites->items[k].line;
  return OK;
}

/* By kinds of edges: who calls it, or who names it as a value and so hands it on. */
static Err climb_by(Climb *climb, const Step *step, uint32_t kinds, size_t *ret_code) {
  QueryNeighbours callers;
  QueryAround around = {.symbols = &step->symbol.id, .count = 1, .direction = QUERY_CALLERS, .kinds = kinds};
  TRY(query_neighbours(climb->job, climb->reader, around, &callers));
  for (size_t i = 0; i < callers.direct + callers.dispatched; i++) {
    StoreSymbol caller;
    StoreEdges sites;
    TRY(query_symbol(climb->job, climb->reader, callers.items[i].symbol, &caller));
    bool is_function = kinds == QUERY_CALLS || symbol_kind_is_callable(caller.kind);
    if (!caller.id.value || (caller.flags & DEF_TEST) || !is_function) continue;
    ++*ret_code;
    TRY(query_sites(climb->job, climb->reader, &callers.items[i], QUERY_CALLERS, kinds, &sites));
    if (kinds == QUERY_CALLS) TRY(add_caller(climb, step, &caller, &sites));
    else for (size_t k = 0; k < sites.len; k++) TRY(add_passer(climb, step, &caller, &sites.items[k]));
  }
  return OK;
}

static Err climb_on(Climb *climb, size_t at) {
  const Step step = climb->steps.items[at];
  size_t code = 0;
  TRY(climb_by(climb, &step, QUERY_CALLS, &code));
  if (symbol_kind_is_callable(step.symbol.kind)) TRY(climb_by(climb, &step, STORE_KIND(EDGE_REFERENCES), &code));
  if (!code) *vec_add(climb->job->arena, &climb->found.outlets) = step.symbol;
  return OK;
}

/* ---- what it is, and where it begins ---- */

static void add_name(Climb *climb, Str name) {
  if (climb->name_count < NAMES_MAX && name.len) climb->names[climb->name_count++] = name;
}

/* What it is built on may not be the project's: then its name is all that is
 * known, `class Bad extends RuntimeException`. */
static void add_names_in(Climb *climb, Str signature) {
  for (size_t i = 0, end; i < signature.len; i = end) {
    for (end = i + 1; end < signature.len && byte_is_word(signature.ptr[end]) == byte_is_word(signature.ptr[i]);) end++;
    if (signature.ptr[i] >= 'A' && signature.ptr[i] <= 'Z') add_name(climb, str_slice(signature, i, end));
  }
}

static Err take_names(Climb *climb, const StoreSymbol *type) {
  QueryRelatives above;
  TRY(query_hierarchy(climb->job, climb->reader, type->id, (QueryClimb){true, LEVELS_MAX, NAMES_MAX}, &above));
  add_name(climb, type->name);
  for (size_t i = 0; i < above.len; i++) add_name(climb, above.items[i].symbol.name);
  add_names_in(climb, type->signature);
  for (size_t i = 0; i < above.len; i++) add_names_in(climb, above.items[i].symbol.signature);
  return OK;
}

/* Clauses that name it, and that no way leads to. */
static void find_unreached(Climb *climb, const QueryUses *uses) {
  for (size_t i = 0; i < uses->len && !climb->found.is_cut && climb->found.thrown; i++) {
    const QueryUse *use = &uses->items[i];
    const QuerySource *source = use->is_test ? NULL : query_source_once(climb->job, climb->index, climb->calm, &climb->sources, use->in.path);
    bool is_reached = !source || !is_clause(query_source_line(source, use->line));
    for (size_t k = 0; k < climb->found.len && !is_reached; k++) {
      is_reached = climb->found.items[k].line == use->line && str_eq(climb->found.items[k].in.path, use->in.path);
    }
    if (!is_reached) *vec_add(climb->job->arena, &climb->found.unreached) = (QueryCatch){.in = use->in, .line = use->line};
  }
}

static bool is_thrown(const QuerySource *source, uint32_t line) {
  Str text = source ? query_source_line(source, line) : STR_EMPTY;
  return word_is_in(text, STR("throw")) || word_is_in(text, STR("raise"));
}

/* From the places that throw it. */
static Err climb_all(Climb *climb, const QueryUses *uses) {
  Job *job = climb->job;
  for (size_t i = 0; i < uses->len; i++) {
    const QueryUse *use = &uses->items[i];
    if (use->is_test || !is_thrown(query_source_once(job, climb->index, climb->calm, &climb->sources, use->in.path), use->line)) continue;
    climb->found.thrown++;
    Step *step = add_step(climb, &use->in, 0);
    if (!step) continue;
    step->lines = ARENA_ARRAY(job->arena, uint32_t, 1);
    step->lines[step->len++] = use->line;
  }
  for (size_t i = 0; i < climb->steps.len; i++) {
    uint64_t function = climb->steps.items[i].symbol.id.value;
    TRY(job_check(job));
    if (!look(climb, &climb->steps.items[i]) || idmap_has(&climb->left, function)) continue;
    idmap_add(&climb->left, function, 0);
    TRY(climb_on(climb, i));
  }
  return OK;
}

Err query_catches(Job *job, Index *index, StoreReader *reader, const QueryThrown *thrown, QueryCatches *ret_catches) {
  Climb climb = {.job = job, .index = index, .reader = reader, .calm = thrown->calm};
  *ret_catches = (QueryCatches){0};
  if (!symbol_kind_is_type(thrown->type->kind)) return OK;
  map_init(&climb.sources, job->arena);
  idmap_init(&climb.left, job->arena);
  TRY(take_names(&climb, thrown->type));
  query_opener_init(&climb.opener, job, reader);
  query_keeper_init(&climb.keeper, &climb.opener);
  Err err = climb_all(&climb, thrown->uses);
  query_opener_clear(&climb.opener);
  find_unreached(&climb, thrown->uses);
  climb.found.functions = climb.steps.len;
  if (!err) *ret_catches = climb.found;
  return err;
}
