/* Class files: what a compiled type declares, as far as others see it. Strings
 * are borrowed from the bytes. Any bytes give an answer. */
#ifndef FATHOM_LANGUAGES_JAVA_CLASS_FILE_INTERNAL_H
#define FATHOM_LANGUAGES_JAVA_CLASS_FILE_INTERNAL_H

#include "src/base/arena.h"
#include "src/base/str.h"
#include "src/base/vec.h"

/* Of types, fields and methods; which of them a bit means depends on the thing. */
enum {
  CLASS_PUBLIC = 0x1, CLASS_PRIVATE = 0x2, CLASS_PROTECTED = 0x4, CLASS_STATIC = 0x8, CLASS_FINAL = 0x10,
  CLASS_VARIADIC = 0x80, CLASS_INTERFACE = 0x200, CLASS_ABSTRACT = 0x400, CLASS_SYNTHETIC = 0x1000,
  CLASS_ANNOTATION = 0x2000, CLASS_ENUM = 0x4000
};

typedef struct ClassMember {
  unsigned flags;
  Str name;
  Str descriptor; /* with type parameters where the compiler kept them */
  bool is_method;
} ClassMember;

typedef struct ClassFile {
  unsigned flags;
  Str name;      /* a/b/C$D */
  Str outer;     /* the type it is a member of; empty: none */
  Str inner;     /* its own name there */
  bool is_local; /* has no name, or one that only a function sees */
  Str signature; /* empty: what follows says all */
  Str super;
  VEC(Str) interfaces;
  VEC(ClassMember) members;
} ClassFile;

/* False: the bytes are no whole class. Any bytes do; strings borrow from them. */
bool language_java_class_read(Arena *arena, Str bytes, ClassFile *ret_class);

#endif
