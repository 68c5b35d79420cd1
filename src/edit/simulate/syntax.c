/* Judging without a server: by the grammar, by what the edit takes away that is
 * still used, and by how many arguments are given. Says less than a compiler
 * and never that something is right: only errors that are sure are told. */
#include "src/base/map.h"
#include "src/edit/simulate/simulate_internal.h"
#include "src/extract/extract.h"
#include "src/index/part.h"
#include "src/parse/parse.h"
#include "src/query/graph/graph.h"
#include "src/query/names/names.h"

#define MISTAKES_MAX 50 /* of one text */
#define SITES_MAX 200   /* uses in other files, of one edit */
#define SOURCE STR("fathom")

/* A text that was read; `language` NULL: none that is known. */
typedef struct Reading {
  const Language *language;
  Syntax syntax;
  Facts facts;
} Reading;

/* One judgement. Names are of this look alone; the reader is one state of the
 * graph, of the files as they are on disk. */
typedef struct Look {
  const EditJudge *judge;
  Job *job;
  Parser *parser;
  Names *names;
  StoreReader *reader;
  EditCandidates *candidates;
  Reading *before, *after; /* of each candidate */
  Map others;              /* path -> Reading, of files that are not changed */
  EditVerdict *verdict;
  size_t sites;
} Look;

static const Language *language_of(Str path, Str text) {
  size_t end = str_find_byte(text, '\n');
  return language_for_text(path, text, language_for_file(path, str_slice(text, 0, end == STR_NONE ? text.len : end)));
}

/* What cannot be parsed within limits is as one without a language. */
static Err read_text(Look *look, Str path, Str text, Reading *ret_reading) {
  Job *job = look->job;
  Reading reading = {.language = language_of(path, text)};
  *ret_reading = (Reading){0};
  if (!reading.language) return OK;
  Err err = parse_text(job, look->parser, reading.language, text, job->arena, &reading.syntax);
  if (err == ERR_TOO_LARGE || err == ERR_UNAVAILABLE) {
    job_forgive(job);
    return OK;
  }
  TRY(err);
  TRY(extract_facts(job, job->arena, look->names, &(LanguageFile){reading.language, &reading.syntax, path}, &reading.facts));
  *ret_reading = reading;
  return OK;
}

/* ---- complaints ---- */

/* Always an error: what is not sure is not said at all. */
static void complain(Look *look, EditDiagnostics *report, EditDiagnostic one) {
  one.severity = 1;
  one.source = SOURCE;
  if (!one.end.line) one.end = one.at;
  *vec_add(look->job->arena, report) = one;
}

static TextPoint point_at(const Syntax *syntax, uint32_t byte) {
  return (TextPoint){.line = syntax_line(syntax, byte), .column = syntax_column(syntax, byte)};
}

/* ---- the grammar ---- */

/* The innermost place of what is broken: an error inside of another one is the
 * same mistake. */
static bool is_mistake(const Syntax *syntax, NodeNo node) {
  unsigned flags = syntax->nodes[node].flags;
  NodeNo parent = syntax->nodes[node].parent;
  if (flags & SYNTAX_MISSING) return true;
  if (flags & SYNTAX_ERROR) return !parent || !(syntax->nodes[parent].flags & SYNTAX_ERROR);
  if (!(flags & SYNTAX_BROKEN)) return false;
  for (NodeNo child = syntax_first(syntax, node); child; child = syntax_next(syntax, child)) {
    if (syntax->nodes[child].flags & (SYNTAX_BROKEN | SYNTAX_ERROR | SYNTAX_MISSING)) return false;
  }
  return true; /* a sign is missing that the tree does not keep */
}

static void find_mistakes(Look *look, const Reading *reading, Str path, EditDiagnostics *report) {
  const Syntax *syntax = &reading->syntax;
  size_t count = 0;
  for (NodeNo i = 1; reading->language && i < syntax->count && count < MISTAKES_MAX; i++) {
    if (!is_mistake(syntax, i)) continue;
    const SyntaxNode *node = &syntax->nodes[i];
    bool is_error = node->flags & SYNTAX_ERROR;
    uint32_t byte = is_error ? node->from : node->to;
    count++;
    complain(look, report, (EditDiagnostic){.path = path, .byte = byte, .at = point_at(syntax, byte), .end = point_at(syntax, node->to),
                                            .code = STR("syntax"),
                                            .message = is_error ? STR("the grammar cannot read this") : STR("something is missing here")});
  }
}

/* ---- definitions ---- */

/* What a definition belongs to: the type around it, or the one that its
 * receiver names. */
static NameId container_name(const Facts *facts, const Def *def) { return def->container ? facts->defs.items[def->container].name : def->receiver; }

/* What other files can see: neither locals nor what has no name. */
static bool is_outer(const Def *def) { return def->name.value && !(def->flags & (DEF_ANONYMOUS | DEF_LOCAL | DEF_GENERATED)); }

static const Def *find_def(const Facts *facts, NameId name, NameId container) {
  for (DefNo i = 1; i < facts->defs.len; i++) {
    const Def *def = &facts->defs.items[i];
    if (is_outer(def) && names_same(def->name, name) && names_same(container_name(facts, def), container)) return def;
  }
  return NULL;
}

/* How many things the text calls so. Where there are several, which one is
 * meant cannot be told here. */
static size_t binds_of(const Facts *facts, NameId name) {
  size_t count = 0;
  for (BindNo i = 1; i < facts->binds.len; i++) count += names_same(facts->binds.items[i].name, name);
  return count;
}

/* How many arguments a function takes; `max` UINT32_MAX: any number. */
typedef struct Arity {
  uint32_t min, max;
} Arity;

/* Parameters that take any number, or are given by name, make the upper end
 * open. */
static Arity arity_of(const Facts *facts, const Def *def) {
  Arity arity = {0};
  for (BindNo i = 1; i < facts->binds.len; i++) {
    const Bind *bind = &facts->binds.items[i];
    if (bind->scope != def->opens || !(bind->flags & BIND_PARAM) || bind->flags & BIND_RECEIVER) continue;
    bool is_any = bind->flags & (BIND_VARIADIC | BIND_KEYWORDS | BIND_KEYWORD_ONLY);
    if (is_any) arity.max = UINT32_MAX;
    if (is_any) continue;
    if (!(bind->flags & BIND_OPTIONAL) && !bind->value) arity.min++;
    if (arity.max != UINT32_MAX) arity.max++;
  }
  if (def->flags & DEF_VARIADIC) arity.max = UINT32_MAX;
  return arity;
}

/* Whether calls of it can be counted: decorators and further definitions of the
 * name may take other arguments than the parameters say. */
static bool is_counted(const Reading *reading, const Def *def) {
  return reading->language && reading->language->rules.arguments_counted && symbol_kind_is_callable((SymbolKind)def->kind) && def->opens &&
         !def->decorators.count && !(def->flags & (DEF_OVERLOAD | DEF_PROPERTY)) && binds_of(&reading->facts, def->name) == 1;
}

/* ---- uses ---- */

/* The name that a reference is about; *ret_free: it stands alone. */
static NameId name_of(const Facts *facts, const Ref *ref, bool *ret_free) {
  const Expr *expr = &facts->exprs.items[ref->expr];
  if (ref->role == REF_CALL || ref->role == REF_NEW) expr = &facts->exprs.items[expr->base];
  *ret_free = expr->kind == EXPR_NAME;
  return expr->kind == EXPR_NAME || expr->kind == EXPR_MEMBER ? expr->name : (NameId){0};
}

/* The number of arguments of a call; false: it cannot be told. */
static bool count_arguments(const Facts *facts, const Ref *ref, uint32_t *ret_count) {
  const Expr *call = &facts->exprs.items[ref->expr];
  if (ref->role != REF_CALL || call->kind != EXPR_CALL) return false;
  for (uint32_t i = 0; i < call->list.count; i++) {
    unsigned kind = facts->exprs.items[facts->lists.items[call->list.first + i]].kind;
    if (kind == EXPR_SPREAD || kind == EXPR_KEYWORD) return false;
  }
  *ret_count = call->list.count;
  return true;
}

static Str say_arity(Arena *arena, Str name, Arity arity, uint32_t given) {
  Str takes = arity.max == UINT32_MAX ? str_format(arena, "at least %u", arity.min)
              : arity.min == arity.max ? str_format(arena, "%u", arity.min)
                                       : str_format(arena, "%u to %u", arity.min, arity.max);
  return str_format(arena, "'%.*s' takes %.*s argument%s; %u %s given", STR_ARG(name), STR_ARG(takes),
                    arity.min == 1 && arity.max == 1 ? "" : "s", given, given == 1 ? "is" : "are");
}

/* At the place of a use. */
static void complain_of(Look *look, EditDiagnostics *report, Str path, const Ref *ref, const char *code, Str message) {
  complain(look, report, (EditDiagnostic){.path = path, .byte = ref->at, .at = {ref->line, ref->column}, .code = str_from_c(code), .message = message});
}

/* Calls within a text that give too few or too many. */
static void count_calls(Look *look, const Reading *reading, Str path, EditDiagnostics *report) {
  const Facts *facts = &reading->facts;
  for (RefNo i = 1; reading->language && i < facts->refs.len; i++) {
    const Ref *ref = &facts->refs.items[i];
    uint32_t given;
    bool is_free;
    NameId name = name_of(facts, ref, &is_free);
    const Def *def = is_free && count_arguments(facts, ref, &given) ? find_def(facts, name, (NameId){0}) : NULL;
    if (!def || !is_counted(reading, def)) continue;
    Arity arity = arity_of(facts, def);
    if (given >= arity.min && given <= arity.max) continue;
    complain_of(look, report, path, ref, "arguments", say_arity(look->job->arena, names_text(look->names, name), arity, given));
  }
}

/* Names that the old text defined, the new one does not, and still uses. */
static void find_lost(Look *look, const Reading *before, const Reading *after, Str path, EditDiagnostics *report) {
  const Facts *facts = &after->facts;
  for (RefNo i = 1; before->language && after->language && i < facts->refs.len; i++) {
    const Ref *ref = &facts->refs.items[i];
    bool is_free;
    NameId name = name_of(facts, ref, &is_free);
    if (!name.value || !is_free || binds_of(facts, name) || !find_def(&before->facts, name, (NameId){0})) continue;
    complain_of(look, report, path, ref, "removed",
                str_format(look->job->arena, "'%.*s' is not defined any more", STR_ARG(names_text(look->names, name))));
  }
}

/* ---- other files, by the graph ---- */

/* The candidate that changes this path; the number of candidates: none. */
static size_t candidate_at(const Look *look, Str path) {
  size_t i = 0;
  while (i < look->candidates->len && !(look->candidates->items[i].edits && str_eq(look->candidates->items[i].path, path))) i++;
  return i;
}

/* Each file once for all symbols. One that cannot be read has no uses that
 * could be judged. */
static Err read_other(Look *look, Str path, Reading **ret_reading) {
  Str text;
  *ret_reading = map_get(&look->others, path);
  if (*ret_reading) return OK;
  Reading *reading = ARENA_NEW(look->job->arena, Reading);
  *reading = (Reading){0};
  Err err = root_read(look->job, index_files(look->judge->index), path, PARSE_MAX_BYTES, &text);
  if (err) {
    TRY(job_check(look->job));
    job_forgive(look->job);
  } else {
    TRY(read_text(look, path, text, reading));
  }
  map_put(&look->others, path, reading);
  *ret_reading = reading;
  return OK;
}

/* What an edit did to a definition that others use. */
typedef struct Harm {
  Str name;
  bool is_removed;
  Arity arity; /* now; of one that is there still */
} Harm;

static void judge_ref(Look *look, const Harm *harm, const Facts *facts, const Ref *ref, Str path, EditDiagnostics *report) {
  uint32_t given;
  if (harm->is_removed) {
    complain_of(look, report, path, ref, "removed", str_format(look->job->arena, "'%.*s' is not defined any more", STR_ARG(harm->name)));
    return;
  }
  bool is_wrong = count_arguments(facts, ref, &given) && (given < harm->arity.min || given > harm->arity.max);
  if (is_wrong) complain_of(look, report, path, ref, "arguments", say_arity(look->job->arena, harm->name, harm->arity, given));
}

/* In a file that is changed too, its new text counts, and places in it are not
 * the graph's: every use of the name there. */
static Err judge_site(Look *look, const Harm *harm, Str path, const StoreEdge *edge, EditDiagnostics *report) {
  Reading *reading;
  size_t at = candidate_at(look, path);
  bool is_changed = at < look->candidates->len;
  if (is_changed) reading = &look->after[at];
  else TRY(read_other(look, path, &reading));
  const Facts *facts = &reading->facts;
  for (RefNo i = 1; reading->language && i < facts->refs.len; i++) {
    const Ref *ref = &facts->refs.items[i];
    bool is_free;
    NameId name = name_of(facts, ref, &is_free);
    if (!str_eq(names_text(look->names, name), harm->name)) continue;
    if (is_changed || (ref->line == edge->line && ref->column == edge->column)) judge_ref(look, harm, facts, ref, path, report);
  }
  return OK;
}

/* Uses in the file itself are found by its new text, not by the graph. */
static Err judge_users(Look *look, const Harm *harm, const StoreSymbol *symbol, EditCandidate *candidate) {
  StoreEdges edges = {0};
  Map seen; /* changed files are looked at once */
  map_init(&seen, look->job->arena);
  TRY(store_edges_into(look->job, look->reader, symbol->id, QUERY_CALLS | QUERY_USES, &edges));
  for (size_t i = 0; i < edges.len && look->sites < SITES_MAX; i++) {
    StoreSymbol user;
    TRY(query_symbol(look->job, look->reader, edges.items[i].from, &user));
    if (!user.path.len || str_eq(user.path, candidate->path)) continue;
    bool is_changed = candidate_at(look, user.path) < look->candidates->len;
    if (is_changed && map_get(&seen, user.path)) continue;
    if (is_changed) map_put(&seen, user.path, look);
    look->sites++;
    TRY(judge_site(look, harm, user.path, &edges.items[i], &candidate->after));
  }
  return OK;
}

/* Compares a symbol of the graph with the new text. */
static Err judge_symbol(Look *look, const StoreSymbol *symbol, size_t at) {
  const Reading *before = &look->before[at], *after = &look->after[at];
  NameId name = names_find(look->names, symbol->name), container = names_find(look->names, symbol->container);
  const Def *old = name.value ? find_def(&before->facts, name, container) : NULL;
  const Def *new = old ? find_def(&after->facts, name, container) : NULL;
  if (!old) return OK;
  Harm harm = {.name = symbol->name, .is_removed = !new};
  if (new) {
    Arity was = arity_of(&before->facts, old);
    harm.arity = arity_of(&after->facts, new);
    bool is_same = was.min == harm.arity.min && was.max == harm.arity.max;
    if (is_same || !is_counted(after, new)) return OK;
  }
  return judge_users(look, &harm, symbol, &look->candidates->items[at]);
}

static Err judge_elsewhere(Look *look, size_t at) {
  EditCandidate *candidate = &look->candidates->items[at];
  StoreFiles files;
  StoreSymbols symbols;
  if (!look->before[at].language || !look->after[at].language) return OK;
  TRY(store_list_files(look->job, look->reader, candidate->path, &files));
  for (size_t f = 0; f < files.len; f++) {
    if (!str_eq(files.items[f].path, candidate->path)) continue;
    TRY(store_list_symbols(look->job, look->reader, files.items[f].id, &symbols));
    for (size_t i = 0; i < symbols.len; i++) TRY(judge_symbol(look, &symbols.items[i], at));
  }
  return OK;
}

/* ---- the whole ---- */

static void say_unread(Look *look, Str path) {
  Str words = str_format(look->job->arena, "There is no grammar for '%.*s': nothing is known of it.", STR_ARG(str_shown(look->job->arena, path, 300)));
  EditVerdict *verdict = look->verdict;
  verdict->note = verdict->note.len ? str_format(look->job->arena, "%.*s %.*s", STR_ARG(verdict->note), STR_ARG(words)) : words;
}

/* All texts are read before any is judged, because a use in one changed file
 * is judged by the new text of another. */
static Err look_at(Look *look) {
  EditCandidates *candidates = look->candidates;
  for (size_t i = 0; i < candidates->len; i++) {
    EditCandidate *one = &candidates->items[i];
    if (!one->edits) continue;
    TRY(read_text(look, one->path, one->base, &look->before[i]));
    TRY(read_text(look, one->path, one->text, &look->after[i]));
  }
  for (size_t i = 0; i < candidates->len; i++) {
    EditCandidate *one = &candidates->items[i];
    if (!one->edits || one->server) continue;
    if (!look->after[i].language) say_unread(look, one->path);
    find_mistakes(look, &look->before[i], one->path, &one->before);
    find_mistakes(look, &look->after[i], one->path, &one->after);
    count_calls(look, &look->before[i], one->path, &one->before);
    count_calls(look, &look->after[i], one->path, &one->after);
    find_lost(look, &look->before[i], &look->after[i], one->path, &one->after);
    TRY(judge_elsewhere(look, i));
  }
  return OK;
}

Err edit_ask_syntax(const EditJudge *judge, EditCandidates *candidates, EditVerdict *verdict) {
  Job *job = judge->job;
  AUTO(Parser) parser = parse_open();
  AUTO(Names) names = names_open();
  Look look = {.judge = judge, .job = job, .parser = parser, .names = names, .candidates = candidates, .verdict = verdict,
               .before = ARENA_ARRAY(job->arena, Reading, candidates->len + 1), .after = ARENA_ARRAY(job->arena, Reading, candidates->len + 1)};
  map_init(&look.others, job->arena);
  TRY(index_refresh(job, judge->index));
  TRY(index_reader_take(job, judge->index, &look.reader));
  Err err = look_at(&look);
  index_reader_return(judge->index, look.reader);
  return err;
}
