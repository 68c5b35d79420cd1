/* Agents that a client has started: programs that the user's configuration
 * names, run once for each turn, in a trusted workspace. A turn belongs to this
 * process, not to the call that began it, and ends with this process. Whoever
 * comes from an agent gets none: see forbid_recursion. */
#include <stdlib.h>
#include <string.h>

#include "src/app/serving/agents_internal.h"
#include "src/app/serving/managed_internal.h"
#include "src/base/vec.h"
#include "src/os/file.h"
#include "src/os/place.h"
#include "src/os/secret.h"

#define RUNNING_MAX 4
#define OPEN_MAX 16
#define TURNS_KEPT 8
#define WORDS_MAX 32
#define COMMANDS_MAX 20
#define NAME_MAX_LEN 32
#define ID_MAX 80
#define RUN_BYTES 4
#define TOLD_MS 250  /* between two words about a turn that is waited for */
#define TOLD_MAX 2000
#define PROMPT STR("{prompt}")

typedef struct Agent {
  struct Agent *next;
  Arena arena;
  Str id, name, root, directory;
  /* Under the lock. */
  AppTurn *turns; /* the newest first; each with a reference from here */
  size_t turn_count; /* that are kept */
  int64_t last; /* number of the newest */
} Agent;

struct AppAgents {
  Lock lock; /* guards what follows, and much of each turn */
  Agent *items;
  size_t count, running;
  int64_t numbers;
  char run[2 * RUN_BYTES + 1]; /* in every id: who has another is of another process */
};

AppAgents *app_agents_open(void) {
  Arena arena;
  AppAgents *agents = arena_heap_alloc(sizeof(*agents));
  *agents = (AppAgents){0};
  arena_init(&arena);
  memcpy(agents->run, secret_random_hex(&arena, RUN_BYTES).ptr, 2 * RUN_BYTES);
  arena_clear(&arena);
  lock_init(&agents->lock);
  return agents;
}

static void free_agent(Agent *agent) {
  for (AppTurn *turn = agent->turns; turn;) {
    AppTurn *older = turn->older;
    app_turn_unref(turn);
    turn = older;
  }
  arena_clear(&agent->arena);
  free(agent);
}

/* No call runs any more; turns do, and are waited for. */
void app_agents_close(AppAgents *agents) {
  for (bool is_quiet = false; !is_quiet;) {
    lock_take(&agents->lock);
    for (Agent *agent = agents->items; agent; agent = agent->next) {
      for (AppTurn *turn = agent->turns; turn; turn = turn->older) turn->wish = APP_TURN_END;
    }
    is_quiet = agents->running == 0;
    lock_give(&agents->lock);
    if (!is_quiet) thread_sleep_ms(10);
  }
  for (Agent *agent = agents->items; agent;) {
    Agent *next = agent->next;
    free_agent(agent);
    agent = next;
  }
  lock_clear(&agents->lock);
  free(agents);
}

/* ---- what the user's configuration says ---- */

static bool is_name(Str name) {
  for (size_t i = 0; i < name.len; i++) {
    char c = name.ptr[i];
    if (!byte_is_word(c) && c != '-') return false;
  }
  return name.len > 0 && name.len <= NAME_MAX_LEN;
}

static Str check_command(const Json *command) {
  size_t prompts = 0;
  if (!json_is(command, JSON_ARRAY) || command->count < 2 || command->count > WORDS_MAX) return STR("takes 2 to 32 words for each agent");
  for (size_t i = 0; i < command->count; i++) {
    Str word = command->items[i].text;
    if (!json_is(&command->items[i], JSON_STRING) || str_find_byte(word, '\0') != STR_NONE) return STR("takes texts as an agent's words");
    if (!i && !str_starts_with(word, STR("/"))) return STR("names an agent's program by its absolute path");
    prompts += i && str_contains(word, PROMPT);
  }
  return prompts == 1 ? STR_EMPTY : STR("takes {prompt} in exactly one word after an agent's program");
}

Str app_agents_check(Job *job, const Json *json) {
  (void)job;
  if (!json_is(json, JSON_OBJECT) || json->count > COMMANDS_MAX) return STR("takes an object of at most 20 agents, each the words of a command");
  for (size_t i = 0; i < json->count; i++) {
    if (!is_name(json->members[i].name)) return STR("takes names of 1 to 32 letters, digits, - and _");
    Str wrong = check_command(&json->members[i].value);
    if (wrong.len) return wrong;
  }
  return STR_EMPTY;
}

static Str names_of(Arena *arena, const Json *commands) {
  Buf names;
  buf_init(&names, arena, 4096);
  for (size_t i = 0; i < commands->count; i++) buf_add_format(&names, "%s%.*s", i ? ", " : "", STR_ARG(commands->members[i].name));
  return buf_str(&names);
}

/* The command of that name; the only one when no name is given. */
static Err find_command(Job *job, const AppConfig *config, Str *name, const Json **ret_command) {
  Str text = app_config_str(config, "agents.commands");
  const Json *commands = NULL;
  if (text.len) TRY(json_read(job, text, NULL, &commands));
  if (!commands || !commands->count) {
    return job_fail(job, ERR_NOT_FOUND, "no agent is named: only the user can name one, in agents.commands of the user's config");
  }
  if (!name->len && commands->count == 1) *name = commands->members[0].name;
  *ret_command = name->len ? json_get(commands, *name) : NULL;
  if (*ret_command) return OK;
  return job_fail(job, ERR_NOT_FOUND, "%s '%.*s'; there are: %.*s", name->len ? "no agent is called" : "several agents are named, say which:",
                  STR_ARG(str_shown(job->arena, *name, 60)), STR_ARG(names_of(job->arena, commands)));
}

/* As for interpreters: the program is the user's, so no file of the workspace,
 * by whichever links. */
static Err check_program(Job *job, Str program, Str root) {
  Str real, rest;
  TRY(file_real_path(job, program, &real));
  if (!file_beneath(root, program, &rest) && !file_beneath(root, real, &rest)) return OK;
  return job_fail(job, ERR_DENIED, "'%.*s' lies in the workspace: an agent's program must not", STR_ARG(str_shown(job->arena, program, 200)));
}

/* ---- who may ---- */

/* An agent's processes cannot leave its supervisor, whose environment has the
 * mark, so that taking it out of their own helps nobody. Over HTTP nobody can
 * say whose process asks. */
static Err forbid_recursion(Job *job, const AppClient *client) {
  if (!app_client_process(client)) {
    return job_fail(job, ERR_DENIED, "agents are started for local clients alone: over HTTP nobody can tell whether an agent asks");
  }
  bool is_marked = app_client_env(client, APP_AGENT_MARK).len || place_env(APP_AGENT_MARK).len ||
                   process_comes_from(app_client_process(client), APP_AGENT_MARK) || process_comes_from(process_self(), APP_AGENT_MARK);
  if (!is_marked) return OK;
  return job_fail(job, ERR_DENIED, "an agent that fathom started asks, and agents start no agents: do the work yourself, or leave it to who asked you");
}

/* With what a call is done that may be. */
typedef struct Means {
  AppConfig *config;
  ToolRunning running;
} Means;

static Err check_allowed(ToolScope *scope, ToolCall *call, Means *ret_means) {
  const AppClient *client = scope->context;
  Job *job = call->job;
  TRY(forbid_recursion(job, client));
  TRY(app_client_config_for(job, client, index_root(call->index), &ret_means->config));
  if (!app_config_bool(ret_means->config, "agents.allow")) {
    return job_fail(job, ERR_DENIED, "starting agents is off. Only the user can allow it: \"agents\": {\"allow\": true, \"commands\": "
                    "{NAME: [PROGRAM, ..., \"{prompt}\"]}} in the user's config");
  }
  TRY(app_running(scope, call, &ret_means->running));
  return ret_means->running.is_trusted ? OK : job_fail(job, ERR_UNTRUSTED, "%.*s", STR_ARG(ret_means->running.refusal));
}

/* ---- finding ---- */

static Agent *find_locked(AppAgents *agents, Str root, Str id) {
  Agent *agent = agents->items;
  while (agent && !(str_eq(agent->id, id) && str_eq(agent->root, root))) agent = agent->next;
  return agent;
}

/* The second part of an id says which process began it. */
static Err not_found(Job *job, const AppAgents *agents, Str id) {
  Str rest = id, shown = str_shown(job->arena, id, ID_MAX);
  (void)str_cut(&rest, '.');
  Str run = str_cut(&rest, '.');
  if (run.len == 2 * RUN_BYTES && rest.len && !str_eq_c(run, agents->run)) {
    return job_fail(job, ERR_INTERRUPTED, "%.*s was interrupted: the fathom that ran it has ended, and it with that. Open another", STR_ARG(shown));
  }
  return job_fail(job, ERR_NOT_FOUND, "this workspace has no agent '%.*s': it was closed, or never opened (agent_list)", STR_ARG(shown));
}

static const char *state_name(AppTurnState state) {
  static const char *const names[] = {"running", "done", "failed", "interrupted", "ended"};
  return names[state];
}

static Str why_locked(Arena *arena, const AppTurn *turn) {
  if (turn->state == APP_TURN_RUNNING) return STR_EMPTY;
  if (turn->failure[0]) return str_copy(arena, str_from_c(turn->failure));
  if (turn->words) return str_from_c(turn->words);
  if (turn->exit_status > 128) return str_format(arena, "it was ended by signal %d", turn->exit_status - 128);
  return turn->exit_status ? str_format(arena, "it ended with status %d", turn->exit_status) : STR_EMPTY;
}

/* With `turn` NULL: as one that was asked nothing yet. */
static ToolAgent tell_locked(Arena *arena, const Agent *agent, const AppTurn *turn, bool with_text) {
  ToolAgent told = {.id = str_copy(arena, agent->id), .name = str_copy(arena, agent->name), .directory = str_copy(arena, agent->directory),
                    .state = "idle"};
  if (!turn) return told;
  told.turn = turn->number;
  told.state = state_name(turn->state);
  told.words = why_locked(arena, turn);
  told.exit_status = turn->exit_status;
  told.dropped = turn->text.dropped;
  told.ms = (turn->state == APP_TURN_RUNNING ? job_now_ms() : turn->ended_ms) - turn->began_ms;
  if (!with_text) return told;
  told.text = str_copy(arena, (Str){turn->text.bytes, turn->text.len});
  told.errors = str_copy(arena, (Str){turn->errors.bytes, turn->errors.len});
  return told;
}

/* With a reference for the caller. ret_turn NULL after OK: none was sent yet. */
static Err take_turn(Job *job, AppAgents *agents, Str root, const ToolAgentAsk *ask, AppTurn **ret_turn) {
  lock_take(&agents->lock);
  const Agent *agent = find_locked(agents, root, ask->id);
  AppTurn *turn = agent ? agent->turns : NULL;
  int64_t last = agent ? agent->last : 0;
  while (turn && ask->turn && turn->number != ask->turn) turn = turn->older;
  if (turn) turn->refs++;
  lock_give(&agents->lock);
  *ret_turn = turn;
  if (!agent) return not_found(job, agents, ask->id);
  if (turn || !ask->turn) return OK;
  return job_fail(job, ERR_NOT_FOUND, "turn %lld is not kept: the last one is %lld, and %d are kept", (long long)ask->turn, (long long)last, TURNS_KEPT);
}

static Err add_told(Job *job, AppAgents *agents, Str root, Str id, const AppTurn *turn, ToolAgents *ret_agents) {
  lock_take(&agents->lock);
  const Agent *agent = find_locked(agents, root, id);
  ToolAgent told = {0};
  if (agent) told = tell_locked(job->arena, agent, turn, true);
  lock_give(&agents->lock);
  if (!agent) return not_found(job, agents, id);
  *vec_add(job->arena, ret_agents) = told;
  return OK;
}

/* ---- opening ---- */

static Err find_directory(Job *job, Str root, Str named, Str *ret_directory) {
  FileStat stat;
  Str rest, shown = str_shown(job->arena, named, 200);
  TRY(file_real_path(job, file_join(job->arena, root, named), ret_directory));
  if (!file_beneath(root, *ret_directory, &rest)) return job_fail(job, ERR_DENIED, "cwd '%.*s' is not in the workspace", STR_ARG(shown));
  TRY(file_stat(job, *ret_directory, &stat));
  return stat.kind == FILE_DIRECTORY ? OK : job_fail(job, ERR_USAGE, "cwd '%.*s' is no directory", STR_ARG(shown));
}

/* Everything that can be refused is refused before a place is taken. The
 * program comes from the user's configuration alone; the project has no say in
 * it. */
static Err open_agent(Job *job, AppAgents *agents, Str root, const ToolAgentAsk *ask, const AppConfig *config, ToolAgents *ret_agents) {
  Str name = ask->name, label = ask->id, directory;
  const Json *command;
  TRY(find_command(job, config, &name, &command));
  TRY(check_program(job, command->items[0].text, root));
  TRY(find_directory(job, root, ask->directory, &directory));
  if (!label.len) label = name;
  if (!is_name(label)) return job_fail(job, ERR_USAGE, "id must be 1 to 32 letters, digits, - and _");
  Agent *agent = arena_heap_alloc(sizeof(*agent));
  *agent = (Agent){0};
  arena_init(&agent->arena);
  agent->name = str_copy(&agent->arena, name);
  agent->root = str_copy(&agent->arena, root);
  agent->directory = str_copy(&agent->arena, directory);
  lock_take(&agents->lock);
  bool has_room = agents->count < OPEN_MAX;
  if (has_room) {
    agent->id = str_format(&agent->arena, "%.*s.%s.%lld", STR_ARG(label), agents->run, (long long)++agents->numbers);
    agent->next = agents->items;
    agents->items = agent;
    agents->count++;
    *vec_add(job->arena, ret_agents) = tell_locked(job->arena, agent, NULL, false);
  }
  lock_give(&agents->lock);
  if (has_room) return OK;
  free_agent(agent);
  return job_fail(job, ERR_BUSY, "%d agents are open already: close one (agent_list, agent_close)", OPEN_MAX);
}

/* ---- turns ---- */

static Str fill(Arena *arena, Str word, Str text) {
  size_t at = str_find(word, PROMPT);
  if (at == STR_NONE) return word;
  return str_format(arena, "%.*s%.*s%.*s", (int)at, word.ptr, STR_ARG(text), STR_ARG(str_slice(word, at + PROMPT.len, word.len)));
}

/* A text that begins as an option would be one for many programs. */
static Err check_text(Job *job, const Json *command, Str text) {
  if (!str_trim(text).len || str_find_byte(text, '\0') != STR_NONE) return job_fail(job, ERR_USAGE, "text must be words, without NUL");
  for (size_t i = 1; i < command->count; i++) {
    if (str_starts_with(command->items[i].text, PROMPT) && text.ptr[0] == '-') {
      return job_fail(job, ERR_USAGE, "text must not begin with '-': the agent would take it for an option");
    }
  }
  return OK;
}

static AppTurn *make_turn(AppAgents *agents, const Json *command, Str text, const AppConfig *config) {
  AppTurn *turn = arena_heap_alloc(sizeof(*turn));
  VEC(const char *) argv = {0};
  *turn = (AppTurn){.lock = &agents->lock, .running = &agents->running, .refs = 2, .ended = thread_event_open(), /* the agent, the thread */
                    .max_memory = (uint64_t)app_config_int(config, "agents.memory_mb") << 20,
                    .cpu_seconds = (uint64_t)app_config_int(config, "agents.cpu_minutes") * 60,
                    .wall_ms = app_config_int(config, "agents.wall_seconds") * 1000};
  arena_init(&turn->arena);
  for (size_t i = 0; i < command->count; i++) {
    Str word = command->items[i].text;
    *vec_add(&turn->arena, &argv) = str_to_c(&turn->arena, i ? fill(&turn->arena, word, text) : word);
  }
  *vec_add(&turn->arena, &argv) = NULL;
  turn->argv = argv.items;
  return turn;
}

static void set_env(Job *job, AppTurn *turn, Str root, const ToolRunning *running) {
  AppManagedWish wish = {.root = root, .path_variable = running->path_variable, .env = running->env};
  VEC(const char *) env = {0};
  for (const char *const *each = app_managed_env(job, &wish); *each; each++) {
    *vec_add(&turn->arena, &env) = str_to_c(&turn->arena, str_from_c(*each));
  }
  *vec_add(&turn->arena, &env) = APP_AGENT_MARK "=1";
  *vec_add(&turn->arena, &env) = NULL;
  turn->env = env.items;
}

/* The oldest goes when there are too many: it is over, since one runs at a time. */
static AppTurn *add_locked(Agent *agent, AppTurn *turn) {
  turn->number = ++agent->last;
  turn->older = agent->turns;
  agent->turns = turn;
  if (++agent->turn_count <= TURNS_KEPT) return NULL;
  AppTurn **at = &agent->turns;
  while ((*at)->older) at = &(*at)->older;
  agent->turn_count--;
  return TAKE(*at);
}

/* Why a turn cannot begin now; empty: it can. */
static Str busy_locked(const AppAgents *agents, const Agent *agent) {
  if (agent->turns && agent->turns->state == APP_TURN_RUNNING) return STR("its last turn still runs: wait (agent_output), or agent_interrupt");
  if (agents->running >= RUNNING_MAX) return STR("4 agents run already: wait for one, or interrupt it");
  return STR_EMPTY;
}

static Err begin_turn(Job *job, AppAgents *agents, Str root, Str id, AppTurn *turn, ToolAgents *ret_agents) {
  AppTurn *old = NULL;
  lock_take(&agents->lock);
  Agent *agent = find_locked(agents, root, id);
  Str busy = agent ? busy_locked(agents, agent) : STR_EMPTY;
  bool can_begin = agent && !busy.len;
  if (can_begin) {
    turn->root = str_copy(&turn->arena, root);
    turn->directory = str_copy(&turn->arena, agent->directory);
    turn->began_ms = job_now_ms();
    agents->running++;
    old = add_locked(agent, turn);
    if (!thread_start(app_turn_run, turn, NULL)) { /* as one that failed at once */
      agents->running--;
      turn->refs--;
      turn->state = APP_TURN_FAILED;
      turn->words = "the system gives no thread to look after it";
    }
    *vec_add(job->arena, ret_agents) = tell_locked(job->arena, agent, turn, false);
  }
  lock_give(&agents->lock);
  if (old) app_turn_unref(old);
  if (can_begin) return OK;
  app_turn_unref(turn);
  app_turn_unref(turn);
  return busy.len ? job_fail(job, ERR_BUSY, "%.*s", STR_ARG(busy)) : not_found(job, agents, id);
}

/* What the configuration says is asked anew: it may be another by now. */
static Err send_turn(Job *job, AppAgents *agents, Str root, const ToolAgentAsk *ask, const Means *means, ToolAgents *ret_agents) {
  const Json *command;
  Str name = STR_EMPTY;
  lock_take(&agents->lock);
  const Agent *agent = find_locked(agents, root, ask->id);
  if (agent) name = str_copy(job->arena, agent->name);
  lock_give(&agents->lock);
  if (!name.len) return not_found(job, agents, ask->id);
  TRY(find_command(job, means->config, &name, &command));
  TRY(check_program(job, command->items[0].text, root));
  TRY(check_text(job, command, ask->text));
  AppTurn *turn = make_turn(agents, command, ask->text, means->config);
  set_env(job, turn, root, &means->running);
  return begin_turn(job, agents, root, ask->id, turn, ret_agents);
}

/* ---- waiting and ending ---- */

/* What came since it was told last. */
static void tell_news(Job *job, AppTurn *turn, int64_t *told) {
  lock_take(turn->lock);
  int64_t end = turn->text.dropped + (int64_t)turn->text.len, from = *told > turn->text.dropped ? *told : turn->text.dropped;
  if (end - from > TOLD_MAX) from = end - TOLD_MAX;
  Str news = str_copy(job->arena, (Str){turn->text.bytes + (from - turn->text.dropped), (size_t)(end - from)});
  lock_give(turn->lock);
  *told = end;
  if (news.len) job_progress(job, (double)end, 0, str_shown(job->arena, news, TOLD_MAX));
}

/* A cancelled call interrupts the turn; one whose client went away does not. */
static Err wait_for(Job *job, AppTurn *turn, int64_t wait_ms) {
  int64_t told = 0, until = job_now_ms() + wait_ms;
  for (;;) {
    int64_t left = until - job_now_ms();
    if (left <= 0) return OK;
    Err err = thread_wait(job, turn->ended, left < TOLD_MS ? left : TOLD_MS);
    tell_news(job, turn, &told);
    if (!err) return OK;
    if (job_is_stopped(job)) {
      lock_take(turn->lock);
      if (err == ERR_CANCELLED && turn->wish == APP_TURN_GO_ON) turn->wish = APP_TURN_INTERRUPT;
      lock_give(turn->lock);
      return err;
    }
    job_forgive(job);
  }
}

static Err look(Job *job, AppAgents *agents, Str root, const ToolAgentAsk *ask, ToolAgents *ret_agents) {
  AppTurn *turn;
  TRY(take_turn(job, agents, root, ask, &turn));
  Err err = turn && ask->wait_ms > 0 ? wait_for(job, turn, ask->wait_ms) : OK;
  if (!err) err = add_told(job, agents, root, ask->id, turn, ret_agents);
  if (turn) app_turn_unref(turn);
  return err;
}

static Err interrupt(Job *job, AppAgents *agents, Str root, const ToolAgentAsk *ask, ToolAgents *ret_agents) {
  lock_take(&agents->lock);
  Agent *agent = find_locked(agents, root, ask->id);
  AppTurn *turn = agent ? agent->turns : NULL;
  bool runs = turn && turn->state == APP_TURN_RUNNING;
  if (runs && turn->wish == APP_TURN_GO_ON) turn->wish = APP_TURN_INTERRUPT;
  lock_give(&agents->lock);
  if (agent && !runs) return job_fail(job, ERR_UNAVAILABLE, "it has no turn that runs");
  return look(job, agents, root, ask, ret_agents);
}

/* Its turn ends soon afterwards, on its own thread. */
static Err close_agent(Job *job, AppAgents *agents, Str root, const ToolAgentAsk *ask, ToolAgents *ret_agents) {
  TRY(look(job, agents, root, &(ToolAgentAsk){.id = ask->id}, ret_agents));
  lock_take(&agents->lock);
  Agent *agent = find_locked(agents, root, ask->id);
  Agent **at = &agents->items;
  while (*at && *at != agent) at = &(*at)->next;
  if (agent) {
    *at = agent->next;
    agents->count--;
    for (AppTurn *turn = agent->turns; turn; turn = turn->older) turn->wish = APP_TURN_END;
  }
  lock_give(&agents->lock);
  if (!agent) return not_found(job, agents, ask->id);
  AppTurn *last = agent->turns;
  Err err = OK;
  if (last && ask->wait_ms) err = wait_for(job, last, ask->wait_ms);
  free_agent(agent);
  return err;
}

static Err list(Job *job, AppAgents *agents, Str root, const AppConfig *config, ToolAgents *ret_agents) {
  lock_take(&agents->lock);
  for (const Agent *agent = agents->items; agent; agent = agent->next) {
    if (str_eq(agent->root, root)) *vec_add(job->arena, ret_agents) = tell_locked(job->arena, agent, agent->turns, false);
  }
  ret_agents->running = (int64_t)agents->running;
  ret_agents->open = (int64_t)agents->count;
  lock_give(&agents->lock);
  ret_agents->max_running = RUNNING_MAX;
  ret_agents->max_open = OPEN_MAX;
  ret_agents->memory_mb = app_config_int(config, "agents.memory_mb");
  ret_agents->cpu_minutes = app_config_int(config, "agents.cpu_minutes");
  ret_agents->wall_seconds = app_config_int(config, "agents.wall_seconds");
  return OK;
}

Err app_agent(ToolScope *scope, ToolCall *call, const ToolAgentAsk *ask, ToolAgents *ret_agents) {
  AppAgents *agents = app_servers_agents(app_client_servers(scope->context));
  Job *job = call->job;
  Means means;
  Str root = index_root(call->index);
  *ret_agents = (ToolAgents){0};
  TRY(thread_may_wait(job));
  TRY(check_allowed(scope, call, &means));
  switch (ask->act) {
    case TOOL_AGENT_LIST: return list(job, agents, root, means.config, ret_agents);
    case TOOL_AGENT_OPEN: return open_agent(job, agents, root, ask, means.config, ret_agents);
    case TOOL_AGENT_SEND: return send_turn(job, agents, root, ask, &means, ret_agents);
    case TOOL_AGENT_LOOK: return look(job, agents, root, ask, ret_agents);
    case TOOL_AGENT_INTERRUPT: return interrupt(job, agents, root, ask, ret_agents);
    case TOOL_AGENT_CLOSE: return close_agent(job, agents, root, ask, ret_agents);
  }
  return job_fail(job, ERR_INTERNAL, "no such thing is done with agents");
}
