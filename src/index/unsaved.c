/* Facts of a text that is not on disk: what a client has open and has not
 * saved. Nothing of it is stored, and it is resolved against nothing. */
#include "src/extract/extract.h"
#include "src/index/part.h"
#include "src/languages/language.h"
#include "src/parse/parse.h"

Err index_read_text(Job *job, Str path, Str text, Names *names, Facts *ret_facts, bool *ret_there) {
  Str rest = text;
  const Language *language = language_for_file(path, str_cut(&rest, '\n'));
  Syntax syntax;
  *ret_there = false;
  if (!language) return OK;
  AUTO(Parser) parser = parse_open();
  Err err = parse_text(job, parser, language, text, job->arena, &syntax);
  if (err == ERR_UNAVAILABLE || err == ERR_TOO_LARGE) {
    job_forgive(job);
    return OK;
  }
  TRY(err);
  TRY(extract_facts(job, job->arena, names, &(LanguageFile){language, &syntax, path}, ret_facts));
  *ret_there = true;
  return OK;
}
