/* Edits as they are handed on to somebody who did not agree on anything with
 * the server: word for word, but with places counted in UTF-16. */
#include "src/lsp/ask_internal.h"

#define SPELLED_MAX ((size_t)4 << 20)

typedef struct Spelling {
  LspReader *reader;
  const LspEditSpelling *how;
  JsonWriter out;
} Spelling;

static bool is_left_out(const Spelling *spelling, Str uri) {
  return spelling->how && spelling->how->leaves_out && spelling->how->leaves_out(spelling->how->context, uri);
}

/* The text in which the places of an edit are counted; NULL: unknown, or they
 * are counted in UTF-16 anyway. */
static const Text *text_of(Spelling *spelling, Str uri) {
  LspLocation location;
  Json value = {.type = JSON_STRING, .text = uri};
  if (spelling->reader->encoding == TEXT_UNIT_UTF16 || !lsp_read_uri(spelling->reader, &value, &location)) return NULL;
  return lsp_reader_text(spelling->reader, location.path, location.is_outside);
}

static void spell_place(JsonWriter *out, const char *name, TextPosition place) {
  json_field_object(out, name);
  json_field_int(out, "line", place.line);
  json_field_int(out, "character", place.character);
  json_end_object(out);
}

static void spell_range(Spelling *spelling, const Text *text, const Json *value) {
  LspRange range;
  if (!text || !lsp_read_range(spelling->reader, text, value, &range)) {
    json_value(&spelling->out, value);
    return;
  }
  json_begin_object(&spelling->out);
  spell_place(&spelling->out, "start", text_to_position(text, range.start_byte, TEXT_UNIT_UTF16));
  spell_place(&spelling->out, "end", text_to_position(text, range.end_byte, TEXT_UNIT_UTF16));
  json_end_object(&spelling->out);
}

static void spell_text_edits(Spelling *spelling, Str uri, const Json *edits) {
  JsonWriter *out = &spelling->out;
  const Text *text = text_of(spelling, uri);
  if (!text || !json_is(edits, JSON_ARRAY)) {
    json_value(out, edits);
    return;
  }
  json_begin_array(out);
  for (size_t i = 0; i < edits->count; i++) {
    const Json *edit = &edits->items[i];
    json_begin_object(out);
    for (size_t m = 0; json_is(edit, JSON_OBJECT) && m < edit->count; m++) {
      json_name(out, edit->members[m].name);
      if (str_eq_c(edit->members[m].name, "range")) spell_range(spelling, text, &edit->members[m].value);
      else json_value(out, &edit->members[m].value);
    }
    json_end_object(out);
  }
  json_end_array(out);
}

/* The member `changes`: edits by file. */
static void spell_changes(Spelling *spelling, const Json *changes) {
  json_begin_object(&spelling->out);
  for (size_t i = 0; i < changes->count; i++) {
    const JsonMember *member = &changes->members[i];
    if (is_left_out(spelling, member->name)) continue;
    json_name(&spelling->out, member->name);
    spell_text_edits(spelling, member->name, &member->value);
  }
  json_end_object(&spelling->out);
}

/* One of `documentChanges`: a text document's edits, or a change of a file. */
static void spell_document_change(Spelling *spelling, Str uri, const Json *change) {
  JsonWriter *out = &spelling->out;
  json_begin_object(out);
  for (size_t i = 0; json_is(change, JSON_OBJECT) && i < change->count; i++) {
    json_name(out, change->members[i].name);
    if (str_eq_c(change->members[i].name, "edits")) spell_text_edits(spelling, uri, &change->members[i].value);
    else json_value(out, &change->members[i].value);
  }
  json_end_object(out);
}

static void spell_document_changes(Spelling *spelling, const Json *changes) {
  json_begin_array(&spelling->out);
  for (size_t i = 0; i < changes->count; i++) {
    const Json *change = &changes->items[i], *document = json_get(change, STR("textDocument"));
    Str uri = json_get_str(document ? document : change, STR("uri"), json_get_str(change, STR("oldUri"), STR_EMPTY));
    if (!is_left_out(spelling, uri)) spell_document_change(spelling, uri, change);
  }
  json_end_array(&spelling->out);
}

Err lsp_spell_edit(LspReader *reader, const Json *edit, const LspEditSpelling *how, Str *ret_edit) {
  Spelling spelling = {.reader = reader, .how = how};
  Buf buf;
  buf_init(&buf, reader->job->arena, SPELLED_MAX);
  json_writer_init(&spelling.out, &buf, 0);
  json_begin_object(&spelling.out);
  for (size_t i = 0; json_is(edit, JSON_OBJECT) && i < edit->count; i++) {
    const Json *value = &edit->members[i].value;
    json_name(&spelling.out, edit->members[i].name);
    if (str_eq_c(edit->members[i].name, "changes") && value->type == JSON_OBJECT) spell_changes(&spelling, value);
    else if (str_eq_c(edit->members[i].name, "documentChanges") && value->type == JSON_ARRAY) spell_document_changes(&spelling, value);
    else json_value(&spelling.out, value);
  }
  json_end_object(&spelling.out);
  if (buf.overflow) {
    return job_fail(reader->job, ERR_TOO_LARGE, "the server's edit is larger than %zu MB, which is more than can be handed on", SPELLED_MAX >> 20);
  }
  *ret_edit = buf_str(&buf);
  return OK;
}

Err lsp_edit_spell(Job *job, LspServer *server, const Json *edit, const LspEditSpelling *how, Str *ret_edit) {
  LspReader reader;
  lsp_ask_reader(job, server, &reader);
  return lsp_spell_edit(&reader, edit, how, ret_edit);
}
