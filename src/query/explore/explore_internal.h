/* The steps of explore: what is asked (ask), which units have its words (match,
 * files, history) or names (names, texts), which of their neighbours belong to
 * them (graph, ways, groups), what fits (pack, cut), how it reads (show, notes),
 * and what was shown before (served). */
#ifndef FATHOM_QUERY_EXPLORE_EXPLORE_INTERNAL_H
#define FATHOM_QUERY_EXPLORE_EXPLORE_INTERNAL_H

#include "src/base/vec.h"
#include "src/query/explore/explore.h"
#include "src/query/graph/owner_internal.h"
#include "src/query/names/names.h"
#include "src/query/source/source.h"
#include "src/query/terms/terms_internal.h"

typedef struct ExploreServed ExploreServed;

/* ---- what is asked ---- */

#define EXPLORE_TERMS_MAX 64 /* told apart */
#define EXPLORE_FORMS_MAX 8  /* of one term */
#define EXPLORE_NAMES_MAX 64
#define EXPLORE_TEXTS_MAX 4  /* looked for as they are written */
#define EXPLORE_PATHS_MAX 8

/* A word of the question, in the forms it may have in code. */
typedef struct ExploreTerm {
  Str word;
  uint64_t keys[EXPLORE_FORMS_MAX];
  float weights[EXPLORE_FORMS_MAX];
  size_t form_count;
  float weight;
  float rarity; /* filled by matching; with the weight: what it is worth */
} ExploreTerm;

/* A name in the question: certainly (a bag of names) or by its spelling. */
typedef struct ExploreName {
  Str text;      /* as written */
  Str name;      /* its last part */
  Str qualifier; /* the part before; empty: none */
  VEC(uint32_t) units; /* that have this name, best first; filled by matching */
  bool is_inside; /* they are called otherwise: it is the name of something in them */
} ExploreName;

/* A line that has a text of the question. */
typedef struct ExplorePlace {
  Str path;
  uint32_t line;
  uint32_t unit; /* EXPLORE_NO_UNIT: the file has none */
} ExplorePlace;
#define EXPLORE_NO_UNIT UINT32_MAX

/* What is looked for as it is written: something quoted, an option, a name that
 * nothing has. */
typedef struct ExploreText {
  Str text;
  bool is_word; /* not as a part of a longer one */
  VEC(ExplorePlace) places; /* best first; filled by matching */
  uint64_t lines; /* that have it, in all */
  bool is_nowhere; /* all files were looked through, and none has it */
} ExploreText;

typedef struct ExploreQuestion {
  Str text;
  bool is_names;    /* a bag of names, no sentence */
  bool about_tests;
  bool about_values; /* limits, settings; with a sentence only */
  bool about_change; /* what it touches, not how it works; with a sentence only */
  ExploreTerm terms[EXPLORE_TERMS_MAX];
  size_t term_count;
  ExploreName names[EXPLORE_NAMES_MAX];
  size_t name_count;
  ExploreText texts[EXPLORE_TEXTS_MAX];
  size_t text_count;
  Str paths[EXPLORE_PATHS_MAX]; /* files, or the ends of their paths */
  size_t path_count;
} ExploreQuestion;

/* The path is `end`, or a folder and then that. */
static inline bool query_explore_ends_path(Str path, Str end) {
  return str_ends_with(path, end) && (path.len == end.len || path.ptr[path.len - end.len - 1] == '/');
}

/* `terms` tell what is called so; NULL: nothing is known to be. */
void query_explore_ask(Arena *arena, const TermsState *terms, Str text, ExploreQuestion *ret_question);

/* ---- the work ---- */

/* A unit in the part of the graph that is looked at. */
typedef struct ExploreNode {
  uint32_t unit;
  SymbolId symbol; /* known once it is expanded */
  float own;     /* by its words and name */
  float given;   /* by its neighbours */
  float score;   /* all together */
  float factor;  /* of what neighbours give it: tests, generated code, hubs take less */
  bool is_expanded; /* all its edges are known */
  bool is_witness;  /* a test that matches: it says what it tests */
  bool is_shown;
  uint32_t first_edge; /* newest edge + 1; 0: none */
  unsigned ins, outs; /* edges into it and out of it */
} ExploreNode;

typedef struct ExploreEdge {
  uint32_t from, to; /* nodes */
  uint32_t next_from, next_to; /* edge of the same node + 1 */
  uint8_t kind;  /* EdgeKind */
  uint8_t rule;  /* EdgeRule */
  float weight;
  uint32_t line; /* of the site; 0: not looked at */
} ExploreEdge;

typedef struct Explore {
  Job *job;
  Index *index;
  StoreReader *reader;
  TermsState *terms;
  const QueryExplore *request;
  const QueryExploreTier *tier;
  ExploreQuestion question;
  float *scores;      /* by unit */
  float *witnesses;   /* by unit: of tests, what they would score were they none */
  uint64_t *matched;  /* by unit: the terms it has */
  float *files;       /* by file of either segment: what its units gain for how well it fits as a whole */
  float *heads;       /* by file of either segment: the share of the question that the comment at its head covers */
  uint64_t *asked;    /* by file of either segment: the terms that ask for what it is, of files that are no code */
  uint64_t any_asked; /* those of all files together */
  float best;         /* score of a unit */
  float exact;        /* what having a name of the question adds */
  uint32_t *node_of;  /* by unit: + 1; 0: none */
  VEC(ExploreNode) nodes;
  VEC(ExploreEdge) edges;
  VEC(uint32_t) way;  /* nodes of the longest way between names */
  VEC(Str) shown;     /* names of what is shown so far */
  struct ExploreLocals *locals;
  struct ExploreRead *read; /* files */
  QueryOwners owners; /* code outside of functions */
} Explore;

/* Scores every unit and makes nodes of the best. */
Err query_explore_match(Explore *explore) MUST_CHECK;
/* Tells which terms ask for files that are no code (asked.c). */
void query_explore_find_asked(Explore *explore);
/* Scores files as if each were one text, and by what the history says of them. */
Err query_explore_match_files(Explore *explore) MUST_CHECK;
/* Adds to it for files that commits with the question's words changed. */
Err query_explore_add_history(Explore *explore) MUST_CHECK;
/* 1, or less for files that seldom answer. */
float query_explore_file_factor(const Explore *explore, size_t segment, uint32_t file);
/* Finds the units of the question's names and raises them. */
Err query_explore_find_names(Explore *explore) MUST_CHECK;
/* Of several units of one name, those that others are connected with lead. */
void query_explore_settle_names(Explore *explore);
/* The unit that a name stands for. */
static inline bool query_explore_stands_for(const ExploreName *name, uint32_t unit) {
  return name->units.len && name->units.items[0] == unit;
}
/* It is what a name of the question stands for, or the best place of a text. */
bool query_explore_is_named(const Explore *explore, uint32_t unit);
/* It has a name of the question, whichever that stands for. */
bool query_explore_has_name(const Explore *explore, uint32_t unit);
/* 1, or less for what seldom answers: tests, generated code, single variables,
 * what is no code where nobody asks for it. */
float query_explore_kind_factor(const Explore *explore, uint32_t unit);
/* The same; `is_asked`: the question asks for what its file is. */
float query_explore_unit_factor(const Explore *explore, const TermsUnit *unit, bool is_asked);

/* Finds neighbours and what they are worth. */
Err query_explore_graph(Explore *explore) MUST_CHECK;
/* What each node is worth, by its own words and by its neighbours. */
void query_explore_weigh(Explore *explore);
/* How many use what leads: what everybody uses explains nothing. */
Err query_explore_count_users(Explore *explore) MUST_CHECK;
/* Raises what lies on short ways between the units named, or those that lead. */
Err query_explore_ways(Explore *explore) MUST_CHECK;
/* Raises what is in many of the small groups that hang together. */
Err query_explore_groups(Explore *explore) MUST_CHECK;
/* Looks at a node's edges. */
Err query_explore_expand(Explore *explore, uint32_t node) MUST_CHECK;
uint32_t query_explore_node(Explore *explore, uint32_t unit);
/* The numbers of all nodes by score, best first. */
uint32_t *query_explore_order(Explore *explore);
static inline const TermsUnit *query_explore_unit_of(const Explore *explore, uint32_t node) {
  return query_terms_unit(explore->terms, explore->nodes.items[node].unit, NULL);
}
/* An edge of a node, and the one after it; 0: none. */
static inline uint32_t query_explore_next_edge(const Explore *explore, uint32_t node, uint32_t edge) {
  const ExploreEdge *one = &explore->edges.items[edge - 1];
  return one->from == node ? one->next_from : one->next_to;
}

/* ---- texts ---- */

/* The file a unit is in, read once; NULL: it is gone. */
const QuerySource *query_explore_text(Explore *explore, uint32_t unit);
/* The line has the text, not as part of a longer name. */
bool query_explore_has_text(Str line, Str text);
/* Looks through all files for the question's texts, and for names that nothing
 * has, and raises what they stand in. */
Err query_explore_find_texts(Explore *explore) MUST_CHECK;

/* ---- units and symbols ---- */

/* The symbol of a unit; of a file's own unit the file's. */
Err query_explore_symbol(Explore *explore, uint32_t unit, SymbolId *ret_symbol) MUST_CHECK;
/* The unit of a symbol; false: it has none of its own. */
Err query_explore_find_unit(Explore *explore, SymbolId symbol, uint32_t *ret_unit, bool *ret_found) MUST_CHECK;
/* Its file among those of both segments. */
static inline uint32_t query_explore_file_of(const TermsState *terms, uint32_t unit) {
  size_t segment;
  const TermsUnit *one = query_terms_unit(terms, unit, &segment);
  return one->file + (segment ? terms->segments[0].head.file_count : 0);
}

/* ---- what is shown ---- */


typedef struct ExploreFile {
  Str path;
  QuerySource source;
  bool is_missing, is_shown;
  uint32_t unit;          /* one of it */
  size_t size;            /* bytes shown of it */
  QueryPieces pieces;   /* shown; in order, apart from each other */
  QueryPieces served;   /* shown by an earlier answer */
} ExploreFile;

typedef struct ExplorePack {
  VEC(ExploreFile) files; /* in the order of their best units */
  VEC(uint32_t) shown;    /* nodes, best first */
  VEC(uint32_t) left;     /* nodes that found no room, best first; all that were ranked */
  size_t file_count;      /* shown */
  size_t beyond;          /* bytes more than there was room for */
} ExplorePack;

/* Chooses what is shown in at most `max` bytes, and `leaders` more to show the
 * functions that lead whole. */
Err query_explore_pack(Explore *explore, const ExploreServed *served, size_t max, size_t leaders, ExplorePack *ret_pack) MUST_CHECK;
/* Which lines of a unit to show in at most `max` bytes. */
void query_explore_cut(Explore *explore, const QuerySource *source, uint32_t unit, size_t max, QueryPieces *ret_pieces);
/* What a line is that decides nothing. */
typedef enum IdleKind { IDLE_NOT, IDLE_LOG, IDLE_ROW } IdleKind;
typedef struct IdleLines {
  const QuerySource *source;
  uint32_t from, count;
  uint8_t *kinds; /* IdleKind by line - from; IDLE_NOT before */
} IdleLines;
/* Finds them in a body that begins with its signature. */
void query_explore_find_idle(const IdleLines *lines);
/* A line, without its indent, that begins a block of statements or leaves one. */
bool query_explore_is_step(Str line);
/* The line of a unit, and of none inside of it, that is most about the question; 0:
 * none is. */
uint32_t query_explore_best_line(Explore *explore, const QuerySource *source, uint32_t unit);
/* In order; those with at most `gap` lines between them become one. */
void query_explore_join(QueryPieces *pieces, uint32_t gap);
bool query_explore_covers(const QueryPieces *pieces, uint32_t line);

/* ---- how it reads ---- */

/* A definition that is not shown and may get a line instead. */
typedef struct ExploreListed {
  uint32_t unit;
  uint32_t file;      /* among those of both segments */
  float worth;
  bool is_file_shown; /* other lines of its file are */
  Str line;           /* "88-120 signature  what it is for"; empty: it was not chosen */
} ExploreListed;

/* The parts of the answer while they are collected, and how much they take of
 * what they may. */
typedef struct ExploreParts {
  VEC(QueryExploredNote) notes;
  VEC(QueryExploredFile) files;
  size_t used, max;
  VEC(ExploreListed) listed; /* best first; none before query_explore_choose */
  Answer *words; /* the note at hand is written here, */
  size_t from, mark_from; /* from this byte and mark on; */
  size_t lead;   /* up to here it says what it is */
} ExploreParts;

/* Ends the lead of the note at hand. */
static inline void query_explore_led(ExploreParts *parts) { parts->lead = answer_text(parts->words).len - parts->from; }
/* Takes the note at hand; nothing, when it is empty or, unless it is needed,
 * does not fit. */
void query_explore_note(Explore *explore, ExploreParts *parts, QueryExploredKind kind, bool is_needed);

/* What is said before the source, the source, and what is said after it. */
Err query_explore_head(Explore *explore, const ExplorePack *pack, ExploreParts *parts) MUST_CHECK;
Err query_explore_source(Explore *explore, const ExplorePack *pack, ExploreParts *parts) MUST_CHECK;
Err query_explore_notes(Explore *explore, const ExplorePack *pack, ExploreParts *parts) MUST_CHECK;
/* Chooses which of what is not shown gets a line, in so many bytes. */
Err query_explore_choose(Explore *explore, const ExplorePack *pack, size_t room, ExploreParts *parts) MUST_CHECK;
/* The chosen of a shown file, below its source. */
void query_explore_others(Explore *explore, const ExploreFile *file, ExploreParts *parts, QueryExploredFile *shown);
/* The chosen that are in other files, by file, and more of them as long as there
 * is room. */
Err query_explore_menu(Explore *explore, ExploreParts *parts) MUST_CHECK;
/* Without a length asked for, only what leads is shown. */
static inline bool query_explore_is_short(const Explore *explore) {
  return !explore->request->max_chars && !explore->request->sections;
}
/* The symbol of a node; of code outside of all symbols the file. */
Err query_explore_definition(Explore *explore, uint32_t node, StoreSymbol *ret_symbol) MUST_CHECK;
/* What to say of a function that nothing leads to; NULL: something may. */
Err query_explore_uncalled(Explore *explore, uint32_t node, const char **ret_words) MUST_CHECK;
/* `Type.name`. */
Err query_explore_label(Explore *explore, uint32_t node, Str *ret_label) MUST_CHECK;

/* ---- what earlier answers showed ---- */

/* What a handle stands for, copied; NULL: unknown or expired. */
const ExploreServed *query_explore_served(Job *job, Index *index, Str handle);
/* What a session was shown; NULL: nothing yet. */
const ExploreServed *query_explore_served_session(Job *job, Index *index, Str session);
/* Remembers all shown so far as the session's, in place of what was. */
void query_explore_serve_session(Job *job, Index *index, Str session, const ExploreServed *before, const ExplorePack *pack);
/* Lines of a file that were served, if its text is still the same. */
void query_explore_served_pieces(const ExploreServed *served, Arena *arena, const QuerySource *source, QueryPieces *ret_pieces);
/* Remembers what was shown before and what this answer shows; the handle. */
Str query_explore_serve(Job *job, Index *index, const ExploreServed *before, const ExplorePack *pack);

#endif
