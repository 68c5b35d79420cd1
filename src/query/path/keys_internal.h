/* Where functions are kept as values, so that a call of a value can be matched
 * with the functions it may run. What a value is read from, and what a
 * function is put into, are described alike, by keys: two descriptions that
 * share one may be about the same function. */
#ifndef FATHOM_QUERY_PATH_KEYS_INTERNAL_H
#define FATHOM_QUERY_PATH_KEYS_INTERNAL_H

#include "src/base/map.h"
#include "src/query/graph/owner_internal.h"
#include "src/query/path/open_calls_internal.h"

/* The first letter of a key. */
enum {
  QUERY_KEY_PLACE = 'p',  /* a field, variable, or function that returns it */
  QUERY_KEY_INSIDE = 'i', /* a function that the call is in */
  QUERY_KEY_TYPE = 't',   /* its declared type */
  QUERY_KEY_OWNER = 'o',  /* the type it is a member of */
  QUERY_KEY_NAME = 'n',   /* of the member */
  QUERY_KEY_FILE = 'f',
  QUERY_KEY_FOLDER = 'd'
};

typedef struct QueryKeys {
  Str *items;
  size_t len;
  size_t cap;
} QueryKeys;

typedef struct QueryKeeper {
  Job *job;
  StoreReader *reader;
  QueryOpener *opener; /* borrowed: facts */
  Idmap numbers;  /* file -> where its edges are */
  VEC(StoreEdges *) edges;
} QueryKeeper;

void query_keeper_init(QueryKeeper *keeper, QueryOpener *opener); /* on the opener's job and reader */
Err query_keeper_edges(QueryKeeper *keeper, FileId file, const StoreEdges **ret_edges) MUST_CHECK; /* all out of it */
/* Adds what the name at a byte of a file stands for, by edges of these kinds. */
Err query_keeper_targets(QueryKeeper *keeper, FileId file, const Facts *facts, uint32_t at, uint32_t kinds, QueryIds *ids) MUST_CHECK;

/* A key is a letter for what it is about, and a symbol's id or a word. In the arena. */
Str query_key_id(Arena *arena, char letter, SymbolId id);
Str query_key_word(Arena *arena, char letter, Str word);
/* Keys of a declared type, its elements' where it is a collection. */
Err query_keys_type(QueryKeeper *keeper, FileId file, const Facts *facts, ExprNo type, char letter, QueryKeys *keys) MUST_CHECK;
/* Of a field, a variable, or a function for what it returns. */
Err query_keys_symbol(QueryKeeper *keeper, const StoreSymbol *symbol, QueryKeys *keys) MUST_CHECK;
/* Of what is called at a place: all that the value may be read from. */
Err query_keys_value(QueryKeeper *keeper, FileId file, const Facts *facts, ExprNo value, QueryKeys *keys) MUST_CHECK;

/* ---- leads ---- */

typedef struct QueryLeads {
  QueryKeeper keeper;
  QueryOwners *owners; /* borrowed */
  Map kept;            /* key -> QueryLead */
} QueryLeads;

void query_leads_init(QueryLeads *leads, QueryOpener *opener, QueryOwners *owners); /* no function leads anywhere yet */
/* A function that leads to the end; nearer ones first. */
Err query_leads_add(QueryLeads *leads, SymbolId function) MUST_CHECK;
/* Whether such a function is kept under the name of a member. */
bool query_leads_has_name(const QueryLeads *leads, Str name);
Err query_leads_find(QueryLeads *leads, const StoreSymbol *in, const QueryOpenCall *call, QueryLead *ret_lead) MUST_CHECK;

#endif
