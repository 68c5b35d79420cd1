/* Documents: what the server believes is in a file. What is open has the
 * contents of the disk, brought up to date before each question, unless it was
 * shown with another text. Every text is sent whole. Servers could be told of
 * parts, but then one wrong count would leave both sides with different texts,
 * and nobody would notice.
 * Versions only grow, within a run and over closing and opening, so that a
 * report that names one is about one text and no other. */
#include "src/base/hash.h"
#include "src/lsp/lsp_internal.h"
#include "src/os/stamp.h"

/* A larger file is not shown to a server: it would take that minutes, and its
 * answers are about generated code. */
#define TEXT_MAX ((size_t)16 << 20)
#define TEXTS_MAX ((size_t)64 << 20) /* of all that are open */
/* Enough for the largest text with the worst of escapes, six bytes for one. */
#define SPELL_MAX ((size_t)112 << 20)

/* ---- messages; documents_lock is held ---- */

/* A notification on its way; it has an arena of its own because it may be as
 * large as the text. */
typedef struct Spelled {
  Arena arena;
  Buf buf;
  JsonWriter writer;
} Spelled;

static void begin(Spelled *spelled, const LspOpen *open, bool with_version) {
  arena_init(&spelled->arena);
  buf_init(&spelled->buf, &spelled->arena, SPELL_MAX);
  json_writer_init(&spelled->writer, &spelled->buf, 0);
  json_begin_object(&spelled->writer);
  json_field_object(&spelled->writer, "textDocument");
  json_field_str(&spelled->writer, "uri", open->uri);
  if (with_version) json_field_int(&spelled->writer, "version", open->version);
}

/* Pushes that come from now on may be about what is sent here. */
static bool end(Spelled *spelled, LspServer *server, LspOpen *open, const char *method) {
  json_end_object(&spelled->writer);
  Str body = lsp_wire_notification(&spelled->arena, method, buf_str(&spelled->buf));
  lock_take(&server->hub->lock);
  open->pushes_before = server->push_count;
  bool is_sent = server->phase == LSP_RUNNING && lsp_wire_send_locked(server, body);
  if (is_sent && !server->shown_uri) {
    server->shown_uri = str_to_heap(open->uri);
    lsp_hub_post_locked(server, lsp_progress_look);
  }
  lock_give(&server->hub->lock);
  arena_clear(&spelled->arena);
  return is_sent;
}

/* A server that does not want to be told of open documents reads the disk, and
 * is left to it. */
static bool send_open(LspServer *server, LspOpen *open) {
  if (!server->wants_open) return true;
  Spelled spelled;
  begin(&spelled, open, true);
  json_field_str(&spelled.writer, "languageId", open->language_id);
  json_field_str(&spelled.writer, "text", open->text);
  json_end_object(&spelled.writer);
  return end(&spelled, server, open, "textDocument/didOpen");
}

static bool send_close(LspServer *server, LspOpen *open) {
  if (!server->wants_open) return true;
  Spelled spelled;
  begin(&spelled, open, false);
  json_end_object(&spelled.writer);
  return end(&spelled, server, open, "textDocument/didClose");
}

/* Without a range the text is the whole of the new contents. */
static bool send_change(LspServer *server, LspOpen *open) {
  if (!server->wants_change) return send_close(server, open) && send_open(server, open);
  Spelled spelled;
  begin(&spelled, open, true);
  json_end_object(&spelled.writer);
  json_field_array(&spelled.writer, "contentChanges");
  json_begin_object(&spelled.writer);
  json_field_str(&spelled.writer, "text", open->text);
  json_end_object(&spelled.writer);
  json_end_array(&spelled.writer);
  return end(&spelled, server, open, "textDocument/didChange");
}

/* Saving brings no other text: what was pushed since the change is about it
 * already, so the count stays that of the change. */
static bool send_save(LspServer *server, LspOpen *open) {
  if (!server->wants_save) return true;
  Spelled spelled;
  begin(&spelled, open, false);
  json_end_object(&spelled.writer);
  if (server->wants_saved_text) json_field_str(&spelled.writer, "text", open->text);
  uint64_t pushes_before = open->pushes_before;
  bool is_sent = end(&spelled, server, open, "textDocument/didSave");
  open->pushes_before = pushes_before;
  return is_sent;
}

/* ---- the list; documents_lock is held ---- */

/* A copy of the count under the hub's lock, for those who look at the state of
 * servers and must not wait for documents. */
static void count_documents(LspServer *server) {
  size_t count = 0;
  for (LspOpen *open = server->documents; open; open = open->next) count++;
  lock_take(&server->hub->lock);
  server->document_count = count;
  lock_give(&server->hub->lock);
}

static void free_open(LspOpen *open) {
  free(open->path);
  free((char *)open->uri.ptr);
  free((char *)open->text.ptr);
  free((char *)open->language_id.ptr);
  free(open);
}

void lsp_document_clear(LspServer *server) {
  while (server->documents) {
    LspOpen *open = server->documents;
    server->documents = open->next;
    free_open(open);
  }
}

static Str keep(Str s) { return (Str){str_to_heap(s), s.len}; }

/* The document, moved to the front. The list is in the order of use, which is
 * what decides who is closed. */
static LspOpen *find(LspServer *server, Str path) {
  for (LspOpen **at = &server->documents; *at; at = &(*at)->next) {
    LspOpen *open = *at;
    if (!str_eq_c(path, open->path)) continue;
    *at = open->next;
    open->next = server->documents;
    server->documents = open;
    return open;
  }
  return NULL;
}

static void set_text(LspServer *server, LspOpen *open, Str text) {
  server->document_bytes -= open->text.len;
  free((char *)open->text.ptr);
  open->text = keep(text);
  open->hash = hash_str(text);
  server->document_bytes += text.len;
}

/* Removed from the list first: what is sent cannot bring it back. */
static void close_one(LspServer *server, LspOpen *gone) {
  LspOpen **at = &server->documents;
  while (*at != gone) at = &(*at)->next;
  *at = gone->next;
  server->document_bytes -= gone->text.len;
  if (gone->version > server->closed_version) server->closed_version = gone->version;
  send_close(server, gone); /* one that cannot be told is ending itself */
  free_open(gone);
  count_documents(server);
}

/* Closes the one unused for longest, if possible one that is as on disk. */
static void make_room(LspServer *server, size_t bytes) {
  for (;;) {
    size_t count = 0;
    LspOpen *oldest = NULL;
    LspOpen *plain = NULL;
    for (LspOpen *open = server->documents; open; open = open->next, count++) {
      oldest = open;
      if (!open->is_overlay) plain = open;
    }
    if (count < LSP_DOCUMENTS_MAX && server->document_bytes + bytes <= TEXTS_MAX) return;
    if (!oldest) return;
    close_one(server, plain ? plain : oldest);
  }
}

/* Servers take back what they said about a document that is closed, and some
 * give that the number which would come next: it is never used for a text. */
static int64_t after_closing(int64_t version) { return version + 2; }

/* One that takes no changes is told of them by closing and opening. */
static int64_t next_version(const LspServer *server, const LspOpen *open) {
  return server->wants_change ? open->version + 1 : after_closing(open->version);
}

/* Not sent yet; the caller does that. */
static LspOpen *add(LspServer *server, Str path, Str text) {
  Arena arena;
  arena_init(&arena);
  make_room(server, text.len);
  LspOpen *open = arena_heap_alloc(sizeof *open);
  Str language = lsp_server_language(&server->kind, path);
  open->path = str_to_heap(path);
  open->uri = keep(lsp_uri_from_path(&arena, file_join(&arena, root_path(server->root), path)));
  open->language_id = keep(language.len ? language : server->language_id);
  open->version = server->closed_version ? after_closing(server->closed_version) : 1;
  set_text(server, open, text);
  open->next = server->documents;
  server->documents = open;
  count_documents(server);
  arena_clear(&arena);
  return open;
}

/* ---- showing ---- */

/* A text that a server shall have for a file, and whether it is what is on
 * disk. */
typedef struct Shown {
  Str path;
  Str text;
  bool is_overlay;
  bool is_again; /* told also when it is the same */
  FileStat stat;
} Shown;

/* The hash decides nearly always; the bytes are compared because a client
 * chooses the text. */
static bool is_same(const LspOpen *open, Str text) {
  return open->hash == hash_str(text) && str_eq(open->text, text);
}

/* Sends what is needed. False: it could not be sent. */
static bool bring(LspServer *server, const Shown *shown, LspOpen **ret_open) {
  LspOpen *open = find(server, shown->path);
  bool is_sent = true;
  if (!open) {
    open = add(server, shown->path, shown->text);
    is_sent = send_open(server, open);
  } else if (shown->is_again || !is_same(open, shown->text)) {
    bool is_new = !is_same(open, shown->text);
    if (is_new) set_text(server, open, shown->text);
    open->version = next_version(server, open);
    is_sent = send_change(server, open);
    if (is_sent && is_new && !shown->is_overlay) is_sent = send_save(server, open);
  } else if (open->is_overlay && !shown->is_overlay) {
    is_sent = send_save(server, open); /* what it was shown is on disk now */
  }
  open->is_overlay = shown->is_overlay;
  open->stat = shown->stat;
  *ret_open = open;
  return is_sent;
}

/* Copies, for the caller's job: the document may be changed or closed as soon
 * as the lock is given back. */
static void tell(Job *job, const LspOpen *open, LspDocument *ret_document) {
  Arena *arena = job->arena;
  LspDocument document = {.path = str_copy(arena, str_from_c(open->path)),
                          .uri = str_copy(arena, open->uri),
                          .version = open->version,
                          .language_id = str_copy(arena, open->language_id)};
  text_take(arena, str_copy(arena, open->text), &document.text);
  *ret_document = document;
}

static bool is_running(LspServer *server) {
  lock_take(&server->hub->lock);
  LspPhase phase = server->phase;
  lock_give(&server->hub->lock);
  return phase == LSP_RUNNING;
}

/* Two reasons for not being sent are told apart: it ended, or it does not read
 * what waits for it. */
static Err show_now(Job *job, LspServer *server, const Shown *shown, LspDocument *ret_document) {
  if (!is_running(server)) return lsp_server_fail_ended(job, server);
  lock_take(&server->documents_lock);
  LspOpen *open = NULL;
  bool is_sent = bring(server, shown, &open);
  if (is_sent) {
    tell(job, open, ret_document);
  } else {
    close_one(server, open); /* it never got there */
  }
  lock_give(&server->documents_lock);
  if (is_sent) return OK;
  if (!is_running(server)) return lsp_server_fail_ended(job, server);
  return lsp_server_fail_deaf(job, server);
}

static Err show(Job *job, LspServer *server, const Shown *shown, LspDocument *ret_document) {
  TRY(lsp_turn_take(job, server));
  Err err = show_now(job, server, shown, ret_document);
  lsp_turn_give(job, server);
  return err;
}

/* The stat comes first: a change in between is seen at the next look. */
static Err read_disk(Job *job, LspServer *server, Str path, Shown *ret_shown) {
  Shown shown = {.path = path};
  TRY(root_stat(job, server->root, path, &shown.stat));
  TRY(root_read(job, server->root, path, TEXT_MAX, &shown.text));
  *ret_shown = shown;
  return OK;
}

/* As the job's client sees it. */
static Err read_text(Job *job, LspServer *server, Str path, Shown *ret_shown) {
  Shown own = {.path = path, .is_overlay = true};
  if (!lsp_hub_text(job, server->hub, root_path(server->root), path, &own.text)) return read_disk(job, server, path, ret_shown);
  *ret_shown = own;
  return OK;
}

/* The text is read before the turn is taken, so that waiting for others does
 * not hold up the disk, and refreshing it is the business of the question that
 * follows. */
Err lsp_server_show(Job *job, LspServer *server, Str path, LspDocument *ret_document) {
  Str relative;
  Shown shown;
  TRY(root_relative(job, server->root, path, &relative));
  TRY(read_text(job, server, relative, &shown));
  return show(job, server, &shown, ret_document);
}

/* For servers that look at other files only when this one changes. */
Err lsp_server_show_again(Job *job, LspServer *server, Str path, LspDocument *ret_document) {
  Str relative;
  Shown shown;
  TRY(root_relative(job, server->root, path, &relative));
  TRY(read_text(job, server, relative, &shown));
  shown.is_again = true;
  return show(job, server, &shown, ret_document);
}

Err lsp_document_show_now(Job *job, LspServer *server, Str path, LspDocument *ret_document) {
  Shown shown;
  TRY(read_text(job, server, path, &shown));
  return show_now(job, server, &shown, ret_document);
}

/* The client's own text is given up with it: what is on disk is the truth from
 * now on. */
Err lsp_server_show_disk(Job *job, LspServer *server, Str path, LspDocument *ret_document) {
  Str relative;
  Shown shown;
  TRY(root_relative(job, server->root, path, &relative));
  TRY(read_disk(job, server, relative, &shown));
  lsp_overlay_drop(job, server->hub, root_path(server->root), relative);
  return show(job, server, &shown, ret_document);
}

/* Kept as the client's overlay too, so that a server that is started again
 * sees the same. */
Err lsp_server_show_text(Job *job, LspServer *server, Str path, Str text,
                         LspDocument *ret_document) {
  Shown shown = {.text = text, .is_overlay = true};
  TRY(root_relative(job, server->root, path, &shown.path));
  if (text.len > TEXT_MAX) {
    return job_fail(job, ERR_TOO_LARGE,
                    "the text for '%.*s' has %zu bytes; servers are shown at most 16 MB",
                    STR_ARG(path), text.len);
  }
  lsp_overlay_set(job, server->hub, root_path(server->root), shown.path, text);
  return show(job, server, &shown, ret_document);
}

Err lsp_server_close_document(Job *job, LspServer *server, Str path) {
  Str relative;
  TRY(root_relative(job, server->root, path, &relative));
  lsp_overlay_drop(job, server->hub, root_path(server->root), relative);
  TRY(lsp_turn_take(job, server));
  lock_take(&server->documents_lock);
  LspOpen *open = find(server, relative);
  if (open) close_one(server, open);
  lock_give(&server->documents_lock);
  lsp_turn_give(job, server);
  return OK;
}

/* Another's text is nothing that the job was told about. */
static bool is_others(Job *job, LspServer *server, const LspOpen *open) {
  Str own;
  if (!open->is_overlay) return false;
  return !lsp_hub_text(job, server->hub, root_path(server->root), str_from_c(open->path), &own) || !is_same(open, own);
}

/* The list is not reordered: looking is no use. */
bool lsp_server_shown(Job *job, LspServer *server, Str path, LspDocument *ret_document) {
  Str relative;
  if (root_relative(job, server->root, path, &relative)) {
    job_forgive(job);
    return false;
  }
  lock_take(&server->documents_lock);
  LspOpen *open = server->documents;
  while (open && !str_eq_c(relative, open->path)) open = open->next;
  if (open && is_others(job, server, open)) open = NULL;
  if (open) tell(job, open, ret_document);
  lock_give(&server->documents_lock);
  return open != NULL;
}

/* No language takes this at the end of a text. */
#define BROKEN "\n)]} ((\n"

/* The kept text stays the document's own: only the server is told another,
 * under the next version, and told back by the second call. */
bool lsp_document_disturb(LspServer *server, Str path, bool is_broken, int64_t *ret_version) {
  Arena arena;
  arena_init(&arena);
  lock_take(&server->documents_lock);
  LspOpen *open = server->documents;
  while (open && !str_eq_c(path, open->path)) open = open->next;
  bool is_sent = false;
  if (open) {
    LspOpen told = *open;
    told.version = next_version(server, open);
    if (is_broken) told.text = str_format(&arena, "%.*s" BROKEN, STR_ARG(open->text));
    is_sent = send_change(server, &told);
    open->version = told.version;
    open->pushes_before = told.pushes_before;
    *ret_version = open->version;
  }
  lock_give(&server->documents_lock);
  arena_clear(&arena);
  return is_sent;
}

/* ---- the disk moves on ---- */

/* A file that is gone, or can no longer be read, is closed. */
static void refresh_one(Job *job, LspServer *server, LspOpen *open) {
  FileStat now;
  Shown shown;
  Str path = str_from_c(open->path);
  Err err = root_stat(job, server->root, path, &now);
  if (!err && !open->is_overlay && stamp_is_same(&now, &open->stat)) return;
  if (!err) err = read_disk(job, server, path, &shown);
  if (err) {
    job_forgive(job);
    close_one(server, open);
    return;
  }
  open->stat = shown.stat;
  open->is_overlay = false; /* it was another client's */
  if (is_same(open, shown.text)) return;
  set_text(server, open, shown.text);
  open->version = next_version(server, open);
  if (send_change(server, open)) send_save(server, open);
}

/* The client's own texts, also those of files that are not open any more. */
static void bring_own(Job *job, LspServer *server) {
  size_t count;
  Str root = root_path(server->root), *paths = lsp_hub_texts(job, server->hub, root, &count);
  for (size_t i = 0; i < count; i++) {
    Shown own = {.path = paths[i], .is_overlay = true};
    LspOpen *open;
    bool is_its = lsp_server_language(&server->kind, paths[i]).len && lsp_hub_text(job, server->hub, root, paths[i], &own.text);
    if (is_its && !bring(server, &own, &open)) close_one(server, open);
  }
}

/* The job of its own has the caller's identity, because whose texts count
 * depends on that. Texts of other clients that are open go back to the
 * disk's. */
void lsp_document_refresh(Job *job, LspServer *server) {
  Job own; /* the caller's arena need not keep these texts */
  Arena arena;
  Str ignored;
  arena_init(&arena);
  job_init(&own, &arena);
  own.owner = job->owner;
  own.owner.member = lsp_view_client(server->hub, job);
  lock_take(&server->documents_lock);
  for (LspOpen *open = server->documents; open;) {
    LspOpen *next = open->next;
    if (!lsp_hub_text(&own, server->hub, root_path(server->root), str_from_c(open->path), &ignored)) refresh_one(&own, server, open);
    open = next;
  }
  bring_own(&own, server);
  lock_give(&server->documents_lock);
  arena_clear(&arena);
}

Str *lsp_server_documents(Arena *arena, LspServer *server, size_t *ret_count) {
  Str *paths = ARENA_ARRAY(arena, Str, LSP_DOCUMENTS_MAX);
  size_t count = 0;
  lock_take(&server->documents_lock);
  for (LspOpen *open = server->documents; open && count < LSP_DOCUMENTS_MAX; open = open->next) {
    paths[count++] = str_copy(arena, str_from_c(open->path));
  }
  lock_give(&server->documents_lock);
  *ret_count = count;
  return paths;
}
