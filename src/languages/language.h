/* The language port: all that generic code knows about a language.
 * A language is one folder with one descriptor: how its files are recognised,
 * which grammar reads them, and a table that says which nodes define what.
 * Where the table cannot say it, a hook in the same folder does. Languages do
 * no I/O and see one file at a time. */
#ifndef FATHOM_LANGUAGES_LANGUAGE_H
#define FATHOM_LANGUAGES_LANGUAGE_H

#include <stddef.h>

#include <tree_sitter/api.h>

#include "src/base/str.h"
#include "src/model/facts.h"

typedef struct LanguageRule LanguageRule;

/* One definition, as a hook found it. */
typedef struct LanguageDef {
  SymbolKind kind;
  unsigned flags;  /* DEF_... */
  TSNode name;
  TSNode whole;
  TSNode body;     /* where the signature ends; null: at the end of `whole` */
  bool opens;      /* what lies inside `whole` belongs to it */
} LanguageDef;

/* What a hook is given; it reports by calling `define` any number of times. */
typedef struct LanguageVisit {
  Str text;
  void (*define)(struct LanguageVisit *visit, const LanguageDef *def);
} LanguageVisit;

enum {
  LANGUAGE_OPENS = 1 << 0,     /* definitions inside belong to this one */
  LANGUAGE_NEEDS_BODY = 1 << 1, /* without its body field it only mentions the name */
  LANGUAGE_NOT_LOCAL = 1 << 2, /* counts only outside functions */
  LANGUAGE_EXPORTED = 1 << 3
};

/* Node kind -> what it defines. Tables end with a row whose node is NULL. */
struct LanguageRule {
  const char *node;
  SymbolKind kind;
  const char *name; /* fields that lead to the name: "name", "declarator.name" */
  const char *body; /* field at which the signature ends, or NULL */
  unsigned flags;
  /* Instead of the columns above it: finds the definitions by itself. */
  void (*define)(LanguageVisit *visit, const LanguageRule *rule, TSNode node);
};

/* Lists are words separated by blanks; NULL: none. */
typedef struct Language {
  const char *name;
  const char *extensions; /* without dot */
  const char *filenames;  /* whole file names */
  const char *shebangs;   /* interpreters: "python3 python" */
  const char *comments;   /* node kinds that are comments */
  const TSLanguage *(*grammar)(void);
  const LanguageRule *rules;
} Language;

/* Made by the build from the folders; ends with NULL. */
extern const Language *const language_registry[];
extern const size_t language_registry_count;

/* By file name, then extension, then the interpreter in `first_line` (may be
 * empty); NULL when no language claims the file. */
const Language *language_for_file(Str path, Str first_line);
const Language *language_find(Str name);
/* Whether `word` is one of the blank-separated `words`. */
bool language_word_in(const char *words, Str word);

#endif
