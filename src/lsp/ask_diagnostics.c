/* Diagnostics as servers give them. Nothing that a server found is dropped for
 * a form that is slightly wrong: an unknown severity is an error, a broken
 * range is the beginning of the file. */
#include <stdlib.h>

#include "src/base/vec.h"
#include "src/lsp/ask_internal.h"

/* The protocol leaves a missing severity to the client; the strictest reading
 * hides nothing. */
const char *lsp_severity_name(int severity) {
  static const char *const names[] = {"error", "warning", "information", "hint"};
  return severity >= 1 && severity <= 4 ? names[severity - 1] : "error";
}

/* A number or text; some wrap it as {value, target}. */
static Str read_code(Arena *arena, const Json *code) {
  if (json_is(code, JSON_OBJECT)) code = json_get(code, STR("value"));
  return json_is(code, JSON_STRING) || json_is(code, JSON_NUMBER) ? lsp_shown_words(arena, code->text) : STR_EMPTY;
}

/* Messages and places stand in two arrays of the same length: an entry whose
 * place cannot be read has neither. */
static void read_related(LspReader *reader, const Json *values, LspDiagnostic *diagnostic) {
  Arena *arena = reader->job->arena;
  if (!json_is(values, JSON_ARRAY) || !values->count) return;
  diagnostic->related_messages = ARENA_ARRAY(arena, Str, values->count);
  for (size_t i = 0; i < values->count; i++) {
    LspLocations one;
    lsp_read_locations(reader, json_get(&values->items[i], STR("location")), &one);
    diagnostic->related.dropped += one.dropped;
    if (!one.len) continue;
    diagnostic->related_messages[diagnostic->related.len] = lsp_get_words(arena, &values->items[i], "message");
    *vec_add(arena, &diagnostic->related) = one.items[0];
  }
}

/* Servers give them in the order they found them, which differs from run to
 * run. The worst of one place comes first. */
static int compare_diagnostics(const void *a, const void *b) {
  const LspDiagnostic *left = a, *right = b;
  int order = lsp_compare_points(left->range.start, right->range.start);
  if (!order) order = left->severity - right->severity;
  if (!order) order = lsp_compare_points(left->range.end, right->range.end);
  return order ? order : str_compare(left->message, right->message);
}

void lsp_read_diagnostics(LspReader *reader, const Text *text, const Json *result, LspDiagnostics *ret_diagnostics) {
  Arena *arena = reader->job->arena;
  LspDiagnostics all = {0};
  for (size_t i = 0; json_is(result, JSON_ARRAY) && i < result->count; i++) {
    const Json *value = &result->items[i];
    LspDiagnostic diagnostic = {.code = read_code(arena, json_get(value, STR("code"))),
                                .source = lsp_get_words(arena, value, "source"),
                                .message = lsp_read_words(arena, json_get(value, STR("message")))};
    if (!lsp_read_range(reader, text, json_get(value, STR("range")), &diagnostic.range)) {
      diagnostic.range = (LspRange){.start = {1, 1}, .end = {1, 1}};
    }
    if (!json_is(value, JSON_OBJECT)) continue;
    int64_t severity = json_get_int(value, STR("severity"), 1);
    diagnostic.severity = severity >= 1 && severity <= 4 ? (int)severity : 1;
    diagnostic.is_unnecessary = lsp_has_tag(json_get(value, STR("tags")), 1);
    diagnostic.is_deprecated = lsp_has_tag(json_get(value, STR("tags")), 2);
    read_related(reader, json_get(value, STR("relatedInformation")), &diagnostic);
    *vec_add(arena, &all) = diagnostic;
  }
  if (all.len) qsort(all.items, all.len, sizeof(LspDiagnostic), compare_diagnostics);
  *ret_diagnostics = all;
}
