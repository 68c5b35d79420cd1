/* Rows as the walk uses them: kinds and fields are numbers. */
#ifndef FATHOM_LANGUAGES_ROWS_INTERNAL_H
#define FATHOM_LANGUAGES_ROWS_INTERNAL_H

#include "src/languages/build_internal.h"

#define ROW_PATHS 4
#define ROW_STEPS 4
#define ROW_VALUES 64 /* of a list that are kept; more are visited */

typedef enum RowStepKind {
  ROW_STEP_NONE, ROW_STEP_FIELD, ROW_STEP_CHILD, ROW_STEP_NTH, ROW_STEP_UP, ROW_STEP_INSIDE, ROW_STEP_NEXT
} RowStepKind;

typedef struct RowStep {
  uint8_t kind;
  uint16_t number;
} RowStep;

typedef struct RowPlace {
  RowStep only; /* the one step of the only path, when there is no more to it */
  RowStep paths[ROW_PATHS][ROW_STEPS];
  uint8_t count;
} RowPlace;

typedef enum RowResult { ROW_RESULT_LITERAL, ROW_RESULT_ANY, ROW_RESULT_LEFT, ROW_RESULT_RIGHT } RowResult;

typedef struct RowOperator {
  Str sign; /* empty: all others */
  RowResult result;
  LiteralKind literal;
} RowOperator;
#define ROW_OPERATORS 12

typedef struct LanguageRowPlaces {
  const LanguageRow *row;
  struct LanguageRowPlaces *next; /* of the same kind, when this one does not count; NULL: none */
  LanguageHandler handler;
  RowPlace name, alias, body, params, pattern, bases, more_bases, base, items, value, type, doc, hidden, called, of_type, when;
  RowOperator operators[ROW_OPERATORS];
  uint8_t operator_count;
} LanguageRowPlaces;

typedef LanguageRowPlaces Row;

/* The first of a kind's rows that counts for the node; NULL: none does. */
const Row *language_row_chosen(const Syntax *syntax, const Row *row, NodeNo node);
/* For kinds whose rows have to be chosen from. */
extern const LanguageHandler language_row_choosing;

static inline const Row *language_row(const LanguageBuild *build, NodeNo node) {
  const LanguageTable *table = build->builder->table;
  const Row *row = table->rows ? table->rows[syntax_kind(build->syntax, node)] : NULL;
  return row && row->when.count ? language_row_chosen(build->syntax, row, node) : row;
}

static inline bool language_row_is(const LanguageBuild *build, NodeNo node, LanguageRowKind kind) {
  const Row *row = node ? language_row(build, node) : NULL;
  return row && row->row->row == kind;
}

/* The nth of the place's paths; 0: there is nothing. */
NodeNo language_row_path(const Syntax *syntax, const RowPlace *place, unsigned nth, NodeNo node);
NodeNo language_row_first(const Syntax *syntax, const RowPlace *place, NodeNo node);
/* The first of them that is there. */
static inline NodeNo language_row_find(const Syntax *syntax, const RowPlace *place, NodeNo node) {
  if (place->only.kind == ROW_STEP_FIELD) return syntax_field(syntax, node, place->only.number);
  if (place->only.kind == ROW_STEP_CHILD) return syntax_child(syntax, node, place->only.number);
  return place->count ? language_row_first(syntax, place, node) : 0;
}

/* The first node behind all that is inside of this one. */
static inline NodeNo language_row_end(const Syntax *syntax, NodeNo node) {
  for (; node; node = syntax_parent(syntax, node)) {
    if (syntax_next(syntax, node)) return syntax_next(syntax, node);
  }
  return syntax->count;
}

/* A named part of a list that is no comment. */
static inline bool language_row_counts(const LanguageBuild *build, NodeNo node) {
  const SyntaxNode *at = &build->syntax->nodes[node];
  return (at->flags & SYNTAX_NAMED) && !build->builder->table->handlers[at->kind].is_comment;
}
/* What means nothing itself, by a row or by a handler, is a list of its parts. */
static inline bool language_row_is_list(const LanguageBuild *build, NodeNo node) {
  const LanguageHandler *handler = &build->builder->table->handlers[syntax_kind(build->syntax, node)];
  return !handler->expr && !handler->visit;
}
/* The values of a list's parts, or of the one node that is no list. */
size_t language_row_values(LanguageBuild *build, NodeNo list, ExprNo *ret_values);
/* The name that a use of this expression is shown at: m of a.m. */
NodeNo language_row_shown(const LanguageBuild *build, NodeNo node);
/* The scope of the object that `node`, a name, was given in the open scopes, alone or, with `joined`, together with
 * what its missing names are looked up in; 0: none. */
ScopeNo language_row_object(LanguageBuild *build, NodeNo node, bool joined);

typedef struct RowFunction {
  NodeNo name, whole;
  NodeNo function; /* the node with parameters and body */
  ScopeNo owner;   /* the object's scope; 0: none */
  bool is_hidden;
} RowFunction;
/* A function that is given a name by what is around it. */
void language_row_function(LanguageBuild *build, const RowFunction *function);
bool language_row_is_lambda(const LanguageBuild *build, NodeNo node);

/* Handlers, made of rows of these kinds (LANGUAGE_ROW_…). */
void language_row_define(LanguageBuild *build, NodeNo node);
void language_row_local(LanguageBuild *build, NodeNo node);
void language_row_bases(LanguageBuild *build, NodeNo node);
/* What may be a body that stands behind its definition, which has looked at it then. */
void language_row_behind(LanguageBuild *build, NodeNo node);
ExprNo language_row_lambda(LanguageBuild *build, NodeNo node, unsigned role);
void language_row_declare(LanguageBuild *build, NodeNo node);
void language_row_return(LanguageBuild *build, NodeNo node);
void language_row_loop(LanguageBuild *build, NodeNo node);
void language_row_import(LanguageBuild *build, NodeNo node);
void language_row_package(LanguageBuild *build, NodeNo node);
ExprNo language_row_binds(LanguageBuild *build, NodeNo node, unsigned role);
void language_row_key(LanguageBuild *build, NodeNo node);
ExprNo language_row_name(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_row_part(LanguageBuild *build, NodeNo node, unsigned role);
void language_row_block(LanguageBuild *build, NodeNo node);
ExprNo language_row_apply(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_row_pipe(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_row_named(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_row_call(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_row_member(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_row_expr(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_row_type(LanguageBuild *build, NodeNo node);
ExprNo language_row_type_value(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_row_cast(LanguageBuild *build, NodeNo node, unsigned role);
/* What the row says of this sign; NULL: nothing. */
const RowOperator *language_row_sign(const Row *row, Str sign);
ExprNo language_row_operator(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_row_object_literal(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_row_literal(LanguageBuild *build, NodeNo node, unsigned role);

#endif
