/* Git's configuration, of which four values matter. The text is anybody's:
 * git itself never sees it, so nothing depends on reading it as git would. */
#include "src/base/buf.h"
#include "src/os/repository_internal.h"

typedef struct Words {
  Str rest;
  Arena *arena;
} Words;

static int next_byte(Words *words) {
  if (!words->rest.len) return -1;
  unsigned char byte = (unsigned char)words->rest.ptr[0];
  words->rest = str_slice(words->rest, 1, words->rest.len);
  return byte;
}

static void skip_line(Words *words) {
  for (int byte = 0; byte >= 0 && byte != '\n';) byte = next_byte(words);
}

/* Behind the `[`: `core]` or `core "sub"]`. The name in small letters; a
 * subsection makes it another one. */
static Str read_section(Words *words) {
  Buf name;
  buf_init(&name, words->arena, 256);
  for (int byte; (byte = next_byte(words)) >= 0 && byte != '\n' && byte != ']';) {
    buf_add_byte(&name, (char)(byte >= 'A' && byte <= 'Z' ? byte + 32 : byte));
  }
  return buf_str(&name);
}

/* Behind the `=`, to the end of the line: quotes, escapes, comments. */
static Str read_value(Words *words) {
  Buf value;
  bool is_quoted = false;
  size_t kept = 0; /* without blanks at the end */
  buf_init(&value, words->arena, FILE_PATH_MAX);
  for (int byte; (byte = next_byte(words)) >= 0 && byte != '\n';) {
    if (byte == '"') {
      is_quoted = !is_quoted;
      kept = value.len;
      continue;
    }
    if (!is_quoted && (byte == '#' || byte == ';')) {
      skip_line(words);
      break;
    }
    bool is_blank = !is_quoted && (byte == ' ' || byte == '\t' || byte == '\r');
    if (is_blank && !value.len) continue;
    if (byte == '\\') {
      byte = next_byte(words);
      if (byte == '\n') continue; /* goes on in the next line */
      byte = byte == 'n' ? '\n' : byte == 't' ? '\t' : byte;
      if (byte < 0) break;
    }
    buf_add_byte(&value, (char)byte);
    if (!is_blank) kept = value.len;
  }
  return value.overflow ? STR_EMPTY : str_slice(buf_str(&value), 0, kept);
}

static Str *find_place(RepositoryConfig *config, Str section, Str key) {
  if (str_eq_c(section, "core") && str_eq_c(key, "worktree")) return &config->worktree;
  if (str_eq_c(section, "core") && str_eq_c(key, "autocrlf")) return &config->lines;
  if (!str_eq_c(section, "extensions")) return NULL;
  if (str_eq_c(key, "objectformat")) return &config->objects;
  return str_eq_c(key, "refstorage") ? &config->refs : NULL;
}

static void read_entry(Words *words, Str section, int first, RepositoryConfig *config) {
  Buf key;
  int byte = first;
  buf_init(&key, words->arena, 256);
  for (; byte >= 0 && byte != '\n' && byte != '='; byte = next_byte(words)) {
    if (byte != ' ' && byte != '\t') buf_add_byte(&key, (char)(byte >= 'A' && byte <= 'Z' ? byte + 32 : byte));
  }
  if (byte != '=') return;
  Str *place = find_place(config, section, buf_str(&key));
  Str value = read_value(words);
  if (place) *place = value;
}

void repository_config_read(Arena *arena, Str text, RepositoryConfig *config) {
  Words words = {text, arena};
  Str section = STR_EMPTY;
  for (int byte; (byte = next_byte(&words)) >= 0;) {
    if (byte == '#' || byte == ';') skip_line(&words);
    else if (byte == '[') section = read_section(&words);
    else if (byte > ' ') read_entry(&words, section, byte, config);
  }
}
