/* JSON configuration files, as editors keep them: with comments, trailing
 * commas and a byte order mark, all of which survive. The text is read by the
 * strict reader after blanking those out byte for byte, so every position
 * found there is one in the file. */
#include "src/app/setup/files_json_internal.h"

#define FILE_MAX ((size_t)32 << 20)
#define ENTRY_MAX ((size_t)64 << 10)

/* ---- reading ---- */

/* Past the closing quote, or to the end of a text that lacks one. */
static size_t skip_string(Str text, size_t at) {
  for (at++; at < text.len && text.ptr[at] != '"'; at++) {
    if (text.ptr[at] == '\\') at++;
  }
  return at < text.len ? at + 1 : text.len;
}

size_t app_json_skip_comment(Str text, size_t at) {
  Str rest = str_slice(text, at, text.len);
  if (str_starts_with(rest, STR("//"))) return app_text_line_end(text, at);
  if (!str_starts_with(rest, STR("/*"))) return at;
  size_t end = str_find(str_slice(rest, 2, rest.len), STR("*/"));
  return end == STR_NONE ? at : at + end + 4;
}

static size_t skip_space(Str text, size_t at) {
  while (at < text.len && byte_is_blank(text.ptr[at])) at++;
  return at;
}

/* Line ends stay, so that lines are counted alike in both texts. */
static void blank_out(char *copy, size_t from, size_t to) {
  for (size_t i = from; i < to; i++) {
    if (!byte_is_blank(copy[i])) copy[i] = ' ';
  }
}

/* The same text as strict JSON of the same length. */
static Str make_plain(Arena *arena, Str text) {
  char *copy = str_to_c(arena, text);
  Str plain = {copy, text.len};
  blank_out(copy, 0, app_text_skip_mark(text));
  for (size_t at = 0; at < text.len;) {
    size_t end = app_json_skip_comment(text, at);
    if (end > at) blank_out(copy, at, end);
    at = end > at ? end : text.ptr[at] == '"' ? skip_string(text, at) : at + 1;
  }
  char before = 0;
  for (size_t at = skip_space(plain, 0); at < text.len; at = skip_space(plain, at)) {
    char c = copy[at];
    size_t next = c == '"' ? skip_string(plain, at) : at + 1;
    size_t after = skip_space(plain, next);
    bool closes = after < text.len && (copy[after] == '}' || copy[after] == ']');
    bool follows_value = before && !strchr("{[,:", before);
    if (c == ',' && closes && follows_value) copy[at] = ' ';
    before = c;
    at = next;
  }
  return plain;
}

/* Past the value at `at`, in well-formed JSON. */
static size_t skip_value(Str plain, size_t at) {
  size_t depth = 0;
  do {
    char c = at < plain.len ? plain.ptr[at] : '}';
    if (c == '"') {
      at = skip_string(plain, at);
    } else if (c == '{' || c == '[') {
      depth++;
      at++;
    } else if (c == '}' || c == ']') {
      depth--;
      at++;
    } else if (depth) {
      at++;
    } else {
      while (at < plain.len && !byte_is_blank(plain.ptr[at]) && !strchr(",]}", plain.ptr[at])) at++;
    }
  } while (depth && at < plain.len);
  return at;
}

/* The reader gives values without places; this walks the same text again and
 * finds where each member stands. */
static AppJsonObject read_object(Arena *arena, Str plain, size_t open, const Json *json) {
  AppJsonObject object = {.open = open, .json = json};
  object.members = ARENA_ARRAY(arena, AppJsonMember, json->count);
  size_t at = open + 1;
  for (size_t i = 0; i < json->count; i++) {
    AppJsonMember *member = &object.members[i];
    member->start = skip_space(plain, at);
    size_t colon = skip_space(plain, skip_string(plain, member->start));
    member->value = skip_space(plain, colon + 1);
    member->end = skip_value(plain, member->value);
    at = skip_space(plain, member->end);
    if (at < plain.len && plain.ptr[at] == ',') at++;
  }
  object.close = skip_space(plain, at);
  return object;
}

/* STR_NONE: absent. */
static size_t find_member(const AppJsonObject *object, Str name) {
  for (size_t i = 0; i < object->json->count; i++) {
    if (str_eq(object->json->members[i].name, name)) return i;
  }
  return STR_NONE;
}

/* A file with nothing but comments is blank: it gets a document behind
 * them. */
static Err read_document(Job *job, const char *key, Str text, AppJsonDocument *ret_document) {
  AppJsonDocument document = {.text = text};
  document.plain = make_plain(job->arena, text);
  document.is_blank = skip_space(document.plain, 0) == text.len;
  if (document.is_blank) {
    *ret_document = document;
    return OK;
  }
  TRY(json_read(job, document.plain, &(JsonLimits){.max_bytes = FILE_MAX}, &document.json));
  if (!json_is(document.json, JSON_OBJECT)) {
    return job_fail(job, ERR_SYNTAX, "the file does not hold a JSON object");
  }
  document.root =
      read_object(job->arena, document.plain, skip_space(document.plain, 0), document.json);
  size_t at = find_member(&document.root, str_from_c(key));
  if (at != STR_NONE) {
    const Json *servers = &document.json->members[at].value;
    if (!json_is(servers, JSON_OBJECT)) {
      return job_fail(job, ERR_SYNTAX, "\"%s\" is not an object", key);
    }
    document.has_servers = true;
    document.servers =
        read_object(job->arena, document.plain, document.root.members[at].value, servers);
    document.entry_at = find_member(&document.servers, STR(APP_ENTRY_NAME));
    document.has_entry = document.entry_at != STR_NONE;
  }
  *ret_document = document;
  return OK;
}

static AppJsonObject entry_object(Job *job, const AppJsonDocument *document) {
  const AppJsonMember *entry = &document->servers.members[document->entry_at];
  const Json *value = &document->servers.json->members[document->entry_at].value;
  return read_object(job->arena, document->plain, entry->value, value);
}

/* ---- the entry ---- */

/* A copy of the template with the program where "@" stands. */
static void fill_in(Arena *arena, const Json *from, Str program, Json *to) {
  *to = *from;
  if (json_is(from, JSON_STRING) && str_eq_c(from->text, "@")) to->text = program;
  if (json_is(from, JSON_ARRAY)) {
    Json *items = ARENA_ARRAY(arena, Json, from->count);
    for (size_t i = 0; i < from->count; i++) fill_in(arena, &from->items[i], program, &items[i]);
    to->items = items;
  }
  if (json_is(from, JSON_OBJECT)) {
    JsonMember *members = ARENA_ARRAY(arena, JsonMember, from->count);
    for (size_t i = 0; i < from->count; i++) {
      members[i].name = from->members[i].name;
      fill_in(arena, &from->members[i].value, program, &members[i].value);
    }
    to->members = members;
  }
}

static Err wanted_entry(Job *job, const AppTarget *target, const Json **ret_entry) {
  const Json *form;
  TRY(json_read(job, target->entry, NULL, &form));
  Json *entry = ARENA_NEW(job->arena, Json);
  fill_in(job->arena, form, target->program, entry);
  *ret_entry = entry;
  return OK;
}

static const Json *wrap(Arena *arena, Str name, const Json *value) {
  JsonMember *member = ARENA_NEW(arena, JsonMember);
  *member = (JsonMember){.name = name, .value = *value};
  Json *object = ARENA_NEW(arena, Json);
  *object = (Json){.type = JSON_OBJECT, .count = 1, .members = member};
  return object;
}

static bool item_is(const Json *array, size_t at, Str text) {
  return json_is(array, JSON_ARRAY) && at < array->count &&
         json_is(&array->items[at], JSON_STRING) && str_eq(array->items[at].text, text);
}

/* What a field that decides whether the entry works should be; the present
 * value itself when it will do. Options the user added after "serve" stay. */
static const Json *wanted_field(Job *job, Str name, const Json *present, const Json *wanted) {
  if (json_equal(present, wanted)) return present;
  if (str_eq_c(name, "args") && item_is(present, 0, STR("serve"))) return present;
  bool is_list = str_eq_c(name, "command") && json_is(wanted, JSON_ARRAY);
  if (!is_list || !item_is(present, 1, STR("serve"))) return wanted;
  if (item_is(present, 0, wanted->items[0].text)) return present;
  Json *list = ARENA_NEW(job->arena, Json);
  Json *items = arena_copy(job->arena, present->items, present->count * sizeof(Json));
  *list = *present;
  items[0] = wanted->items[0];
  list->items = items;
  return list;
}

/* Other fields, such as the environment or a time limit, are the user's. */
static bool decides(Str name) {
  return str_eq_c(name, "command") || str_eq_c(name, "args") || str_eq_c(name, "type");
}

/* Whether the entry starts this program as a server; what else it says is not
 * looked at. */
static bool is_in_order(Job *job, const Json *present, const Json *wanted) {
  for (size_t i = 0; i < wanted->count; i++) {
    const JsonMember *field = &wanted->members[i];
    if (!decides(field->name)) continue;
    const Json *value = json_get(present, field->name);
    if (!value || wanted_field(job, field->name, value, &field->value) != value) return false;
  }
  return true;
}

static Str command_of(const Json *entry) {
  const Json *command = json_get(entry, STR("command"));
  if (json_is(command, JSON_ARRAY) && command->count) command = &command->items[0];
  return json_is(command, JSON_STRING) ? command->text : STR_EMPTY;
}

static Err find(Job *job, const AppTarget *target, Str text, AppEntry *ret_entry) {
  AppJsonDocument document;
  const Json *wanted;
  TRY(read_document(job, target->key, text, &document));
  TRY(wanted_entry(job, target, &wanted));
  *ret_entry = (AppEntry){.present = document.has_entry};
  if (!document.has_entry) return OK;
  const AppJsonMember *member = &document.servers.members[document.entry_at];
  const Json *value = &document.servers.json->members[document.entry_at].value;
  ret_entry->start = member->value;
  ret_entry->end = member->end;
  ret_entry->in_order = is_in_order(job, value, wanted);
  ret_entry->command = command_of(value);
  return OK;
}

/* ---- changing ---- */

static Err add_entry(Job *job, const AppTarget *target, const AppJsonDocument *document,
                     const Json *entry, AppEdit *ret_edit) {
  Arena *arena = job->arena;
  Str name = STR(APP_ENTRY_NAME);
  if (document->has_servers) {
    *ret_edit = app_json_insert(arena, document, &document->servers, name, entry);
    return OK;
  }
  const Json *servers = wrap(arena, name, entry);
  if (!document->is_blank) {
    *ret_edit = app_json_insert(arena, document, &document->root, str_from_c(target->key), servers);
    return OK;
  }
  AppJsonStyle style = {.is_multiline = true,
                        .newline = app_text_newline(document->text),
                        .outer = STR_EMPTY,
                        .unit = STR("  ")};
  const Json *root = wrap(arena, str_from_c(target->key), servers);
  Str whole = app_json_render(arena, root, &style, style.outer);
  /* After a comment that stands alone in the file. */
  size_t mark = app_text_skip_mark(document->text);
  bool ends_open = document->text.len > mark && !str_ends_with(document->text, STR("\n"));
  *ret_edit = (AppEdit){.at = document->text.len};
  ret_edit->inserted =
      str_format(arena, "%.*s%.*s%.*s", STR_ARG(ends_open ? style.newline : STR_EMPTY),
                 STR_ARG(whole), STR_ARG(style.newline));
  return OK;
}

/* One field of the entry that is there; *text becomes the changed text. */
static Err set_field(Job *job, const AppTarget *target, const JsonMember *field, Str *text) {
  AppJsonDocument document;
  TRY(read_document(job, target->key, *text, &document));
  AppJsonObject entry = entry_object(job, &document);
  size_t at = find_member(&entry, field->name);
  AppEdit edit;
  if (at == STR_NONE) {
    edit = app_json_insert(job->arena, &document, &entry, field->name, &field->value);
  } else {
    const Json *present = &entry.json->members[at].value;
    const Json *wanted = wanted_field(job, field->name, present, &field->value);
    if (wanted == present) return OK;
    edit = app_json_replace(job->arena, &document, &entry, at, wanted);
  }
  *text = app_edit_apply(job->arena, *text, &edit);
  return OK;
}

/* Field by field into a copy, which is read again each time because places
 * move; the edit is then the difference as a whole. */
static Err put(Job *job, const AppTarget *target, Str text, AppEdit *ret_edit) {
  AppJsonDocument document, after;
  const Json *wanted;
  TRY(read_document(job, target->key, text, &document));
  TRY(wanted_entry(job, target, &wanted));
  if (!document.has_entry) return add_entry(job, target, &document, wanted, ret_edit);
  const AppJsonMember *member = &document.servers.members[document.entry_at];
  const Json *present = &document.servers.json->members[document.entry_at].value;
  /* Without a command it is an entry of another kind: a remote one. */
  if (!json_get(present, STR("command"))) {
    *ret_edit =
        app_json_replace(job->arena, &document, &document.servers, document.entry_at, wanted);
    return OK;
  }
  Str changed = text;
  for (size_t i = 0; i < wanted->count; i++) {
    if (decides(wanted->members[i].name)) {
      TRY(set_field(job, target, &wanted->members[i], &changed));
    }
  }
  TRY(read_document(job, target->key, changed, &after));
  const AppJsonMember *now = &after.servers.members[after.entry_at];
  *ret_edit = (AppEdit){.at = member->value,
                        .removed = str_slice(text, member->value, member->end),
                        .inserted = str_slice(changed, now->value, now->end)};
  return OK;
}

static Err cut(Job *job, const AppTarget *target, Str text, AppEdit *ret_edit) {
  AppJsonDocument document;
  TRY(read_document(job, target->key, text, &document));
  *ret_edit = app_json_cut(job->arena, &document, &document.servers, document.entry_at);
  return OK;
}

/* Only then may the file go with the entry. */
static bool is_bare(Job *job, const AppTarget *target, Str text) {
  AppJsonDocument document;
  if (app_text_is_blank(text)) return true;
  if (read_document(job, target->key, text, &document)) {
    job_forgive(job);
    return false;
  }
  /* A comment is somebody's. */
  size_t mark = app_text_skip_mark(text);
  bool has_comment =
      !str_eq(str_slice(text, mark, text.len), str_slice(document.plain, mark, text.len));
  if (has_comment || document.is_blank) return false;
  return document.json->count == 0 ||
         (document.json->count == 1 && document.has_servers && document.servers.json->count == 0);
}

/* For a user who has to add it by hand. */
static Str snippet(Job *job, const AppTarget *target) {
  const Json *entry;
  if (wanted_entry(job, target, &entry)) return STR_EMPTY;
  const Json *servers = wrap(job->arena, STR(APP_ENTRY_NAME), entry);
  Buf text;
  JsonWriter writer;
  buf_init(&text, job->arena, ENTRY_MAX);
  json_writer_init(&writer, &text, 2);
  json_value(&writer, wrap(job->arena, str_from_c(target->key), servers));
  buf_add_byte(&text, '\n');
  return buf_str(&text);
}

const AppFormat app_format_json = {find, put, cut, is_bare, snippet};
