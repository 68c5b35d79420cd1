/* Journals: a head, then records with a tag each. */
#include "src/os/segment_internal.h"

static Str as_str(const unsigned char *tag) { return (Str){(const char *)tag, KEEP_TAG}; }

void segment_journal_begin(Buf *out, const Keep *keep, const SegmentForm *form) {
  unsigned char tag[KEEP_TAG];
  size_t from = out->len;
  segment_head_add(out, form, (SegmentHead){.sections = SEGMENT_JOURNAL});
  segment_tag(out->arena, keep, form, str_slice(buf_str(out), from, out->len), STR_EMPTY, tag);
  buf_add(out, as_str(tag));
}

void segment_journal_add(Buf *out, const Keep *keep, const SegmentForm *form, Str record) {
  unsigned char tag[KEEP_TAG];
  pack_text(out, record);
  keep_tag(keep, form->name.file, record, tag);
  buf_add(out, as_str(tag));
}

bool segment_journal_open(const Keep *keep, const SegmentForm *form, Str file, PackReader *ret_records) {
  SegmentHead head;
  Arena arena;
  if (segment_head_read(file, form, &head) || head.sections != SEGMENT_JOURNAL) return false;
  arena_init(&arena);
  bool holds = segment_holds(&arena, keep, form, str_slice(file, 0, SEGMENT_HEAD), STR_EMPTY);
  arena_clear(&arena);
  if (holds) *ret_records = pack_reader(str_slice(file, SEGMENT_HEAD, file.len));
  return holds;
}

bool segment_journal_next(PackReader *records, const Keep *keep, const SegmentForm *form, Str *ret_record) {
  if (!pack_left(records)) return false;
  Str record = pack_read_text(records);
  Str tag = pack_read_bytes(records, KEEP_TAG);
  if (!records->bad && !keep_holds(keep, form->name.file, record, (const unsigned char *)tag.ptr)) pack_spoil(records);
  if (records->bad) return false;
  *ret_record = record;
  return true;
}
