/* kart's manners: absolute paths, its own words, missing files as errors. */
#include "src/tools/compat/kart_internal.h"

#include "src/index/part.h"
#include "src/tools/kit/graph_internal.h"

/* The reason that was found first is kept, unless the path turns out to be
 * outside of the client's own workspace: then that is the reason, which kart's
 * clients know. */
Err tool_kart_outside(ToolCall *call, Str path, Err err) {
  Job *job = call->job;
  Index *own;
  Str relative;
  if (err != ERR_USAGE && err != ERR_DENIED) return err;
  Str words = str_copy(job->arena, job_message(job, err));
  job_forgive(job);
  Err found = tool_locate(call, STR_EMPTY, &own, &relative);
  if (!found) found = tool_relative_path(call, own, path, &relative);
  if (found == ERR_OUTSIDE) return found;
  job_forgive(job);
  return job_fail(job, err, "%.*s", STR_ARG(words));
}

/* Leaves *ret_kart in a state that tool_kart_end can close, also on an
 * error. */
Err tool_kart_open(ToolCall *call, Str path, KartCall *ret_kart) {
  *ret_kart = (KartCall){.call = call};
  Err err = tool_place(call, path, &ret_kart->index, &ret_kart->path);
  if (err) return tool_kart_outside(call, path, err);
  return index_reader_take(call->job, ret_kart->index, &ret_kart->reader);
}

/* A path outside is not there, for kart. */
Err tool_kart_say(ToolCall *call, Err err) {
  if (err == ERR_NOT_FOUND || err == ERR_OUTSIDE || err == ERR_DENIED) err = job_prefix(call->job, err, "FileNotFoundError");
  return job_prefix(call->job, err, "Error");
}

/* Runs on every way out; the reader may never have been taken. */
Err tool_kart_end(KartCall *kart, Err err) {
  if (kart->reader) index_reader_return(kart->index, kart->reader);
  return err ? tool_kart_say(kart->call, err) : OK;
}

/* A path may be there and not indexed: a folder, or a file of no known
 * language. Only what is on disk decides whether it exists. */
Err tool_kart_find_path(KartCall *kart) {
  Job *job = kart->call->job;
  FileStat stat;
  TRY(query_file(job, kart->reader, kart->path, &kart->file));
  if (kart->file.id.value) return OK;
  kart->file.path = kart->path;
  Err err = root_stat(job, index_files(kart->index), kart->path, &stat);
  if (err == ERR_NOT_FOUND) {
    job_forgive(job);
    return job_fail(job, ERR_NOT_FOUND, "there is no '%.*s' in the workspace",
                    STR_ARG(str_shown(job->arena, kart->path, TOOL_SHOWN_NAME)));
  }
  kart->is_folder = !err && stat.kind == FILE_DIRECTORY;
  return err;
}

Err tool_kart_check_path(ToolCall *call, Index *index, Str relative, Str given) {
  if (tool_path_exists(call, index, relative)) return OK;
  return job_fail(call->job, ERR_NOT_FOUND, "there is no '%.*s' in the workspace",
                  STR_ARG(str_shown(call->job->arena, given, TOOL_SHOWN_NAME)));
}

Err tool_kart_find_file(KartCall *kart) {
  Job *job = kart->call->job;
  TRY(tool_kart_find_path(kart));
  if (!kart->is_folder) return OK;
  return job_fail(job, ERR_USAGE, "'%.*s' is a folder: give the path of a file",
                  STR_ARG(str_shown(job->arena, kart->path.len ? kart->path : STR("."), TOOL_SHOWN_NAME)));
}

Err tool_kart_find_folder(KartCall *kart) {
  Job *job = kart->call->job;
  TRY(tool_kart_find_path(kart));
  if (kart->is_folder) return OK;
  return job_fail(job, ERR_USAGE, "'%.*s' is a file: give the path of a folder", STR_ARG(str_shown(job->arena, kart->path, TOOL_SHOWN_NAME)));
}

/* A misspelling has a near name; without one the names at the top of the file
 * tell what there is to ask for. */
Err tool_kart_no_symbol(ToolCall *call, Str path, Str asked, const KartNames *names) {
  Arena *arena = call->job->arena;
  Str nearest = str_nearest(asked, names->all, names->count);
  Str there = nearest.len ? tool_join_names(arena, &nearest, 1) : tool_join_names(arena, names->tops, names->top_count);
  return job_fail(call->job, ERR_NOT_FOUND, "symbol '%.*s' is not in '%.*s'%s%.*s",
                  STR_ARG(str_shown(arena, asked, TOOL_SHOWN_NAME)), STR_ARG(str_shown(arena, path, TOOL_SHOWN_NAME)),
                  there.len ? "; there is: " : "", STR_ARG(there));
}

Str tool_kart_absolute(const KartCall *kart, Str path) {
  Str root = index_root(kart->index);
  return path.len ? str_format(kart->call->job->arena, "%.*s/%.*s", STR_ARG(root), STR_ARG(path)) : root;
}

/* Its words come from one family of languages; ours are translated where they
 * differ. */
Str tool_kart_kind(SymbolKind kind) {
  if (kind == SYMBOL_CONSTANT) return STR("const");
  if (kind == SYMBOL_VARIABLE) return STR("let");
  return str_from_c(symbol_kind_word(kind));
}

/* What other languages have in the place of what these words mean to clients. */
uint32_t tool_kart_kinds(Str word) {
  static const struct {
    const char *word;
    uint32_t kinds;
  } rows[] = {
      {"function", 1u << SYMBOL_FUNCTION | 1u << SYMBOL_MACRO | 1u << SYMBOL_COMPONENT | 1u << SYMBOL_TEST},
      {"class", 1u << SYMBOL_CLASS | 1u << SYMBOL_STRUCT | 1u << SYMBOL_UNION},
      {"interface", 1u << SYMBOL_INTERFACE | 1u << SYMBOL_TRAIT | 1u << SYMBOL_PROTOCOL},
      {"type", 1u << SYMBOL_TYPE},
      {"enum", 1u << SYMBOL_ENUM},
      {"const", 1u << SYMBOL_CONSTANT},
      {"let", 1u << SYMBOL_VARIABLE},
      {"var", 1u << SYMBOL_VARIABLE},
  };
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    if (str_eq_c(word, rows[i].word)) return rows[i].kinds;
  }
  return 0;
}

/* Orders to linters, formatters and checkers, which document nothing. */
static bool is_order(Str line) {
  static const char *const words[] = {"eslint-", "oxlint-", "tslint:", "biome-ignore", "prettier-ignore", "@ts-", "istanbul ignore",
                                      "c8 ignore", "v8 ignore", "noinspection", "noqa", "pylint:", "type: ignore", "pyright:", "mypy:",
                                      "ruff:", "nolint", "NOLINT", "clang-format", "rustfmt::", "phpcs:", "rubocop:", "sonar"};
  while (line.len && strchr("/*#-!;< \t", line.ptr[0])) line = str_slice(line, 1, line.len);
  for (size_t i = 0; i < COUNT_OF(words); i++) {
    if (str_starts_with(line, str_from_c(words[i]))) return true;
  }
  return false;
}

/* A comment of which only its own signs are left documents nothing. */
static bool has_words(Str text) {
  for (size_t i = 0; i < text.len; i++) {
    if (!strchr("/*#-!;<> \t\r\n", text.ptr[i])) return true;
  }
  return false;
}

/* Line by line, so that a comment that both documents and orders keeps the
 * first part. */
Str tool_kart_doc(Arena *arena, Str doc) {
  Buf kept;
  bool is_changed = false;
  buf_init(&kept, arena, doc.len + 1);
  for (Str rest = doc; rest.len;) {
    Str line = str_cut(&rest, '\n');
    bool is_left_out = is_order(line);
    is_changed |= is_left_out;
    if (is_left_out) continue;
    if (kept.len) buf_add_byte(&kept, '\n');
    buf_add(&kept, line);
  }
  if (!is_changed) return doc;
  return has_words(buf_str(&kept)) ? buf_str(&kept) : STR_EMPTY;
}
