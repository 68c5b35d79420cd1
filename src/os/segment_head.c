/* The head of segments and journals. */
#include "src/base/hash.h"
#include "src/os/keep_internal.h"
#include "src/os/secret.h"
#include "src/os/segment_internal.h"

#define MAGIC STR("fathomS1")

/* The row's name and not its number, which another row before it would change. */
static uint64_t kind_of(const SegmentForm *form) { return hash_str(keep_what(form->name.file)); }

void segment_head_add(Buf *out, const SegmentForm *form, SegmentHead head) {
  buf_add(out, MAGIC);
  pack_word64(out, kind_of(form));
  pack_word32(out, form->version);
  pack_word32(out, head.sections);
  pack_word64(out, form->stamp);
  pack_word64(out, head.content);
}

const char *segment_head_read(Str bytes, const SegmentForm *form, SegmentHead *ret_head) {
  PackReader in = pack_reader(bytes);
  Str magic = pack_read_bytes(&in, MAGIC.len);
  uint64_t kind = pack_read_word64(&in);
  uint32_t version = pack_read_word32(&in);
  SegmentHead head = {.sections = pack_read_word32(&in)};
  uint64_t stamp = pack_read_word64(&in);
  head.content = pack_read_word64(&in);
  if (in.bad) return "it is cut short";
  if (!str_eq(magic, MAGIC)) return "it is no segment";
  if (kind != kind_of(form)) return "it is of another kind";
  if (version != form->version || stamp != form->stamp) return "it is of another version";
  *ret_head = head;
  return NULL;
}

static Str spell(Arena *arena, const SegmentForm *form, Str plain, Str tables) {
  Buf all;
  buf_init(&all, arena, SIZE_MAX / 2);
  buf_add(&all, plain);
  buf_add(&all, tables);
  buf_add(&all, form->name.part);
  return buf_str(&all);
}

void segment_tag(Arena *arena, const Keep *keep, const SegmentForm *form, Str plain, Str tables, unsigned char ret_tag[KEEP_TAG]) {
  keep_tag(keep, form->name.file, spell(arena, form, plain, tables), ret_tag);
}

bool segment_holds(Arena *arena, const Keep *keep, const SegmentForm *form, Str head, Str tables) {
  if (head.len < SEGMENT_HEAD) return false;
  Str all = spell(arena, form, str_slice(head, 0, SEGMENT_PLAIN), tables);
  return keep_holds(keep, form->name.file, all, (const unsigned char *)head.ptr + SEGMENT_PLAIN);
}
