/* What is run for the person who looks: tools, each on a connection of its own,
 * and commands of the shell, each on a thread. A change of the configuration is
 * made by the same command that makes it on a command line. */
#include "src/app/shell/ui_internal.h"

#include "src/app/serving/wire_internal.h"
#include "src/base/vec.h"
#include "src/model/answer.h"

#define OUT_MAX ((size_t)4 << 20)
#define COMMAND_MS 60000

/* A tool that runs for us. */
typedef struct Asked {
  struct AppUiAsking *asking;
  TransportLines *lines;
  DashWant want;
} Asked;

/* A command. */
typedef struct Ran {
  struct AppUiAsking *asking;
  Arena arena;
  Job job;
  const Str *words;
  size_t count;
  DashWant want;
  Buf out;
  Err err;
} Ran;

struct AppUiAsking {
  AppUi *ui;
  Asked *asked; /* the tool that is waited for; NULL: none */
  Ran *ran;     /* the command that runs; NULL: none */
  Thread thread;
};

struct AppUiAsking *app_ui_asking_open(AppUi *ui) {
  struct AppUiAsking *asking = arena_heap_alloc(sizeof(*asking));
  asking->ui = ui;
  return asking;
}

static void fail(struct AppUiAsking *asking, DashWant want, Str words) {
  app_ui_tell(asking->ui, &(DashEvent){.kind = DASH_EVENT_ANSWER, .is_error = true, .want = want, .text = words});
}

/* ---- tools ---- */

static void on_asked_gone(void *context, Err err) {
  Asked *asked = context;
  struct AppUiAsking *asking = asked->asking;
  DashWant want = asked->want;
  bool was_waited_for = asking->asked == asked;
  (void)err;
  if (was_waited_for) asking->asked = NULL;
  free(asked);
  if (was_waited_for) fail(asking, want, STR("no answer came"));
}

/* How marks of an answer look; DASH_PLAIN: they are not told apart. */
static const DashStyle mark_styles[ANSWER_MARK_KINDS] = {
    [ANSWER_MARK_HEADING] = DASH_STRONG,
    [ANSWER_MARK_NUMBER] = DASH_DIM,
    [ANSWER_MARK_NOTE] = DASH_DIM,
    [ANSWER_MARK_WARNING] = DASH_WARN,
    [ANSWER_MARK_TOKENS + TOKEN_COMMENT] = DASH_DIM,
    [ANSWER_MARK_TOKENS + TOKEN_TEXT] = DASH_TEXT,
    [ANSWER_MARK_TOKENS + TOKEN_NUMBER] = DASH_NUMBER,
    [ANSWER_MARK_TOKENS + TOKEN_KEYWORD] = DASH_KEYWORD,
    [ANSWER_MARK_TOKENS + TOKEN_TYPE] = DASH_TYPE,
    [ANSWER_MARK_TOKENS + TOKEN_DEFINITION] = DASH_STRONG,
};

static DashPiece *read_pieces(Arena *arena, const Json *result, size_t length, size_t *ret_count) {
  size_t count, kept = 0;
  const AnswerMark *marks = tool_read_marks(arena, json_get(json_get(result, STR("_meta")), STR("fathom/marks")), length, &count);
  DashPiece *pieces = ARENA_ARRAY(arena, DashPiece, count);
  for (size_t i = 0; i < count; i++) {
    DashStyle style = mark_styles[marks[i].kind];
    if (style != DASH_PLAIN) pieces[kept++] = (DashPiece){marks[i].from, marks[i].to, style};
  }
  *ret_count = kept;
  return pieces;
}

static void take_answer(Arena *arena, Asked *asked, const Json *answer) {
  struct AppUiAsking *asking = asked->asking;
  const Json *result = json_get(answer, STR("result"));
  const Json *content = json_get(result, STR("content"));
  const Json *error = json_get(answer, STR("error"));
  Str text = json_is(content, JSON_ARRAY) && content->count ? json_get_str(&content->items[0], STR("text"), STR_EMPTY)
                                                            : json_get_str(error, STR("message"), STR_EMPTY);
  size_t piece_count;
  const DashPiece *pieces = read_pieces(arena, result, text.len, &piece_count);
  asking->asked = NULL;
  app_ui_tell(asking->ui, &(DashEvent){.kind = DASH_EVENT_ANSWER,
                                       .pieces = pieces,
                                       .piece_count = piece_count,
                                       .json = json_get(result, STR("structuredContent")),
                                       .text = text,
                                       .want = asked->want,
                                       .is_error = error || json_get_bool(result, STR("isError"), false)});
}

static void on_answer(void *context, Str line) {
  Asked *asked = context;
  Arena arena;
  Job job;
  const Json *answer;
  arena_init(&arena);
  job_init(&job, &arena);
  if (asked->asking->asked == asked && !json_read(&job, line, NULL, &answer) && json_get(answer, STR("id"))) {
    take_answer(&arena, asked, answer);
    transport_lines_close(asked->lines, 0);
  }
  arena_clear(&arena);
}

/* The workspace is named by a flag, as on a command line. */
static Err ask(struct AppUiAsking *asking, Job *job, const DashEffect *effect) {
  int fd;
  const Json *answer, *args;
  Map flags;
  Str root = effect->root, yes = STR("true");
  bool is_read = effect->want != DASH_WANT_RESULTS;
  map_init(&flags, job->arena);
  if (root.len) map_put(&flags, STR("repo"), &root);
  if (!is_read) map_put(&flags, STR("structured"), &yes);
  TRY(json_read(job, effect->args, NULL, &args));
  TRY(app_wire_connect(job, STR("cli"), &flags, true, &fd, &answer));
  Asked *asked = arena_heap_alloc(sizeof(*asked));
  *asked = (Asked){.asking = asking, .want = effect->want};
  asked->lines = app_ui_lines(asking->ui->loop, fd, asked, on_answer, on_asked_gone);
  if (asking->asked) transport_lines_close(asking->asked->lines, 0);
  asking->asked = asked;
  transport_lines_send(asked->lines, app_call_message(job->arena, effect->tool, args, &(AppCallWanted){.has_words = is_read, .has_marks = is_read}));
  return OK;
}

void app_ui_ask_tool(struct AppUiAsking *asking, const DashEffect *effect) {
  Arena arena;
  Job job;
  arena_init(&arena);
  job_init(&job, &arena);
  Err err = ask(asking, &job, effect);
  if (err) fail(asking, effect->want, job_message(&job, err));
  arena_clear(&arena);
}

/* ---- commands ---- */

static void tell_ran(struct AppUiAsking *asking, Ran *ran) {
  Job *job = &ran->job;
  Str words = ran->err ? job_message(job, ran->err) : STR_EMPTY, text = buf_str(&ran->out);
  DashEvent event = {.kind = DASH_EVENT_ANSWER, .want = ran->want, .is_error = ran->err != OK};
  event.text = ran->err && text.len ? str_format(&ran->arena, "%.*s\n%.*s", STR_ARG(words), STR_ARG(text)) : ran->err ? words : text;
  if (ran->want == DASH_WANT_CLIENTS && !ran->err && json_read(job, text, NULL, &event.json)) event.is_error = true;
  app_ui_tell(asking->ui, &event);
}

static void on_ran(void *context) {
  Ran *ran = context;
  struct AppUiAsking *asking = ran->asking;
  thread_join(asking->thread);
  asking->ran = NULL;
  tell_ran(asking, ran);
  arena_clear(&ran->arena);
  free(ran);
}

static Err run(Ran *ran) {
  AppRun called;
  const AppCommand *command = NULL;
  for (size_t i = 0; app_commands[i]; i++) {
    if (str_eq_c(ran->words[0], app_commands[i]->name)) command = app_commands[i];
  }
  if (!command) return job_fail(&ran->job, ERR_INTERNAL, "there is no such command");
  TRY(app_parse(&ran->job, command, ran->words + 1, ran->count - 1, &called));
  called.out = &ran->out;
  return command->run(&called);
}

static void run_elsewhere(void *context) {
  Ran *ran = context;
  ran->err = run(ran);
  loop_post(ran->asking->ui->loop, on_ran, ran);
}

void app_ui_run_command(struct AppUiAsking *asking, const DashEffect *effect) {
  if (asking->ran) {
    fail(asking, effect->want, STR("not done: another command still runs"));
    return;
  }
  Ran *ran = arena_heap_alloc(sizeof(*ran));
  arena_init(&ran->arena);
  job_init(&ran->job, &ran->arena);
  ran->job.deadline_ms = job_now_ms() + COMMAND_MS;
  buf_init(&ran->out, &ran->arena, OUT_MAX);
  Str *words = ARENA_ARRAY(&ran->arena, Str, effect->word_count);
  for (size_t i = 0; i < effect->word_count; i++) words[i] = str_copy(&ran->arena, effect->words[i]);
  ran->asking = asking;
  ran->words = words;
  ran->count = effect->word_count;
  ran->want = effect->want;
  asking->ran = ran;
  if (thread_start(run_elsewhere, ran, &asking->thread)) return;
  asking->ran = NULL;
  arena_clear(&ran->arena);
  free(ran);
  fail(asking, effect->want, STR("not done: the system gives no thread"));
}

void app_ui_asking_close(struct AppUiAsking *asking) {
  if (!asking) return;
  if (asking->asked) {
    transport_lines_drop(asking->asked->lines);
    free(asking->asked);
  }
  if (asking->ran) {
    job_cancel(&asking->ran->job, ERR_CANCELLED);
    thread_join(asking->thread);
    arena_clear(&asking->ran->arena);
    free(asking->ran);
  }
  free(asking);
}
