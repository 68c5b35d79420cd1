/* Keys: the file that holds their digests. A key itself is shown once, when
 * it is made, and stored nowhere. */
#include "src/base/vec.h"
#include "src/os/file.h"
#include "src/os/place.h"
#include "src/os/secret.h"
#include "src/os/thread.h"
#include "src/transport/keys_internal.h"

#define KEY_PREFIX "fathom_"
#define KEY_RANDOM_BYTES 20
#define KEYS_FILE_MAX (1024 * 1024)
#define LOCK_TRIES 100
#define LOCK_PAUSE_MS 20

static bool is_lower_hex(Str s) {
  for (size_t i = 0; i < s.len; i++) {
    char c = s.ptr[i];
    if (str_hex_digit(c) < 0 || (c >= 'A' && c <= 'F')) return false;
  }
  return true;
}

bool transport_key_is_well_formed(Str key) {
  Str prefix = STR(KEY_PREFIX);
  return key.len == prefix.len + 2 * KEY_RANDOM_BYTES && str_starts_with(key, prefix) &&
         is_lower_hex(str_slice(key, prefix.len, key.len));
}

/* Whoever can write the file can let himself in; whoever can read it is told
 * more than he should be. */
static Err check_private(Job *job, Str path, const FileStat *stat) {
  if (stat->owner != place_user()) {
    return job_fail(job, ERR_DENIED,
                    "%.*s belongs to another user and is not trusted: remove it, then make keys "
                    "with 'fathom key create'",
                    STR_ARG(path));
  }
  if (stat->mode & 077) {
    return job_fail(job, ERR_DENIED,
                    "%.*s is open to other users (mode %04o) and is not trusted: run 'chmod 600' "
                    "on it, and replace its keys if others may have changed them",
                    STR_ARG(path), (unsigned)(stat->mode & 07777));
  }
  return OK;
}

/* A file with one wrong key is refused as a whole: half of the keys would
 * work, and nobody would know why the others do not. */
static Err read_key(Job *job, Str path, const Json *item, TransportKey *ret_key) {
  TransportKey key = {.id = json_get_str(item, STR("id"), STR_EMPTY),
                      .label = json_get_str(item, STR("label"), STR_EMPTY),
                      .digest = json_get_str(item, STR("digest"), STR_EMPTY),
                      .created = json_get_str(item, STR("created"), STR_EMPTY)};
  if (!key.id.len || key.id.len > TRANSPORT_KEY_ID_MAX) {
    return job_fail(job, ERR_SYNTAX, "%.*s: each key needs an id of 1 to %d bytes", STR_ARG(path),
                    TRANSPORT_KEY_ID_MAX);
  }
  if (key.digest.len != SECRET_DIGEST_HEX || !is_lower_hex(key.digest)) {
    return job_fail(job, ERR_SYNTAX, "%.*s: the digest of key '%.*s' must be %d hex digits",
                    STR_ARG(path), STR_ARG(str_visible(job->arena, key.id)), SECRET_DIGEST_HEX);
  }
  *ret_key = key;
  return OK;
}

static Err read_keys(Job *job, Str path, Str text, TransportKeys *ret_keys) {
  const Json *root;
  Err err = json_read(job, text, NULL, &root);
  if (err) return job_prefix(job, err, "%.*s", STR_ARG(path));
  const Json *items = json_get(root, STR("keys"));
  if (!json_is(items, JSON_ARRAY)) {
    return job_fail(job, ERR_SYNTAX, "%.*s: expected an object with an array named 'keys'",
                    STR_ARG(path));
  }
  TransportKeys keys = {0};
  for (size_t i = 0; i < items->count; i++) {
    TransportKey key;
    TRY(read_key(job, path, &items->items[i], &key));
    *vec_add(job->arena, &keys) = key;
  }
  *ret_keys = keys;
  return OK;
}

Err transport_keys_read(Job *job, Str path, TransportKeys *ret_keys) {
  if (!file_exists(path)) {
    *ret_keys = (TransportKeys){0};
    return OK;
  }
  FileStat stat;
  TRY(file_stat(job, path, &stat));
  TRY(check_private(job, path, &stat));
  Str text;
  TRY(file_read(job, path, KEYS_FILE_MAX, &text));
  return read_keys(job, path, text, ret_keys);
}

static Err write_keys(Job *job, Str path, const TransportKeys *keys) {
  Buf buf;
  buf_init(&buf, job->arena, KEYS_FILE_MAX);
  JsonWriter json;
  json_writer_init(&json, &buf, 2);
  json_begin_object(&json);
  json_field_array(&json, "keys");
  for (size_t i = 0; i < keys->len; i++) {
    json_begin_object(&json);
    json_field_str(&json, "id", keys->items[i].id);
    json_field_str(&json, "label", keys->items[i].label);
    json_field_str(&json, "digest", keys->items[i].digest);
    json_field_str(&json, "created", keys->items[i].created);
    json_end_object(&json);
  }
  json_end_array(&json);
  json_end_object(&json);
  buf_add_byte(&buf, '\n');
  if (buf.overflow) {
    return job_fail(job, ERR_TOO_LARGE, "%.*s would exceed %d bytes: revoke keys first",
                    STR_ARG(path), KEYS_FILE_MAX);
  }
  return file_write(job, path, buf_str(&buf), 0600);
}

/* Reading, changing and writing are one step for others who do the same. */
static Err lock_keys(Job *job, Str path, int *ret_lock) {
  Str lock = str_format(job->arena, "%.*s.lock", STR_ARG(path));
  for (int i = 0;; i++) {
    Err err = file_lock(job, lock, ret_lock);
    if (err != ERR_BUSY || i == LOCK_TRIES) return err;
    job_forgive(job);
    thread_sleep_ms(LOCK_PAUSE_MS);
  }
}

static const TransportKey *find_key(const TransportKeys *keys, Str id) {
  for (size_t i = 0; i < keys->len; i++) {
    if (str_eq(keys->items[i].id, id)) return &keys->items[i];
  }
  return NULL;
}

/* The key is given back once and kept nowhere; the file holds its digest. */
static Err add_key(Job *job, Str path, Str label, Str today, Str *ret_key) {
  TransportKeys keys;
  TRY(transport_keys_read(job, path, &keys));
  Str id;
  do {
    id = secret_random_hex(job->arena, 4);
  } while (find_key(&keys, id));
  Str random = secret_random_hex(job->arena, KEY_RANDOM_BYTES);
  Str key = str_format(job->arena, KEY_PREFIX "%.*s", STR_ARG(random));
  *vec_add(job->arena, &keys) =
      (TransportKey){id, label, secret_sha256_hex(job->arena, key), today};
  TRY(write_keys(job, path, &keys));
  *ret_key = key;
  return OK;
}

Err transport_keys_create(Job *job, Str path, Str label, Str today, Str *ret_key) {
  TRY(file_make_dir(job, file_directory(path), false));
  int lock;
  TRY(lock_keys(job, path, &lock));
  Err err = add_key(job, path, label, today, ret_key);
  file_unlock(lock);
  return err;
}

static Err fail_unknown(Job *job, const TransportKeys *keys, Str id) {
  Buf known;
  buf_init(&known, job->arena, 1024);
  for (size_t i = 0; i < keys->len; i++) {
    if (i) buf_add_c(&known, ", ");
    buf_add(&known, str_visible(job->arena, keys->items[i].id));
  }
  Str wanted = str_visible(job->arena, str_slice(id, 0, 64));
  if (!keys->len) {
    return job_fail(job, ERR_NOT_FOUND, "no key has the id '%.*s': there are no keys",
                    STR_ARG(wanted));
  }
  return job_fail(job, ERR_NOT_FOUND, "no key has the id '%.*s'; there are: %.*s", STR_ARG(wanted),
                  STR_ARG(buf_str(&known)));
}

static Err remove_key(Job *job, Str path, Str id, TransportKey *ret_key) {
  TransportKeys keys;
  TRY(transport_keys_read(job, path, &keys));
  const TransportKey *found = find_key(&keys, id);
  if (!found) return fail_unknown(job, &keys, id);
  TransportKey revoked = *found;
  size_t index = (size_t)(found - keys.items);
  memmove(&keys.items[index], &keys.items[index + 1], (keys.len - index - 1) * sizeof *keys.items);
  keys.len--;
  TRY(write_keys(job, path, &keys));
  *ret_key = revoked;
  return OK;
}

Err transport_keys_revoke(Job *job, Str path, Str id, TransportKey *ret_key) {
  if (!file_exists(path)) return fail_unknown(job, &(TransportKeys){0}, id);
  int lock;
  TRY(lock_keys(job, path, &lock));
  Err err = remove_key(job, path, id, ret_key);
  file_unlock(lock);
  return err;
}
