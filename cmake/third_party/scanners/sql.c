/* The package's scanner, which forgets the tag it holds whenever it is given
 * another state: that was lost each time, so it is freed first. */
#define tree_sitter_sql_external_scanner_deserialize package_deserialize
#include "scanner.c"
#undef tree_sitter_sql_external_scanner_deserialize

void tree_sitter_sql_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
  LexerState *state = payload;
  free(state->start_tag);
  package_deserialize(payload, buffer, length);
}
