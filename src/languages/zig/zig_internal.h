/* The parts of Zig: declarations, and files. */
#ifndef FATHOM_LANGUAGES_ZIG_ZIG_INTERNAL_H
#define FATHOM_LANGUAGES_ZIG_ZIG_INTERNAL_H

#include "src/languages/language.h"

/* In the order of the lists in zig.c. */
enum { ZIG_IDENTIFIER = 1, ZIG_STRUCT, ZIG_ENUM, ZIG_UNION, ZIG_OPAQUE, ZIG_ERRORS, ZIG_BUILTIN, ZIG_ARGUMENTS, ZIG_STRING, ZIG_CONTENT, ZIG_VARIABLE };
enum { ZIG_FIELD_TYPE = 1, ZIG_FIELD_NAME };

/* The last part of a node that is no sign; 0: none. */
NodeNo language_zig_last(const Syntax *syntax, NodeNo node);

/* Handlers, and Language.find_module. */
ExprNo language_zig_builtin(LanguageBuild *build, NodeNo node, unsigned role);
void language_zig_file(LanguageBuild *build, NodeNo root);
void language_zig_module(LanguageWorld *world, const Facts *facts, const Import *import, WorldFile from, LanguageModule *ret_module);

#endif
