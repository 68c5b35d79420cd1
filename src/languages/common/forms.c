/* Forms by their words. */
#include "src/languages/common/forms_internal.h"

bool language_visit_form(LanguageBuild *build, const LanguageForm *forms, LanguageFormed form) {
  if (!form.word.len) return false;
  for (const LanguageForm *at = forms; at->words; at++) {
    if (!language_word_in(at->words, form.word)) continue;
    form.kind = at->kind;
    form.flags = at->flags;
    at->visit(build, &form);
    return true;
  }
  return false;
}
