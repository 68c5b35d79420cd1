/* Facts: what one file says by itself, language-neutral.
 * Flat arrays of numbers and interned names, without pointers into the
 * syntax tree or the text, so that they can be stored, mapped and compared.
 * In every array entry 0 is unused: a number 0 means "none". */
#ifndef FATHOM_MODEL_FACTS_H
#define FATHOM_MODEL_FACTS_H

#include "src/base/buf.h"
#include "src/base/names.h"
#include "src/base/vec.h"
#include "src/model/span.h"
#include "src/model/symbol.h"

typedef uint32_t ScopeNo; /* 1: the file's own */
typedef uint32_t DefNo;
typedef uint32_t BindNo;
typedef uint32_t ExprNo;
typedef uint32_t ImportNo;
typedef uint32_t RefNo;

/* `count` entries of facts.lists from `first`: lists of ExprNo. */
typedef struct ExprList {
  uint32_t first;
  uint32_t count;
} ExprList;

/* ---- scopes: where names live ---- */

#define SCOPE_KINDS(X)                                                        \
  X(SCOPE_FILE, "file")                                                       \
  X(SCOPE_NAMESPACE, "namespace")                                             \
  X(SCOPE_TYPE, "type")         /* members of a class, struct, interface */    \
  X(SCOPE_STATIC, "static")     /* beside SCOPE_TYPE: members of the type itself, \
                                   where a language keeps the two apart */    \
  X(SCOPE_FUNCTION, "function")                                               \
  X(SCOPE_BLOCK, "block")                                                     \
  X(SCOPE_OBJECT, "object")     /* members of an object literal */             \
  X(SCOPE_EXPORTS, "exports")   /* what other files can import, where that is not \
                                   simply what the file scope holds */

typedef enum ScopeKind {
#define SCOPE_ENUM_ROW(kind, word) kind,
  SCOPE_KINDS(SCOPE_ENUM_ROW)
#undef SCOPE_ENUM_ROW
  SCOPE_KIND_COUNT
} ScopeKind;

typedef struct Scope {
  uint8_t kind;   /* ScopeKind */
  ScopeNo parent; /* looked at next; 0: none */
  DefNo def;      /* that opened it; 0: none */
  uint32_t from, to;
} Scope;

/* ---- definitions: what has a symbol, and what is anonymous but called ---- */

enum {
  DEF_EXPORTED = 1 << 0,    /* other files can see it */
  DEF_DECLARATION = 1 << 1, /* announced here, defined elsewhere (prototype, extern, .d.ts) */
  DEF_STATIC = 1 << 2,      /* belongs to the type, not to an instance; C: to the file */
  DEF_ABSTRACT = 1 << 3,    /* no body: an interface's or abstract method */
  DEF_ASYNC = 1 << 4,
  DEF_GENERATOR = 1 << 5,
  DEF_PROPERTY = 1 << 6,    /* a callable that is read, not called: getters, @property */
  DEF_VARIADIC = 1 << 7,    /* the last positional parameter takes the rest */
  DEF_OVERLOAD = 1 << 8,    /* a signature of a function defined further on */
  DEF_TEST = 1 << 9,        /* a test, or inside a test file */
  DEF_ANONYMOUS = 1 << 10,  /* lambda, object literal: no symbol, never a caller */
  DEF_LOCAL = 1 << 11,      /* defined inside a function */
  DEF_PRIVATE = 1 << 12,
  DEF_PROTECTED = 1 << 13,
  DEF_CONST = 1 << 14,      /* its value never changes */
  DEF_DEPENDENT = 1 << 15,  /* its text is behind a condition (#if, if TYPE_CHECKING) */
  DEF_GENERATED = 1 << 16,  /* made by a macro or a decorator: no body of its own */
  DEF_SETTER = 1 << 17,     /* with DEF_PROPERTY: the writing side */
  DEF_CLASS_METHOD = 1 << 18, /* its first parameter is the type */
  DEF_OPTIONAL = 1 << 19,   /* may be missing: a member, a template that is there under a condition */
  DEF_BY_REFERENCE = 1 << 20, /* receiver or value is a pointer */
  DEF_FINAL = 1 << 21,
  DEF_EXTENSION = 1 << 22,  /* may be called as a member of what its first parameter takes */
  DEF_PARTIAL = 1 << 23,    /* one of several parts of a type, in this file or in others */
  DEF_QUERY = 1 << 24,      /* its value is a statement for a database: references from it say what that does */
  DEF_EMBEDDED = 1 << 25,   /* a text or a call makes it: a table of a database, a column, an operation of GraphQL,
                               with DEF_PARTIAL a fragment */
  DEF_ANY_CASE = 1 << 26    /* capitals do not matter: `name`, which it is found by, is in small letters, and
                               `spelled` is what people see */
};

typedef struct Def {
  uint8_t kind; /* SymbolKind */
  uint32_t flags;
  NameId name;     /* 0: anonymous */
  NameId spelled;  /* DEF_ANY_CASE: the name as it is written; else 0 */
  DefNo container; /* the definition around it; 0: the file */
  ScopeNo scope;   /* it lives in */
  ScopeNo opens;   /* its parameters and body, or its members; 0: none */
  ExprNo type;     /* declared: result of a callable, type of a variable, what an alias stands for */
  ExprNo value;    /* a variable's initialiser; a callable's returned values (EXPR_ANY), yielded ones
                      for generators, where no result is declared */
  ExprList bases;  /* types it extends or implements; EXPR_... with EXPR_IMPLEMENTS where written so. Of a
                      function that is an instance: EXPR_APPLY of the generic one to what it is made with */
  ExprList decorators;
  NameId receiver; /* of methods that stand apart: the name of the type they belong to, as it is written */
  Span name_span;
  Span full;
  Range signature; /* without body or value */
  Range doc;       /* the comment directly above, or the string directly inside */
} Def;

/* How a definition is called for people. */
static inline NameId facts_spelled(const Def *def) { return def->spelled.value ? def->spelled : def->name; }

/* ---- binds: what a name stands for in a scope ----
 * Every named definition and import has one (made by the builder); so have
 * parameters, locals, loop and pattern variables, members set on `self`. */

enum {
  BIND_PARAM = 1 << 0,       /* in order of the parameters, in the function's scope */
  BIND_TYPE_PARAM = 1 << 1,  /* `type`: its bound */
  BIND_MEMBER = 1 << 2,      /* in a type's scope: a field or attribute */
  BIND_NARROW = 1 << 3,      /* says more about a name bound outside; holds until `to` */
  BIND_VARIADIC = 1 << 4,    /* a parameter that takes the rest; `type` is the element's */
  BIND_KEYWORDS = 1 << 5,    /* a parameter that takes named arguments */
  BIND_HOISTED = 1 << 6,     /* holds in the whole scope, before its place too */
  BIND_TYPE = 1 << 7,        /* names a type (where types have names of their own) */
  BIND_VALUE = 1 << 8,       /* names a value (likewise); neither or both: either */
  BIND_OPTIONAL = 1 << 9,    /* a parameter that may be left out */
  BIND_RECEIVER = 1 << 10,   /* the parameter that is `self` */
  BIND_STATIC = 1 << 11,     /* with BIND_MEMBER: of the type itself */
  BIND_GLOBAL = 1 << 12,     /* `global x`, `nonlocal x`: look further out */
  BIND_KEYWORD_ONLY = 1 << 13,
  BIND_CALLED = 1 << 14,     /* a parameter that is called in the body, or handed on to such a one
                                of the same file (set by the builder) */
  BIND_PUT = 1 << 15         /* no name that anybody looks up: `value` is put into a container; `type` is
                                the part of it, an EXPR_INDEX; or a map is put into a member, an EXPR_MEMBER */
};

typedef struct Bind {
  ScopeNo scope;
  NameId name;
  uint32_t flags;
  uint32_t from;   /* byte from which it holds */
  uint32_t to;     /* BIND_NARROW: where it ends. Else where it is the only bind that reaches, from
                      `from` on; `to` equal to `from`: nowhere; 0: as its block says */
  ExprNo type;     /* declared */
  ExprNo value;    /* what it is made from; a parameter's default */
  DefNo def;       /* the definition it names */
  ImportNo import; /* the import it names */
} Bind;

/* ---- imports ---- */

#define IMPORT_FORMS(X)                                                         \
  X(IMPORT_NAMED, "named")         /* `name` of the module */                    \
  X(IMPORT_DEFAULT, "default")     /* its default export */                      \
  X(IMPORT_MODULE, "module")       /* the module itself under a name */          \
  X(IMPORT_STAR, "star")           /* all its names, into the scope */           \
  X(IMPORT_INCLUDE, "include")     /* its text */                                \
  X(IMPORT_EFFECT, "effect")       /* only run */

typedef enum ImportForm {
#define IMPORT_ENUM_ROW(form, word) form,
  IMPORT_FORMS(IMPORT_ENUM_ROW)
#undef IMPORT_ENUM_ROW
  IMPORT_FORM_COUNT
} ImportForm;

enum {
  IMPORT_REEXPORT = 1 << 0, /* also given on: `export … from` */
  IMPORT_TYPE_ONLY = 1 << 1,
  IMPORT_STATIC = 1 << 2,   /* members of a type */
  IMPORT_SYSTEM = 1 << 3    /* <…>: not the project's */
};

typedef struct Import {
  uint8_t form; /* ImportForm */
  uint8_t flags;
  ScopeNo scope;
  NameId local;     /* name here; 0: none */
  NameId specifier; /* as written: "./x", "a.b.c", "net/http", "stdio.h"; leading dots kept */
  NameId name;      /* IMPORT_NAMED: its name there */
  uint32_t at;      /* byte */
  uint32_t line;
} Import;

/* ---- expressions: values and types alike ---- */

/*        kind            word       base        name       list */
#define EXPR_KINDS(X)                                                              \
  X(EXPR_NONE, "none")       /* nothing is known about it; list: of a macro's value, texts of what it makes */ \
  X(EXPR_NAME, "name")       /*          -           the name   - (number: type arguments, where they tell types apart) */ \
  X(EXPR_MEMBER, "member")   /*          receiver    the name   - (likewise)       */ \
  X(EXPR_CALL, "call")       /*          callee      -          arguments          */ \
  X(EXPR_NEW, "new")         /*          type        -          arguments          */ \
  X(EXPR_INDEX, "index")     /*          receiver    -          subscripts         */ \
  X(EXPR_AWAIT, "await")     /*          awaited     -          -                  */ \
  X(EXPR_ITER, "iter")       /* element  iterated    -          - (number 1: key or index) */ \
  X(EXPR_PART, "part")       /* nth part whole       -          - (number: which)  */ \
  X(EXPR_REST, "rest")       /* from nth whole       -          - (number: first)  */ \
  X(EXPR_OF_TYPE, "of_type") /* a value of that type: cast, assertion; base: type  */ \
  X(EXPR_SELF, "self")       /* this                                               */ \
  X(EXPR_SELF_TYPE, "self_type") /* the type of this: `cls`, `Self`, `this` type   */ \
  X(EXPR_SUPER, "super")     /* optional list: explicit arguments                  */ \
  X(EXPR_ANY, "any")         /* any of   -           -          alternatives; unions */ \
  X(EXPR_ALL, "all")         /* all of: intersections           parts              */ \
  X(EXPR_LITERAL, "literal") /* number: LiteralKind; name: short strings, integers below 100; \
                                list: what a path is put together from; base: the type a text is the name of */ \
  X(EXPR_LIST, "list")       /*          -           -          elements           */ \
  X(EXPR_SET, "set")         /*          -           -          elements           */ \
  X(EXPR_MAP, "map")         /*          -           -          key, value, key, value … */ \
  X(EXPR_TUPLE, "tuple")     /*          -           -          parts              */ \
  X(EXPR_FUNC, "func")       /* number: the DefNo of a function or lambda as value */ \
  X(EXPR_OBJECT, "object")   /* number: the DefNo of an object literal, object type or anonymous class */ \
  X(EXPR_APPLY, "apply")     /*          generic     -          type arguments     */ \
  X(EXPR_LIST_OF, "list_of") /* type     element     -          - (arrays, slices; number 1: variadic) */ \
  X(EXPR_MAP_OF, "map_of")   /* type     -           -          key, value         */ \
  X(EXPR_CHAN_OF, "chan_of") /* type     element                                   */ \
  X(EXPR_TUPLE_OF, "tuple_of") /* type   -           -          parts              */ \
  X(EXPR_FUNC_OF, "func_of") /* type     result      -          parameters         */ \
  X(EXPR_POINTER, "pointer") /* type or value: pointer to base; transparent        */ \
  X(EXPR_TYPE_OF, "type_of") /* type     of a value (typeof x, decltype)           */ \
  X(EXPR_KEY_OF, "key_of")   /* type     its members' names                        */ \
  X(EXPR_SPREAD, "spread")   /* argument: all its elements                         */ \
  X(EXPR_KEYWORD, "keyword") /* argument  value      parameter's name              */ \
  X(EXPR_METHOD_REF, "method_ref") /* Type::name     base, name                    */ \
  X(EXPR_OP, "op")           /* an operator's result: list: operands; name: the sign */ \
  X(EXPR_CONDITIONAL, "conditional") /* a type only a checker can compute: unknown; list: what it may give */ \
  X(EXPR_MODULE, "module")   /* require("x"), import("x"); number: the ImportNo    */ \
  X(EXPR_EXCEPT, "except")   /* base without what is of the types in the list      */ \
  X(EXPR_TABLE, "table")     /* a table of a database -          its name           -; a member of it, or of \
                                EXPR_ANY of several, is a column. EXPR_IN_TYPE: a fragment of GraphQL; or a \
                                method, a member of which is what an operation asks for */ \
  X(EXPR_SLOT, "slot")       /* what a literal writes: base: the literal, or the call that makes something; \
                                the member of this name of what it makes. No part of anything, nor is its base of it */ \
  X(EXPR_WANTED, "wanted")   /* what is expected where the chain of members and calls stands that begins here */

typedef enum ExprKind {
#define EXPR_ENUM_ROW(kind, word) kind,
  EXPR_KINDS(EXPR_ENUM_ROW)
#undef EXPR_ENUM_ROW
  EXPR_KIND_COUNT
} ExprKind;

typedef enum LiteralKind {
  LITERAL_NULL,
  LITERAL_BOOL,
  LITERAL_INT,
  LITERAL_LONG,
  LITERAL_FLOAT,  /* single precision, where a language tells */
  LITERAL_DOUBLE,
  LITERAL_CHAR,
  LITERAL_STRING,
  LITERAL_BYTES,
  LITERAL_REGEX,
  LITERAL_OTHER
} LiteralKind;

enum {
  EXPR_IN_TYPE = 1 << 0,    /* written where a type stands */
  EXPR_OPTIONAL = 1 << 1,   /* reached by `?.`, or may be absent */
  EXPR_IMPLEMENTS = 1 << 2, /* a base that is implemented, not extended */
  EXPR_EMBEDDED = 1 << 3,   /* a base whose members are promoted */
  EXPR_EMPTY = 1 << 4,      /* a literal text without letters */
  EXPR_ARROW = 1 << 5,      /* a member of what the receiver points to */
  EXPR_DOCUMENTED = 1 << 6  /* a type that a comment names: where the file does not have it, the project's only one */
};

typedef struct Expr {
  uint8_t kind; /* ExprKind */
  uint8_t flags;
  ScopeNo scope; /* it is evaluated in: EXPR_NAME, EXPR_SELF, EXPR_SELF_TYPE, EXPR_SUPER */
  uint32_t at;   /* byte of the name, or of its start */
  NameId name;
  ExprNo base;
  uint32_t number;
  ExprList list;
} Expr;

/* ---- references ---- */

#define REF_ROLES(X)                                                            \
  X(REF_CALL, "call")                                                           \
  X(REF_NEW, "new")                                                             \
  X(REF_READ, "read")                                                           \
  X(REF_WRITE, "write")                                                         \
  X(REF_TYPE, "type")                                                           \
  X(REF_EXTEND, "extend")                                                       \
  X(REF_IMPLEMENT, "implement")                                                 \
  X(REF_DECORATE, "decorate")                                                   \
  X(REF_IMPORT, "import")   /* expr is the name bound by the import */          \
  X(REF_RENDER, "render")   /* a component in markup */                         \
  X(REF_MACRO, "macro")     /* use of a macro */                                \
  X(REF_FETCH, "fetch")     /* a table or column that a statement in a text reads */ \
  X(REF_STORE, "store")     /* or writes */

typedef enum RefRole {
#define REF_ENUM_ROW(role, word) role,
  REF_ROLES(REF_ENUM_ROW)
#undef REF_ENUM_ROW
  REF_ROLE_COUNT
} RefRole;

enum {
  REF_DEPENDENT = 1 << 0, /* behind a condition */
  REF_ARGUMENT = 1 << 1   /* REF_READ of something passed to a call: `call` and `position` say where */
};

typedef struct Ref {
  uint8_t role; /* RefRole */
  uint8_t flags;
  uint16_t position; /* REF_ARGUMENT: which, from 0 */
  ExprNo expr;       /* REF_CALL, REF_NEW: the whole call; else what is referred to */
  ExprNo call;       /* REF_ARGUMENT: the call it is passed to */
  DefNo from;        /* innermost named function around it; 0: the file's top level.
                        Class bodies and field initialisers belong to what is around them */
  uint32_t at;       /* byte of the name */
  uint32_t line, column;
} Ref;

/* ---- all of it ---- */

typedef struct Facts {
  Names *names; /* borrowed: the table the names are in */
  VEC(Scope) scopes;
  VEC(Def) defs; /* in order of appearance; containers first */
  VEC(Bind) binds;
  VEC(Import) imports;
  VEC(Expr) exprs;
  VEC(uint32_t) lists; /* ExprNo */
  VEC(Ref) refs;
  ScopeNo exports; /* SCOPE_EXPORTS, or 0: what the file scope holds */
  NameId package;  /* as declared at file level; 0: none */
  bool broken;     /* some part of the text could not be parsed */
  bool cut;        /* too deep or too large: some of it is missing */
  bool is_test;    /* a test file, by its name or contents */
} Facts;

/* Entry 0 of every array and the file scope. */
void facts_init(Facts *facts, Arena *arena, Names *names);

/* Drops expressions that nothing uses and numbers the others anew, in order;
 * lists follow the order of what has them: definitions, then expressions. */
void facts_compact(Arena *arena, Facts *facts);

/* The same facts, nothing but them, in another arena. */
void facts_copy(Arena *arena, const Facts *facts, Facts *ret_copy);

/* Fingerprint of everything that other files can observe, inferred types
 * included; not the places, the references, the docs. Never 0. */
uint64_t facts_surface(Arena *arena, const Facts *facts);

/* One compact run of bytes and back; names are written as text, each once.
 * `surface_only` leaves out references and what other files cannot observe;
 * the rest is numbered anew. Reading checks everything: false on any damage,
 * and what it gave must not be used then. Facts must be as extraction or reading
 * left them: parents before children, numbers in range. */
void facts_encode(Buf *out, Arena *arena, const Facts *facts, bool surface_only);
bool facts_decode(Str bytes, Arena *arena, Names *names, Facts *ret_facts) MUST_CHECK;
/* The numbers that names of encoded facts have, in their order: finding them is
 * most of decoding, and they stay the same for the same bytes and names. */
typedef struct FactsNames {
  NameId *ids; /* NULL: not known */
  uint32_t count;
  uint32_t end; /* where the bytes go on behind their texts */
} FactsNames;
/* All facts, and the numbers of their names, in the arena. */
FactsNames facts_encode_named(Buf *out, Arena *arena, const Facts *facts);
/* How far facts are read: most of those of other files are asked for a name and
 * what it is bound to. Of what was not read yet the number is there (`len`) and
 * no entry (`items` is NULL); of lists those of definitions are. */
typedef enum FactsPart { FACTS_BINDS = 1, FACTS_EXPRS, FACTS_REFS /* all of it */ } FactsPart;
/* Where reading ended; {0}: it has not begun. */
typedef struct FactsMark {
  uint64_t hash;
  size_t at;
  uint32_t items, names;
  FactsPart part;
} FactsMark;
typedef struct FactsDecoding {
  Arena *arena; /* of the facts */
  Arena *scratch;
  Names *names;
  FactsNames *known; /* used where they are known, which the caller answers for, else found
                        and given, in `scratch` */
} FactsDecoding;
/* Goes on from the mark as far as `part`, in blocks of its own: what was there
 * stays where it is. False: damage; what was there can still be used, and what
 * should have come is empty. */
bool facts_decode_part(Str bytes, FactsPart part, const FactsDecoding *with, FactsMark *mark, Facts *facts) MUST_CHECK;
/* All of it. */
bool facts_decode_again(Str bytes, Arena *arena, Names *names, Arena *scratch, FactsNames *names_of,
                        Facts *ret_facts) MUST_CHECK;
/* The bytes are those that were encoded, as their hash says; reading tells more. */
bool facts_is_whole(Str bytes);

/* A definition's signature in one line, at most FACTS_SIGNATURE_MAX bytes. */
#define FACTS_SIGNATURE_MAX 240
Str facts_signature(Arena *arena, const Def *def, Str text);
/* What belongs to it but stands behind the body, when the name is there: that
 * of `typedef struct { ... } name`. Otherwise empty. */
Range facts_signature_end(const Def *def, Str text);
/* Text, the same for equal facts: for golden files. */
void facts_dump(Buf *out, const Facts *facts, Str text);
/* An expression as text: `a.b(x)[0].c()`. */
void facts_dump_expr(Buf *out, const Facts *facts, ExprNo expr);

#endif
