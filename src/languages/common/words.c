/* Words of a name, one after the other. */
#include "src/languages/common/words_internal.h"

#include "src/languages/common/nodes_internal.h"

static NodeNo next_word(const LanguageBuild *build, const LanguageWords *words, NodeNo word) {
  NodeNo next = syntax_next(build->syntax, word), behind = words->list ? syntax_next(build->syntax, words->list) : 0;
  if (!words->list || next) return words->list ? next : 0;
  return word < behind ? behind : 0; /* the list's own words stand before it */
}

ExprNo language_use_words(LanguageBuild *build, const LanguageWords *words) {
  ExprNo value = words->base;
  bool is_member = words->is_member;
  for (NodeNo word = words->first; word; word = next_word(build, words, word)) {
    if (!language_is_part(build, word)) continue;
    unsigned role = word == words->last ? words->role : REF_READ;
    value = is_member ? language_use_member(build, value, word, role) : language_expr_as(build, word, role);
    is_member = true;
  }
  return value;
}
