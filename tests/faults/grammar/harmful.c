/* Lua's grammar, loaded from real.so beside this module, with a scanner that
 * does harm where a file begins a token with a character that Lua has not:
 *   $ writes where nothing is      ` calls abort
 *   ! calls itself without end     @ never returns
 *   ? takes and gives back memory, and never returns
 *   \ waits for as long as there is a file that HARMFUL_HOLD names
 * The test compiles it with the grammar package's own header in front. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool (*real_scan)(void *, TSLexer *, const bool *);
static volatile unsigned long turns;
static char *volatile taken;

static int endless(volatile int depth) {
  char room[512];
  memset(room, depth, sizeof room);
  return endless(depth + 1) + room[depth & 255];
}

static bool scan(void *state, TSLexer *lexer, const bool *valid) {
  switch (lexer->lookahead) {
    case '$': *(volatile int *)8 = 1; break;
    case '`': abort();
    case '!': turns = (unsigned long)endless(1); break;
    case '@':
      for (;;) turns++;
    case '?':
      for (;;) {
        taken = malloc(64);
        free(taken);
      }
    case '\\':
      while (getenv("HARMFUL_HOLD") && access(getenv("HARMFUL_HOLD"), F_OK) == 0) usleep(10000);
      break;
    default: break;
  }
  return real_scan(state, lexer, valid);
}

const TSLanguage *tree_sitter_lua(void);
const TSLanguage *tree_sitter_lua(void) {
  static TSLanguage changed;
  Dl_info here;
  char path[4096];
  if (!dladdr((void *)tree_sitter_lua, &here)) return NULL;
  int folder = (int)(strrchr(here.dli_fname, '/') - here.dli_fname);
  snprintf(path, sizeof path, "%.*s/real.so", folder, here.dli_fname);
  void *module = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  const TSLanguage *(*real)(void) = module ? (const TSLanguage *(*)(void))dlsym(module, "tree_sitter_lua") : NULL;
  if (!real) return NULL;
  changed = *real();
  real_scan = changed.external_scanner.scan;
  changed.external_scanner.scan = scan;
  return &changed;
}
