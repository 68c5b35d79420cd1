/* Running a tool: permission, arguments, handler, limits on the answer. And
 * what handlers reach their surroundings with. */
#include <assert.h>

#include "src/lsp/lsp.h"
#include "src/tools/kit/phases_internal.h"
#include "src/tools/kit/place_internal.h"

enum { TEXT_MAX = 1 << 20, FIELDS_MAX = 4 << 20, BLOCKS_MAX = 16 << 20 };

/* ---- arguments ---- */

/* null is the same as not given: many clients send all arguments always. */
const Json *tool_arg(const ToolCall *call, const char *name) {
  const Json *value = json_get(call->args, str_from_c(name));
  return json_is(value, JSON_NULL) ? NULL : value;
}

/* A default as JSON. Most are a word or a number, which need no reader. */
static const Json *read_default(const ToolCall *call, Str spelled) {
  static const Json no = {.type = JSON_BOOL}, yes = {.type = JSON_BOOL, .boolean = true};
  const Json *value = NULL;
  if (str_eq(spelled, STR("false"))) return &no;
  if (str_eq(spelled, STR("true"))) return &yes;
  bool is_text = spelled.len >= 2 && spelled.ptr[0] == '"' && str_find_byte(spelled, '\\') == STR_NONE;
  if (is_text || (spelled.len && byte_is_digit(spelled.ptr[0]))) {
    Json *plain = ARENA_NEW(call->job->arena, Json);
    plain->type = is_text ? JSON_STRING : JSON_NUMBER;
    plain->text = is_text ? str_slice(spelled, 1, spelled.len - 1) : spelled;
    return plain;
  }
  Err err = json_read(call->job, spelled, NULL, &value);
  assert(!err);
  return value;
}

/* The argument or its default, which the registry has checked; or NULL. */
static const Json *arg_or_default(const ToolCall *call, const char *name) {
  const ToolField *field = tool_find_field(call->tool->args, str_from_c(name));
  assert(field || call->tool->raw_schema);
  const Json *value = tool_arg(call, name);
  if (value || !field || !field->otherwise) return value;
  return read_default(call, str_from_c(field->otherwise));
}

Str tool_arg_str(const ToolCall *call, const char *name) {
  const Json *value = arg_or_default(call, name);
  assert(!value || value->type == JSON_STRING || call->tool->raw_schema);
  return json_is(value, JSON_STRING) ? value->text : STR_EMPTY;
}

int64_t tool_arg_int(const ToolCall *call, const char *name) {
  const Json *value = arg_or_default(call, name);
  int64_t number = 0;
  bool is_int = json_to_int(value, &number);
  assert(!value || is_int || call->tool->raw_schema);
  return is_int ? number : 0;
}

double tool_arg_number(const ToolCall *call, const char *name) {
  const Json *value = arg_or_default(call, name);
  double number = 0;
  bool is_number = json_to_double(value, &number);
  assert(!value || is_number || call->tool->raw_schema);
  return is_number ? number : 0;
}

bool tool_arg_bool(const ToolCall *call, const char *name) {
  const Json *value = arg_or_default(call, name);
  assert(!value || value->type == JSON_BOOL || call->tool->raw_schema);
  return json_is(value, JSON_BOOL) && value->boolean;
}

/* ---- surroundings ---- */

/* The value of the one argument that names a workspace. */
static Str named_workspace(const Tool *tool, const Json *args) {
  for (const ToolField *field = tool->args; field && field->name; field++) {
    if (field->type == TOOL_WORKSPACE) return json_get_str(args, str_from_c(field->name), STR_EMPTY);
  }
  return STR_EMPTY;
}

/* The index is kept in the call, which looks at it again if an answer fails
 * for damage. */
Err tool_workspace(ToolCall *call, Str path, Index **ret_index) {
  if (!call->scope->workspace) {
    return job_fail(call->job, ERR_UNAVAILABLE,
                    "there is no workspace here; give one with --repo DIR");
  }
  TRY(call->scope->workspace(call->scope, call, path, &call->index));
  *ret_index = call->index;
  return OK;
}

Err tool_server(ToolCall *call, Str path, Str language_id, LspServer **ret_server) {
  if (!call->scope->server) {
    return job_fail(call->job, ERR_UNAVAILABLE, "this server starts no language servers");
  }
  return call->scope->server(call->scope, call, path, language_id, ret_server);
}

void tool_add_block(ToolCall *call, Str block) {
  if (call->blocks->len) buf_add_byte(call->blocks, ',');
  buf_add(call->blocks, block);
}

void tool_mark_writing(const ToolCall *call) {
  if (call->client->mark_writing) call->client->mark_writing(call->client->context);
}

/* Grows by doubling, which the count alone tells: few calls change many files. */
void tool_note_changed(ToolCall *call, Str path) {
  ToolRecord *record = call->record;
  size_t count = record->changed_count;
  if (!(count & (count - 1))) {
    Str *grown = ARENA_ARRAY(call->job->arena, Str, count ? count * 2 : 1);
    for (size_t i = 0; i < count; i++) grown[i] = record->changed[i];
    record->changed = grown;
  }
  ((Str *)record->changed)[record->changed_count++] = path;
}

void tool_note_counts(ToolCall *call, ToolCount before, ToolCount after) {
  call->record->has_counts = true;
  call->record->before = before;
  call->record->after = after;
}

/* ---- running ---- */

int tool_seconds(const Tool *tool) {
  if (tool->seconds) return tool->seconds;
  return tool->method ? TOOL_SECONDS_SERVER : TOOL_SECONDS;
}

/* A handler that was stopped may have taken that for something else that went
 * wrong, and say so. */
static Err explain(Job *job, Err err) {
  if (!job_is_stopped(job) || err == ERR_INPUT_NEEDED) return err;
  job_forgive(job);
  return job_check(job);
}

/* Who insists on a language server waits for its start too. */
static void set_deadline(Job *job, const Tool *tool, const Json *args) {
  int seconds = tool_seconds(tool);
  bool needs_server = str_eq_c(json_get_str(args, STR("precise"), STR_EMPTY), "require");
  if (needs_server && seconds < TOOL_SECONDS_SERVER) seconds = TOOL_SECONDS_SERVER;
  int64_t end = job_now_ms() + (int64_t)seconds * 1000;
  if (!job->deadline_ms || job->deadline_ms > end) job->deadline_ms = end;
}

/* A reader is told that the end is missing; cut at a line end where there is
 * one, else between characters. */
static Str finish_text(Arena *arena, const Buf *text) {
  Str all = buf_str(text);
  if (!text->overflow) return all;
  size_t newline = str_find_last_byte(all, '\n');
  size_t cut = newline == STR_NONE ? all.len : newline;
  size_t least = cut > 4 ? cut - 4 : 0; /* no character is longer */
  while (newline == STR_NONE && cut > least && (all.ptr[cut - 1] & 0x80))
    cut--;
  return str_format(arena, "%.*s\n[cut: the answer is limited to %d bytes]",
                    STR_ARG(str_slice(all, 0, cut)), TEXT_MAX);
}

/* How who was answered in part gets the rest. */
static const char *way_to_more(const ToolCall *call) {
  bool has_length = tool_find_field(call->tool->args, STR("max_chars"));
  return has_length ? "raise max_chars, at most 200000, or ask for less at once" : "ask for less at once";
}

/* Tools that fill pages keep to a length by themselves; this is for those that
 * have nothing but lists, and for what nobody thought of. */
static void cut_text(ToolCall *call) {
  enum { NOTE = 150 };
  size_t length = answer_text(call->answer).len;
  if (length <= call->chars) return;
  answer_cut(call->answer, call->chars - NOTE);
  answer_note(call->answer, "[cut: %zu of %zu bytes shown; %s]", answer_text(call->answer).len, length, way_to_more(call));
}

/* Who promises fields gives them to everybody. */
static bool has_readers(const ToolCall *call) { return !call->client->reads_words || call->tool->flags & TOOL_STRUCTURED; }

/* A program that was written for the tool's own system reads an array; what else
 * there is to know stands beside it, not in it. */
static Err split_list(ToolCall *call, ToolResult *result) {
  assert(has_readers(call));
  Arena *arena = call->job->arena;
  const Json *fields;
  Buf rest;
  JsonWriter writer;
  TRY(json_read(call->job, result->fields, NULL, &fields));
  const Json *list = json_get(fields, str_from_c(call->list));
  assert(json_is(list, JSON_ARRAY)); /* the handler that names it has written it */
  buf_init(&rest, arena, FIELDS_MAX);
  json_writer_init(&writer, &rest, 0);
  json_begin_object(&writer);
  for (size_t i = 0; i < fields->count; i++) {
    const JsonMember *member = &fields->members[i];
    if (&member->value == list) continue;
    json_name(&writer, member->name);
    json_value(&writer, &member->value);
  }
  json_end_object(&writer);
  result->list = json_spell(arena, list);
  if (fields->count > 1) result->rest = buf_str(&rest);
  return OK;
}

static Err fail_too_large(ToolCall *call, int bytes) {
  return job_fail(call->job, ERR_TOO_LARGE, "the answer of '%s' is larger than %d MB; ask for less at once",
                  call->tool->name, bytes >> 20);
}

/* Spelled; empty when there are none. They lose the ends of their lists where a
 * client reads them, but for those of a page, which go on with the next one. */
static Err finish_fields(ToolCall *call, Str *ret_fields) {
  Buf fields;
  JsonWriter writer;
  buf_init(&fields, call->job->arena, FIELDS_MAX);
  json_writer_init(&writer, &fields, 0);
  json_begin_object(&writer);
  answer_write_fields(call->answer, &writer);
  json_end_object(&writer);
  if (fields.overflow) return fail_too_large(call, FIELDS_MAX);
  bool is_read = tool_is_structured(call->scope->policy, call->tool);
  bool has_fields = call->tool->result || !str_eq(buf_str(&fields), STR("{}"));
  ToolFit fit = {is_read && !answer_pages_rows(call->answer) ? call->chars : FIELDS_MAX, way_to_more(call)};
  TRY(tool_fit_fields(call->job, buf_str(&fields), &fit, ret_fields));
  if (!has_fields) *ret_fields = STR_EMPTY;
  return OK;
}

/* Text that is too long is cut, as a reader can go on without its end. Fields that
 * nobody reads are not there. */
static Err finish(ToolCall *call, ToolResult *ret_result) {
  Arena *arena = call->job->arena;
  const Buf *text = answer_text_buf(call->answer);
  Str fields = STR_EMPTY;
  if (call->blocks->overflow) return fail_too_large(call, BLOCKS_MAX);
  if (has_readers(call)) TRY(finish_fields(call, &fields));
  if (!text->overflow) cut_text(call);
  /* Who promises fields may leave it at that. */
  bool is_bare = (call->tool->flags & TOOL_STRUCTURED) && !text->len;
  ToolResult result = {
      .text = !is_bare ? finish_text(arena, text) : fields.len ? fields : STR("{}"),
      .fields = fields,
      .blocks = buf_str(call->blocks),
  };
  if (!is_bare && !text->overflow) result.marks = answer_marks(call->answer, &result.mark_count);
  if (call->list) TRY(split_list(call, &result));
  *ret_result = result;
  return OK;
}

/* Characters of an answer: the tool's own number, and more where more is asked
 * for. A page has a line below it, and one item at least. */
static size_t budget(ToolCall *call) {
  size_t chars = call->tool->chars ? call->tool->chars : TOOL_ANSWER_MAX;
  size_t asked = 0;
  if (tool_find_field(call->tool->args, STR("max_chars"))) asked = (size_t)tool_arg_int(call, "max_chars") + TOOL_TAIL_MAX;
  return asked > chars ? asked : chars;
}

/* Everything is begun anew: a second try must not add to what the first one
 * wrote. */
static Err answer(ToolCall *call, Buf *blocks) {
  buf_init(blocks, call->job->arena, BLOCKS_MAX);
  call->chars = budget(call);
  call->answer = answer_new(call->job->arena, call->chars - (TOOL_ANSWER_MAX - TOOL_LIST_MAX), TEXT_MAX);
  if (!has_readers(call)) answer_words_alone(call->answer);
  if (call->client->draws) answer_colour(call->answer);
  call->blocks = blocks;
  call->list = NULL;
  call->unsaved = NULL;
  Err err = call->tool->run(call);
  if (!err) tool_say_unsaved(call);
  tool_end_unsaved(call);
  return err;
}

/* Damage in an index is found by who stumbles over it. He is answered all the
 * same: a second try begins with a refresh, which mends it. */
static bool is_to_be_mended(ToolCall *call, Err err) {
  return err == ERR_IO && call->tool->flags & TOOL_READ_ONLY && call->index && index_is_damaged(call->index);
}

/* A question that its server's end cut off is asked once more of the next one,
 * also where the handler had found another answer without it. What changes
 * something is never begun twice. */
static bool is_to_be_asked_again(ToolCall *call) {
  LspHub *hub = call->scope->hub;
  bool was_interrupted = hub && lsp_hub_was_interrupted(call->job, hub);
  return was_interrupted && call->tool->flags & TOOL_READ_ONLY && !job_is_stopped(call->job);
}

/* Permission, then arguments, then the deadline, then the handler. A handler
 * may rely on its arguments being valid. */
static Err run_checked(Job *job, ToolScope *scope, const ToolClient *client, ToolRecord *record, ToolResult *ret_result) {
  static const ToolClient nobody = {0};
  static const Json no_args = {.type = JSON_OBJECT};
  const Tool *tool = record->tool;
  const Json *args = record->args;
  TRY(tool_allow(job, scope->policy, tool));
  if (tool->flags & TOOL_CLAMPS) args = tool_clamp(job->arena, tool->args, args);
  if (!tool->raw_schema) {
    TRY(tool_validate(job, tool->args, args));
  } else if (args && args->type != JSON_OBJECT) {
    return job_fail(job, ERR_USAGE, "arguments must be an object");
  }
  TRY(job_check(job));
  set_deadline(job, tool, args);
  Buf blocks;
  ToolCall call = {.job = job,
                   .tool = tool,
                   .args = args ? args : &no_args,
                   .repo = named_workspace(tool, args),
                   .scope = scope,
                   .client = client ? client : &nobody,
                   .record = record};
  Str warning;
  TRY(tool_phases_check(job, tool_registry_phases(scope->registry), tool, &warning));
  Err err = answer(&call, &blocks);
  if (is_to_be_asked_again(&call) || is_to_be_mended(&call, err)) {
    job_forgive(job);
    err = answer(&call, &blocks);
  }
  if (err) return explain(job, err);
  if (warning.len) answer_field_str(call.answer, "phase_warning", warning);
  return finish(&call, ret_result);
}

/* The one way to every tool, for clients, for the command line and for `call`:
 * so this is where a call is written down. */
Err tool_run_found(Job *job, ToolScope *scope, const ToolClient *client, const Tool *tool,
                   const Json *args, ToolResult *ret_result) {
  ToolRecord record = {.tool = tool, .args = args};
  int64_t began = job_now_ms();
  bool is_heard = scope->heard && !job->is_trial;
  if (is_heard) scope->heard(scope, job, &record, TOOL_BEGUN);
  Err err = run_checked(job, scope, client, &record, ret_result);
  bool is_begun_again = job->is_trial && job_is_stopped(job); /* elsewhere, from its start */
  if (err == ERR_INPUT_NEEDED || is_begun_again) {
    if (is_heard) scope->heard(scope, job, &record, TOOL_LEFT);
    return err;
  }
  if (job->is_trial) job->deadline_ms = 0; /* what is told as ended must not be begun again, however late it gets */
  if (!scope->heard) return err;
  record.err = err;
  record.words = err ? job_message(job, err) : STR_EMPTY;
  record.ms = job_now_ms() - began;
  record.text = err ? STR_EMPTY : ret_result->text;
  scope->heard(scope, job, &record, TOOL_ENDED);
  return err;
}

Err tool_run(Job *job, ToolScope *scope, const ToolClient *client, Str name, const Json *args,
             ToolResult *ret_result) {
  ToolList found;
  TRY(tool_find(job, scope->registry, scope->policy, name, &found));
  Err err = tool_run_found(job, scope, client, found.items[0], args, ret_result);
  tool_list_release(scope->registry, &found);
  return err;
}
