/* Compiled types as the source that would declare them: signatures without
 * bodies, in the words of the language, so that reading them is reading Java.
 * Types are imported by name; of two with one name the second is spelled out. */
#include "src/base/map.h"
#include "src/languages/java/class_file_internal.h"
#include "src/languages/java/java_internal.h"

enum { DEPTH_MAX = 24 };
#define TEXT_MAX ((size_t)1 << 20)
/* Of names and signatures: one that is not understood leaves no text, and thousands of
 * members may share one. */
#define READ_MAX ((size_t)16 << 20)

typedef struct Writer {
  Arena *arena;
  const ClassFile *classes;
  size_t count;
  Str own;     /* the outermost type */
  Buf out;
  Buf imports;
  Map simple;  /* imported name -> its package and name (Str *) */
  size_t read; /* bytes of names and signatures, up to READ_MAX */
  bool bad;
} Writer;

/* What is left of a signature that is being read. */
typedef struct Signature {
  Writer *writer;
  Str rest;
  int depth;
} Signature;

/* ---- names ---- */

static bool is_word(Str name) {
  for (size_t i = 0; i < name.len; i++) {
    char c = name.ptr[i];
    bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || (unsigned char)c >= 0x80;
    if (!is_letter && !(i && c >= '0' && c <= '9')) return false;
  }
  return name.len > 0;
}

static bool is_path(Str name) {
  while (name.len) {
    if (!is_word(str_cut(&name, '/'))) return false;
  }
  return true;
}

/* "a/b/C$D" -> "a/b/C" */
static Str outermost(Str name) {
  size_t slash = str_find_last_byte(name, '/'), from = slash == STR_NONE ? 0 : slash + 1;
  size_t dollar = str_find_byte(str_slice(name, from + 1 < name.len ? from + 1 : name.len, name.len), '$');
  return dollar == STR_NONE ? name : str_slice(name, 0, from + 1 + dollar);
}

static void add_dotted(Buf *out, Str name) {
  for (size_t i = 0; i < name.len; i++) buf_add_byte(out, name.ptr[i] == '/' ? '.' : name.ptr[i]);
}

/* Its members are spelled behind it: C.D. */
static void add_inner(Buf *out, Str inner) {
  for (size_t i = 0; i < inner.len; i++) buf_add_byte(out, inner.ptr[i] == '$' ? '.' : inner.ptr[i]);
}

/* Whether there is time to read so much more. */
static bool may_read(Writer *writer, size_t bytes) {
  writer->read += bytes;
  return writer->read <= READ_MAX;
}

static void add_class(Writer *writer, Str name) {
  if (!may_read(writer, name.len) || !is_path(name)) {
    writer->bad = true;
    return;
  }
  Str outer = outermost(name), inner = str_slice(name, outer.len, name.len);
  size_t slash = str_find_last_byte(outer, '/');
  Str simple = slash == STR_NONE ? outer : str_slice(outer, slash + 1, outer.len);
  const Str *known = map_get(&writer->simple, simple);
  if (!known) {
    Str *kept = ARENA_NEW(writer->arena, Str);
    *kept = outer;
    map_put(&writer->simple, simple, kept);
    known = kept;
    if (slash != STR_NONE && !str_eq(outer, writer->own)) {
      buf_add(&writer->imports, STR("import "));
      add_dotted(&writer->imports, outer);
      buf_add(&writer->imports, STR(";\n"));
    }
  }
  if (str_eq(*known, outer)) buf_add(&writer->out, simple);
  else add_dotted(&writer->out, outer);
  add_inner(&writer->out, inner);
}

/* ---- types ---- */

static char next(Signature *at) {
  if (!at->rest.len) {
    at->writer->bad = true;
    return 0;
  }
  char c = at->rest.ptr[0];
  at->rest = str_slice(at->rest, 1, at->rest.len);
  return c;
}

static bool is_next(const Signature *at, char c) { return at->rest.len && at->rest.ptr[0] == c; }

static void add_type(Signature *at);

static void add_arguments(Signature *at) {
  Buf *out = &at->writer->out;
  buf_add_byte(out, '<');
  for (bool is_first = true; !is_next(at, '>') && !at->writer->bad; is_first = false) {
    if (!is_first) buf_add(out, STR(", "));
    bool is_any = is_next(at, '*'), is_below = is_next(at, '+'), is_above = is_next(at, '-');
    if (is_any || is_below || is_above) next(at);
    if (is_any) buf_add_byte(out, '?');
    if (is_below) buf_add(out, STR("? extends "));
    if (is_above) buf_add(out, STR("? super "));
    if (!is_any) add_type(at);
  }
  next(at);
  buf_add_byte(out, '>');
}

/* "La/b/C<TT;>.D;" behind its L. */
static void add_object(Signature *at) {
  Buf *out = &at->writer->out;
  for (bool is_first = true; !at->writer->bad; is_first = false) {
    size_t end = 0;
    while (end < at->rest.len && !strchr("<;.", at->rest.ptr[end])) end++;
    Str name = str_slice(at->rest, 0, end);
    at->rest = str_slice(at->rest, end, at->rest.len);
    if (is_first) {
      add_class(at->writer, name);
    } else if (is_word(name)) {
      buf_add_byte(out, '.');
      buf_add(out, name);
    } else {
      at->writer->bad = true;
    }
    if (is_next(at, '<')) {
      next(at);
      add_arguments(at);
    }
    if (next(at) != '.') return;
  }
}

static const char *primitive(char c) {
  switch (c) {
    case 'B': return "byte";
    case 'C': return "char";
    case 'D': return "double";
    case 'F': return "float";
    case 'I': return "int";
    case 'J': return "long";
    case 'S': return "short";
    case 'Z': return "boolean";
    case 'V': return "void";
    default: return NULL;
  }
}

static void add_type(Signature *at) {
  Writer *writer = at->writer;
  if (++at->depth > DEPTH_MAX) writer->bad = true;
  size_t arrays = 0;
  char c = next(at);
  for (; c == '[' && !writer->bad; c = next(at)) arrays++;
  const char *plain = primitive(c);
  if (arrays > DEPTH_MAX) writer->bad = true;
  if (writer->bad) return;
  if (plain) {
    buf_add(&writer->out, str_from_c(plain));
  } else if (c == 'L') {
    add_object(at);
  } else if (c == 'T') {
    Str name = str_cut(&at->rest, ';');
    if (is_word(name)) buf_add(&writer->out, name);
    else writer->bad = true;
  } else {
    writer->bad = true;
  }
  for (size_t i = 0; i < arrays; i++) buf_add(&writer->out, STR("[]"));
  at->depth--;
}

/* "<T:Ljava/lang/Object;:La/I;>" */
static void add_type_parameters(Signature *at) {
  Buf *out = &at->writer->out;
  if (!is_next(at, '<')) return;
  next(at);
  buf_add_byte(out, '<');
  for (bool is_first = true; !is_next(at, '>') && !at->writer->bad; is_first = false) {
    if (!is_first) buf_add(out, STR(", "));
    Str name = str_cut(&at->rest, ':');
    if (!is_word(name)) at->writer->bad = true;
    buf_add(out, name);
    if (is_next(at, ':')) next(at); /* no class, only interfaces */
    for (bool is_bound = true, is_one = true; is_bound && !at->writer->bad; is_one = false) {
      buf_add(out, is_one ? STR(" extends ") : STR(" & "));
      add_type(at);
      is_bound = is_next(at, ':');
      if (is_bound) next(at);
    }
  }
  next(at);
  buf_add(out, STR("> "));
}

/* ---- members ---- */

static void add_flags(Buf *out, unsigned flags) {
  if (flags & CLASS_PUBLIC) buf_add(out, STR("public "));
  if (flags & CLASS_PROTECTED) buf_add(out, STR("protected "));
  if (flags & CLASS_STATIC) buf_add(out, STR("static "));
  if (flags & CLASS_FINAL) buf_add(out, STR("final "));
}

static void add_parameters(Signature *at, bool is_variadic) {
  Buf *out = &at->writer->out;
  if (next(at) != '(') at->writer->bad = true;
  buf_add_byte(out, '(');
  for (unsigned i = 0; !is_next(at, ')') && !at->writer->bad; i++) {
    if (i) buf_add(out, STR(", "));
    add_type(at);
    bool is_last = is_next(at, ')');
    if (is_last && is_variadic && str_ends_with(buf_str(out), STR("[]"))) {
      buf_truncate(out, out->len - 2);
      buf_add(out, STR("..."));
    }
    buf_add_format(out, " p%u", i);
  }
  next(at);
  buf_add_byte(out, ')');
}

/* The result stands behind the parameters in a descriptor and before them in the
 * language, so it is read first. */
static void add_method(Writer *writer, const ClassMember *member, Str type_name, bool in_interface) {
  bool is_constructor = str_eq(member->name, STR("<init>"));
  Signature at = {.writer = writer, .rest = member->descriptor};
  size_t close = str_find_last_byte(member->descriptor, ')');
  if ((!is_constructor && !is_word(member->name)) || close == STR_NONE) return;
  bool is_abstract = member->flags & CLASS_ABSTRACT;
  add_flags(&writer->out, member->flags & ~(unsigned)CLASS_FINAL);
  if (in_interface && !is_abstract && !(member->flags & CLASS_STATIC)) buf_add(&writer->out, STR("default "));
  else if (is_abstract && !in_interface) buf_add(&writer->out, STR("abstract "));
  add_type_parameters(&at);
  Signature result = {.writer = writer, .rest = str_slice(member->descriptor, close + 1, member->descriptor.len)};
  if (!is_constructor) add_type(&result);
  buf_add_byte(&writer->out, ' ');
  buf_add(&writer->out, is_constructor ? type_name : member->name);
  add_parameters(&at, member->flags & CLASS_VARIADIC);
  buf_add(&writer->out, is_constructor ? STR(" {}\n") : STR(";\n"));
}

static void add_field(Writer *writer, const ClassMember *member) {
  Signature at = {.writer = writer, .rest = member->descriptor};
  if (!is_word(member->name)) return;
  add_flags(&writer->out, member->flags);
  add_type(&at);
  buf_add_format(&writer->out, " %.*s;\n", STR_ARG(member->name));
}

/* A member that is not understood is left out alone. */
static void add_member(Writer *writer, const ClassMember *member, Str type_name, bool in_interface) {
  size_t before = writer->out.len;
  if (writer->out.overflow || !may_read(writer, member->name.len + member->descriptor.len)) return;
  if (member->is_method) add_method(writer, member, type_name, in_interface);
  else add_field(writer, member);
  if (writer->bad) buf_truncate(&writer->out, before);
  writer->bad = false;
}

/* ---- types ---- */

static void add_bases(Writer *writer, const ClassFile *class) {
  bool is_interface = class->flags & CLASS_INTERFACE;
  Signature at = {.writer = writer, .rest = class->signature};
  bool is_plain_enum = class->flags & CLASS_ENUM; /* its base is said by the word */
  if (at.rest.len) {
    add_type_parameters(&at);
    size_t before = writer->out.len;
    buf_add(&writer->out, STR(" extends "));
    add_type(&at);
    if (is_interface || is_plain_enum) buf_truncate(&writer->out, before); /* Object, Enum<T> */
  } else if (class->super.len && !is_interface && !is_plain_enum) {
    buf_add(&writer->out, STR(" extends "));
    add_class(writer, class->super);
  }
  for (size_t i = 0; i < class->interfaces.len && !writer->bad; i++) {
    buf_add(&writer->out, i ? STR(", ") : is_interface ? STR(" extends ") : STR(" implements "));
    if (class->signature.len) add_type(&at);
    else add_class(writer, class->interfaces.items[i]);
  }
}

static void add_constants(Writer *writer, const ClassFile *class) {
  for (size_t i = 0; i < class->members.len; i++) {
    const ClassMember *member = &class->members.items[i];
    if (!(member->flags & CLASS_ENUM) || member->is_method || !is_word(member->name)) continue;
    buf_add(&writer->out, member->name);
    buf_add(&writer->out, STR(", "));
  }
  buf_add(&writer->out, STR(";\n"));
}

static const char *word_for(unsigned flags) {
  if (flags & CLASS_ANNOTATION) return "@interface ";
  if (flags & CLASS_INTERFACE) return "interface ";
  return flags & CLASS_ENUM ? "enum " : "class ";
}

static void add_declaration(Writer *writer, const ClassFile *class, Str name, int depth) {
  bool is_enum = class->flags & CLASS_ENUM, is_interface = class->flags & CLASS_INTERFACE;
  add_flags(&writer->out, class->flags & (CLASS_PUBLIC | CLASS_PROTECTED | CLASS_STATIC));
  if (class->flags & CLASS_ABSTRACT && !is_interface && !is_enum) buf_add(&writer->out, STR("abstract "));
  buf_add_format(&writer->out, "%s%.*s", word_for(class->flags), STR_ARG(name));
  if (!(class->flags & CLASS_ANNOTATION)) add_bases(writer, class);
  buf_add(&writer->out, STR(" {\n"));
  if (is_enum) add_constants(writer, class);
  for (size_t i = 0; i < class->members.len; i++) {
    const ClassMember *member = &class->members.items[i];
    bool is_constructor = str_eq(member->name, STR("<init>"));
    bool is_said = is_enum && ((member->flags & CLASS_ENUM && !member->is_method) || is_constructor);
    if (!is_said) add_member(writer, member, name, is_interface);
  }
  for (size_t i = 0; i < writer->count && depth < DEPTH_MAX && !writer->out.overflow; i++) {
    const ClassFile *inner = &writer->classes[i];
    bool is_member = !inner->is_local && str_eq(inner->outer, class->name) && !(inner->flags & (CLASS_PRIVATE | CLASS_SYNTHETIC));
    if (is_member && may_read(writer, inner->inner.len) && is_word(inner->inner)) add_declaration(writer, inner, inner->inner, depth + 1);
  }
  buf_add(&writer->out, STR("}\n"));
}

Str language_java_declared(Arena *arena, const Str *parts, size_t count) {
  ClassFile *classes = ARENA_ARRAY(arena, ClassFile, count + 1);
  size_t read = 0;
  for (size_t i = 0; i < count; i++) read += language_java_class_read(arena, parts[i], &classes[read]);
  const ClassFile *first = NULL;
  for (size_t i = 0; i < read && !first; i++) {
    if (!classes[i].outer.len && !classes[i].is_local && is_path(classes[i].name)) first = &classes[i];
  }
  if (!first) return (Str){NULL, 0};
  Writer writer = {.arena = arena, .classes = classes, .count = read, .own = first->name};
  Buf whole;
  buf_init(&writer.out, arena, TEXT_MAX);
  buf_init(&writer.imports, arena, TEXT_MAX);
  buf_init(&whole, arena, 2 * TEXT_MAX + 4096);
  map_init(&writer.simple, arena);
  size_t slash = str_find_last_byte(first->name, '/');
  Str simple = slash == STR_NONE ? first->name : str_slice(first->name, slash + 1, first->name.len);
  map_put(&writer.simple, simple, &writer.own);
  add_declaration(&writer, first, simple, 0);
  if (slash != STR_NONE) {
    buf_add(&whole, STR("package "));
    add_dotted(&whole, str_slice(first->name, 0, slash));
    buf_add(&whole, STR(";\n"));
  }
  buf_add(&whole, buf_str(&writer.imports));
  buf_add(&whole, buf_str(&writer.out));
  return buf_str(&whole);
}
