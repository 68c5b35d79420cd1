/* What a session knows about names: how a piece of code could go on, and what
 * a name in it is. */
#include "src/repl/repl_internal.h"

#define MATCHES_MAX 500

static Err ask(Job *job, ReplHub *hub, const ReplWords *words, const char *what, const Json **ret_answer) {
  ReplLine *line;
  ReplRequest request;
  TRY(repl_line_take(job, hub, words->session, &line));
  repl_request_begin(&request, job->arena, what);
  json_field_str(&request.json, "code", words->code);
  json_field_int(&request.json, "cursor", words->cursor >= 0 ? words->cursor : (int64_t)str_characters(words->code));
  Err err = repl_line_ask(job, line, repl_request_end(&request), ret_answer);
  repl_line_give(hub, words->session, line, err == OK || err == ERR_USAGE || err == ERR_UNAVAILABLE);
  return err;
}

Err repl_complete(Job *job, ReplHub *hub, const ReplWords *words, ReplMatches *ret_matches) {
  const Json *answer;
  TRY(ask(job, hub, words, "complete", &answer));
  const Json *matches = json_get(answer, STR("matches"));
  *ret_matches = (ReplMatches){.from = json_get_int(answer, STR("from"), 0), .to = json_get_int(answer, STR("to"), 0)};
  for (size_t i = 0; json_is(matches, JSON_ARRAY) && i < matches->count && ret_matches->len < MATCHES_MAX; i++) {
    if (json_is(&matches->items[i], JSON_STRING)) *vec_add(job->arena, ret_matches) = matches->items[i].text;
  }
  return OK;
}

Err repl_inspect(Job *job, ReplHub *hub, const ReplWords *words, Str *ret_text) {
  const Json *answer;
  TRY(ask(job, hub, words, "inspect", &answer));
  *ret_text = json_get_bool(answer, STR("found"), false) ? json_get_str(answer, STR("text"), STR_EMPTY) : STR_EMPTY;
  return OK;
}
