/* Semantic tokens: five numbers each, relative to the one before. */
#include "src/base/vec.h"
#include "src/lsp/ask_internal.h"

static bool read_numbers(Arena *arena, const Json *data, LspNumbers *numbers) {
  for (size_t i = 0; i < data->count; i++) {
    int64_t number;
    if (!json_to_int(&data->items[i], &number) || number < 0 || number > UINT32_MAX) return false;
    *vec_add(arena, numbers) = (uint32_t)number;
  }
  return true;
}

/* One SemanticTokensEdit: `deleteCount` numbers from `start` on become `data`.
 * A new list each time: edits are few, and the old numbers belong to whoever
 * keeps them for the next delta. */
static bool apply_edit(Arena *arena, const Json *edit, LspNumbers *numbers) {
  int64_t start = json_get_int(edit, STR("start"), -1), gone = json_get_int(edit, STR("deleteCount"), -1);
  const Json *data = json_get(edit, STR("data"));
  LspNumbers next = {0};
  if (start < 0 || gone < 0 || (uint64_t)start > numbers->len) return false;
  if ((uint64_t)gone > numbers->len - (uint64_t)start) return false;
  for (size_t i = 0; i < (size_t)start; i++) *vec_add(arena, &next) = numbers->items[i];
  if (json_is(data, JSON_ARRAY) && !read_numbers(arena, data, &next)) return false;
  for (size_t i = (size_t)(start + gone); i < numbers->len; i++) *vec_add(arena, &next) = numbers->items[i];
  *numbers = next;
  return true;
}

/* Edits all speak of the numbers before: the last is done first. Each must end
 * before the one behind it begins, or they would not mean the same numbers.
 * Null is a good answer without tokens. */
bool lsp_read_token_numbers(Arena *arena, const LspNumbers *before, const Json *result, LspNumbers *ret_numbers) {
  const Json *data = json_get(result, STR("data")), *edits = json_get(result, STR("edits"));
  LspNumbers numbers = {0};
  if (json_is(data, JSON_ARRAY)) {
    if (!read_numbers(arena, data, &numbers)) return false;
  } else if (json_is(edits, JSON_ARRAY) && before) {
    int64_t limit = INT64_MAX;
    numbers = *before;
    for (size_t i = edits->count; i-- > 0;) {
      int64_t start = json_get_int(&edits->items[i], STR("start"), -1);
      int64_t end = start + json_get_int(&edits->items[i], STR("deleteCount"), 0);
      if (start < 0 || start > UINT32_MAX || end > limit) return false;
      if (!apply_edit(arena, &edits->items[i], &numbers)) return false;
      limit = start;
    }
  } else {
    return !result || result->type == JSON_NULL ? (*ret_numbers = numbers, true) : false;
  }
  *ret_numbers = numbers;
  return true;
}

/* Numbers beyond the legend occur when a server changes its legend by a
 * registration. */
static Str name_at(Arena *arena, const Json *names, uint32_t index) {
  if (!json_is(names, JSON_ARRAY) || index >= names->count) return STR("unknown");
  return json_is(&names->items[index], JSON_STRING) ? lsp_shown_words(arena, names->items[index].text) : STR("unknown");
}

static void read_modifiers(Arena *arena, const Json *names, uint32_t bits, LspToken *token) {
  if (!bits) return;
  token->modifiers = ARENA_ARRAY(arena, Str, 32);
  for (uint32_t i = 0; i < 32; i++) {
    if (bits >> i & 1) token->modifiers[token->modifier_count++] = name_at(arena, names, i);
  }
}

/* Sums are kept in 64 bits, so that a hostile answer cannot wrap around to the
 * beginning of the file. */
void lsp_read_tokens(LspReader *reader, const Text *text, const Json *legend, const Json *result, LspTokens *ret_tokens) {
  Arena *arena = reader->job->arena;
  const Json *types = json_get(legend, STR("tokenTypes")), *modifiers = json_get(legend, STR("tokenModifiers"));
  LspNumbers numbers = {0};
  LspTokens all = {0};
  uint64_t line = 0, character = 0;
  if (!lsp_read_token_numbers(arena, NULL, result, &numbers)) numbers.len = 0;
  for (size_t i = 0; i + 5 <= numbers.len; i += 5) {
    const uint32_t *five = &numbers.items[i];
    character = five[0] ? five[1] : character + five[1];
    line += five[0];
    if (line >= UINT32_MAX || character + five[2] >= UINT32_MAX) break;
    TextPosition start = {(uint32_t)line, (uint32_t)character}, end = {start.line, start.character + five[2]};
    LspToken token = {.range = lsp_range_of(reader, text, start, end), .type = name_at(arena, types, five[3])};
    read_modifiers(arena, modifiers, five[4], &token);
    *vec_add(arena, &all) = token;
  }
  *ret_tokens = all;
}
