/* TOML configuration files: one table, [<key>.fathom], added at the end or
 * changed in place. The scanner knows where keys, values and headers are; what
 * values mean it knows for strings and lists of them alone. */
#include "src/app/setup/setup_internal.h"
#include "src/base/vec.h"

enum { PARTS_MAX = 6 };

/* A header or a pair, as places in the text: nothing is kept that cannot be
 * written back byte for byte. */
typedef struct Item {
  size_t line;       /* where its line begins */
  size_t end;        /* past the value or header, and past its newline */
  bool is_header;
  bool is_array;     /* [[...]] */
  Str parts[PARTS_MAX];
  size_t part_count; /* may exceed PARTS_MAX: the rest is not kept */
  size_t value, value_end;
} Item;

/* Reads the whole file once, front to back. What it does not understand is
 * an error, and the file is left alone: a wrong guess would break somebody's
 * configuration. */
typedef struct Scanner {
  Job *job;
  Str text;
  size_t at;
  VEC(Item) items;
} Scanner;

/* With the number of the line, because the user will have to look at it. */
static Err bad(Scanner *scanner, const char *what) {
  size_t line = 1;
  for (size_t i = 0; i < scanner->at && i < scanner->text.len; i++) {
    if (scanner->text.ptr[i] == '\n') line++;
  }
  return job_fail(scanner->job, ERR_SYNTAX, "line %zu: %s", line, what);
}

/* Beyond the end a line ends, so that loops over blanks and keys stop by
 * themselves. */
static char peek(const Scanner *scanner) {
  return scanner->at < scanner->text.len ? scanner->text.ptr[scanner->at] : '\n';
}

static bool at_end(const Scanner *scanner) { return scanner->at >= scanner->text.len; }

static void skip_blanks(Scanner *scanner) {
  while (!at_end(scanner) && strchr(" \t", peek(scanner))) scanner->at++;
}

static Err skip_string(Scanner *scanner) {
  Str text = scanner->text;
  char quote = peek(scanner);
  Str triple = quote == '"' ? STR("\"\"\"") : STR("'''");
  bool is_long = str_starts_with(str_slice(text, scanner->at, text.len), triple);
  size_t width = is_long ? 3 : 1;
  size_t at = scanner->at + width;
  for (; at < text.len; at++) {
    if (quote == '"' && text.ptr[at] == '\\') {
      at++;
      continue;
    }
    if (!is_long && text.ptr[at] == '\n') break;
    if (text.ptr[at] != quote) continue;
    if (is_long && !str_starts_with(str_slice(text, at, text.len), triple)) continue;
    at += width;
    /* Up to two quotes may stand before the closing three. */
    while (is_long && at < text.len && text.ptr[at] == quote) at++;
    scanner->at = at;
    return OK;
  }
  return bad(scanner, "a string does not end");
}

/* Past a list or inline table, which may hold newlines and comments. */
static Err skip_nested(Scanner *scanner) {
  size_t depth = 0;
  do {
    char c = peek(scanner);
    if (at_end(scanner)) return bad(scanner, "a list or table does not end");
    if (c == '"' || c == '\'') {
      TRY(skip_string(scanner));
      continue;
    }
    if (c == '#') {
      scanner->at = app_text_line_end(scanner->text, scanner->at);
      continue;
    }
    if (c == '[' || c == '{') depth++;
    if (c == ']' || c == '}') depth--;
    scanner->at++;
  } while (depth);
  return OK;
}

/* Numbers, dates and booleans are whatever stands up to a blank. */
static Err skip_value(Scanner *scanner) {
  char c = peek(scanner);
  if (c == '"' || c == '\'') return skip_string(scanner);
  if (c == '[' || c == '{') return skip_nested(scanner);
  size_t from = scanner->at;
  while (!at_end(scanner) && !strchr(" \t\r\n#", peek(scanner))) scanner->at++;
  return scanner->at > from ? OK : bad(scanner, "a key has no value");
}

static bool is_bare_key(char c) {
  return byte_is_word(c) || c == '-';
}

/* A string on one line, decoded; false for what is none. */
static bool decode(Job *job, Str spelled, Str *ret_text) {
  if (spelled.len < 2) return false;
  if (spelled.ptr[0] == '\'') {
    *ret_text = str_slice(spelled, 1, spelled.len - 1);
    return true;
  }
  const Json *json;
  if (json_read(job, spelled, NULL, &json) || !json_is(json, JSON_STRING)) {
    job_forgive(job);
    return false;
  }
  *ret_text = json->text;
  return true;
}

/* Dotted keys may have blanks around the dots. A key whose quotes cannot be
 * decoded is kept as it is spelled; it is not one of ours then. */
static Err read_key(Scanner *scanner, Item *item) {
  for (;;) {
    skip_blanks(scanner);
    size_t from = scanner->at;
    Str part;
    char c = peek(scanner);
    if (c == '"' || c == '\'') {
      TRY(skip_string(scanner));
      Str spelled = str_slice(scanner->text, from, scanner->at);
      if (!decode(scanner->job, spelled, &part)) part = spelled;
    } else {
      while (!at_end(scanner) && is_bare_key(peek(scanner))) scanner->at++;
      part = str_slice(scanner->text, from, scanner->at);
      if (!part.len) return bad(scanner, "a key is expected");
    }
    if (item->part_count < PARTS_MAX) item->parts[item->part_count] = part;
    item->part_count++;
    skip_blanks(scanner);
    if (peek(scanner) != '.') return OK;
    scanner->at++;
  }
}

static Err expect(Scanner *scanner, char c, const char *what) {
  if (at_end(scanner) || peek(scanner) != c) return bad(scanner, what);
  scanner->at++;
  return OK;
}

/* Something behind the value that is no comment means that the value was not
 * understood. */
static Err read_item(Scanner *scanner, Item *item) {
  if (peek(scanner) == '[') {
    item->is_header = true;
    scanner->at++;
    item->is_array = peek(scanner) == '[';
    if (item->is_array) scanner->at++;
    TRY(read_key(scanner, item));
    TRY(expect(scanner, ']', "a table header does not end"));
    if (item->is_array) TRY(expect(scanner, ']', "a table header does not end"));
  } else {
    TRY(read_key(scanner, item));
    TRY(expect(scanner, '=', "'=' is expected after the key"));
    skip_blanks(scanner);
    item->value = scanner->at;
    TRY(skip_value(scanner));
    item->value_end = scanner->at;
  }
  skip_blanks(scanner);
  Str rest = str_slice(scanner->text, scanner->at, app_text_line_end(scanner->text, scanner->at));
  if (str_trim(rest).len && rest.ptr[0] != '#') return bad(scanner, "something follows the value");
  item->end = scanner->at = app_text_next_line(scanner->text, scanner->at);
  return OK;
}

/* Only lines, tables and keys are told apart, as far as it takes to add and
 * remove an entry without touching anything else in the file. */
static Err scan(Job *job, Str text, Scanner *ret_scanner) {
  Scanner scanner = {.job = job, .text = text, .at = app_text_skip_mark(text)};
  while (!at_end(&scanner)) {
    size_t line = scanner.at;
    skip_blanks(&scanner);
    char c = peek(&scanner);
    if (c == '\n' || c == '\r' || c == '#') {
      scanner.at = app_text_next_line(text, scanner.at);
      continue;
    }
    Item item = {.line = line};
    TRY(read_item(&scanner, &item));
    *vec_add(job->arena, &scanner.items) = item;
  }
  *ret_scanner = scanner;
  return OK;
}

/* ---- the table ---- */

/* Our table with its sub-tables, which must stand together: only then can it
 * be replaced or taken out as one piece. */
typedef struct Table {
  bool present;
  size_t start, end;     /* from its header to its last line */
  size_t body;           /* past the header's line */
  const Item *command;
  const Item *args;
} Table;

static bool begins_with(const Item *item, const char *key) {
  return item->part_count >= 2 && str_eq_c(item->parts[0], key) &&
         str_eq_c(item->parts[1], APP_ENTRY_NAME);
}

/* Forms of the entry that are no table of its own. */
static Err refuse_other_forms(Job *job, const AppTarget *target, const Item *item,
                              const Item *header) {
  bool inside = header && header->part_count == 1 && str_eq_c(header->parts[0], target->key);
  bool whole = !header && item->part_count == 1 && str_eq_c(item->parts[0], target->key);
  bool dotted = !header && begins_with(item, target->key);
  bool member = inside && str_eq_c(item->parts[0], APP_ENTRY_NAME);
  if (!whole && !dotted && !member) return OK;
  return job_fail(job, ERR_SYNTAX, "\"%s\" is not written as tables of its own, [%s.<name>]",
                  target->key, target->key);
}

/* `left` says that another table came after ours. TOML lets parts of a table
 * be scattered over the file; such a file is refused. */
static Err find_table(Job *job, const AppTarget *target, Str text, Scanner *scanner,
                      Table *ret_table) {
  Table table = {0};
  TRY(scan(job, text, scanner));
  const Item *header = NULL;
  bool left = false;
  for (size_t i = 0; i < scanner->items.len; i++) {
    const Item *item = &scanner->items.items[i];
    if (item->is_header) {
      header = item;
      bool ours = begins_with(item, target->key);
      bool is_list = item->is_array && str_eq_c(item->parts[0], target->key) &&
                     (ours || item->part_count == 1);
      if (is_list || (ours && left) || (ours && !table.present && item->part_count > 2)) {
        return job_fail(job, ERR_SYNTAX, "the parts of [%s." APP_ENTRY_NAME "] are not together",
                        target->key);
      }
      if (table.present && !ours) left = true;
      if (ours && !table.present) {
        table = (Table){.present = true, .start = item->line, .body = item->end};
      }
    } else {
      TRY(refuse_other_forms(job, target, item, header));
    }
    bool inside = table.present && !left;
    if (inside) table.end = item->end;
    if (inside && !item->is_header && header->part_count == 2 && item->part_count == 1) {
      if (str_eq_c(item->parts[0], "command")) table.command = item;
      if (str_eq_c(item->parts[0], "args")) table.args = item;
    }
  }
  *ret_table = table;
  return OK;
}

static Str value_of(Job *job, Str text, const Item *item) {
  Str value;
  if (!item || !decode(job, str_slice(text, item->value, item->value_end), &value)) {
    return STR_EMPTY;
  }
  return value;
}

/* Whether the list's first item is "serve"; what follows is the user's. */
static bool serves(Job *job, Str text, const Item *item) {
  if (!item) return false;
  Scanner scanner = {.job = job, .text = str_slice(text, 0, item->value_end), .at = item->value};
  if (peek(&scanner) != '[') return false;
  scanner.at++;
  while (!at_end(&scanner) && strchr(" \t\r\n", peek(&scanner))) scanner.at++;
  size_t from = scanner.at;
  Str first;
  if (!strchr("\"'", peek(&scanner)) || skip_string(&scanner)) {
    job_forgive(job);
    return false;
  }
  return decode(job, str_slice(text, from, scanner.at), &first) && str_eq_c(first, "serve");
}

static Err find(Job *job, const AppTarget *target, Str text, AppEntry *ret_entry) {
  Scanner scanner;
  Table table;
  TRY(find_table(job, target, text, &scanner, &table));
  *ret_entry = (AppEntry){.present = table.present, .start = table.start, .end = table.end};
  if (!table.present) return OK;
  ret_entry->command = value_of(job, text, table.command);
  ret_entry->in_order =
      str_eq(ret_entry->command, target->program) && serves(job, text, table.args);
  return OK;
}

/* A basic string of this format has the escapes of JSON. */
static Str spell(Arena *arena, Str text) {
  Json json = {.type = JSON_STRING, .text = text};
  return json_spell(arena, &json);
}

/* The entry's template has an '@' where the program goes. */
static Str block(Job *job, const AppTarget *target) {
  Buf text;
  buf_init(&text, job->arena, (size_t)64 << 10);
  buf_add_format(&text, "[%s.%s]\n", target->key, APP_ENTRY_NAME);
  for (Str rest = target->entry; rest.len;) {
    Str before = str_cut(&rest, '@');
    buf_add(&text, before);
    if (rest.len) buf_add(&text, spell(job->arena, target->program));
  }
  return buf_str(&text);
}

/* The table as it is, with one value changed or one line added. */
static Str set_value(Arena *arena, Str text, const Table *table, const Item *item, const char *name,
                     Str value) {
  AppEdit edit = {.at = table->body, .removed = STR_EMPTY};
  if (item) {
    edit.at = item->value;
    edit.removed = str_slice(text, item->value, item->value_end);
    edit.inserted = value;
  } else {
    edit.inserted = str_format(arena, "%s = %.*s%.*s", name, STR_ARG(value),
                               STR_ARG(app_text_newline(text)));
  }
  return app_edit_apply(arena, text, &edit);
}

/* Values are changed one by one, and the text is scanned again after each:
 * places move. What else the user wrote into the table stays. */
static Err update(Job *job, const AppTarget *target, Str text, AppEdit *ret_edit) {
  Scanner scanner;
  Table table, after;
  Str changed = text;
  TRY(find_table(job, target, text, &scanner, &after));
  table = after;
  if (!table.command) { /* an entry of another kind: a remote one */
    *ret_edit = (AppEdit){.at = table.start,
                          .removed = str_slice(text, table.start, table.end),
                          .inserted = app_text_with_newline(job->arena, block(job, target),
                                                            app_text_newline(text))};
    return OK;
  }
  if (!serves(job, changed, after.args)) {
    changed = set_value(job->arena, changed, &after, after.args, "args", STR("[\"serve\"]"));
    TRY(find_table(job, target, changed, &scanner, &after));
  }
  if (!str_eq(value_of(job, changed, after.command), target->program)) {
    changed = set_value(job->arena, changed, &after, after.command, "command",
                        spell(job->arena, target->program));
    TRY(find_table(job, target, changed, &scanner, &after));
  }
  *ret_edit = (AppEdit){.at = table.start,
                        .removed = str_slice(text, table.start, table.end),
                        .inserted = str_slice(changed, after.start, after.end)};
  return OK;
}

/* A new table goes to the end of the file, where it cannot come between a
 * header and its pairs. */
static Err put(Job *job, const AppTarget *target, Str text, AppEdit *ret_edit) {
  AppEntry entry;
  TRY(find(job, target, text, &entry));
  if (entry.present) return update(job, target, text, ret_edit);
  Str gap = app_text_gap(job->arena, text);
  Str whole = str_format(job->arena, "%.*s%.*s", STR_ARG(gap),
                         STR_ARG(app_text_with_newline(job->arena, block(job, target),
                                                       app_text_newline(text))));
  *ret_edit = (AppEdit){.at = text.len, .removed = STR_EMPTY, .inserted = whole};
  return OK;
}

/* With the empty line before it. */
static Err cut(Job *job, const AppTarget *target, Str text, AppEdit *ret_edit) {
  AppEntry entry;
  TRY(find(job, target, text, &entry));
  size_t from = entry.start;
  size_t before = from ? app_text_line_start(text, from - 1) : from;
  if (str_trim(str_slice(text, before, from)).len == 0) from = before;
  *ret_edit = (AppEdit){
      .at = from, .removed = str_slice(text, from, entry.end), .inserted = STR_EMPTY};
  return OK;
}

static bool is_bare(Job *job, const AppTarget *target, Str text) {
  (void)job, (void)target;
  return app_text_is_blank(text);
}

const AppFormat app_format_toml = {find, put, cut, is_bare, block};
