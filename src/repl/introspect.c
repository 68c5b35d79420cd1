/* Questions about a session that code in it answers: which line is run for one.
 * The code lies beside each gate, so another language is another folder. */
#include "src/os/file.h"
#include "src/os/place.h"
#include "src/os/root.h"
#include "src/repl/repl_internal.h"

#define LINE_MAX_BYTES 4096
#define LANGUAGE_MAX 40

/* The name of a folder beside the others, nothing else: a session says of itself
 * which language it is. */
static bool is_language(Str language) {
  bool is_good = language.len > 0 && language.len <= LANGUAGE_MAX;
  for (size_t i = 0; is_good && i < language.len; i++) is_good = language.ptr[i] >= 'a' && language.ptr[i] <= 'z';
  return is_good;
}

/* JSON as a literal of the language: what its strings escape all of them read,
 * and a dollar sign, which begins something in some, is spelled as one more. */
static Str literal_of(Arena *arena, Str spelled) {
  Str quoted = json_spell_str(arena, spelled);
  Buf text;
  buf_init(&text, arena, 8 * quoted.len + 1);
  for (size_t i = 0; i < quoted.len; i++) {
    if (quoted.ptr[i] == '$') buf_add(&text, STR("\\u0024"));
    else buf_add_byte(&text, quoted.ptr[i]);
  }
  return buf_str(&text);
}

/* The template with its three marks filled in. */
static Str fill(Arena *arena, Str line, Str folder, Str question, Str literal) {
  const struct {
    Str mark, value;
  } marks[] = {{STR("{folder}"), folder}, {STR("{question}"), question}, {STR("{arguments}"), literal}};
  Buf text;
  buf_init(&text, arena, REPL_MESSAGE_MAX);
  while (line.len) {
    size_t which = COUNT_OF(marks);
    for (size_t i = 0; i < COUNT_OF(marks); i++) {
      if (str_starts_with(line, marks[i].mark)) which = i;
    }
    size_t used = which < COUNT_OF(marks) ? marks[which].mark.len : 1;
    buf_add(&text, which < COUNT_OF(marks) ? marks[which].value : str_slice(line, 0, 1));
    line = str_slice(line, used, line.len);
  }
  return buf_str(&text);
}

Err repl_introspection(Job *job, Str language, Str question, Str arguments, Str *ret_code) {
  AUTO(Root) root = NULL;
  Str line;
  TRY(root_open(job, place_supplied(job->arena, STR("gates")), &root));
  Err err = is_language(language) ? root_read(job, root, file_join(job->arena, language, STR("introspect.txt")), LINE_MAX_BYTES, &line) : ERR_NOT_FOUND;
  if (err) {
    job_forgive(job);
    return job_fail(job, ERR_UNAVAILABLE, "sessions of '%.*s' cannot be asked about themselves: ask with code of the language's own",
                    STR_ARG(str_shown(job->arena, language, LANGUAGE_MAX)));
  }
  Str folder = file_join(job->arena, root_path(root), language);
  *ret_code = fill(job->arena, str_trim(line), folder, question, literal_of(job->arena, arguments));
  return OK;
}

Err repl_debug(Job *job, ReplHub *hub, Str key, const ReplDebugAsk *ask, ReplDebug *ret_debug) {
  static const char *const actions[] = {"status", "continue", "eval"};
  ReplLine *line;
  ReplRequest request;
  const Json *answer;
  TRY(repl_line_take(job, hub, key, &line));
  repl_request_begin(&request, job->arena, "debug");
  json_field_str(&request.json, "action", str_from_c(actions[ask->action]));
  if (ask->action == REPL_DEBUG_EVAL) json_field_str(&request.json, "expression", ask->expression);
  Err err = repl_line_ask(job, line, repl_request_end(&request), &answer);
  repl_line_give(hub, key, line, err == OK || err == ERR_NOT_FOUND || err == ERR_USAGE || err == ERR_UNAVAILABLE);
  if (err == ERR_NOT_FOUND) {
    job_forgive(job);
    return job_fail(job, ERR_UNAVAILABLE, "the gate of this session pauses no code: its language's debugger cannot be reached from beside it");
  }
  TRY(err);
  *ret_debug = (ReplDebug){.is_paused = json_get_bool(answer, STR("paused"), false), .text = json_get_str(answer, STR("text"), STR_EMPTY)};
  return OK;
}
