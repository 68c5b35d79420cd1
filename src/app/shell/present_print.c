/* Where an answer goes: a pipe, the screen, or a pager on it. */
#include <stdio.h>
#include <stdlib.h>

#include "src/app/shell/present_internal.h"
#include "src/base/vec.h"
#include "src/os/place.h"
#include "src/os/process.h"
#include "src/os/terminal.h"

#define PAGER_WORDS 16

static Str from_environment(const char *name) { return str_from_c(getenv(name)); }

/* As most programs: never into a pipe, and not where the user says no. */
static bool wants_colour(void) {
  return terminal_is(TERMINAL_OUTPUT) && !from_environment("NO_COLOR").len && !str_eq(from_environment("TERM"), STR("dumb"));
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
  size_t rows, columns;
  return terminal_size(&rows, &columns) && rows_of(text, columns) >= rows;
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

/* A pager is used only where the answer does not fit on the screen, and less
 * is told to give way to a terminal that can scroll. */
Err app_present_print(Job *job, const AppShown *answer, Str root, bool may_page) {
  const char *argv[PAGER_WORDS];
  Str text = answer->text;
  bool is_json = text.len && text.ptr[0] == '{';
  if (!terminal_is(TERMINAL_OUTPUT) || is_json) return print(job, text);
  AppPresent present = {.root = root, .host = place_host(job->arena), .has_colour = wants_colour()};
  AppShown aligned = app_present_align(job->arena, answer);
  Str shown = app_present_colour(job->arena, &present, &aligned);
  if (!may_page || !is_longer_than_screen(aligned.text) || !pager_words(job->arena, argv)) return print(job, shown);
  setenv("LESS", "FRX", 0);
  Err err = process_show(job, argv, shown);
  if (!err) return OK;
  job_forgive(job); /* no pager: no reason to show nothing */
  return print(job, shown);
}
