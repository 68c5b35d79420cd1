/* Connection files: where a kernel listens and the key that both sides sign
 * with. Whoever can read one can run code as the kernel's user, and whoever
 * can write one can make us talk to a kernel of theirs. */
#include "src/os/descriptor.h"
#include "src/os/file.h"
#include "src/os/loop.h"
#include "src/os/place.h"
#include "src/os/root.h"
#include "src/os/secret.h"
#include "src/repl/jupyter/jupyter_internal.h"

#define FILE_MAX 65536
#define KEY_BYTES 32 /* of one that we make */
#define KEY_MIN 16   /* characters: a shorter one can be guessed */
#define KEY_MAX 400
#define OTHERS_CAN_ANYTHING 077

static const char *const names[REPL_CHANNELS] = {"shell_port", "iopub_port", "stdin_port", "control_port", "hb_port"};

/* Numeric, so that no name server decides where code is sent. */
static bool is_loopback(Str address) {
  uint8_t bytes[16];
  if (!loop_address_read(address, bytes)) return false;
  static const uint8_t mapped[13] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 127}, six[16] = {[15] = 1};
  return !memcmp(bytes, mapped, sizeof mapped) || !memcmp(bytes, six, sizeof six);
}

static Err check_address(Job *job, const ReplConnection *connection, Str transport) {
  if (connection->is_ipc) {
    bool is_path = str_starts_with(connection->address, STR("/")) && connection->address.len < 100;
    return is_path ? OK : job_fail(job, ERR_DENIED, "a connection file over ipc must name an absolute path as ip");
  }
  if (!str_eq(transport, STR("tcp"))) return job_fail(job, ERR_DENIED, "a connection file must say tcp or ipc as transport");
  if (is_loopback(connection->address)) return OK;
  return job_fail(job, ERR_DENIED, "kernels of other machines are not talked to: the connection file names '%.*s', and only a numeric "
                  "address of this machine will do (127.0.0.1, ::1)", STR_ARG(str_shown(job->arena, connection->address, 80)));
}

static Err check_key(Job *job, const Json *file, Str key) {
  if (!str_eq(json_get_str(file, STR("signature_scheme"), STR("hmac-sha256")), STR("hmac-sha256"))) {
    return job_fail(job, ERR_DENIED, "the kernel signs in another way than hmac-sha256, which alone is known here");
  }
  if (key.len >= KEY_MIN && key.len <= KEY_MAX) return OK;
  return job_fail(job, ERR_DENIED, "the connection file has no key, or one of fewer than %d characters: anybody could speak for that "
                  "kernel. Start the kernel with a key", KEY_MIN);
}

Err repl_connection_read(Job *job, Str text, ReplConnection *ret_connection) {
  const Json *file;
  TRY(json_read(job, text, &(JsonLimits){.max_bytes = FILE_MAX, .max_values = 1000}, &file));
  if (!json_is(file, JSON_OBJECT)) return job_fail(job, ERR_SYNTAX, "a connection file is a JSON object");
  Str transport = json_get_str(file, STR("transport"), STR("tcp"));
  ReplConnection connection = {.is_ipc = str_eq(transport, STR("ipc")), .address = json_get_str(file, STR("ip"), STR_EMPTY),
                               .key = json_get_str(file, STR("key"), STR_EMPTY),
                               .kernel = json_get_str(file, STR("kernel_name"), STR_EMPTY)};
  TRY(check_address(job, &connection, transport));
  TRY(check_key(job, file, connection.key));
  for (size_t i = 0; i < REPL_CHANNELS; i++) {
    int64_t port = json_get_int(file, str_from_c(names[i]), 0);
    if (port < 1 || port > 65535) return job_fail(job, ERR_SYNTAX, "the connection file has no %s from 1 to 65535", names[i]);
    connection.ports[i] = (int)port;
  }
  *ret_connection = connection;
  return OK;
}

static Err check_file(Job *job, Str path, const FileStat *stat, const char *what) {
  if (stat->owner != place_user()) {
    return job_fail(job, ERR_DENIED, "%.*s: %s belongs to another user, who could make us run code of theirs", STR_ARG(path), what);
  }
  if (!(stat->mode & OTHERS_CAN_ANYTHING)) return OK;
  return job_fail(job, ERR_DENIED, "%.*s: others may read or change it, and its key with that: chmod 600 it and restart that kernel",
                  STR_ARG(path));
}

/* The file is read as what it was looked at: no wire, and no second name for
 * it while it is read. Of the folder it is enough that nobody else writes. */
Err repl_connection_open(Job *job, Str path, ReplConnection *ret_connection) {
  AUTO(Root) root = NULL;
  FileStat stat, folder;
  Str text, shown = str_shown(job->arena, path, 400);
  TRY(root_open(job, file_directory(path), &root));
  TRY(file_stat(job, root_path(root), &folder));
  folder.mode &= 022;
  TRY(check_file(job, shown, &folder, "its folder"));
  TRY(root_read_entry(job, root, file_name(path), FILE_MAX, &stat, &text));
  TRY(check_file(job, shown, &stat, "it"));
  Err err = repl_connection_read(job, text, ret_connection);
  return err ? job_prefix(job, err, "%.*s", STR_ARG(shown)) : OK;
}

static void refuse_stream(void *context, LoopStream *stream) {
  (void)context;
  loop_stream_close(stream);
}

/* Ports that the system gave us a moment ago, all held at once so that they
 * differ. Somebody may take one before the kernel does: then the kernel ends,
 * and who took it cannot sign. */
Err repl_connection_new(Job *job, ReplConnection *ret_connection) {
  AUTO(Loop) loop = loop_open();
  ReplConnection connection = {.address = STR("127.0.0.1"), .key = secret_random_hex(job->arena, KEY_BYTES)};
  for (size_t i = 0; i < REPL_CHANNELS; i++) {
    LoopListener *listener;
    TRY(loop_listen_tcp(job, loop, (LoopTcp){connection.address, 0}, refuse_stream, NULL, &listener));
    connection.ports[i] = loop_listener_port(listener);
  }
  *ret_connection = connection;
  return OK;
}

Str repl_connection_spell(Arena *arena, const ReplConnection *connection) {
  Buf text;
  JsonWriter json;
  buf_init(&text, arena, FILE_MAX);
  json_writer_init(&json, &text, 0);
  json_begin_object(&json);
  json_field_str(&json, "transport", connection->is_ipc ? STR("ipc") : STR("tcp"));
  json_field_str(&json, "ip", connection->address);
  for (size_t i = 0; i < REPL_CHANNELS; i++) json_field_int(&json, names[i], connection->ports[i]);
  json_field_str(&json, "key", connection->key);
  json_field_str(&json, "signature_scheme", STR("hmac-sha256"));
  json_field_str(&json, "kernel_name", connection->kernel);
  json_end_object(&json);
  return buf_str(&text);
}

static Str socket_path(Arena *arena, const ReplConnection *connection, ReplChannel channel) {
  return str_format(arena, "%.*s-%d", STR_ARG(connection->address), connection->ports[channel]);
}

Str repl_connection_endpoint(Arena *arena, const ReplConnection *connection, ReplChannel channel) {
  if (connection->is_ipc) return str_format(arena, "ipc://%.*s", STR_ARG(socket_path(arena, connection, channel)));
  bool is_six = str_find_byte(connection->address, ':') != STR_NONE;
  return str_format(arena, is_six ? "tcp://[%.*s]:%d" : "tcp://%.*s:%d", STR_ARG(connection->address), connection->ports[channel]);
}

bool repl_connection_is_there(Job *job, const ReplConnection *connection, ReplChannel channel) {
  int fd = -1;
  Err err = connection->is_ipc ? loop_connect_unix(job, socket_path(job->arena, connection, channel), &fd)
                               : loop_connect_tcp(job, connection->address, connection->ports[channel], &fd);
  if (err) {
    job_forgive(job);
    return false;
  }
  descriptor_close(fd);
  return true;
}
