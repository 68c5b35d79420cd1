/* Records: what is kept of a transaction, as bytes under the user's seal. The
 * seal proves that this user's program wrote the record for this workspace: a
 * repository could bring a file of the same name, and what a journal says is
 * done to files. */
#include <string.h>

#include "src/base/pack.h"
#include "src/edit/edit_internal.h"

#define VERSION 1
#define RECORD_MAX ((size_t)160 << 20)

void edit_content_seal(const Keep *keep, EditContent *content) { keep_tag(keep, KEEP_EDIT_UNDO, content->bytes, content->tag); }

/* ---- writing ---- */

/* Old bytes are written only where the record is kept for an undo; of new ones
 * the tag is enough, since they are on disk. */
static void put_content(Buf *out, const EditContent *content, bool with_bytes) {
  pack_number(out, content->exists);
  if (!content->exists) return;
  buf_add(out, (Str){(const char *)content->tag, KEEP_TAG});
  pack_number(out, content->stat.mode);
  pack_number(out, content->stat.owner);
  pack_number(out, content->stat.group);
  pack_text(out, with_bytes ? content->bytes : STR_EMPTY);
}

static void put_part(Buf *out, const EditPart *part, bool with_bytes) {
  pack_text(out, part->path);
  pack_text(out, part->beside);
  pack_number(out, part->made);
  pack_number(out, part->unmade);
  put_content(out, &part->before, with_bytes);
  put_content(out, &part->after, false);
}

/* What people are told of the edit, for the list of edits that can be taken
 * back. */
static void put_step(Buf *out, const EditStep *step) {
  pack_number(out, step->action);
  pack_text(out, step->path);
  pack_text(out, step->old_path);
  pack_number(out, step->edits);
}

/* The tag comes first: what follows is all under it. */
static Str seal(Job *job, const Keep *keep, KeepFile file, const Buf *body) {
  unsigned char tag[KEEP_TAG];
  Buf out;
  keep_tag(keep, file, buf_str(body), tag);
  buf_init(&out, job->arena, body->len + KEEP_TAG);
  buf_add(&out, (Str){(const char *)tag, KEEP_TAG});
  buf_add(&out, buf_str(body));
  return buf_str(&out);
}

Str edit_record_pack(Job *job, const Keep *keep, const EditRecord *record) {
  Buf out;
  buf_init(&out, job->arena, RECORD_MAX);
  pack_number(&out, VERSION);
  pack_text(&out, record->id);
  pack_text(&out, record->undoes);
  pack_text(&out, record->title);
  pack_signed(&out, record->time_ms);
  pack_number(&out, record->has_bytes);
  pack_number(&out, record->parts.len);
  for (size_t i = 0; i < record->parts.len; i++) put_part(&out, &record->parts.items[i], record->has_bytes);
  pack_number(&out, record->steps.len);
  for (size_t i = 0; i < record->steps.len; i++) put_step(&out, &record->steps.items[i]);
  return seal(job, keep, KEEP_EDIT_UNDO, &out);
}

Str edit_staged_pack(Job *job, const Keep *keep, const EditParts *parts) {
  Buf out;
  buf_init(&out, job->arena, RECORD_MAX);
  pack_number(&out, parts->len);
  for (size_t i = 0; i < parts->len; i++) {
    pack_text(&out, parts->items[i].path);
    pack_text(&out, parts->items[i].beside);
    pack_number(&out, parts->items[i].made);
  }
  return seal(job, keep, KEEP_EDIT_STAGED, &out);
}

/* ---- reading ---- */

/* A path as we write them: relative, plain, without a way up. */
static bool is_path(Str path) {
  if (!path.len || path.len > FILE_PATH_MAX || path.ptr[0] == '/' || str_find_byte(path, '\0') != STR_NONE) return false;
  for (Str rest = path; rest.len;) {
    Str part = str_cut(&rest, '/');
    if (!part.len || str_eq_c(part, ".") || str_eq_c(part, "..")) return false;
  }
  return path.ptr[path.len - 1] != '/';
}

bool edit_is_beside(Str path, Str beside) {
  return is_path(path) && is_path(beside) && str_eq(file_directory(path), file_directory(beside)) &&
         str_starts_with(file_name(beside), STR(FILE_TEMP_PREFIX));
}

/* Only permission bits of the mode are taken over, never what would make a
 * link or a device of it. */
static void read_content(PackReader *in, EditContent *content) {
  *content = (EditContent){.exists = pack_read_number(in) == 1};
  if (!content->exists) return;
  Str tag = pack_read_bytes(in, KEEP_TAG);
  if (tag.len == KEEP_TAG) memcpy(content->tag, tag.ptr, KEEP_TAG);
  content->stat.mode = pack_read_32(in) & 07777;
  content->stat.owner = pack_read_32(in);
  content->stat.group = pack_read_32(in);
  content->bytes = pack_read_text(in);
}

/* A part without any contents, or with a file beside it that is not ours by
 * its name and place, spoils the whole record. */
static void read_part(PackReader *in, EditPart *part) {
  *part = (EditPart){0};
  part->path = pack_read_text(in);
  part->beside = pack_read_text(in);
  part->made = pack_read_32(in);
  part->unmade = pack_read_32(in);
  read_content(in, &part->before);
  read_content(in, &part->after);
  bool is_odd = !edit_is_beside(part->path, part->beside) || (!part->before.exists && !part->after.exists);
  if (is_odd) pack_spoil(in);
}

static void read_step(PackReader *in, EditStep *step) {
  uint64_t action = pack_read_number(in);
  *step = (EditStep){.action = action <= EDIT_DELETE ? (EditAction)action : EDIT_CHANGE, .path = pack_read_text(in)};
  step->old_path = pack_read_text(in);
  step->edits = (size_t)pack_read_number(in);
}

/* The reader is set up in any case; nothing may be read from it when this is
 * false. */
static bool open_seal(const Keep *keep, KeepFile file, Str bytes, PackReader *ret_in) {
  unsigned char tag[KEEP_TAG];
  if (bytes.len < KEEP_TAG) return false;
  memcpy(tag, bytes.ptr, KEEP_TAG);
  Str body = str_slice(bytes, KEEP_TAG, bytes.len);
  *ret_in = pack_reader(body);
  return keep_holds(keep, file, body, tag);
}

bool edit_record_unpack(Job *job, const Keep *keep, Str bytes, EditRecord *ret_record) {
  PackReader in;
  EditRecord record = {0};
  if (!open_seal(keep, KEEP_EDIT_UNDO, bytes, &in) || pack_read_number(&in) != VERSION) return false;
  record.id = pack_read_text(&in);
  record.undoes = pack_read_text(&in);
  record.title = pack_read_text(&in);
  record.time_ms = pack_read_signed(&in);
  record.has_bytes = pack_read_number(&in) == 1;
  size_t parts = pack_read_count(&in, 6);
  for (size_t i = 0; i < parts && !in.bad; i++) read_part(&in, vec_add(job->arena, &record.parts));
  size_t steps = pack_read_count(&in, 4);
  for (size_t i = 0; i < steps && !in.bad; i++) read_step(&in, vec_add(job->arena, &record.steps));
  if (!pack_is_done(&in) || !record.parts.len) return false;
  *ret_record = record;
  return true;
}

bool edit_staged_unpack(Job *job, const Keep *keep, Str bytes, EditParts *ret_parts) {
  PackReader in;
  EditParts parts = {0};
  if (!open_seal(keep, KEEP_EDIT_STAGED, bytes, &in)) return false;
  size_t count = pack_read_count(&in, 3);
  for (size_t i = 0; i < count && !in.bad; i++) {
    EditPart *part = vec_add(job->arena, &parts);
    *part = (EditPart){0};
    part->path = pack_read_text(&in);
    part->beside = pack_read_text(&in);
    part->made = pack_read_32(&in);
    if (!edit_is_beside(part->path, part->beside)) pack_spoil(&in);
  }
  if (!pack_is_done(&in)) return false;
  *ret_parts = parts;
  return true;
}
