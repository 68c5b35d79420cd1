/* What is read in files, before anything is resolved: the facts of each, as
 * the golden cases of languages show them, after a line with its path.
 * usage: facts LANGUAGE FILE... */
#include <stdio.h>
#include <stdlib.h>

#include "src/extract/extract.h"
#include "src/parse/parse.h"

static Str read_file(Arena *arena, const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) return STR_EMPTY;
  char *bytes = arena_alloc(arena, PARSE_MAX_BYTES);
  size_t len = fread(bytes, 1, PARSE_MAX_BYTES, file);
  fclose(file);
  return (Str){bytes, len};
}

static Err show(Job *job, Parser *parser, const Language *language, const char *path) {
  AUTO(Names) names = names_open();
  Syntax syntax;
  Facts facts;
  Buf out;
  Str text = read_file(job->arena, path);
  TRY(parse_text(job, parser, language, text, job->arena, &syntax));
  TRY(extract_facts(job, job->arena, names, &(LanguageFile){language, &syntax, str_from_c(path)}, &facts));
  buf_init(&out, job->arena, (size_t)64 << 20);
  facts_dump(&out, &facts, text);
  printf("file %s\n%.*s", path, (int)out.len, out.ptr);
  return OK;
}

int main(int count, char **words) {
  const Language *language = count > 2 ? language_find(str_from_c(words[1])) : NULL;
  if (!language) {
    fprintf(stderr, "usage: facts LANGUAGE FILE...\n");
    return 2;
  }
  AUTO(Parser) parser = parse_open();
  Arena arena;
  Job job;
  arena_init(&arena);
  for (int i = 2; i < count; i++) {
    job_init(&job, &arena);
    Err err = show(&job, parser, language, words[i]);
    if (err) fprintf(stderr, "%s: %.*s\n", words[i], STR_ARG(job_message(&job, err)));
    arena_reset(&arena);
  }
  arena_clear(&arena);
  return 0;
}
