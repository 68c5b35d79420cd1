/* The parts of Perl: packages and calls, and what makes objects. */
#ifndef FATHOM_LANGUAGES_PERL_PERL_INTERNAL_H
#define FATHOM_LANGUAGES_PERL_PERL_INTERNAL_H

#include "src/languages/language.h"

/* In the order of the lists in perl.c. */
enum { PERL_PACKAGE = 1, PERL_NAME, PERL_BLOCK, PERL_SCALAR, PERL_BAREWORD, PERL_WORDS, PERL_SUB, PERL_LAMBDA, PERL_USE,
       PERL_LIST, PERL_ARRAY, PERL_DECLARATION };
enum { PERL_FIELD_NAME = 1, PERL_FIELD_FUNCTION, PERL_FIELD_INVOCANT, PERL_FIELD_METHOD, PERL_FIELD_MODULE, PERL_FIELD_CONTENT, PERL_FIELD_ARGUMENTS, PERL_FIELD_BODY, PERL_FIELD_LEFT, PERL_FIELD_RIGHT, PERL_FIELD_VARIABLE };

/* A name that is not a node's text. */
ExprNo language_perl_name(LanguageBuild *build, Str name, uint32_t at);
/* The package around; 0: none. */
DefNo language_perl_package(const LanguageBuild *build);
/* The package around inherits from what is named in `text`; `itself` is what -base
 * means there, `node` is where it stands. */
void language_perl_bases(LanguageBuild *build, NodeNo node, Str text, Str itself);
/* Whether what stands from `first` on to the next package inherits or makes objects. */
bool language_perl_is_class(const Syntax *syntax, NodeNo first);
/* use A qw(b c): b is A::b here. */
void language_perl_use(LanguageBuild *build, NodeNo node);
/* has name => …, has 'name', has [qw(a b)]: what the function behind it gives last
 * is what the accessor gives at first. */
void language_perl_has(LanguageBuild *build, NodeNo node, NodeNo list);
/* my $x, which is a name of which nobody knows more; my $x = A->new. Names of
 * variables are marked in build->state, an Idmap. */
void language_perl_declaration(LanguageBuild *build, NodeNo node);
void language_perl_assignment(LanguageBuild *build, NodeNo node);

#endif
