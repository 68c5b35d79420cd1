/* Rules: how names, types and calls work in a language, one field for every
 * decision that generic code takes. A field says what is decided, never which
 * language it is: code that looks at one may not look at a second one beside it
 * (tests/structure/test_rules.py). Zero is what most languages do. */
#ifndef FATHOM_LANGUAGES_RULES_H
#define FATHOM_LANGUAGES_RULES_H

#include <stdbool.h>

/* What a name without anything before it finds in the types around its use. */
typedef enum LanguageTypeScope {
  LANGUAGE_TYPE_SCOPE_CLOSED,  /* Type parameters alone: members are reached through an instance or the type. */
  LANGUAGE_TYPE_SCOPE_BODY,    /* The type's body sees what it bound before; functions inside do not. */
  LANGUAGE_TYPE_SCOPE_MEMBERS, /* All members, inherited ones too, as if they were local names. */
  LANGUAGE_TYPE_SCOPE_NEAREST  /* The same of the nearest type; of those further out what they define themselves, but no functions. */
} LanguageTypeScope;

/* Whether a name in capitals is the one in small letters. Where it is, the facts have
 * it in small letters and words of the descriptor are written so; the definition keeps its spelling. */
typedef enum LanguageCase {
  LANGUAGE_CASE_TELLS,   /* It is another one. */
  LANGUAGE_CASE_OF_CALLS, /* Functions and macros are called in any case, all else has its own. */
  LANGUAGE_CASE_IGNORED  /* It is the same, of whatever it is the name. */
} LanguageCase;

/* What may have the same name in one scope and still be told apart by its use. */
typedef enum LanguageNamespaces {
  LANGUAGE_NAMES_TOGETHER,    /* Nothing: a name is whatever has it. */
  LANGUAGE_NAMES_TYPES_APART, /* A type and a value; where no type has a type's name, the value is asked what it makes. */
  LANGUAGE_NAMES_KINDS_APART  /* A function, a value and a type, by what was defined: functions are no values. */
} LanguageNamespaces;

/* How properties of another language of the family are used, or of any. */
typedef enum LanguageAccessors {
  LANGUAGE_ACCESSORS_NONE,   /* Under their names, if at all. */
  LANGUAGE_ACCESSORS_CALLED, /* As methods: `getName()` reads the property `name`. */
  LANGUAGE_ACCESSORS_READ,   /* The other way round: `name` calls the method `getName`. */
  LANGUAGE_ACCESSORS_BOTH    /* Both ways, and so in its own types. */
} LanguageAccessors;

/* What a local name means before the place of its declaration. */
typedef enum LanguageOrder {
  LANGUAGE_ORDER_WHOLE,    /* Itself already: it fills its scope. */
  LANGUAGE_ORDER_AROUND,   /* Whatever has the name in the scope around, also in functions that are written there. */
  LANGUAGE_ORDER_DECLARED  /* Nothing: a use outside of the function sees only what was declared before it. */
} LanguageOrder;

/* Whether a switch that lacks a value of its type is found when the program is built. */
typedef enum LanguageSwitches {
  LANGUAGE_SWITCHES_UNKNOWN, /* Nobody says. */
  LANGUAGE_SWITCHES_SILENT,  /* It never is. */
  LANGUAGE_SWITCHES_WARNED,  /* Without a default there is a warning, where warnings are on. */
  LANGUAGE_SWITCHES_TYPED,   /* It is by a default that takes nothing any more, or where a declared result would be missing. */
  LANGUAGE_SWITCHES_CHECKED  /* It always is, unless there is a default. */
} LanguageSwitches;

/* Which definitions other files see without importing them. */
typedef enum LanguageGlobals {
  LANGUAGE_GLOBALS_NONE,   /* None. */
  LANGUAGE_GLOBALS_LINKED, /* Exported ones: one per name in the program, declared again wherever it is used. */
  LANGUAGE_GLOBALS_SCRIPTS /* The top level of files that export nothing, and of modules called "global". */
} LanguageGlobals;

/* Which files share their top level. */
typedef enum LanguagePackages {
  LANGUAGE_PACKAGE_FILE,   /* None: every file is for itself. */
  LANGUAGE_PACKAGE_FOLDER, /* Those of one directory that declare the same package. */
  LANGUAGE_PACKAGE_NAME    /* Those that declare the same package, wherever they lie; of namesakes the nearest counts. */
} LanguagePackages;

/* The order in which the bases of a type are searched. */
typedef enum LanguageBases {
  LANGUAGE_BASES_DEPTH,   /* Depth first, from left to right. */
  LANGUAGE_BASES_BREADTH, /* Level by level: what is embedded less deeply comes first. */
  LANGUAGE_BASES_C3,      /* Every type before its bases, and bases in the order they were given (C3). */
  LANGUAGE_BASES_C3_LAST  /* The same with the base that was given last first. */
} LanguageBases;

/* What a call through a field leads to. */
typedef enum LanguageFields {
  LANGUAGE_FIELDS_UNKNOWN,  /* Nobody knows. */
  LANGUAGE_FIELDS_ASSIGNED, /* The functions that were put into it anywhere. */
  LANGUAGE_FIELDS_GIVEN     /* Those that markup gives to the component it is called in. */
} LanguageFields;

/* When a value is of an interface. */
typedef enum LanguageInterfaces {
  LANGUAGE_INTERFACES_NAMED,   /* When its type says so. */
  LANGUAGE_INTERFACES_METHODS, /* When its type has the methods, which then implement the interface's. */
  LANGUAGE_INTERFACES_SHAPES   /* When it has the members; nothing implements anything by that. */
} LanguageInterfaces;

/* Where `super` leads. */
typedef enum LanguageSuper {
  LANGUAGE_SUPER_BASES, /* To everything behind the type in the order of its bases. */
  LANGUAGE_SUPER_CLASS /* To the one class that is extended; interfaces have to be named. */
} LanguageSuper;

/* Where functions stand that are members of a type. */
typedef enum LanguageMethods {
  LANGUAGE_METHODS_INSIDE,  /* In the type. */
  LANGUAGE_METHODS_PACKAGE, /* Also outside of it, with the type's name before theirs, in any file of its package. */
  LANGUAGE_METHODS_ANYWHERE /* Also in blocks that say by an expression which type they are for, in any file. */
} LanguageMethods;

/* What makes two members the same one, so that one hides or overrides the other. */
typedef enum LanguageMembers {
  LANGUAGE_MEMBERS_BY_NAME,     /* Their name: whatever a type has hides all namesakes of its bases. */
  LANGUAGE_MEMBERS_BY_SIGNATURE /* For functions their parameters too: namesakes of bases stay to be chosen from. */
} LanguageMembers;

/* Which of several functions of one name a call means. */
typedef enum LanguageOverloads {
  LANGUAGE_OVERLOADS_FIRST, /* The first whose parameters take the arguments: they are signatures of one function. */
  LANGUAGE_OVERLOADS_BEST,  /* The one that fits best, static or not: they are functions of their own. */
  LANGUAGE_OVERLOADS_RANKED, /* So are they, and the one is meant that needs the least conversion for each argument. */
  LANGUAGE_OVERLOADS_OPEN   /* They are methods of one function, in any file of the packages that use it, and told apart at run time. */
} LanguageOverloads;

/* What calling a type as if it were a function does. */
typedef enum LanguageCalledType {
  LANGUAGE_CALLED_TYPE_NOTHING,  /* Nothing: instances are made by an expression of their own. */
  LANGUAGE_CALLED_TYPE_MAKES,    /* It makes an instance. */
  LANGUAGE_CALLED_TYPE_CONVERTS  /* It converts a value and calls nothing. */
} LanguageCalledType;

typedef struct LanguageRules {
  LanguageSwitches switches;
  /* ---- names ---- */
  LanguageCase name_case;
  LanguageTypeScope type_scope;
  LanguageNamespaces namespaces;
  LanguageOrder order;
  LanguageAccessors accessors;
  LanguageGlobals globals;
  LanguagePackages packages;
  bool names_once;         /* A name that several other files, equally near, have means none of them: they need not be loaded together. */
  bool tests_apart;        /* The rest of a package does not see what its tests define. */
  bool members_hidden;     /* A member that does not say so is not seen outside of its package. */
  bool library_unlisted;   /* What the language has of its own is not known here: any name that nobody has may be that. */
  bool namespaces_flat;    /* What a namespace has is what the file has: they are not told apart. */
  bool types_are_tables;   /* Types of the top level are tables of a database, which any language names in its statements. */
  bool stars_stay;         /* What a file imports whole is not given on to those who import it, unless it says so. */
  bool functions_given;    /* Programs in other languages give it functions, which are names everywhere. */
  bool unknown_is_outside; /* All names are declared: one that nothing here has is known to lie outside. */

  /* ---- types and their members ---- */
  LanguageBases bases;
  LanguageFields fields;
  LanguageInterfaces interfaces;
  LanguageSuper super;
  LanguageMembers members;
  LanguageMethods methods;
  bool base_is_one;         /* One base is one type: where its name may mean several, by conditions, none of them is told. */
  bool types_reopen;        /* Namesake types and namespaces of one scope are one, with the members of all. */
  bool types_reopen_anywhere; /* So are types of one path of names (A::B) in all files. */
  bool outside_reopens;     /* So are types from outside: who sees the package sees what it adds to them, by their name. */
  bool types_special;       /* A type may be another one for some type arguments, found by its name and LANGUAGE_SPECIAL. */
  bool own_name_is_self;    /* Inside of a type its bare name is the type as it is there: with its own parameters, or the special one. */
  bool types_by_arity;      /* Types of one name are others when they have other numbers of type parameters. */
  bool mixins_see_users;    /* What self does not have may be of types that build on its own, and an interface's of the one that has it. */
  bool types_close_over;    /* A type without a name has the type parameters that are around it. */
  bool private_stays;       /* Private members are not inherited, nor are an interface's static functions. */
  bool own_constructors;    /* Constructors are not inherited: a type without one has what the language gives it. */
  bool function_types;      /* Functions have members, and `new` makes instances of them. */
  bool fields_assigned;     /* Assigning makes a field; a type that a base declares for it holds all the same. */
  bool subscript_is_member; /* x["a"] is the member x.a, and the type T["a"] or T[number] is that of a member. */
  bool member_is_subscript; /* A member that a value does not have is what a subscript of it gives. */
  bool subscript_of_pointer; /* A pointer is not told from what it leads to: x[i] of a value that has no subscripts is of its type. */
  bool maps_give_pairs;     /* A loop over a map is given pairs of key and value. */
  bool parts_are_fields;    /* Taking a value apart gives the fields of its type, in order. */

  /* ---- calls ---- */
  LanguageOverloads overloads;
  LanguageCalledType called_type;
  bool overloads_join;      /* A function does not hide functions of its name that are further out or imported: together they are overloads. */
  bool extensions;          /* A function with a receiver (BIND_RECEIVER) is called as a member of it, and sees its members. */
  bool extensions_static;   /* So is a static function that says so (DEF_EXTENSION), wherever its package is seen. */
  bool members_give_way;    /* A member that does not take as many arguments gives way to such a function. */
  bool operations_follow;   /* What takes a type first is called as its member also where its package is not seen. */
  bool reading_calls;       /* Calls need no brackets: calling what is no function reads it. */
  bool reads_call;          /* So a function that is read is called, unless it takes something or is pointed to (EXPR_POINTER). */
  bool values_called;       /* A variable is called as functions are, where kinds of names are apart and no function has its name. */
  bool called_by_alias;     /* A variable that is called leads on when it is another name for something, not by its type. */
  bool cases_make;          /* Applying a case of a type to what it holds makes one, as calling a type does. */
  bool super_call_names;    /* Calling `super` names the bases and runs no constructor. */
  bool makers_decide;       /* A constructor that declares another result gives that instead of an instance. */
  bool maker_values;        /* A type given as a value is the function that makes one of it. */
  bool receiver_typed;      /* The receiver is a parameter, whose declared type may settle type parameters. */
  bool decorators_replace;  /* A decorated function is what its decorators give for it. */
  bool array_for_variadic;  /* An array may stand for all that a variadic parameter takes. */
  bool macros_call;         /* What a macro calls by a name it is given is called where the macro is used. */
  bool types_are_services;  /* Interfaces are services, which other languages implement and call. */
  bool outside_gives_ours;  /* What is taken from an object from outside may be something of the project, put there before. */
  bool defaults_last;       /* A function that the call gives all its arguments goes before those that need their defaults. */
  bool arguments_counted;   /* A call gives as many arguments as the function takes, or is an error. */

  /* ---- declared types ---- */
  bool types_strict;        /* Every type is declared: what cannot be shown to fit a parameter does not. */
  bool absence_declared;    /* Nothing (null) is only given where a declared type says that it may be absent (EXPR_OPTIONAL). */
  bool functions_exact;     /* A function fits with as many parameters as are wanted; else also with fewer. */
  bool declaration_holds;   /* A declared type that is not known stays so, whatever value the name was given. */
  bool values_flow;         /* A variable of a function has the type of what it was given last. */
  bool comments_name_types; /* Types in comments (EXPR_DOCUMENTED) need not be imported. */
  bool declared_is_outside; /* What is only declared for all files is defined by none of them. */
  bool asked_tells;         /* What nothing types is of the one type that has all that is asked of it. */
  bool parameters_given;    /* A parameter without a type is what calls give it. */
  bool files_given;         /* So is one of a file that is a function: what other files give it, in an object of which it is a member. */
  bool bodies_tell;         /* Nothing declares what a function gives: its body is asked, also where it is installed. */
  bool unsolved_is_unknown; /* A type parameter that no argument settled means nothing outside of its function. */
} LanguageRules;

#endif
