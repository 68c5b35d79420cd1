/* Changes to JSON texts that keep the hand they were written in: indent, line
 * ends, trailing commas, and comments where they stand. */
#include "src/app/setup/files_json_internal.h"

#define RENDER_MAX ((size_t)1 << 20)

/* ---- layout ---- */

static Str line_indent(Str text, size_t at) {
  size_t start = app_text_line_start(text, at);
  if (start == 0) start = app_text_skip_mark(text);
  size_t end = start;
  while (end < text.len && (text.ptr[end] == ' ' || text.ptr[end] == '\t')) end++;
  return str_slice(text, start, end);
}

/* Never on the first line, which has nothing before it that could be kept. */
static bool begins_line(Str text, size_t at) {
  size_t start = app_text_line_start(text, at);
  return start > 0 && str_trim(str_slice(text, start, at)).len == 0;
}

/* Of the first line that is indented and holds a member. */
static Str guess_unit(Str plain) {
  for (size_t at = 0; at < plain.len; at = app_text_next_line(plain, at)) {
    Str indent = line_indent(plain, at);
    if (!indent.len) continue; /* no place in the text */
    size_t after = (size_t)(indent.ptr - plain.ptr) + indent.len;
    if (after < plain.len && plain.ptr[after] == '"') return indent;
  }
  return STR("  ");
}

static bool has_newline(Str text, size_t from, size_t to) {
  return str_find_byte(str_slice(text, from, to), '\n') != STR_NONE;
}

/* Taken from the members that are there, or guessed from the document where
 * the object is empty. */
static AppJsonStyle style_of(Arena *arena, const AppJsonDocument *document,
                             const AppJsonObject *object) {
  Str text = document->text;
  size_t count = object->json->count;
  AppJsonStyle style = {.newline = app_text_newline(text)};
  style.outer = line_indent(text, object->open);
  style.unit = guess_unit(document->plain);
  if (!count) {
    style.is_multiline = document->root.json->count == 0 ||
                         has_newline(text, document->root.open, document->root.close);
    style.indent = str_format(arena, "%.*s%.*s", STR_ARG(style.outer), STR_ARG(style.unit));
    return style;
  }
  style.is_multiline = has_newline(text, object->open, object->members[0].start);
  size_t last = object->members[count - 1].start;
  style.indent = line_indent(text, begins_line(text, last) ? last : object->members[0].start);
  if (!style.is_multiline) {
    style.indent = str_format(arena, "%.*s%.*s", STR_ARG(style.outer), STR_ARG(style.unit));
  } else if (style.indent.len > style.outer.len && str_starts_with(style.indent, style.outer)) {
    style.unit = str_slice(style.indent, style.outer.len, style.indent.len);
  }
  return style;
}

/* A value whose first line follows its name and whose others are indented. */
Str app_json_render(Arena *arena, const Json *value, const AppJsonStyle *style, Str indent) {
  if (!style->is_multiline) return json_spell(arena, value);
  Buf pretty, out;
  JsonWriter writer;
  buf_init(&pretty, arena, RENDER_MAX);
  buf_init(&out, arena, RENDER_MAX);
  json_writer_init(&writer, &pretty, 2);
  json_value(&writer, value);
  Str rest = buf_str(&pretty);
  buf_add(&out, str_cut(&rest, '\n'));
  while (rest.len) {
    Str line = str_cut(&rest, '\n');
    buf_add(&out, style->newline);
    buf_add(&out, indent);
    for (; str_starts_with(line, STR("  ")); line = str_slice(line, 2, line.len)) {
      buf_add(&out, style->unit);
    }
    buf_add(&out, line);
  }
  return buf_str(&out);
}

static Str render_member(Arena *arena, Str name, const Json *value, const AppJsonStyle *style) {
  Json key = {.type = JSON_STRING, .text = name};
  Str spelled = app_json_render(arena, value, style, style->indent);
  return str_format(arena, "%.*s: %.*s", STR_ARG(json_spell(arena, &key)), STR_ARG(spelled));
}

/* ---- insert ---- */

/* `{}` becomes lines where the document has lines; a comment inside makes it
 * lines in any case. */
static AppEdit fill_empty(Arena *arena, const AppJsonDocument *document,
                          const AppJsonObject *object, Str name, const Json *value) {
  AppJsonStyle style = style_of(arena, document, object);
  Str inside = str_slice(document->text, object->open + 1, object->close);
  size_t kept = inside.len; /* comments stay, white space at the end goes */
  while (kept && strchr(" \t\r\n", inside.ptr[kept - 1])) kept--;
  if (kept) style.is_multiline = true;
  Str member = render_member(arena, name, value, &style);
  AppEdit edit = {.at = object->open + 1 + kept, .removed = str_slice(inside, kept, inside.len)};
  if (style.is_multiline) {
    edit.inserted = str_format(arena, "%.*s%.*s%.*s%.*s%.*s", STR_ARG(style.newline),
                               STR_ARG(style.indent), STR_ARG(member), STR_ARG(style.newline),
                               STR_ARG(style.outer));
  } else {
    edit.inserted = member;
  }
  return edit;
}

/* Past white space and comments. */
static size_t skip_blank(Str text, size_t at) {
  for (;;) {
    size_t next = app_json_skip_comment(text, at);
    while (next < text.len && strchr(" \t\r\n", text.ptr[next])) next++;
    if (next == at) return at;
    at = next;
  }
}

/* Past comments that end the line: they belong to what stands before them. */
static size_t skip_remarks(Str text, size_t at, bool *ret_to_line_end) {
  *ret_to_line_end = false;
  for (size_t from = at;;) {
    while (from < text.len && (text.ptr[from] == ' ' || text.ptr[from] == '\t')) from++;
    size_t end = app_json_skip_comment(text, from);
    if (end == from || has_newline(text, from, end)) return at;
    if (text.ptr[from + 1] == '/') {
      *ret_to_line_end = true;
      return end > from && text.ptr[end - 1] == '\r' ? end - 1 : end;
    }
    at = from = end;
  }
}

/* Behind the last member, with a comma in the manner of the file: after it
 * where the last one has one too, before it otherwise. A remark behind the
 * last member stays with it. */
AppEdit app_json_insert(Arena *arena, const AppJsonDocument *document, const AppJsonObject *object,
                        Str name, const Json *value) {
  Str text = document->text;
  size_t count = object->json->count;
  if (!count) return fill_empty(arena, document, object, name, value);
  AppJsonStyle style = style_of(arena, document, object);
  size_t end = object->members[count - 1].end;
  size_t comma = skip_blank(text, end);
  bool has_comma = comma < text.len && text.ptr[comma] == ',';
  bool to_line_end;
  size_t after = skip_remarks(text, has_comma ? comma + 1 : end, &to_line_end);
  if (to_line_end) style.is_multiline = true;
  Str gap = style.is_multiline
                ? str_format(arena, "%.*s%.*s", STR_ARG(style.newline), STR_ARG(style.indent))
                : STR(" ");
  Str member = render_member(arena, name, value, &style);
  if (has_comma) {
    return (AppEdit){.at = after,
                     .removed = STR_EMPTY,
                     .inserted = str_format(arena, "%.*s%.*s,", STR_ARG(gap), STR_ARG(member))};
  }
  Str remarks = str_slice(text, end, after);
  return (AppEdit){.at = end,
                   .removed = remarks,
                   .inserted = str_format(arena, ",%.*s%.*s%.*s", STR_ARG(remarks), STR_ARG(gap),
                                          STR_ARG(member))};
}

AppEdit app_json_replace(Arena *arena, const AppJsonDocument *document,
                         const AppJsonObject *object, size_t at, const Json *value) {
  const AppJsonMember *member = &object->members[at];
  AppJsonStyle style = style_of(arena, document, object);
  Str old = str_slice(document->text, member->value, member->end);
  /* A list on one line stays on one. */
  bool was_nested = old.len && strchr("{[", old.ptr[0]);
  if (was_nested && old.len > 2) style.is_multiline = has_newline(old, 0, old.len);
  Str indent = line_indent(document->text, member->start);
  return (AppEdit){.at = member->value,
                   .removed = old,
                   .inserted = app_json_render(arena, value, &style, indent)};
}

/* ---- cut ---- */

/* The member with the comma after it, and its lines when it has them alone. */
static AppEdit cut_with_comma(Str text, const AppJsonMember *member, size_t comma) {
  size_t from = member->start;
  size_t to = comma + 1;
  size_t line_end = app_text_line_end(text, to);
  bool alone = begins_line(text, from) && str_trim(str_slice(text, to, line_end)).len == 0;
  if (alone) {
    from = app_text_line_start(text, from);
    to = app_text_next_line(text, to);
  } else {
    while (to < text.len && (text.ptr[to] == ' ' || text.ptr[to] == '\t')) to++;
  }
  return (AppEdit){.at = from, .removed = str_slice(text, from, to), .inserted = STR_EMPTY};
}

/* Where the white space before the member begins. A newline stays when none
 * follows the member: a comment may end there. */
static size_t trim_before(Str text, const AppJsonMember *member) {
  size_t after = member->end;
  while (after < text.len && strchr(" \t\r", text.ptr[after])) after++;
  bool ends_line = after < text.len && text.ptr[after] == '\n';
  size_t from = member->start;
  while (from && strchr(ends_line ? " \t\r\n" : " \t", text.ptr[from - 1])) from--;
  return from;
}

/* With the comma that is no longer needed, and its lines where it had them
 * alone. Comments that belong to others stay. */
AppEdit app_json_cut(Arena *arena, const AppJsonDocument *document, const AppJsonObject *object,
                     size_t at) {
  Str text = document->text;
  const AppJsonMember *member = &object->members[at];
  size_t comma = skip_blank(text, member->end);
  if (comma < text.len && text.ptr[comma] == ',') return cut_with_comma(text, member, comma);
  if (at == 0) {
    Str before = str_slice(text, object->open + 1, member->start);
    Str after = str_slice(text, member->end, object->close);
    bool only = str_trim(before).len == 0 && str_trim(after).len == 0;
    size_t from = only ? object->open + 1 : trim_before(text, member);
    size_t to = only ? object->close : member->end;
    return (AppEdit){.at = from, .removed = str_slice(text, from, to), .inserted = STR_EMPTY};
  }
  size_t from = trim_before(text, member);
  /* The last one: the comma before it goes, what stands between stays. */
  size_t before = skip_blank(text, object->members[at - 1].end);
  return (AppEdit){.at = before,
                   .removed = str_slice(text, before, member->end),
                   .inserted = str_copy(arena, str_slice(text, before + 1, from))};
}
