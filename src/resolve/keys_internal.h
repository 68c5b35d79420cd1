/* Keys: what files answer look-ups under. */
#ifndef FATHOM_RESOLVE_KEYS_INTERNAL_H
#define FATHOM_RESOLVE_KEYS_INTERNAL_H

#include "src/resolve/resolve.h"

typedef enum KeyKind {
  KEY_PATH = 1,  /* path */
  KEY_PACKAGE,   /* a package's files */
  KEY_DIRECTORY, /* a directory's files */
  KEY_FILE_NAME, /* files of this name, anywhere */
  KEY_NAME,      /* package, top-level name */
  KEY_GLOBAL,    /* family, name with external linkage; in a library: names that are everywhere */
  KEY_METHOD,    /* package, receiver, name */
  KEY_METHODS,   /* package, receiver: all of them */
  KEY_ABSTRACT,  /* family, name of a method of an interface */
  KEY_FIELD,     /* family, name of a member that functions are assigned to */
  KEY_DEPENDENCY, /* path of a file that is installed */
  KEY_PART,      /* family, path of names of a type that may have other parts */
  KEY_USER,      /* family, name of a base, or of the file that it is: types that have it */
  KEY_EXTENSION, /* family, name of a static function that is called as a member */
  KEY_MOUNT,     /* family: calls that may put one object's routes beneath another */
  KEY_WIRED,     /* path, hash of its wiring: a file that wires something for others */
  KEY_LINES,     /* path, hash of its lines: a file that links of others may name a line of */
  KEY_ROUTE,     /* last plain segment of a path that may be a route's */
  KEY_EVENT,     /* family, name of an event, or none: calls that may listen to it */
  KEY_TABLE,     /* name of a table, in small letters, and 0 or a column that is added to it elsewhere;
                    0 and 0: files with tables */
  KEY_PUT,       /* family, name of a container: functions that may be put into it by assignments; */
  KEY_ADD,       /* and by calls */
  KEY_GIVEN,     /* family, name of a function: calls that give it functions; */
  KEY_MARKED,    /* and functions that it decorates */
  KEY_HEARD,     /* family, name of a type: definitions that may hear events of it */
  KEY_SERVICE,   /* name of a service's procedure and 1; 0 and 0: files with services */
  KEY_SERVED,    /* name of a service: types and functions that may implement it; */
  KEY_PROVIDED,  /* and calls that may say what does */
  KEY_MODEL,     /* name of a table, likewise: types that may stand for it */
  KEY_TOPIC,     /* method and name of a topic, or 0 where only resolving tells it: files that may have it; 0 and a
                    framework: files that import it */
  KEY_DOCUMENTED, /* family, name of a type that comments elsewhere may name */
  KEY_MADE,      /* family, a macro and an argument: its uses, which may make functions with the argument in their names */
  KEY_CALLED,    /* family, name of a function or of the file it is in: calls that may give it objects */
  KEY_ADDED,     /* package, name that a file of it imports: its functions of that name may be methods of another's */
  KEY_FOREIGN,   /* family, name: functions that programs of another language give to it */
  KEY_SUPPLIED,  /* family, name that a container puts into parameters: binds that say what it is */
  KEY_MAKER,     /* family, what is fixed in a name: macros that make functions of such names; 0: files with any */
  KEY_INCLUDED,  /* package, name of a file: imports by which another file of the package takes its text in */
  KEY_USED,      /* package: imports by which its modules take all names of another */
  KEY_MEMBER     /* family, name: functions that types have under it; in a library: members */
} KeyKind;

typedef struct Key {
  uint64_t key;
  DefNo def; /* KEY_FIELD, KEY_PUT, KEY_MADE, KEY_SUPPLIED, KEY_MEMBER: the bind; KEY_MOUNT, KEY_EVENT, KEY_ADD, KEY_GIVEN, KEY_PROVIDED: the reference;
                KEY_CALLED, KEY_FOREIGN: the expression; KEY_ADDED, KEY_INCLUDED, KEY_USED: the import */
} Key;

/* The hash under which something of that kind is answered; what `first` and `second` are
 * stands beside each kind. */
uint64_t resolve_key(KeyKind kind, uint64_t first, uint64_t second);
/* What files that see each other's top level have in common. */
uint64_t resolve_package_id(const Language *language, bool library, Str path, Str package);
uint64_t resolve_family_id(const Language *language, bool library);
Str resolve_family(const Language *language);
/* Of a name that is the same in capitals and in small letters. */
uint64_t resolve_plain_hash(Str name);
/* Of a table that a test makes for itself. */
uint64_t resolve_test_table(Str name, Str path);
/* Of a fragment of GraphQL, which has a key like a table's. */
uint64_t resolve_fragment_hash(Str name);
/* Of the names of the types around a type and its own; 0: something else is around it. */
uint64_t resolve_type_path(const Facts *facts, DefNo def);
/* The last name of a base, also of one that is told by an instance of it; 0: none. */
NameId resolve_base_name(const Facts *facts, ExprNo base);
/* A function put into a member of something, where it will be called through. */
bool resolve_is_assignment(const Language *language, const Bind *bind);
/* All keys of a file, sorted. A library's names are global when its path or
 * package is among the language's `globals`. */
Key *resolve_file_keys(Arena *arena, Str path, const Language *language, const Facts *facts,
                       bool library, size_t *ret_count);

#endif
