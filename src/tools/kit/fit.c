/* Fit: fields of an answer within its budget. What is in lists stands in order
 * of worth, so their ends go first: those of lists inside of rows before the
 * rows themselves, because a row without its details is worth more than the
 * details of one row. Texts are shortened only where lists alone do not help.
 * What was left out is named beside it. Knows no tool. */
#include "src/base/vec.h"
#include "src/tools/kit/tool_internal.h"

#define TOLD_MAX 12      /* lists that are named one by one */
#define TOLD_ROOM 1600   /* bytes for that */
#define TEXT_LEAST 200   /* bytes that a text keeps whatever happens */
#define ROWS_LEAST 8     /* rows that texts are shortened for */
#define NO_LIMIT ((size_t)1 << 30)

/* How much is kept: of lists, of lists inside of rows, and of one text. */
typedef struct Cut {
  size_t rows, inner, text;
} Cut;

/* Something that lost its end, in all places where it stands. */
typedef struct Told {
  Str path; /* "symbols.callees" */
  size_t shown, total;
  bool is_text;
} Told;

/* One try: what was written so far and what was left out of it. Thrown away
 * when it turns out too long. */
typedef struct Fitting {
  Arena *arena;
  const Cut *cut;
  JsonWriter out;
  VEC(Told) told;
  size_t untold; /* further ones */
} Fitting;

/* The same list stands in every row of another; all of them together are one
 * part of the report. */
static void tell(Fitting *fitting, Told told) {
  for (size_t i = 0; i < fitting->told.len; i++) {
    Told *known = &fitting->told.items[i];
    if (known->is_text != told.is_text || !str_eq(known->path, told.path)) continue;
    known->shown += told.shown;
    known->total += told.total;
    return;
  }
  if (fitting->told.len < TOLD_MAX) *vec_add(fitting->arena, &fitting->told) = told;
  else fitting->untold++;
}

/* Cut at the end of a line where that does not cost half of it. */
static void write_text(Fitting *fitting, const Json *value, Str path) {
  if (value->text.len <= fitting->cut->text) {
    json_str(&fitting->out, value->text);
    return;
  }
  Str head = str_head(value->text, fitting->cut->text);
  size_t newline = str_find_last_byte(head, '\n');
  if (newline != STR_NONE && newline > head.len / 2) head.len = newline + 1;
  json_str(&fitting->out, str_format(fitting->arena, "%.*s...", STR_ARG(head)));
  tell(fitting, (Told){path, head.len, value->text.len, true});
}

static void write_value(Fitting *fitting, const Json *value, Str path, unsigned lists);

/* `lists`: how many lists are around this one; 0 is a list of rows. Writing
 * ends when the buffer is full, because the try has failed then. */
static void write_list(Fitting *fitting, const Json *list, Str path, unsigned lists) {
  size_t kept = lists ? fitting->cut->inner : fitting->cut->rows;
  if (kept > list->count) kept = list->count;
  json_begin_array(&fitting->out);
  for (size_t i = 0; i < kept && !fitting->out.buf->overflow; i++) write_value(fitting, &list->items[i], path, lists + 1);
  json_end_array(&fitting->out);
  if (kept < list->count) tell(fitting, (Told){path, kept, list->count, false});
}

/* What says itself whether something is missing, must. */
static bool is_flag(const JsonMember *member) { return str_eq(member->name, STR("truncated")) && member->value.type == JSON_BOOL; }

static void write_members(Fitting *fitting, const Json *object, Str path, unsigned lists) {
  for (size_t i = 0; i < object->count && !fitting->out.buf->overflow; i++) {
    const JsonMember *member = &object->members[i];
    Str inside = path.len ? str_format(fitting->arena, "%.*s.%.*s", STR_ARG(path), STR_ARG(member->name)) : member->name;
    json_name(&fitting->out, member->name);
    if (!path.len && is_flag(member)) json_bool(&fitting->out, true);
    else write_value(fitting, &member->value, inside, lists);
  }
}

static void write_value(Fitting *fitting, const Json *value, Str path, unsigned lists) {
  switch (value->type) {
    case JSON_STRING: write_text(fitting, value, path); return;
    case JSON_ARRAY: write_list(fitting, value, path, lists); return;
    case JSON_OBJECT:
      json_begin_object(&fitting->out);
      write_members(fitting, value, path, lists);
      json_end_object(&fitting->out);
      return;
    default: json_value(&fitting->out, value);
  }
}

/* What was left out must itself be bounded: at most TOLD_MAX parts with short
 * names, within TOLD_ROOM. */
static void write_told(Fitting *fitting, const char *how) {
  JsonWriter *out = &fitting->out;
  json_field_object(out, "left_out");
  json_field_array(out, "parts");
  for (size_t i = 0; i < fitting->told.len; i++) {
    const Told *told = &fitting->told.items[i];
    json_begin_object(out);
    json_field_str(out, "field", str_head(told->path, 80));
    json_field_int(out, "shown", (int64_t)told->shown);
    json_field_int(out, "total", (int64_t)told->total);
    if (told->is_text) json_field_str(out, "unit", STR("bytes"));
    json_end_object(out);
  }
  json_end_array(out);
  if (fitting->untold) json_field_int(out, "further_parts", (int64_t)fitting->untold);
  json_field_str(out, "how", str_from_c(how));
  json_end_object(out);
}

/* The fields cut so, with what is missing; or nothing: that is still too
 * long. */
static bool try_cut(Arena *arena, const Json *fields, const Cut *cut, const ToolFit *fit, Str *ret_fields) {
  Buf text;
  Fitting fitting = {.arena = arena, .cut = cut};
  size_t room = fit->max > 2 * TOLD_ROOM ? fit->max - TOLD_ROOM : fit->max / 2;
  buf_init(&text, arena, fit->max);
  json_writer_init(&fitting.out, &text, 0);
  json_begin_object(&fitting.out);
  write_members(&fitting, fields, STR_EMPTY, 0);
  if (text.overflow || text.len > room) return false;
  write_told(&fitting, fit->how);
  json_end_object(&fitting.out);
  if (!text.overflow) *ret_fields = buf_str(&text);
  return !text.overflow;
}

/* Raises one limit of `cut`, which fits, as far as it still does. */
static void widen(Arena *arena, const Json *fields, Cut *cut, size_t *limit, const ToolFit *fit) {
  size_t low = *limit, high = fit->max + 1;
  Str ignored;
  while (high - low > 1) {
    *limit = low + (high - low) / 2;
    if (try_cut(arena, fields, cut, fit, &ignored)) low = *limit;
    else high = *limit;
  }
  *limit = low;
}

/* In three steps, each giving up more: ends of inner lists; texts, if a few
 * rows do not fit without; then as many rows as fit. The last limits are found
 * by halving, because only writing tells how long something is. */
static Str cut_fields(Arena *arena, const Json *fields, const ToolFit *fit) {
  static const size_t inner[] = {50, 20, 10, 5, 2, 1, 0};
  Str found = STR_EMPTY;
  Cut cut = {.rows = NO_LIMIT, .inner = NO_LIMIT, .text = NO_LIMIT};
  for (size_t i = 0; i < COUNT_OF(inner); i++) {
    cut.inner = inner[i];
    if (try_cut(arena, fields, &cut, fit, &found)) return found;
  }
  cut.rows = ROWS_LEAST;
  if (!try_cut(arena, fields, &cut, fit, &found)) {
    cut.text = TEXT_LEAST;
    if (try_cut(arena, fields, &cut, fit, &found)) widen(arena, fields, &cut, &cut.text, fit);
  }
  cut.rows = 0;
  if (!try_cut(arena, fields, &cut, fit, &found)) return STR_EMPTY;
  widen(arena, fields, &cut, &cut.rows, fit);
  return try_cut(arena, fields, &cut, fit, &found) ? found : STR_EMPTY;
}

/* The fields are read back from their spelling: they were written by many
 * hands, and here they only need to be shortened. */
Err tool_fit_fields(Job *job, Str fields, const ToolFit *fit, Str *ret_fields) {
  const Json *read;
  *ret_fields = fields;
  if (fields.len <= fit->max) return OK;
  TRY(json_read(job, fields, NULL, &read));
  Str found = cut_fields(job->arena, read, fit);
  if (!found.len) {
    return job_fail(job, ERR_TOO_LARGE, "the answer is longer than %zu bytes and nothing of it can be left out; %s", fit->max, fit->how);
  }
  *ret_fields = found;
  return OK;
}

const ToolField tool_left_out_row[] = {
    {"left_out", TOOL_OBJECT, .help = "what did not fit: parts with shown and total, and how to get the rest"},
    {0},
};
