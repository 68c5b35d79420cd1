/* Ignore files as git reads them: deeper files win over higher ones, later
 * lines over earlier ones, and nothing beneath an ignored directory comes
 * back. .fathomignore speaks after .gitignore, .git/info/exclude before both,
 * the user's own file before all. */
#include "src/model/glob.h"
#include "src/os/repository.h"
#include "src/scan/ignore_internal.h"
#include "src/scan/scan.h"

#define IGNORE_MAX_BYTES (1u << 20)

/* Blanks at the end count only when escaped. */
static Str trim_line(Str line) {
  if (line.len && line.ptr[line.len - 1] == '\r') line.len--;
  while (line.len && line.ptr[line.len - 1] == ' ' &&
         !(line.len > 1 && line.ptr[line.len - 2] == '\\')) {
    line.len--;
  }
  return line;
}

/* As git documents it: a slash anywhere but at the end anchors the pattern
 * to its folder; one at the end means folders only; `!` takes back. */
static void parse_line(Arena *arena, ScanIgnore *ignore, Str line, ScanPattern pattern) {
  line = trim_line(line);
  if (line.len == 0 || line.ptr[0] == '#') return;
  Str said = line;
  if (line.ptr[0] == '!') {
    pattern.negated = true;
    line = str_slice(line, 1, line.len);
  }
  if (line.len && line.ptr[line.len - 1] == '/') {
    pattern.directories = true;
    line.len--;
  }
  if (str_find_byte(line, '/') != STR_NONE) pattern.anchored = true;
  if (line.len && line.ptr[0] == '/') line = str_slice(line, 1, line.len);
  if (line.len == 0) return;
  pattern.said = str_copy(arena, said);
  pattern.glob = str_slice(pattern.said, (size_t)(line.ptr - said.ptr), (size_t)(line.ptr - said.ptr) + line.len);
  *vec_add(arena, &ignore->patterns) = pattern;
}

static void parse_rules(Arena *arena, ScanIgnore *ignore, Str source, Str text) {
  if (str_starts_with(text, STR("\xEF\xBB\xBF"))) text = str_slice(text, 3, text.len);
  for (uint32_t line = 1; text.len; line++) parse_line(arena, ignore, str_cut(&text, '\n'), (ScanPattern){.source = source, .line = line});
}

/* An ignore file that cannot be read is no rules: leaving files out is the
 * lesser need. */
static Err read_rules(Job *job, Root *root, ScanIgnore *ignore, Str path) {
  Str text;
  Err err = root_read(job, root, path, IGNORE_MAX_BYTES, &text);
  if (err == ERR_CANCELLED || err == ERR_TIMEOUT) return err;
  if (err) {
    job_forgive(job);
    return OK;
  }
  parse_rules(job->arena, ignore, path, text);
  return OK;
}

const ScanIgnore *scan_ignore_user(Arena *arena, Str text) {
  if (!text.len) return NULL;
  ScanIgnore *ignore = ARENA_NEW(arena, ScanIgnore);
  parse_rules(arena, ignore, STR_EMPTY, text);
  return ignore;
}

/* A linked working tree's .git is a file that says where git's data is: git's
 * own files, so they may lie outside the root, if that place leads back here. */
static void read_worktree_exclude(Job *job, Root *root, ScanIgnore *ignore) {
  FileStat stat;
  Repository repository;
  Str text, real, rest;
  bool is_named = !root_stat_entry(job, root, STR(".git"), &stat) && stat.kind == FILE_REGULAR &&
                  !repository_find(job, root_path(root), &repository);
  bool is_read = is_named && !file_real_path(job, file_join(job->arena, repository.common_dir, STR("info/exclude")), &real) &&
                 file_beneath(repository.common_dir, real, &rest) && !file_read(job, real, IGNORE_MAX_BYTES, &text);
  if (is_read) parse_rules(job->arena, ignore, STR(".git/info/exclude"), text);
  else job_forgive(job);
}

/* A folder without rules of its own shares those above it, so that chains
 * are as long as there are ignore files, not as deep as the tree. */
Err scan_ignore_enter(Job *job, Root *root, const ScanIgnore *above, Str directory,
                      const ScanIgnore **ret_ignore) {
  ScanIgnore *ignore = ARENA_NEW(job->arena, ScanIgnore);
  ignore->above = above;
  ignore->directory = directory;
  if (directory.len == 0) {
    TRY(read_rules(job, root, ignore, STR(".git/info/exclude")));
    read_worktree_exclude(job, root, ignore);
  }
  TRY(read_rules(job, root, ignore, file_join(job->arena, directory, STR(".gitignore"))));
  TRY(read_rules(job, root, ignore, file_join(job->arena, directory, STR(".fathomignore"))));
  *ret_ignore = ignore->patterns.len ? ignore : above;
  return OK;
}

static bool matches(const ScanPattern *pattern, Str directory, Str path, bool is_directory) {
  if (pattern->directories && !is_directory) return false;
  if (!pattern->anchored) return glob_match(pattern->glob, file_name(path), 0);
  size_t skip = directory.len ? directory.len + 1 : 0;
  return glob_match(pattern->glob, str_slice(path, skip, path.len), 0);
}

/* The last line that matches in the deepest file decides. */
const ScanPattern *scan_ignore_pattern(const ScanIgnore *ignore, Str path, bool is_directory) {
  for (; ignore; ignore = ignore->above) {
    for (size_t i = ignore->patterns.len; i-- > 0;) {
      if (matches(&ignore->patterns.items[i], ignore->directory, path, is_directory)) return &ignore->patterns.items[i];
    }
  }
  return NULL;
}

/* Silence is a third answer: then customs decide. */
ScanVerdict scan_ignore_verdict(const ScanIgnore *ignore, Str path, bool is_directory) {
  const ScanPattern *pattern = scan_ignore_pattern(ignore, path, is_directory);
  if (!pattern) return SCAN_SILENT;
  return pattern->negated ? SCAN_KEEP : SCAN_DROP;
}

bool scan_is_ignore_file(Str relative) {
  Str name = file_name(relative);
  return str_eq(name, STR(".gitignore")) || str_eq(name, STR(".fathomignore")) ||
         str_eq(relative, STR(".git/info/exclude")) || str_eq(relative, STR(".git/info")) ||
         str_eq(relative, STR(".git"));
}
