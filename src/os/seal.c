/* Seal: the user's key, and tags made with what is derived from it. */
#include "src/os/seal.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/base/lock.h"
#include "src/os/file.h"
#include "src/os/place.h"

#define KEY_FILE "seal.key"

/* ---- the key ---- */

static unsigned char own_key[SECRET_KEY]; /* of this process */
static LockOnce own_once = LOCK_ONCE_READY;

static void make_own(void) { secret_random(own_key, sizeof own_key); }

/* OK, ERR_NOT_FOUND: there is none, or ERR_DENIED: one that is not used. */
static Err read_key(Job *job, const char *path, unsigned char *ret_key) {
  struct stat stat;
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
  if (fd < 0 && errno == ENOENT) return ERR_NOT_FOUND;
  bool is_ours = fd >= 0 && fstat(fd, &stat) == 0 && S_ISREG(stat.st_mode) && stat.st_uid == geteuid() && !(stat.st_mode & 077);
  bool is_whole = is_ours && stat.st_size == SECRET_KEY && read(fd, ret_key, SECRET_KEY) == SECRET_KEY;
  if (fd >= 0) close(fd);
  if (is_whole) return OK;
  return job_fail(job, ERR_DENIED, "the key '%s' is not used: %s; remove it and a new one is made", path,
                  is_ours ? "it is damaged" : "it must be a file of this user that nobody else can read (mode 600)");
}

/* Under another name first: nobody sees half of it, and of several processes
 * that make one at once all end up with the same. */
static Err make_key(Job *job, const char *folder, const char *path) {
  unsigned char key[SECRET_KEY];
  Str random = secret_random_hex(job->arena, 8);
  const char *temp = str_to_c(job->arena, str_format(job->arena, "%s/" FILE_TEMP_PREFIX "%.*s", folder, STR_ARG(random)));
  int fd = open(temp, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (fd < 0) return job_fail(job, ERR_DENIED, "no key can be kept in '%s': %s", folder, strerror(errno));
  secret_random(key, sizeof key);
  bool is_written = write(fd, key, sizeof key) == (ssize_t)sizeof key && fsync(fd) == 0;
  secret_forget(key, sizeof key);
  close(fd);
  /* Some file systems have no hard links: the last one to rename wins there. */
  bool is_there = is_written && (link(temp, path) == 0 || errno == EEXIST || rename(temp, path) == 0);
  unlink(temp);
  return is_there ? OK : job_fail(job, ERR_DENIED, "no key can be kept in '%s': %s", folder, strerror(errno));
}

static Err find_key(Job *job, unsigned char *ret_key) {
  Str folder = place_state(job->arena);
  const char *path = str_to_c(job->arena, file_join(job->arena, folder, STR(KEY_FILE)));
  Err err = read_key(job, path, ret_key);
  if (err != ERR_NOT_FOUND) return err;
  TRY(file_make_dir(job, folder, true));
  TRY(make_key(job, str_to_c(job->arena, folder), path));
  err = read_key(job, path, ret_key);
  return err == ERR_NOT_FOUND ? job_fail(job, ERR_DENIED, "the key '%s' cannot be kept", path) : err;
}

Seal seal_open(Job *job, Str identity, Str *ret_trouble) {
  unsigned char key[SECRET_KEY];
  Seal seal = {.is_kept = true};
  *ret_trouble = STR_EMPTY;
  Err err = find_key(job, key);
  if (err) {
    *ret_trouble = str_copy(job->arena, job_message(job, err));
    job_forgive(job);
    lock_once(&own_once, make_own);
    memcpy(key, own_key, sizeof key);
    seal.is_kept = false;
  }
  secret_derive(key, identity, seal.key, sizeof seal.key);
  secret_forget(key, sizeof key);
  return seal;
}

/* ---- tags ---- */

void seal_tag(const Seal *seal, Str what, Str bytes, unsigned char ret_tag[SECRET_TAG]) {
  secret_tag(seal->key, what, bytes, ret_tag);
}

static bool are_same(const unsigned char *a, const unsigned char *b) {
  return secret_equal((Str){(const char *)a, SECRET_TAG}, (Str){(const char *)b, SECRET_TAG});
}

bool seal_holds(const Seal *seal, Str what, Str bytes, const unsigned char tag[SECRET_TAG]) {
  unsigned char expected[SECRET_TAG];
  seal_tag(seal, what, bytes, expected);
  return are_same(expected, tag);
}
