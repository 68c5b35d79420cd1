/* C#: what the query functions (System.Linq) do with a sequence. They come from
 * outside, but elements flow through them to what lambdas are given; where a
 * project has a function of the name for the receiver, that is meant. */
#include "src/languages/csharp/csharp_internal.h"

static const char sequences[] = "Where OrderBy OrderByDescending ThenBy ThenByDescending Skip Take SkipWhile TakeWhile Distinct "
                                "Reverse Concat Union Except Intersect ToList ToArray AsEnumerable DefaultIfEmpty Append Prepend";
static const char elements[] = "First FirstOrDefault Single SingleOrDefault Last LastOrDefault ElementAt ElementAtOrDefault";
static const char others[] = "Any All Count Select SelectMany GroupBy ToDictionary ToLookup Sum Min Max Average LongCount";

ExprNo language_csharp_each(LanguageBuild *build, Str name, ExprNo whole, NodeNo node) {
  bool is_query = language_word_in(sequences, name) || language_word_in(elements, name) || language_word_in(others, name);
  return whole && is_query ? language_add_base(build, EXPR_ITER, whole, node) : 0;
}

/* The later of the two stands in for what is not known. */
ExprNo language_csharp_query(LanguageBuild *build, Str name, ExprNo whole, ExprNo call, NodeNo node) {
  ExprNo value = 0;
  if (whole && language_word_in(sequences, name)) value = whole;
  else if (whole && language_word_in(elements, name)) value = language_add_base(build, EXPR_ITER, whole, node);
  if (!value) return call;
  ExprNo either[] = {call, value};
  ExprNo all = language_add_list(build, EXPR_ANY, 0, either, 2, node);
  language_expr_at(build, all)->flags |= EXPR_OPTIONAL;
  return all;
}
