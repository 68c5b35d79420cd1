/* Go: imports. A package imported without a name is known by its package
 * clause, which is in another file; the path and the names that this file
 * writes before dots tell it nearly always. */
#include "src/languages/go/go_internal.h"

/* Every name that stands before a dot, of whatever it is: local variables
 * are among them and do no harm, since only names that fit an import's path
 * are asked for. */
void language_go_qualifiers(LanguageBuild *build) {
  const Syntax *syntax = build->syntax;
  GoState *state = language_go_state(build);
  for (NodeNo node = 1; node < syntax->count; node++) {
    unsigned kind = syntax_kind(syntax, node);
    if (kind != GO_SELECTOR && kind != GO_QUALIFIED_TYPE) continue;
    NodeNo first = syntax_named(syntax, node, 0);
    unsigned first_kind = first ? syntax_kind(syntax, first) : 0;
    if (first_kind != GO_IDENTIFIER && first_kind != GO_PACKAGE_IDENTIFIER) continue;
    map_put(&state->qualifiers, syntax_text(syntax, first), state);
  }
}

/* "v2": a major version, which is no package's name. */
static bool is_version(Str part) {
  if (part.len < 2 || part.ptr[0] != 'v') return false;
  for (size_t i = 1; i < part.len; i++) {
    if (part.ptr[i] < '0' || part.ptr[i] > '9') return false;
  }
  return true;
}

static bool is_identifier(Str s) {
  if (!s.len || byte_is_digit(s.ptr[0])) return false;
  for (size_t i = 0; i < s.len; i++) {
    char c = s.ptr[i];
    bool letter = byte_is_letter(c);
    if (!letter && c != '_' && !(c & 0x80) && !byte_is_digit(c)) return false;
  }
  return true;
}

/* The path's last part that is no version: "github.com/x/y/v2" -> "y". */
static Str last_part(Str path) {
  for (;;) {
    size_t slash = str_find_last_byte(path, '/');
    Str part = slash == STR_NONE ? path : str_slice(path, slash + 1, path.len);
    if (slash == STR_NONE || !is_version(part)) return part;
    path = str_slice(path, 0, slash);
  }
}

static Str strip_prefix(Str s, Str prefix) {
  return str_starts_with(s, prefix) ? str_slice(s, prefix.len, s.len) : s;
}

static Str strip_suffix(Str s, Str suffix) {
  return str_ends_with(s, suffix) ? str_slice(s, 0, s.len - suffix.len) : s;
}

static Str without_bytes(Arena *arena, Str s, const char *bytes, char instead) {
  Buf buf;
  buf_init(&buf, arena, s.len + 1);
  for (size_t i = 0; i < s.len; i++) {
    bool drop = false;
    for (const char *b = bytes; *b; b++) drop |= s.ptr[i] == *b;
    if (!drop) buf_add_byte(&buf, s.ptr[i]);
    else if (instead) buf_add_byte(&buf, instead);
  }
  return buf_str(&buf);
}

#define NAME_GUESSES 10

/* What a package with this last part is usually called, best first. */
static size_t guess_names(Arena *arena, Str part, Str *ret_names) {
  size_t count = 0, dot = str_find_last_byte(part, '.');
  Str bare = part;
  if (dot != STR_NONE && is_version(str_slice(part, dot + 1, part.len))) bare = str_slice(part, 0, dot);
  Str core = strip_prefix(strip_prefix(bare, STR("go-")), STR("go."));
  core = strip_suffix(strip_suffix(strip_suffix(core, STR("-go")), STR(".go")), STR("-golang"));
  size_t dash = str_find_last_byte(core, '-');
  ret_names[count++] = bare;
  ret_names[count++] = core;
  ret_names[count++] = without_bytes(arena, core, "-.", 0);
  ret_names[count++] = without_bytes(arena, core, "-.", '_');
  ret_names[count++] = without_bytes(arena, bare, "-.", 0);
  ret_names[count++] = without_bytes(arena, bare, "-.", '_');
  if (dash != STR_NONE) {
    ret_names[count++] = str_slice(core, dash + 1, core.len);
    ret_names[count++] = str_slice(core, 0, str_find_byte(core, '-'));
  }
  if (str_starts_with(core, STR("go"))) ret_names[count++] = str_slice(core, 2, core.len);
  return count;
}

/* The first guess that the file uses; else any used name that the path
 * contains; else the first guess that could be a name at all. */
static Str local_name(LanguageBuild *build, Str path) {
  const Map *used = &language_go_state(build)->qualifiers;
  Str guesses[NAME_GUESSES];
  Str part = last_part(path);
  size_t count = guess_names(build->arena, part, guesses);
  for (size_t i = 0; i < count; i++) {
    if (is_identifier(guesses[i]) && map_get(used, guesses[i])) return guesses[i];
  }
  /* No unused imports in Go: some name of the file must be this package's. */
  for (const MapEntry *e = NULL; (e = map_next(used, e));) {
    if (e->key.len > 2 && str_contains(path, e->key)) return e->key;
  }
  for (size_t i = 0; i < count; i++) {
    if (is_identifier(guesses[i])) return guesses[i];
  }
  return part;
}

/* `.` brings all names in, `_` none: that is for the package's effects
 * alone. */
void language_go_import(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo name = syntax_field(syntax, node, GO_FIELD_NAME);
  Str path = syntax_text(syntax, syntax_field(syntax, node, GO_FIELD_PATH));
  if (path.len < 2) return;
  path = str_slice(path, 1, path.len - 1);
  Import import = {.form = IMPORT_MODULE, .specifier = language_intern(build, path)};
  unsigned kind = name ? syntax_kind(syntax, name) : 0;
  if (kind == GO_DOT) {
    import.form = IMPORT_STAR;
  } else if (kind == GO_BLANK_IDENTIFIER) {
    import.form = IMPORT_EFFECT;
  } else {
    import.local = name ? language_name(build, name) : language_intern(build, local_name(build, path));
  }
  language_import(build, import, node);
}
