/* Reads class files: constants, members, and the two attributes that say more
 * than the machine needs. */
#include "src/languages/java/class_file_internal.h"

enum { CONSTANT_TEXT = 1, CONSTANT_CLASS = 7 };
enum { MEMBERS_MAX = 20000 };

typedef struct Reader {
  Str bytes;
  size_t at;
  bool bad;
} Reader;

typedef struct Constants {
  size_t *at;     /* of what follows the tag; 0: there is none */
  unsigned char *tags;
  uint32_t count;
  Str bytes;
} Constants;

static uint32_t take(Reader *in, size_t count) {
  uint32_t number = 0;
  if (in->bad || in->bytes.len - in->at < count) {
    in->bad = true;
    return 0;
  }
  for (size_t i = 0; i < count; i++) number = number << 8 | (unsigned char)in->bytes.ptr[in->at++];
  return number;
}

static void pass(Reader *in, size_t count) {
  if (in->bad || in->bytes.len - in->at < count) in->bad = true;
  else in->at += count;
}

/* ---- constants ---- */

/* Bytes behind the tag; texts say it themselves. */
static size_t constant_size(unsigned tag) {
  switch (tag) {
    case CONSTANT_CLASS: case 8: case 16: case 19: case 20: return 2;
    case 15: return 3;
    case 3: case 4: case 9: case 10: case 11: case 12: case 17: case 18: return 4;
    case 5: case 6: return 8;
    default: return 0;
  }
}

static void read_constants(Arena *arena, Reader *in, Constants *ret_constants) {
  uint32_t count = take(in, 2);
  Constants all = {.at = ARENA_ARRAY(arena, size_t, count + 1), .tags = ARENA_ARRAY(arena, unsigned char, count + 1), .count = count, .bytes = in->bytes};
  for (uint32_t i = 1; i < count && !in->bad; i++) {
    unsigned tag = take(in, 1);
    all.tags[i] = (unsigned char)tag;
    all.at[i] = in->at;
    size_t size = constant_size(tag);
    if (tag == CONSTANT_TEXT) size = take(in, 2);
    else if (!size) in->bad = true;
    pass(in, size);
    if (tag == 5 || tag == 6) i++; /* these two take two places */
  }
  *ret_constants = all;
}

static Str text_of(const Constants *all, uint32_t number) {
  if (!number || number >= all->count || all->tags[number] != CONSTANT_TEXT) return STR_EMPTY;
  Reader in = {all->bytes, all->at[number], false};
  uint32_t len = take(&in, 2);
  if (in.bad || in.bytes.len - in.at < len) return STR_EMPTY;
  return str_slice(in.bytes, in.at, in.at + len);
}

static Str class_of(const Constants *all, uint32_t number) {
  if (!number || number >= all->count || all->tags[number] != CONSTANT_CLASS) return STR_EMPTY;
  Reader in = {all->bytes, all->at[number], false};
  return text_of(all, take(&in, 2));
}

/* ---- the rest ---- */

/* What the compiler knew of type parameters; empty: there were none. */
static Str read_attributes(Reader *in, const Constants *all, void (*other)(Reader *in, const Constants *all, Str name, void *context), void *context) {
  Str signature = STR_EMPTY;
  for (uint32_t count = take(in, 2); count > 0 && !in->bad; count--) {
    Str name = text_of(all, take(in, 2));
    size_t size = take(in, 4), from = in->at;
    if (str_eq(name, STR("Signature")) && size == 2) {
      Reader own = *in;
      signature = text_of(all, take(&own, 2));
    }
    pass(in, size);
    if (other && !in->bad) {
      Reader own = {str_slice(in->bytes, 0, in->at), from, false};
      other(&own, all, name, context);
    }
  }
  return signature;
}

static void read_members(Arena *arena, Reader *in, const Constants *all, bool are_methods, ClassFile *class) {
  for (uint32_t count = take(in, 2); count > 0 && !in->bad; count--) {
    ClassMember member = {.flags = take(in, 2), .is_method = are_methods};
    member.name = text_of(all, take(in, 2));
    member.descriptor = text_of(all, take(in, 2));
    Str signature = read_attributes(in, all, NULL, NULL);
    if (signature.len) member.descriptor = signature;
    bool is_seen = !(member.flags & (CLASS_PRIVATE | CLASS_SYNTHETIC)) && class->members.len < MEMBERS_MAX;
    if (!in->bad && is_seen) *vec_add(arena, &class->members) = member;
  }
}

/* Which of the types that are named here are members of others: this one's own
 * row says how it is seen. */
static void on_attribute(Reader *in, const Constants *all, Str name, void *context) {
  ClassFile *class = context;
  if (str_eq(name, STR("EnclosingMethod"))) class->is_local = true;
  if (!str_eq(name, STR("InnerClasses"))) return;
  for (uint32_t count = take(in, 2); count > 0 && !in->bad; count--) {
    Str inner = class_of(all, take(in, 2)), outer = class_of(all, take(in, 2)), own = text_of(all, take(in, 2));
    unsigned flags = take(in, 2);
    if (in->bad || !str_eq(inner, class->name)) continue;
    class->is_local |= !outer.len || !own.len;
    class->outer = outer;
    class->inner = own;
    class->flags = flags;
  }
}

bool language_java_class_read(Arena *arena, Str bytes, ClassFile *ret_class) {
  Reader in = {.bytes = bytes};
  Constants all;
  ClassFile class = {0};
  if (take(&in, 4) != 0xCAFEBABE) return false;
  pass(&in, 4); /* its version */
  read_constants(arena, &in, &all);
  class.flags = take(&in, 2);
  class.name = class_of(&all, take(&in, 2));
  class.super = class_of(&all, take(&in, 2));
  for (uint32_t count = take(&in, 2); count > 0 && !in.bad; count--) *vec_add(arena, &class.interfaces) = class_of(&all, take(&in, 2));
  read_members(arena, &in, &all, false, &class);
  read_members(arena, &in, &all, true, &class);
  class.signature = read_attributes(&in, &all, on_attribute, &class);
  if (in.bad || !class.name.len) return false;
  *ret_class = class;
  return true;
}
