/* Pieces of code of one session: what waits, what runs, and what came of the
 * others until somebody asks. Bounded in every direction, because what a
 * kernel prints and shows is its own choice. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "src/repl/jupyter/jupyter_internal.h"

#define KEEP_MS 600000
#define UNTOLD_MAX ((size_t)256 << 10) /* of one event; the result has the rest */
#define DISPLAYS_MAX ((size_t)3 << 19) /* bytes of all displays of one eval */
#define TEXT_MAX ((size_t)512 << 10)   /* of a value or a message */
#define LINE_MAX 2000                  /* of a trace */

/* ---- the list ---- */

ReplEval *repl_evals_find(ReplEvals *evals, Str id) {
  for (ReplEval *eval = evals->first; eval; eval = eval->next) {
    if (str_eq(eval->id, id)) return eval;
  }
  return NULL;
}

ReplEval *repl_evals_requested(ReplEvals *evals, Str request) {
  for (ReplEval *eval = evals->first; eval && request.len; eval = eval->next) {
    if (str_eq(eval->request, request)) return eval;
  }
  return NULL;
}

ReplEval *repl_evals_add(ReplEvals *evals, Str id, Str code) {
  ReplEval *eval = arena_heap_alloc(sizeof(*eval));
  arena_init(&eval->arena);
  eval->id = str_copy(&eval->arena, id);
  eval->code = str_copy(&eval->arena, code);
  for (int i = 0; i < 2; i++) buf_init(&eval->streams[i].untold, &eval->arena, UNTOLD_MAX);
  if (evals->last) evals->last->next = eval;
  else evals->first = eval;
  evals->last = eval;
  evals->count++;
  return eval;
}

ReplEval *repl_evals_next(ReplEvals *evals) {
  if (evals->current) return NULL;
  for (ReplEval *eval = evals->first; eval; eval = eval->next) {
    if (eval->state == REPL_QUEUED) return eval;
  }
  return NULL;
}

static void free_eval(ReplEval *eval) {
  for (int i = 0; i < 2; i++) {
    free(eval->streams[i].head);
    free(eval->streams[i].tail);
  }
  arena_clear(&eval->arena);
  free(eval);
}

void repl_evals_drop(ReplEvals *evals, ReplEval *eval) {
  ReplEval **at = &evals->first, *before = NULL;
  assert(repl_has_ended(eval->state)); /* what waits or runs is somebody's still */
  while (*at != eval) before = *at, at = &(*at)->next;
  *at = eval->next;
  if (evals->last == eval) evals->last = before;
  evals->count--;
  free_eval(eval);
}

static size_t size_of(const ReplEval *eval) {
  size_t size = eval->code.len + eval->value.len + eval->error_message.len + eval->display_bytes;
  for (int i = 0; i < 2; i++) size += (eval->streams[i].head ? REPL_EVAL_HALF : 0) + (eval->streams[i].tail ? REPL_EVAL_HALF : 0);
  return size;
}

bool repl_evals_have_room(const ReplEvals *evals, size_t code) {
  size_t size = code;
  for (const ReplEval *eval = evals->first; eval; eval = eval->next) size += size_of(eval);
  return evals->count < REPL_EVALS && size <= REPL_EVALS_SIZE;
}

void repl_evals_tidy(ReplEvals *evals) {
  ReplEval *next;
  for (ReplEval *eval = evals->first; eval; eval = next) {
    next = eval->next;
    if (repl_has_ended(eval->state) && job_now_ms() - eval->ended_ms >= KEEP_MS) repl_evals_drop(evals, eval);
  }
}

void repl_evals_clear(ReplEvals *evals) {
  while (evals->first) {
    ReplEval *eval = evals->first;
    evals->first = eval->next;
    free_eval(eval);
  }
  *evals = (ReplEvals){0};
}

/* ---- what is printed ---- */

/* The last bytes of the text go into the ring. */
static void add_to_tail(ReplOutput *output, Str text) {
  if (!output->tail) output->tail = arena_heap_alloc(REPL_EVAL_HALF);
  if (text.len > REPL_EVAL_HALF) text = str_slice(text, text.len - REPL_EVAL_HALF, text.len);
  size_t first = REPL_EVAL_HALF - output->tail_at < text.len ? REPL_EVAL_HALF - output->tail_at : text.len;
  memcpy(output->tail + output->tail_at, text.ptr, first);
  memcpy(output->tail, text.ptr + first, text.len - first);
  output->tail_at = (output->tail_at + text.len) % REPL_EVAL_HALF;
  output->tail_len = output->tail_len + text.len < REPL_EVAL_HALF ? output->tail_len + text.len : REPL_EVAL_HALF;
}

void repl_eval_print(ReplEval *eval, bool is_error, Str text) {
  ReplOutput *output = &eval->streams[is_error];
  if (!text.len) return;
  output->total += text.len;
  buf_add(&output->untold, str_head(text, UNTOLD_MAX - output->untold.len));
  Str head = str_head(text, REPL_EVAL_HALF - output->head_len);
  if (head.len && !output->tail_len) { /* once something went to the tail, the head is whole */
    if (!output->head) output->head = arena_heap_alloc(REPL_EVAL_HALF);
    memcpy(output->head + output->head_len, head.ptr, head.len);
    output->head_len += head.len;
    text = str_slice(text, head.len, text.len);
  }
  if (text.len) add_to_tail(output, text);
}

/* Head, how much is missing, tail; the tail begins with a whole character. */
static Str spell_output(Arena *arena, const ReplOutput *output) {
  Buf text;
  uint64_t cut = output->total - output->head_len - output->tail_len;
  size_t from = (output->tail_at + REPL_EVAL_HALF - output->tail_len) % REPL_EVAL_HALF, left = output->tail_len;
  buf_init(&text, arena, 2 * REPL_EVAL_HALF + 200);
  if (output->head_len) buf_add(&text, (Str){output->head, output->head_len});
  if (cut) buf_add_format(&text, "\n… %llu bytes left out …\n", (unsigned long long)cut);
  for (; cut && left && ((unsigned char)output->tail[from] & 0xc0) == 0x80; left--) from = (from + 1) % REPL_EVAL_HALF;
  size_t first = REPL_EVAL_HALF - from < left ? REPL_EVAL_HALF - from : left;
  if (left) {
    buf_add(&text, (Str){output->tail + from, first});
    buf_add(&text, (Str){output->tail, left - first});
  }
  return buf_str(&text);
}

/* ---- what is shown ---- */

/* ESC [ … letter: colours and the like. */
Str repl_plain(Arena *arena, Str text) {
  if (str_find_byte(text, '\x1b') == STR_NONE) return text;
  Buf plain;
  buf_init(&plain, arena, text.len + 1);
  for (size_t i = 0; i < text.len; i++) {
    if (text.ptr[i] != '\x1b' || i + 1 == text.len || text.ptr[i + 1] != '[') {
      buf_add_byte(&plain, text.ptr[i]);
      continue;
    }
    for (i += 2; i < text.len && !(text.ptr[i] >= '@' && text.ptr[i] <= '~');) i++;
  }
  return buf_str(&plain);
}

static Str kept(ReplEval *eval, Str text, size_t max) {
  return str_copy(&eval->arena, str_head(repl_plain(&eval->arena, text), max));
}

/* One type of what is shown; JSON is told as text. */
static void add_display(Job *job, ReplEval *eval, Str type, const Json *data) {
  Str text = json_is(data, JSON_STRING) ? data->text : json_spell(job->arena, data);
  if (!text.len || !type.len || type.len > 100 || eval->display_count == REPL_DISPLAYS) return;
  if (text.len > DISPLAYS_MAX - eval->display_bytes) return;
  if (str_eq(type, STR("text/plain"))) text = repl_plain(job->arena, text);
  eval->display_bytes += text.len;
  eval->displays[eval->display_count++] = (ReplDisplay){str_copy(&eval->arena, type), str_copy(&eval->arena, text)};
}

/* Kernels give the same thing in many forms. Those that are only words in other
 * clothes say nothing beside the words; a page is kept where it was shown on
 * purpose. */
static bool is_worth(Str type, bool is_value, bool has_words) {
  if (str_eq(type, STR("text/plain"))) return false;
  if (!has_words) return true;
  if (str_eq(type, STR("text/html"))) return !is_value;
  return !str_eq(type, STR("text/latex")) && !str_eq(type, STR("text/markdown"));
}

void repl_eval_display(Job *job, ReplEval *eval, const Json *data, bool is_value) {
  if (!json_is(data, JSON_OBJECT)) return;
  const Json *plain = json_get(data, STR("text/plain"));
  if (is_value && json_is(plain, JSON_STRING)) {
    Json before = {.type = JSON_STRING, .text = eval->value}; /* of an expression before the last one */
    if (eval->has_value) add_display(job, eval, STR("text/plain"), &before);
    eval->has_value = true;
    eval->value = kept(eval, plain->text, TEXT_MAX);
  }
  bool has_words = json_is(plain, JSON_STRING), is_rich = false;
  for (size_t i = 0; i < data->count; i++) {
    const JsonMember *member = &data->members[i];
    if (!is_worth(member->name, is_value, has_words)) continue;
    is_rich = is_rich || !str_eq(member->name, STR("text/html"));
    add_display(job, eval, member->name, &member->value);
  }
  if (!is_value && !is_rich && has_words) add_display(job, eval, STR("text/plain"), plain);
}

/* Line by line; the headline and the repeated message are told apart. */
static void add_trace(ReplEval *eval, Str text) {
  while (text.len) {
    Str line = str_cut(&text, '\n');
    if (!str_trim(line).len || str_starts_with(line, STR("-----")) || str_contains(line, STR("Traceback (most recent call last)"))) continue;
    if (eval->error_type.len && str_starts_with(line, eval->error_type) && str_contains(line, eval->error_message)) continue;
    if (eval->trace_count == REPL_TRACE) { /* the innermost are worth most */
      memmove(eval->trace, eval->trace + 1, (REPL_TRACE - 1) * sizeof eval->trace[0]);
      eval->trace_count--;
    }
    eval->trace[eval->trace_count++] = kept(eval, line, LINE_MAX);
  }
}

void repl_eval_fail(Job *job, ReplEval *eval, const Json *error) {
  const Json *trace = json_get(error, STR("traceback"));
  eval->has_failed = true;
  if (eval->error_type.len) return; /* told twice: on its own and with the reply */
  eval->error_type = kept(eval, json_get_str(error, STR("ename"), STR("Error")), LINE_MAX);
  eval->error_message = kept(eval, json_get_str(error, STR("evalue"), STR_EMPTY), TEXT_MAX);
  for (size_t i = 0; json_is(trace, JSON_ARRAY) && i < trace->count && i < 1000; i++) {
    if (json_is(&trace->items[i], JSON_STRING)) add_trace(eval, repl_plain(job->arena, trace->items[i].text));
  }
}

void repl_eval_end(ReplEval *eval, ReplState state) {
  assert(!repl_has_ended(eval->state) && repl_has_ended(state));
  eval->state = state;
  eval->ended_ms = job_now_ms();
}

static void spell_error(JsonWriter *json, const ReplEval *eval) {
  json_field_object(json, "error");
  json_field_str(json, "type", eval->error_type);
  json_field_str(json, "message", eval->error_message);
  json_field_array(json, "trace");
  for (size_t i = 0; i < eval->trace_count; i++) json_str(json, eval->trace[i]);
  json_end_array(json);
  json_end_object(json);
}

void repl_eval_spell(JsonWriter *json, const ReplEval *eval) {
  static const char *const names[2] = {"stdout", "stderr"};
  Arena *arena = json->buf->arena;
  uint64_t cut = 0;
  json_field_str(json, "eval", eval->id);
  json_field_str(json, "state", str_from_c(repl_state_name(eval->state)));
  for (int i = 0; i < 2; i++) {
    const ReplOutput *output = &eval->streams[i];
    json_field_str(json, names[i], spell_output(arena, output));
    cut += output->total - output->head_len - output->tail_len;
  }
  if (eval->has_value) json_field_str(json, "value", eval->value);
  if (eval->error_type.len) spell_error(json, eval);
  json_field_array(json, "display");
  for (size_t i = 0; i < eval->display_count; i++) {
    json_begin_object(json);
    json_field_str(json, "type", eval->displays[i].type);
    json_field_str(json, "data", eval->displays[i].data);
    json_end_object(json);
  }
  json_end_array(json);
  json_field_int(json, "cut", (int64_t)cut);
  if (eval->began_ms) json_field_int(json, "ms", (eval->ended_ms ? eval->ended_ms : job_now_ms()) - eval->began_ms);
}
