/* The user's own ignore file, as git finds it. */
#include "src/os/file.h"
#include "src/scan/scan.h"

#define CONFIG_MAX_BYTES (1u << 20)

static Str read_or_nothing(Job *job, Str path) {
  Str text;
  if (!file_read(job, path, CONFIG_MAX_BYTES, &text)) return text;
  job_forgive(job);
  return STR_EMPTY;
}

static bool is_word(Str line, Str word, Str *ret_rest) {
  if (line.len < word.len || !str_eq_ignore_case(str_slice(line, 0, word.len), word)) return false;
  *ret_rest = str_trim(str_slice(line, word.len, line.len));
  return true;
}

/* core.excludesFile of a git configuration file; the last one counts. */
static Str excludes_file(Job *job, Str text, Str home) {
  Str found = STR_EMPTY;
  bool in_core = false;
  while (text.len) {
    Str line = str_trim(str_cut(&text, '\n')), rest;
    if (line.len && line.ptr[0] == '[') {
      in_core = str_eq_ignore_case(line, STR("[core]"));
    } else if (in_core && is_word(line, STR("excludesfile"), &rest) && rest.len && rest.ptr[0] == '=') {
      Str value = str_trim(str_slice(rest, 1, rest.len));
      if (value.len > 1 && value.ptr[0] == '"' && value.ptr[value.len - 1] == '"') {
        value = str_slice(value, 1, value.len - 1);
      }
      found = value;
    }
  }
  if (!str_starts_with(found, STR("~/"))) return found;
  return file_join(job->arena, home, str_slice(found, 2, found.len));
}

/* As git looks for it: what ~/.gitconfig names outweighs the configuration
 * folder's, and without either there is the usual place. */
Str scan_user_excludes(Job *job, Str home, Str config) {
  Str path = STR_EMPTY;
  if (config.len) {
    path = excludes_file(job, read_or_nothing(job, file_join(job->arena, config, STR("git/config"))), home);
  }
  if (home.len) {
    Str own = excludes_file(job, read_or_nothing(job, file_join(job->arena, home, STR(".gitconfig"))), home);
    if (own.len) path = own;
  }
  if (!path.len && config.len) path = file_join(job->arena, config, STR("git/ignore"));
  if (!path.len || path.ptr[0] != '/') return STR_EMPTY;
  return read_or_nothing(job, path);
}
