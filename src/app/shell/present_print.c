/* Where an answer goes: a pipe, the screen, or a pager on it. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "src/app/shell/present_internal.h"
#include "src/base/vec.h"
#include "src/os/process.h"

#define PAGER_WORDS 16

static Str from_environment(const char *name) { return str_from_c(getenv(name)); }

static bool wants_colour(void) {
  return isatty(STDOUT_FILENO) && !from_environment("NO_COLOR").len && !str_eq(from_environment("TERM"), STR("dumb"));
}

/* Lines the text takes, long ones more than one. Escapes count for nothing. */
static size_t rows_of(Str text, size_t width) {
  size_t rows = 0;
  while (text.len) {
    Str line = str_cut(&text, '\n');
    rows += 1 + (width && line.len ? (str_characters(line) - 1) / width : 0);
  }
  return rows;
}

static bool is_longer_than_screen(Str text) {
  struct winsize size;
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) || !size.ws_row) return false;
  return rows_of(text, size.ws_col) >= size.ws_row;
}

/* PAGER in words, else less. Empty or "cat": none. */
static bool pager_words(Arena *arena, const char **argv) {
  const char *named = getenv("PAGER");
  Str rest = named ? str_trim(str_from_c(named)) : STR("less");
  size_t count = 0;
  if (!rest.len || str_eq(rest, STR("cat"))) return false;
  while (rest.len && count + 1 < PAGER_WORDS) {
    Str word = str_cut(&rest, ' ');
    if (word.len) argv[count++] = str_to_c(arena, word);
  }
  argv[count] = NULL;
  return count > 0;
}

static Err print(Job *job, Str text) {
  if (fwrite(text.ptr, 1, text.len, stdout) == text.len && !fflush(stdout)) return OK;
  return job_fail(job, ERR_IO, "the answer could not be written");
}

Err app_present_print(Job *job, Str text, Str root, bool may_page) {
  char host[256] = "";
  const char *argv[PAGER_WORDS];
  bool is_json = text.len && text.ptr[0] == '{';
  if (!isatty(STDOUT_FILENO) || is_json) return print(job, text);
  if (gethostname(host, sizeof host - 1)) host[0] = '\0';
  AppPresent present = {.root = root, .host = str_from_c(host), .has_colour = wants_colour()};
  Str aligned = app_present_align(job->arena, text);
  Str shown = app_present_colour(job->arena, &present, aligned);
  if (!may_page || !is_longer_than_screen(aligned) || !pager_words(job->arena, argv)) return print(job, shown);
  setenv("LESS", "FRX", 0);
  Err err = process_show(job, argv, shown);
  if (!err) return OK;
  job_forgive(job); /* no pager: no reason to show nothing */
  return print(job, shown);
}
