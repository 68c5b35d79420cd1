/* The few shapes of TOML that manifests are written in. */
#include "src/languages/common/toml_internal.h"

#define LIST_LINES 1000

Str language_toml_text(Str value) {
  value = str_trim(value);
  if (value.len < 2 || (value.ptr[0] != '"' && value.ptr[0] != '\'')) return STR_EMPTY;
  size_t end = 1;
  while (end < value.len && value.ptr[end] != value.ptr[0]) end++;
  return str_slice(value, 1, end);
}

Str language_toml_member(Str table, Str key) {
  for (size_t from = 0; from < table.len;) {
    size_t at = str_find(str_slice(table, from, table.len), key);
    if (at == STR_NONE) return STR_EMPTY;
    at += from;
    from = at + key.len;
    bool begins = at == 0 || table.ptr[at - 1] == ' ' || table.ptr[at - 1] == '{' || table.ptr[at - 1] == ',';
    Str rest = str_trim(str_slice(table, from, table.len));
    if (begins && rest.len && rest.ptr[0] == '=') return language_toml_text(str_slice(rest, 1, rest.len));
  }
  return STR_EMPTY;
}

bool language_toml_item(Str *list, Str *ret_item) {
  for (size_t i = 0; i < list->len; i++) {
    char quote = list->ptr[i];
    if (quote == '#') { /* up to the end of its line */
      while (i < list->len && list->ptr[i] != '\n') i++;
      continue;
    }
    if (quote != '"' && quote != '\'') continue;
    size_t end = i + 1;
    while (end < list->len && list->ptr[end] != quote) end++;
    *ret_item = str_slice(*list, i + 1, end);
    *list = str_slice(*list, end + 1, list->len);
    return true;
  }
  *list = STR_EMPTY;
  return false;
}

/* `[[bin]]` and `[package]` without their brackets. */
static Str section_of(Str line) {
  while (line.len && line.ptr[0] == '[') line = str_slice(line, 1, line.len);
  size_t end = str_find_last_byte(line, ']');
  while (end != STR_NONE && end && line.ptr[end - 1] == ']') end--;
  return str_trim(str_slice(line, 0, end == STR_NONE ? line.len : end));
}

/* How deep in brackets a line ends; what stands in quotes or behind # does not
 * count. */
static int depth_after(Str line, int depth) {
  char quote = 0;
  for (size_t i = 0; i < line.len; i++) {
    char byte = line.ptr[i];
    if (quote) quote = byte == quote ? 0 : quote;
    else if (byte == '"' || byte == '\'') quote = byte;
    else if (byte == '#') break;
    else depth += byte == '[' ? 1 : byte == ']' ? -1 : 0;
  }
  return depth;
}

/* Up to where the brackets are closed; a text that never does ends it. */
static Str whole_list(Str value, Str *text) {
  int depth = depth_after(value, 0);
  for (size_t lines = 0; depth > 0 && text->len && lines < LIST_LINES; lines++) {
    Str line = str_cut(text, '\n');
    depth = depth_after(line, depth);
    /* An empty line is no place in the text: a cut one points elsewhere. */
    if (line.len) value.len = (size_t)(line.ptr + line.len - value.ptr);
  }
  return value;
}

bool language_toml_next(Str *text, LanguageTomlLine *line) {
  while (text->len) {
    Str read = str_trim(str_cut(text, '\n'));
    if (!read.len || read.ptr[0] == '#') continue;
    if (read.ptr[0] == '[') {
      line->section = section_of(read);
      continue;
    }
    size_t equals = str_find_byte(read, '=');
    if (equals == STR_NONE) continue;
    line->key = str_trim(str_slice(read, 0, equals));
    if (line->key.len > 2 && line->key.ptr[0] == '"') line->key = language_toml_text(line->key);
    line->value = str_trim(str_slice(read, equals + 1, read.len));
    if (line->value.len && line->value.ptr[0] == '[') line->value = whole_list(line->value, text);
    return true;
  }
  return false;
}
