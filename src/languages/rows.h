/* Rows: what the nodes of a grammar mean, said instead of programmed. A row
 * names a node and where its parts stand; language_table makes handlers of
 * rows. What rows cannot say is a handler of the language's own. */
#ifndef FATHOM_LANGUAGES_ROWS_H
#define FATHOM_LANGUAGES_ROWS_H

#include "src/model/facts.h"
#include "src/model/syntax.h"

typedef struct LanguageBuild LanguageBuild;

/* What a node of one kind means. A NULL handler: a statement is looked at as
 * a value and a value as a statement, a type as a value of role REF_TYPE; with
 * none of them the children are looked at, and the value is unknown (0). */
typedef struct LanguageHandler {
  /* As a statement or declaration. */
  void (*visit)(LanguageBuild *build, NodeNo node);
  /* As a value; `role` says how the value is used (REF_READ, REF_WRITE, …, or
   * LANGUAGE_NO_REF when the caller makes the reference itself). Everything
   * inside must be visited exactly once, here too. */
  ExprNo (*expr)(LanguageBuild *build, NodeNo node, unsigned role);
  /* As a type. */
  ExprNo (*type)(LanguageBuild *build, NodeNo node);
  bool is_comment; /* what stands above a definition is its documentation */
} LanguageHandler;

/* In brackets: the members of LanguageRow that the row looks at. */
typedef enum LanguageRowKind {
  LANGUAGE_ROW_END, /* ends the rows */

  LANGUAGE_ROW_OWN, /* what no other row can say [handler] */

  LANGUAGE_ROW_COMMENT,
  LANGUAGE_ROW_NOTHING, /* not looked into: a label */
  LANGUAGE_ROW_NAME,    /* an identifier [self, super: words that are none, but the instance, and its bases; words: a sign between
                           its parts, with which A::b is the member b of A; handler: how it is read, where it is more than a name] */
  LANGUAGE_ROW_INNER,   /* brackets and the like: what its first part is [value: that part alone, nothing else is looked at] */
  LANGUAGE_ROW_LITERAL, /* [kind: LiteralKind] */
  LANGUAGE_ROW_BLOCK,   /* a scope [name: a pattern whose names are new in it] */

  /* A definition [kind: SymbolKind, flags: DEF_…, hidden, name, body, params,
   * type, bases, more_bases, doc]. Without a name it is a value: a lambda. A callable's result
   * is of `type`; a type has members and `bases`; anything else has `type` and
   * `value`; a variable's `body`, which may be its type, is looked at. In a type,
   * functions are its methods. When the name is itself a
   * member (function a.b()), it is a method of the object that `a` was given in
   * this file; elsewhere it has no name that could be found. With `called` a
   * callable that does not have this place is read and not called; `of_type`: one that
   * has it is static, and a constructor a function that makes one. What stands in
   * `doc` documents it. A body may stand behind the node. With `when`, or with the body ".",
   * all that is in none of the places is looked at, too. `pattern`: every name in it is a
   * parameter. `items`, instead of a name: every word of the texts in it is a name of its own, of
   * a member. `handler`: what is looked at first, and has the row done by language_visit_row. */
  LANGUAGE_ROW_DEFINE,
  /* In a type: every word of the texts in `items` is a base of it; `self` are words that mean what `when` is. */
  LANGUAGE_ROW_BASES,
  /* One of `params`, also of lists in them [name, type, value, flags: BIND_…; items: a place whose names are one each, instead of name].
   * A plain name needs no row. */
  LANGUAGE_ROW_PARAM,

  /* A call [base: what is called, name: which member of that; items: its arguments; ".": all other parts]. With `imports` (words)
   * a call of one of these with a string gives the module that `value` names.
   * `result` may say that a call of this name is something else. */
  LANGUAGE_ROW_CALL,
  LANGUAGE_ROW_NEW,    /* the same, and it makes an instance; the name is only where it is shown */
  LANGUAGE_ROW_APPLY,  /* a call without brackets: only what is a name is called [base], all other parts are looked at */
  /* An operator of which some signs call a side, where that is a name [base, value: both sides; name: the sign;
   * words: "|>:right @@:left"]. A sign that is a name itself, in quotes, is called. */
  LANGUAGE_ROW_PIPE,
  /* A name, or a member where there is a base [base, name]. A base that has no meaning of its own is a module's name as
   * it is written: A.B. */
  LANGUAGE_ROW_PATH,
  LANGUAGE_ROW_MEMBER, /* [base, name; handler: how it is read, where it is more than that]; as a definition's name with
                          `self`, which the function has then; with kind EXPR_SELF the function stands inside of the object */
  LANGUAGE_ROW_EXPR,   /* [kind: ExprKind, base, items: a list] of values */
  LANGUAGE_ROW_TYPE,   /* [kind: ExprKind, base, items: each of these places one] of types, also where a value stands */
  LANGUAGE_ROW_CAST,   /* a value of the type [base: the value, type] */
  LANGUAGE_ROW_OPERATOR, /* [base, value: both sides; name: the sign; words: "or:any and:right ..:string *:double"] */
  LANGUAGE_ROW_OBJECT, /* an object or table with entries */
  LANGUAGE_ROW_ENTRY,  /* one of them [name, value] */

  LANGUAGE_ROW_DECLARE, /* new names [name: one or a list, value: likewise, type]; symbols at a file's top level */
  LANGUAGE_ROW_LOCAL,   /* one new name, which is no symbol wherever it stands [name, type, value; body ".": other parts are looked at] */
  LANGUAGE_ROW_ASSIGN,  /* the same as DECLARE for names that exist, else the file's [flags for its symbols] */
  LANGUAGE_ROW_RETURN,  /* [value: one or a list]; at a file's top level what it gives to those who import it */
  LANGUAGE_ROW_LOOP,    /* a scope with variables [name: one or a list, type, value: all of these places, body];
                           with kind EXPR_ITER they are elements of the value */
  LANGUAGE_ROW_BINDS,   /* a pattern: every name in it, or in `name`, is new, but in `type`; `value` is what it is compared with.
                           `body`: what a part of a pattern has to fulfil, in which nothing is new */
  /* [value: the text that names the module, quotes aside; name: the local name of the module; kind: ImportForm,
   * flags: IMPORT_…]. Without a kind: the module, or what names it has inside, or that it is run. Where the name is there,
   * it is the module in any case. With `items` (a field of the node, or a kind of its children) each of these is a name of
   * the module, called as the `alias` (a field) behind it says, and the kind is for none. */
  LANGUAGE_ROW_IMPORT,
  LANGUAGE_ROW_PACKAGE, /* [name: what the file is called by others (Facts.package)] */
  LANGUAGE_ROW_IMPORTED, /* inside of one: [name, alias] a name of the module; with kind IMPORT_MODULE all of it */

  /* A key of data that is no code, and the keys it holds [kind: SymbolKind, name,
   * value: what holds them; without one the node itself]. Keys of keys of keys
   * are left out, and so are all when there are very many: data has no end. */
  LANGUAGE_ROW_KEY
} LanguageRowKind;

/* Places are looked for from the row's node: steps with '/' between them, each
 * a field ("name"), the first child of a kind ("<block>"), the first node of a kind
 * from this one inwards ("<<name>>"), the next one if it is of a kind ("+block"), a
 * named child by its number ("0"), or what the node is in (".."). The first place of
 * "a|b" that is there counts. NULL: none.
 * A body "." is what the node has beside its other places.
 * A node may have several rows: the first counts whose place `when` is one of the words
 * `is`, or is there if no words are said; a row without it counts always, and is the last. */
typedef struct LanguageRow {
  LanguageRowKind row;
  const char *node; /* the grammar's name of the kind, or several */
  unsigned kind, flags;
  const char *name, *alias, *body, *params, *bases, *more_bases, *base, *items, *value, *type, *doc;
  const char *pattern;
  const char *when, *is;
  const char *hidden;  /* when this is there, DEF_EXPORTED is not meant */
  const char *called;  /* when this is not there, DEF_PROPERTY is meant */
  const char *of_type; /* when this is there, DEF_STATIC is meant */
  bool gives_last;     /* what stands last in the body is what a function gives */
  bool clauses;        /* functions of one name and number of parameters are one, with several bodies */
  const char *self, *super, *imports, *words;
  LanguageHandler handler;
  /* What a call gives; `call` when it is an ordinary one. */
  ExprNo (*result)(LanguageBuild *build, NodeNo node, Str called, ExprNo call, const ExprNo *items, size_t count);
} LanguageRow;

#endif
