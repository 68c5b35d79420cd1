/* Which sessions there are: the cards in the folder of gates. */
#include <string.h>

#include "src/os/descriptor.h"
#include "src/os/file.h"
#include "src/os/loop.h"
#include "src/os/place.h"
#include "src/os/root.h"
#include "src/repl/repl_internal.h"

#define CARD_MAX 65536
#define SESSIONS_MAX 200 /* looked at: more are no person's */
#define TEXT_MAX 400     /* of a card */
#define OTHERS_CAN_WRITE 022

/* False: not there, which is no error. */
static Err open_folder(Job *job, Str folder, Root **ret_root) {
  FileStat stat;
  *ret_root = NULL;
  if (!file_exists(folder)) return OK;
  TRY(file_stat_entry(job, folder, &stat));
  if (stat.kind != FILE_DIRECTORY || stat.owner != place_user() || (stat.mode & OTHERS_CAN_WRITE)) {
    return job_fail(job, ERR_DENIED, "%.*s is not a folder of this user alone, so sessions there could be somebody else's: "
                    "remove it, or chmod 700", STR_ARG(folder));
  }
  return root_open(job, folder, ret_root);
}

static Str text_of(Job *job, const Json *card, const char *name) {
  Str text = json_get_str(card, str_from_c(name), STR_EMPTY);
  return str_copy(job->arena, str_shown(job->arena, text, TEXT_MAX));
}

bool repl_card_read(Job *job, Str text, Str key, ReplSession *ret_session) {
  const Json *card;
  if (json_read(job, text, &(JsonLimits){.max_bytes = CARD_MAX, .max_values = 1000}, &card)) {
    job_forgive(job);
    return false;
  }
  if (json_get_int(card, STR("gate"), 0) != 1 || !str_eq(json_get_str(card, STR("id"), STR_EMPTY), key)) return false;
  *ret_session = (ReplSession){.key = str_copy(job->arena, key), .name = text_of(job, card, "name"),
                               .language = text_of(job, card, "language"), .version = text_of(job, card, "version"),
                               .project = text_of(job, card, "project"), .pid = json_get_int(card, STR("pid"), 0)};
  return true;
}

/* A card that cannot be read is nobody's: gates write theirs in one step. */
static bool read_card(Job *job, Root *root, Str name, Str key, ReplSession *ret_session) {
  FileStat stat;
  Str text;
  if (root_read_entry(job, root, name, CARD_MAX, &stat, &text)) {
    job_forgive(job);
    return false;
  }
  return stat.owner == place_user() && repl_card_read(job, text, key, ret_session);
}

/* Whether anybody listens. What is left of a process that was killed is
 * removed: the next one chooses another key. */
static bool is_there(Job *job, Root *root, Str folder, ReplSession *session) {
  static const char *const endings[] = {"json", "sock", "pub"};
  int fd;
  Str key = session->key, socket = file_join(job->arena, folder, str_format(job->arena, "%.*s.sock", STR_ARG(key)));
  Err err = loop_connect_unix(job, socket, &fd);
  job_forgive(job);
  if (!err) {
    session->listener = loop_unix_peer_id(fd);
    descriptor_close(fd);
  }
  if (err != ERR_NOT_FOUND) return !err;
  for (size_t i = 0; i < COUNT_OF(endings); i++) {
    if (root_remove(job, root, str_format(job->arena, "%.*s.%s", STR_ARG(key), endings[i]))) job_forgive(job);
  }
  return false;
}

static void add_counts(ReplHub *hub, ReplSession *session) {
  lock_take(&hub->lock);
  ReplPeer *peer = repl_peer_locked(hub, session->key);
  session->calls = peer->calls;
  session->running = peer->running;
  session->seen_ms = peer->seen_ms;
  lock_give(&hub->lock);
}

/* One alone, so that naming a session costs the same however many there are. */
static Err find_by_key(Job *job, ReplHub *hub, Str key, ReplSessions *ret_sessions) {
  AUTO(Root) root = NULL;
  ReplSession session;
  *ret_sessions = (ReplSessions){0};
  if (!repl_is_key(key)) return OK;
  TRY(open_folder(job, hub->folder, &root));
  if (!root || !read_card(job, root, str_format(job->arena, "%.*s.json", STR_ARG(key)), key, &session) ||
      !is_there(job, root, hub->folder, &session)) {
    return OK;
  }
  add_counts(hub, &session);
  *vec_add(job->arena, ret_sessions) = session;
  return OK;
}

Err repl_sessions(Job *job, ReplHub *hub, ReplSessions *ret_sessions) {
  AUTO(Root) root = NULL;
  FileEntries entries;
  *ret_sessions = (ReplSessions){0};
  TRY(open_folder(job, hub->folder, &root));
  if (!root) return OK;
  TRY(root_list(job, root, STR("."), &entries));
  for (size_t i = 0; i < entries.len && ret_sessions->len < SESSIONS_MAX; i++) {
    Str name = entries.items[i].name, key = str_slice(name, 0, name.len > 5 ? name.len - 5 : 0);
    ReplSession session;
    if (!str_ends_with(name, STR(".json")) || !repl_is_key(key)) continue;
    if (!read_card(job, root, name, key, &session) || !is_there(job, root, hub->folder, &session)) continue;
    add_counts(hub, &session);
    *vec_add(job->arena, ret_sessions) = session;
  }
  return OK;
}

/* ---- which one is meant ---- */

/* How well it fits; 0: not at all. */
static int fit(const ReplSession *session, const ReplWanted *wanted) {
  if (wanted->key.len) return str_eq(session->key, wanted->key);
  Str rest;
  if (wanted->language.len && !str_eq(session->language, wanted->language)) return 0;
  return wanted->project.len && file_beneath(wanted->project, session->project, &rest) ? 2 : 1;
}

static Err explain_several(Job *job, const ReplSessions *all, const ReplWanted *wanted, int best) {
  Buf words;
  buf_init(&words, job->arena, 4000);
  for (size_t i = 0; i < all->len; i++) {
    const ReplSession *session = &all->items[i];
    if (fit(session, wanted) != best) continue;
    buf_add_format(&words, "%s%.*s (%.*s, %.*s, %.*s)", words.len ? ", " : "", STR_ARG(session->key), STR_ARG(session->name),
                   STR_ARG(session->language), STR_ARG(session->project));
  }
  Str listed = buf_str(&words);
  return job_fail(job, ERR_USAGE, "several sessions could be meant: give one of %.*s as session", STR_ARG(listed));
}

Err repl_choose(Job *job, ReplHub *hub, const ReplWanted *wanted, ReplSession *ret_session) {
  ReplSessions all;
  const ReplSession *found = NULL;
  int best = 0;
  size_t count = 0;
  TRY(wanted->key.len ? find_by_key(job, hub, wanted->key, &all) : repl_sessions(job, hub, &all));
  for (size_t i = 0; i < all.len; i++) {
    int fits = fit(&all.items[i], wanted);
    if (fits > best) best = fits, count = 0, found = &all.items[i];
    count += fits > 0 && fits == best;
  }
  if (count > 1) return explain_several(job, &all, wanted, best);
  if (!found && wanted->key.len) {
    return job_fail(job, ERR_NOT_FOUND, "there is no session '%.*s': call without arguments to see those that are there",
                    STR_ARG(str_shown(job->arena, wanted->key, 40)));
  }
  if (!found) {
    return job_fail(job, ERR_NOT_FOUND, "no %.*s%sinterpreter is open to fathom: in one, load a gate (fathom gate python tells "
                    "how)", STR_ARG(wanted->language), wanted->language.len ? " " : "");
  }
  *ret_session = *found;
  return OK;
}
