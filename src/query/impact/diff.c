/* What a git diff changed, as symbols. Git is asked for hunks without
 * context; each hunk is laid over the symbols of its file as they are now,
 * on the new side. What a hunk takes out entirely is found by the line it
 * stood behind. */
#include "src/base/idmap.h"
#include "src/base/vec.h"
#include "src/history/git.h"
#include "src/query/impact/impact.h"
#include "src/query/names/names.h"

typedef struct Hunk {
  uint32_t from, to; /* lines of the new side */
} Hunk;

typedef struct Parse {
  Job *job;
  Index *index;
  StoreReader *reader;
  StoreFile file; /* at hand; id 0: not one that is indexed */
  StoreSymbols symbols; /* of it */
  bool touches_file; /* outside all symbols */
  Idmap seen;
  VEC(StoreSymbol) found;
  VEC(Str) deleted;
  VEC(Str) unindexed;
  size_t files;
} Parse;

/* Variables of a function change with it. */
static bool counts(const StoreSymbol *symbol) {
  return !(symbol->flags & DEF_LOCAL) || symbol_kind_is_callable(symbol->kind) || query_is_container(symbol->kind);
}

/* The innermost symbols around the lines. Nothing inside: the file. */
static void add_hunk(Parse *parse, Hunk hunk) {
  if (!parse->file.id.value) return;
  bool any = false;
  for (size_t i = 0; i < parse->symbols.len; i++) {
    const StoreSymbol *one = &parse->symbols.items[i];
    if (one->full.end_line < hunk.from || one->full.line > hunk.to || !counts(one)) continue;
    bool has_inner = false; /* one of its members is around all of it */
    for (size_t k = i + 1; k < parse->symbols.len && !has_inner; k++) {
      const StoreSymbol *inner = &parse->symbols.items[k];
      if (inner->full.from >= one->full.to || !counts(inner)) continue;
      has_inner = inner->full.from >= one->full.from && inner->full.to <= one->full.to && inner->full.line <= hunk.from &&
                  inner->full.end_line >= hunk.to;
    }
    any = true;
    if (has_inner || !idmap_mark(&parse->seen, one->id.value)) continue;
    *vec_add(parse->job->arena, &parse->found) = *one;
  }
  parse->touches_file |= !any;
}

/* Lines outside of every symbol changed the file itself. */
static Err end_file(Parse *parse) {
  if (parse->file.id.value && parse->touches_file) {
    StoreSymbol file;
    TRY(query_symbol(parse->job, parse->reader, store_symbol_id(parse->file.id, 0), &file));
    if (idmap_mark(&parse->seen, file.id.value)) *vec_add(parse->job->arena, &parse->found) = file;
  }
  parse->touches_file = false;
  parse->file = (StoreFile){0};
  return OK;
}

/* A file that is not indexed is named, so that nobody takes silence for
 * "nothing uses it". */
static Err begin_file(Parse *parse, Str path) {
  Arena *arena = parse->job->arena;
  TRY(query_file(parse->job, parse->reader, path, &parse->file));
  parse->files++;
  if (!parse->file.id.value || parse->file.skip.len) {
    parse->file = (StoreFile){0};
    *vec_add(arena, &parse->unindexed) = str_copy(arena, path);
    return OK;
  }
  return store_list_symbols(parse->job, parse->reader, parse->file.id, &parse->symbols);
}

static uint32_t take_number(Str *text) {
  uint32_t number = 0;
  while (text->len && byte_is_digit(text->ptr[0])) {
    if (number < UINT32_MAX / 10 - 1) number = number * 10 + (uint32_t)(text->ptr[0] - '0');
    *text = str_slice(*text, 1, text->len);
  }
  return number;
}

/* "@@ -a,b +c,d @@": lines c to c+d-1; d 0: taken out behind line c. */
static bool read_hunk(Str line, Hunk *ret_hunk) {
  size_t plus = str_find_byte(line, '+');
  if (plus == STR_NONE) return false;
  Str rest = str_slice(line, plus + 1, line.len);
  uint32_t from = take_number(&rest), count = 1;
  if (rest.len && rest.ptr[0] == ',') {
    rest = str_slice(rest, 1, rest.len);
    count = take_number(&rest);
  }
  *ret_hunk = (Hunk){from ? from : 1, count ? from + count - 1 : (from ? from : 1)};
  return true;
}

/* A path with special characters is quoted, as in C. */
static Str unquoted(Arena *arena, Str text) {
  if (text.len && text.ptr[text.len - 1] == '\t') text.len--; /* ends a path with blanks */
  if (text.len < 2 || text.ptr[0] != '"' || text.ptr[text.len - 1] != '"') return text;
  char *out = arena_alloc(arena, text.len);
  size_t len = 0;
  for (size_t i = 1; i + 1 < text.len; i++) {
    char c = text.ptr[i];
    if (c == '\\' && i + 2 < text.len) {
      c = text.ptr[++i];
      if (c >= '0' && c <= '7' && i + 3 < text.len) {
        c = (char)((c - '0') * 64 + (text.ptr[i + 1] - '0') * 8 + (text.ptr[i + 2] - '0'));
        i += 2;
      } else c = c == 't' ? '\t' : c == 'n' ? '\n' : c;
    }
    out[len++] = c;
  }
  return (Str){out, len};
}

/* Headers only: lines of hunks are counted off before (body_lines). */
static Err read_line(Parse *parse, Str line, Str *old_path) {
  Hunk hunk;
  Arena *arena = parse->job->arena;
  if (str_starts_with(line, STR("diff --git "))) {
    *old_path = STR_EMPTY;
    return end_file(parse);
  }
  if (str_starts_with(line, STR("--- "))) {
    *old_path = unquoted(arena, str_slice(line, 4, line.len));
  } else if (str_starts_with(line, STR("+++ "))) {
    Str path = unquoted(arena, str_slice(line, 4, line.len));
    if (!str_eq(path, STR("/dev/null"))) return begin_file(parse, path);
    parse->files++;
    *vec_add(arena, &parse->deleted) = str_copy(arena, *old_path);
  } else if (str_starts_with(line, STR("@@ ")) && read_hunk(line, &hunk)) {
    add_hunk(parse, hunk);
  }
  return OK;
}

/* Lines of a hunk may look like headers: they are counted off. */
static size_t body_lines(Str line) {
  Str rest = str_slice(line, 4, line.len);
  size_t lines = 0;
  for (int side = 0; side < 2; side++) {
    take_number(&rest);
    size_t count = 1;
    if (rest.len && rest.ptr[0] == ',') {
      rest = str_slice(rest, 1, rest.len);
      count = take_number(&rest);
    }
    lines += count;
    size_t plus = str_find_byte(rest, '+');
    if (plus == STR_NONE) break;
    rest = str_slice(rest, plus + 1, rest.len);
  }
  return lines;
}

static Err read_diff(Parse *parse, Str output) {
  Str old_path = STR_EMPTY;
  size_t skip = 0;
  while (output.len) {
    Str line = str_cut(&output, '\n');
    if (skip && line.len && line.ptr[0] != '\\') {
      skip--;
      continue;
    }
    TRY(read_line(parse, line, &old_path));
    if (str_starts_with(line, STR("@@ -"))) skip = body_lines(line);
  }
  return end_file(parse);
}

/* What is wrong with the repository is not put down to the range. */
static Err check_repository(Job *job, Index *index) {
  bool is_there = true;
  TRY(history_check(job, index_root(index), &is_there));
  if (is_there) return OK;
  return job_fail(job, ERR_UNAVAILABLE, "the workspace is no git repository, so there is no diff; name a target instead");
}

/* Git is told not to use pagers, filters, external diffs or renames, and to
 * end its options before the range: a repository's configuration and a
 * range's spelling must not choose what runs. */
static Err ask_git(Job *job, Index *index, const QueryDiff *diff, Str *ret_output) {
  const char *args[20];
  size_t count = 0;
  static const char *const common[] = {"diff", "-U0", "--no-color", "--no-ext-diff", "--no-textconv", "--no-prefix",
                                       "--no-renames", "--relative", "--ignore-submodules=all"};
  for (size_t i = 0; i < COUNT_OF(common); i++) args[count++] = common[i];
  if (diff->range.len && !history_is_revision(diff->range)) {
    return job_fail(job, ERR_USAGE, "'%.*s' is no revision or range; give e.g. HEAD~3, main or main..topic",
                    STR_ARG(str_shown(job->arena, diff->range, 100)));
  }
  TRY(check_repository(job, index));
  if (diff->staged) args[count++] = "--cached";
  args[count++] = "--end-of-options";
  if (diff->range.len) args[count++] = str_to_c(job->arena, diff->range);
  /* With nothing behind it, git would take a range that is spelled like a path
   * outside for one, and "--" for another, and compare the two. */
  args[count++] = "--";
  args[count++] = ".";
  args[count] = NULL;
  HistoryGit git = {.directory = index_root(index), .args = args};
  Err err = history_git(job, &git, ret_output);
  if (err && diff->range.len) return job_prefix(job, err, "range takes e.g. HEAD~3, main or main..topic");
  return err;
}

Err query_diff(Job *job, Index *index, StoreReader *reader, const QueryDiff *diff, QueryChanged *ret_changed) {
  Str output;
  Parse parse = {.job = job, .index = index, .reader = reader};
  idmap_init(&parse.seen, job->arena);
  TRY(ask_git(job, index, diff, &output));
  TRY(read_diff(&parse, output));
  *ret_changed = (QueryChanged){.symbols = parse.found.items, .len = parse.found.len, .deleted = parse.deleted.items,
                                .deleted_count = parse.deleted.len, .unindexed = parse.unindexed.items,
                                .unindexed_count = parse.unindexed.len, .files = parse.files};
  return OK;
}
