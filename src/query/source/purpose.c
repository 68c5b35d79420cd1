/* What a file is for, in a sentence: the first that its head says. */
#include <string.h>

#include "src/base/vec.h"
#include "src/os/file.h"
#include "src/query/source/source.h"

#define HEAD_MAX 8192 /* bytes in which a head is looked for */
#define NAMES_SHOWN 4 /* of a file that says nothing */

/* Where the next thing begins that is neither blank nor a byte order mark. */
static size_t skip_blank(Str text, size_t at) {
  if (at == 0 && str_starts_with(text, STR("\xEF\xBB\xBF"))) at = 3;
  while (at < text.len && strchr(" \t\r\n\f", text.ptr[at])) at++;
  return at;
}

static Str line_at(Str text, size_t at) {
  Str rest = str_slice(text, at, text.len);
  size_t end = str_find_byte(rest, '\n');
  return str_slice(rest, 0, end == STR_NONE ? rest.len : end);
}

/* A line that goes to its end as a comment. `#include` and `#ifndef` are no
 * words for a reader, `# words` are. */
static bool is_line_comment(Str line) {
  if (str_starts_with(line, STR("//")) || str_starts_with(line, STR("-- ")) || str_starts_with(line, STR(";"))) return true;
  return line.len && line.ptr[0] == '#' && (line.len == 1 || strchr(" #\t\r", line.ptr[1]));
}

static const struct {
  const char *open, *close;
} blocks[] = {{"/*", "*/"}, {"\"\"\"", "\"\"\""}, {"'''", "'''"}, {"<!--", "-->"}, {"--[[", "]]"}, {"(*", "*)"}, {"{-", "-}"}};

/* The comment that begins at `at`; lines of one form that follow each other are
 * one. False: something else begins there. */
static bool comment_at(Str text, size_t at, Range *ret_range) {
  for (size_t i = 0; i < COUNT_OF(blocks); i++) {
    Str open = str_from_c(blocks[i].open), rest = str_slice(text, at, text.len);
    if (!str_starts_with(rest, open)) continue;
    size_t end = str_find(str_slice(rest, open.len, rest.len), str_from_c(blocks[i].close));
    size_t len = end == STR_NONE ? rest.len : open.len + end + strlen(blocks[i].close);
    *ret_range = (Range){(uint32_t)at, (uint32_t)(at + len)};
    return true;
  }
  size_t end = at;
  while (end < text.len && is_line_comment(str_trim(line_at(text, end)))) end += line_at(text, end).len + 1;
  *ret_range = (Range){(uint32_t)at, (uint32_t)(end < text.len ? end : text.len)};
  return end > at;
}

/* Licences, and words for programs. */
static bool is_no_purpose(Str comment) {
  static const char *const marks[] = {"copyright", "licen", "spdx-", "go:build", "+build", "-*-", "coding:", "eslint", "@ts-", "pylint",
                                      "noqa", "vim:", "prettier-", "@format", "@flow", "generated", "do not edit", "<reference", "istanbul"};
  char low[600];
  size_t len = comment.len < sizeof low ? comment.len : sizeof low;
  for (size_t i = 0; i < len; i++) low[i] = comment.ptr[i] >= 'A' && comment.ptr[i] <= 'Z' ? (char)(comment.ptr[i] + 32) : comment.ptr[i];
  for (size_t i = 0; i < COUNT_OF(marks); i++) {
    if (str_contains((Str){low, len}, str_from_c(marks[i]))) return true;
  }
  return false;
}

/* Lines that stand before a head's words without being any. */
static bool is_passed_over(Str line) {
  return str_starts_with(line, STR("#!")) || str_starts_with(line, STR("'use ")) || str_starts_with(line, STR("\"use ")) ||
         str_starts_with(line, STR("<?php")) || str_starts_with(line, STR("#pragma once"));
}

/* The next comment of the head that is written for readers, from *at on. */
static bool next_comment(Str text, size_t *at, Range *ret_comment) {
  for (*at = skip_blank(text, *at); *at < text.len;) {
    Str line = line_at(text, *at);
    if (is_passed_over(line)) {
      *at = skip_blank(text, *at + line.len);
      continue;
    }
    if (!comment_at(text, *at, ret_comment)) return false;
    *at = skip_blank(text, ret_comment->to);
    if (!is_no_purpose(str_slice(text, ret_comment->from, ret_comment->to))) return true;
  }
  return false;
}

bool query_source_head(Str text, Range *ret_comment) {
  size_t at = 0;
  return next_comment(str_head(text, HEAD_MAX), &at, ret_comment);
}

Str query_source_purpose(Arena *arena, const QuerySource *source, size_t max) {
  Str text = str_head(source->text, HEAD_MAX);
  Range comment;
  for (size_t at = 0; next_comment(text, &at, &comment);) {
    Str sentence = query_source_sentence_of(arena, source, comment, file_name(source->path), max);
    if (sentence.len) return sentence;
  }
  return STR_EMPTY;
}

/* Types before functions before values: what a file is about, as a rule. */
static int worth_of(const StoreSymbol *symbol) {
  if (symbol_kind_is_type(symbol->kind)) return 0;
  return symbol_kind_is_callable(symbol->kind) ? 1 : 2;
}

typedef struct Chiefs {
  Buf out;
  size_t shown, total;
  Str last; /* a type may be declared under its name twice */
} Chiefs;

static void add_chiefs(Job *job, const StoreSymbols *symbols, bool exported, Chiefs *chiefs) {
  for (int worth = 0; worth < 3; worth++) {
    for (size_t i = 0; i < symbols->len; i++) {
      const StoreSymbol *symbol = &symbols->items[i];
      bool is_chief = exported ? (symbol->flags & DEF_EXPORTED) && !symbol->container_id.value : worth < 2 && !(symbol->flags & DEF_LOCAL);
      if (!is_chief || worth_of(symbol) != worth || (symbol->flags & DEF_ANONYMOUS)) continue;
      if (str_eq(symbol->name, chiefs->last)) continue;
      chiefs->last = symbol->name;
      if (chiefs->total++ >= NAMES_SHOWN) continue;
      buf_add_format(&chiefs->out, "%s%.*s", chiefs->shown++ ? ", " : "", STR_ARG(str_visible(job->arena, str_head(symbol->name, 60))));
    }
  }
}

/* What other files cannot see stands for a file that offers nothing else. */
Err query_chief_names(Job *job, StoreReader *reader, FileId file, Str *ret_names) {
  StoreSymbols symbols;
  Chiefs chiefs = {0};
  TRY(store_list_symbols(job, reader, file, &symbols));
  buf_init(&chiefs.out, job->arena, 1000);
  add_chiefs(job, &symbols, true, &chiefs);
  if (!chiefs.total) add_chiefs(job, &symbols, false, &chiefs);
  if (chiefs.total > chiefs.shown) buf_add_format(&chiefs.out, " and %zu more", chiefs.total - chiefs.shown);
  *ret_names = buf_str(&chiefs.out);
  return OK;
}
