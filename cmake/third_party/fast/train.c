/* Runs the counting build over texts of its languages, so that the compiler
 * learns which ways are usual. usage: train GRAMMAR FILE [GRAMMAR FILE]… */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include "src/parse/parse_internal.h"

enum { ROUNDS = 30 };

static char *read_all(const char *path, uint32_t *ret_size) {
  FILE *file = fopen(path, "rb");
  if (!file) return NULL;
  fseek(file, 0, SEEK_END);
  long size = ftell(file);
  rewind(file);
  char *text = malloc((size_t)size + 1);
  *ret_size = text ? (uint32_t)fread(text, 1, (size_t)size, file) : 0;
  fclose(file);
  return text;
}

static int train(const char *name, const char *path) {
  char symbol[128];
  snprintf(symbol, sizeof symbol, "tree_sitter_%s", name);
  union {
    void *address;
    const TSLanguage *(*function)(void);
  } entry = {.address = dlsym(RTLD_DEFAULT, symbol)};
  uint32_t size;
  char *text = read_all(path, &size);
  if (!entry.address || !text) {
    fprintf(stderr, "train: %s or %s is missing\n", symbol, path);
    return 1;
  }
  const TSLanguage *tables = parse_tables_open(entry.function());
  ParseMemory memory = {0};
  for (int round = 0; round < ROUNDS; round++) {
    parse_memory_begin(&memory);
    TSParser *parser = ts_parser_new();
    ts_parser_set_language(parser, tables);
    ts_parser_parse_string(parser, NULL, text, size);
    parse_memory_end(&memory);
  }
  return 0;
}

int main(int argc, char **argv) {
  for (int i = 1; i + 1 < argc; i += 2) {
    if (train(argv[i], argv[i + 1])) return 1;
  }
  return 0;
}
