/* YAML configuration files, as far as lines and indents tell: a top-level map
 * whose member we add or change, or a file that is all ours. Anything that
 * lines cannot tell (flow style, anchors, several documents) is refused. */
#include "src/app/setup/setup_internal.h"

/* YAML is read line by line here, by indents. That is wrong for what the
 * language allows in general, and so everything that would need more is
 * refused first. */
typedef struct Line {
  size_t start, next;
  size_t indent;
  Str body; /* without indent, line end and comment-only lines */
} Line;

static Line line_at(Str text, size_t at) {
  Line line = {.start = at, .next = app_text_next_line(text, at)};
  Str whole = str_slice(text, at, app_text_line_end(text, at));
  while (line.indent < whole.len && whole.ptr[line.indent] == ' ') line.indent++;
  line.body = str_trim(str_slice(whole, line.indent, whole.len));
  if (str_starts_with(line.body, STR("#"))) line.body = STR_EMPTY;
  return line;
}

/* The value after "name:" when the line begins so. */
static bool read_pair(Str body, const char *name, Str *ret_value) {
  Str key = str_from_c(name);
  if (!str_starts_with(body, key)) return false;
  Str rest = str_slice(body, key.len, body.len);
  if (!str_starts_with(rest, STR(":"))) return false;
  rest = str_slice(rest, 1, rest.len);
  if (rest.len && rest.ptr[0] != ' ' && rest.ptr[0] != '\t') return false;
  rest = str_trim(rest);
  *ret_value = str_starts_with(rest, STR("#")) ? STR_EMPTY : rest;
  return true;
}

/* The escapes that both know are JSON's; others make it unreadable, which
 * means that it is not what we wrote. */
static Str read_double_quoted(Job *job, Str value, size_t *ret_width) {
  size_t end = 1;
  while (end < value.len && value.ptr[end] != '"') end += value.ptr[end] == '\\' ? 2 : 1;
  if (end >= value.len) return STR_EMPTY;
  *ret_width = end + 1;
  const Json *json;
  if (json_read(job, str_slice(value, 0, end + 1), NULL, &json)) {
    job_forgive(job);
    return STR_EMPTY;
  }
  return json->text;
}

/* In which a quote is written twice. */
static Str read_single_quoted(Job *job, Str value, size_t *ret_width) {
  Buf text;
  buf_init(&text, job->arena, value.len);
  for (size_t at = 1; at < value.len; at++) {
    if (value.ptr[at] == '\'') {
      *ret_width = at + 1;
      if (at + 1 >= value.len || value.ptr[at + 1] != '\'') return buf_str(&text);
      at++;
    }
    buf_add_byte(&text, value.ptr[at]);
  }
  return STR_EMPTY;
}

/* A scalar on one line without its remark, decoded. */
static Str read_scalar(Job *job, Str value, size_t *ret_width) {
  *ret_width = value.len;
  if (!value.len) return STR_EMPTY;
  if (value.ptr[0] == '"') return read_double_quoted(job, value, ret_width);
  if (value.ptr[0] == '\'') return read_single_quoted(job, value, ret_width);
  size_t remark = str_find(value, STR(" #"));
  Str plain = str_trim(str_slice(value, 0, remark == STR_NONE ? value.len : remark));
  *ret_width = plain.len;
  return plain;
}

static Str spell(Arena *arena, Str text) {
  Json json = {.type = JSON_STRING, .text = text};
  return json_spell(arena, &json);
}

/* The template with its program, each line behind `indent`. */
static Str block(Job *job, const AppTarget *target, Str indent, Str newline) {
  Buf text;
  buf_init(&text, job->arena, (size_t)64 << 10);
  for (Str lines = target->entry; lines.len;) {
    Str line = str_cut(&lines, '\n');
    buf_add(&text, indent);
    size_t at = str_find_byte(line, '@');
    buf_add(&text, str_slice(line, 0, at == STR_NONE ? line.len : at));
    if (at != STR_NONE) buf_add(&text, spell(job->arena, target->program));
    buf_add(&text, newline);
  }
  return buf_str(&text);
}

/* ---- a member of a top-level map ---- */

/* The top-level map and our entry in it, as places in the text. */
typedef struct MapView {
  bool present;      /* the top-level key */
  size_t value_end;  /* past the key's colon */
  Str inline_value;  /* after it, on the same line: "" or "{}" */
  size_t end;        /* past the map's last line */
  size_t indent;     /* of its members; 0: it has none */
  bool has_entry;
  size_t entry, entry_end;
  size_t field_indent; /* of the entry's fields; 0: it has none */
} MapView;

/* Leaves the file alone; the words name the line. */
static Err not_understood(Job *job, Str text, size_t at, const char *what) {
  size_t line = 1 + str_count_byte(str_slice(text, 0, at), '\n');
  return job_fail(job, ERR_SYNTAX, "line %zu: %s", line, what);
}

/* At the left margin: `key:`, a list item of the key above, or the first
 * line's document mark. */
static Err check_margin(Job *job, Str text, const Line *line, bool is_first) {
  Str body = line->body;
  if (str_eq_c(body, "---") && is_first) return OK;
  if (body.ptr[0] == '-' && (body.len == 1 || body.ptr[1] == ' ')) return OK;
  size_t colon = str_find_byte(body, ':');
  bool is_key = colon != STR_NONE && colon > 0 && !strchr("{[&*!|>%@`?,]}\"'", body.ptr[0]) &&
                (colon + 1 == body.len || body.ptr[colon + 1] == ' ');
  if (is_key) return OK;
  return not_understood(job, text, line->start, "not a 'key: value' line of a plain map");
}

/* The first member's indent is that of all. The entry ends where the next
 * member begins, or the map. */
static Err note_member(Job *job, Str text, const Line *line, MapView *map) {
  if (!map->indent) map->indent = line->indent;
  if (line->indent < map->indent) {
    return not_understood(job, text, line->start, "the indent does not fit the lines above");
  }
  if (line->indent == map->indent) {
    Str value;
    bool is_entry = read_pair(line->body, APP_ENTRY_NAME, &value);
    if (is_entry && value.len) {
      return not_understood(job, text, line->start, "the entry is not written over several lines");
    }
    if (is_entry && map->has_entry) {
      return not_understood(job, text, line->start, "the entry is there twice");
    }
    if (!is_entry && map->has_entry && !map->entry_end) map->entry_end = map->end;
    if (is_entry) {
      map->has_entry = true;
      map->entry = line->start;
    }
  } else if (map->has_entry && !map->entry_end && !map->field_indent) {
    map->field_indent = line->indent;
  }
  map->end = line->next;
  return OK;
}

/* Tabs are refused outright: YAML forbids them as indents, and counting
 * spaces could not see them. */
static Err read_map(Job *job, const AppTarget *target, Str text, MapView *ret_map) {
  MapView map = {0};
  bool inside = false, is_first = true;
  if (str_find_byte(text, '\t') != STR_NONE) {
    return not_understood(job, text, str_find_byte(text, '\t'), "there is a tab");
  }
  for (size_t at = app_text_skip_mark(text); at < text.len; at = app_text_next_line(text, at)) {
    Line line = line_at(text, at);
    if (!line.body.len) continue;
    if (line.indent == 0) {
      TRY(check_margin(job, text, &line, is_first));
      Str value;
      inside = read_pair(line.body, target->key, &value);
      if (inside && map.present) return not_understood(job, text, at, "the key is there twice");
      if (inside && value.len && !str_eq_c(value, "{}")) {
        return not_understood(job, text, at, "the map is not written over several lines");
      }
      if (inside) {
        map = (MapView){.present = true,
                        .inline_value = value,
                        .value_end = at + strlen(target->key) + 1,
                        .end = line.next};
      }
    } else if (inside) {
      TRY(note_member(job, text, &line, &map));
    }
    is_first = false;
  }
  if (map.has_entry && !map.entry_end) map.entry_end = map.end;
  *ret_map = map;
  return OK;
}

/* The one-line value of a field of the entry: where it is and what it says. */
typedef struct Field {
  bool present;
  size_t at, end;
  Str text;
} Field;

/* Only fields directly in the entry count, by their indent. */
static Field find_field(Job *job, Str text, const MapView *map, const char *name) {
  for (size_t at = app_text_next_line(text, map->entry); at < map->entry_end;
       at = app_text_next_line(text, at)) {
    Line line = line_at(text, at);
    Str value;
    if (line.indent != map->field_indent || !read_pair(line.body, name, &value)) continue;
    Field field = {.present = true};
    size_t width;
    field.text = read_scalar(job, value, &width);
    field.at = value.len ? (size_t)(value.ptr - text.ptr) : app_text_line_end(text, at);
    field.end = field.at + (value.len ? width : 0);
    return field;
  }
  return (Field){0};
}

/* `args:` followed by "- serve", or `args: [serve, ...]`. */
static bool serves(Job *job, Str text, const MapView *map) {
  Field args = find_field(job, text, map, "args");
  if (!args.present) return false;
  size_t width;
  if (args.end > args.at) {
    Str list = str_slice(text, args.at, app_text_line_end(text, args.at));
    if (!str_starts_with(list, STR("["))) return false;
    Str first = str_slice(list, 1, list.len);
    Str head = str_trim(str_cut(&first, str_find_byte(first, ',') == STR_NONE ? ']' : ','));
    return str_eq_c(read_scalar(job, head, &width), "serve");
  }
  for (size_t at = app_text_next_line(text, args.at); at < map->entry_end;
       at = app_text_next_line(text, at)) {
    Line line = line_at(text, at);
    if (!line.body.len) continue;
    if (!str_starts_with(line.body, STR("- "))) return false;
    Str item = str_trim(str_slice(line.body, 2, line.body.len));
    return str_eq_c(read_scalar(job, item, &width), "serve");
  }
  return false;
}

static Err find(Job *job, const AppTarget *target, Str text, AppEntry *ret_entry) {
  MapView map;
  TRY(read_map(job, target, text, &map));
  *ret_entry = (AppEntry){.present = map.has_entry, .start = map.entry, .end = map.entry_end};
  if (!map.has_entry) return OK;
  /* The last line's end may be older than the entry. */
  while (strchr(" \t\v\f\r\n", text.ptr[ret_entry->end - 1])) ret_entry->end--;
  ret_entry->command = find_field(job, text, &map, "cmd").text;
  ret_entry->in_order =
      str_eq(ret_entry->command, target->program) && serves(job, text, &map);
  return OK;
}

static Str spaces(Arena *arena, size_t count) {
  return str_format(arena, "%*s", (int)count, "");
}

/* The program alone when the rest will do, else the whole entry anew. */
static AppEdit update(Job *job, const AppTarget *target, Str text, const MapView *map, Str whole) {
  Str old = str_slice(text, map->entry, map->entry_end);
  AppEdit edit = {.at = map->entry, .removed = old, .inserted = whole};
  Field command = find_field(job, text, map, "cmd");
  if (command.end == command.at || !serves(job, text, map)) return edit;
  AppEdit inner = {.at = command.at - map->entry,
                   .removed = str_slice(text, command.at, command.end),
                   .inserted = spell(job->arena, target->program)};
  edit.inserted = app_edit_apply(job->arena, old, &inner);
  return edit;
}

/* The members' indent is kept; a map that is not there is added at the end. */
static Err put(Job *job, const AppTarget *target, Str text, AppEdit *ret_edit) {
  MapView map;
  Arena *arena = job->arena;
  TRY(read_map(job, target, text, &map));
  Str newline = app_text_newline(text);
  Str whole = block(job, target, spaces(arena, map.indent ? map.indent : 2), newline);
  if (map.has_entry) {
    *ret_edit = update(job, target, text, &map, whole);
    return OK;
  }
  if (map.inline_value.len) { /* "{}" gives way to lines, the last ending as its line did */
    size_t end = (size_t)(map.inline_value.ptr - text.ptr) + map.inline_value.len;
    whole = str_slice(whole, 0, whole.len - newline.len);
    *ret_edit = (AppEdit){.at = map.value_end, .removed = str_slice(text, map.value_end, end)};
    ret_edit->inserted = str_format(arena, "%.*s%.*s", STR_ARG(newline), STR_ARG(whole));
    return OK;
  }
  size_t at = map.present ? map.end : text.len;
  bool open = at > app_text_skip_mark(text) && text.ptr[at - 1] != '\n';
  Str key = map.present ? STR_EMPTY
                        : str_format(arena, "%s:%.*s", target->key, STR_ARG(newline));
  *ret_edit = (AppEdit){.at = at, .removed = STR_EMPTY};
  ret_edit->inserted = str_format(arena, "%.*s%.*s%.*s", STR_ARG(open ? newline : STR_EMPTY),
                                  STR_ARG(key), STR_ARG(whole));
  return OK;
}

static Err cut(Job *job, const AppTarget *target, Str text, AppEdit *ret_edit) {
  MapView map;
  TRY(read_map(job, target, text, &map));
  *ret_edit = (AppEdit){.at = map.entry,
                        .removed = str_slice(text, map.entry, map.entry_end),
                        .inserted = STR_EMPTY};
  return OK;
}

/* Nothing left but the key that init added. */
static bool is_bare(Job *job, const AppTarget *target, Str text) {
  (void)job;
  Str value;
  Str body = str_trim(str_slice(text, app_text_skip_mark(text), text.len));
  return !body.len || (read_pair(body, target->key, &value) && !value.len);
}

static Str snippet(Job *job, const AppTarget *target) {
  return str_format(job->arena, "%s:\n%.*s", target->key,
                    STR_ARG(block(job, target, STR("  "), STR("\n"))));
}

const AppFormat app_format_yaml = {find, put, cut, is_bare, snippet};

/* ---- a file that is all ours ---- */

/* The value of its `command:` line. */
static Field own_command(Job *job, Str text) {
  for (size_t at = 0; at < text.len; at = app_text_next_line(text, at)) {
    Line line = line_at(text, at);
    bool is_item = str_starts_with(line.body, STR("- "));
    Str body = is_item ? str_slice(line.body, 2, line.body.len) : line.body;
    Str value;
    if (!read_pair(body, "command", &value) || !value.len) continue;
    size_t width;
    Field field = {.present = true};
    field.text = read_scalar(job, value, &width);
    field.at = (size_t)(value.ptr - text.ptr);
    field.end = field.at + width;
    return field;
  }
  return (Field){0};
}

static Err own_find(Job *job, const AppTarget *target, Str text, AppEntry *ret_entry) {
  *ret_entry = (AppEntry){.present = !app_text_is_blank(text), .end = text.len};
  ret_entry->command = own_command(job, text).text;
  ret_entry->in_order = ret_entry->present && str_eq(ret_entry->command, target->program);
  return OK;
}

/* Only the program is changed in a file that somebody may have extended. */
static Err own_put(Job *job, const AppTarget *target, Str text, AppEdit *ret_edit) {
  Field command = own_command(job, text);
  *ret_edit = (AppEdit){.at = 0, .removed = text};
  if (!command.present) {
    ret_edit->inserted = block(job, target, STR_EMPTY, STR("\n"));
    return OK;
  }
  AppEdit inner = {.at = command.at,
                   .removed = str_slice(text, command.at, command.end),
                   .inserted = spell(job->arena, target->program)};
  ret_edit->inserted = app_edit_apply(job->arena, text, &inner);
  return OK;
}

static Err own_cut(Job *job, const AppTarget *target, Str text, AppEdit *ret_edit) {
  (void)job, (void)target;
  *ret_edit = (AppEdit){.at = 0, .removed = text, .inserted = STR_EMPTY};
  return OK;
}

static bool own_is_bare(Job *job, const AppTarget *target, Str text) {
  (void)job, (void)target;
  return app_text_is_blank(text);
}

static Str own_snippet(Job *job, const AppTarget *target) {
  return block(job, target, STR_EMPTY, STR("\n"));
}

const AppFormat app_format_own = {own_find, own_put, own_cut, own_is_bare, own_snippet};
