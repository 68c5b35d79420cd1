/* Frameworks: how a program tells a library which of its functions answer a
 * request. A framework is one file with a descriptor: which objects of which
 * package routes are told to, and by which calls and decorators. It is data:
 * resolve/ reads it, finds out by imports whether an object is the package's,
 * and never goes by the name of a method alone. */
#ifndef FATHOM_FRAMEWORKS_FRAMEWORK_H
#define FATHOM_FRAMEWORKS_FRAMEWORK_H

#include <stdbool.h>
#include <stddef.h>

/* What a call or decorator does to the object it is a member of. */
typedef enum FrameworkShape {
  FRAMEWORK_END,
  FRAMEWORK_ROUTE,   /* a call that gives a path and what handles it */
  FRAMEWORK_GROUP,   /* a call that gives an object whose paths begin with its own; a function that it is
                        given gets such an object */
  FRAMEWORK_KEEP,    /* a call that gives the object it is called on */
  FRAMEWORK_MOUNT,   /* a call that puts the routes of another object beneath a path */
  FRAMEWORK_MARK,    /* a decorator with a path: what it decorates is the handler */
  FRAMEWORK_PREFIX,  /* a decorator of a type: the paths of its members begin with it */
  FRAMEWORK_MADE,    /* the call that makes the object says how its paths begin */
  FRAMEWORK_REQUEST, /* a call that asks for a path: leads to the project's own route for it */
  FRAMEWORK_SET,     /* a call that tells several routes at once, each to a member of one type */
  FRAMEWORK_FILE,    /* a file whose path is the route's: what it exports is the handler */
  FRAMEWORK_LISTEN,  /* a call, or a decorator of the handler: that runs when the object is told of the event at `path` */
  FRAMEWORK_EMIT,    /* a call that tells an object of one */
  FRAMEWORK_TABLE,   /* a type that stands for a table of a database, because of what it extends or how it is decorated */
  FRAMEWORK_QUERY,   /* a call on a member of the object that is called like a table: reads it, or writes it where its word
                        says WRITE. With `path`: the table's name is there, and a call of `by` on the result writes it */
  FRAMEWORK_RUN,     /* a call on a function that is decorated by one of `on`, or on a type that extends one of `extends`:
                        runs the function, or the type's member `action`, later or elsewhere */
  FRAMEWORK_ACTION,  /* a call that is given what a member of one of `members` of the object gives: runs the function of that
                        name at `path`, of what the object was made with; with `on`, that is given what one of those
                        gives: runs the function at `handler` that it was made with */
  FRAMEWORK_STORE,   /* a call that gives members of what the object was made with: those that a function it is
                        given picks, or that are picked from its result */
  FRAMEWORK_PUT,     /* a call that puts what is at `handler` into a container, at the key at `path` */
  FRAMEWORK_TAKE,    /* a call or a member that gives what a container keeps */
  FRAMEWORK_TELL,    /* a call that tells an object of an event at `path` that goes by its type; with `extends`, a call on
                        the type itself */
  FRAMEWORK_HEAR,    /* a decorator, or what a type implements, that says which type of event is heard: with `extends` its
                        first type argument, with `path` the arguments of the decorator, else the type of the first
                        parameter. `action` is the member that runs; NULL: what is decorated */
  FRAMEWORK_SERVE,   /* a type that extends one of `extends` implements the service whose name `$` stands for, in
                        files that import `on`; */
  FRAMEWORK_STUB,    /* and a call on an object of one of them, or of one that the package `on` gives under that name, calls that
                        service's procedure; with `path`, a call on what a call of `words` on `on` gives, for the service there */
  FRAMEWORK_PROVIDE, /* a call that says that the object at `handler` implements the service at `path`, whose name `$` stands for in `extends`,
                        or which is around a member called `members`; without `handler`, a decorator of what implements the procedure
                        at `action` of the service whose name is at `path` */
  FRAMEWORK_TOPIC,   /* a call, or a decorator of the handler or of its type: that runs for what is sent to the topic at
                        `path`, whoever sends it. A route, `method` and the topic. Such rows begin their framework's */
  FRAMEWORK_SEND,    /* a call that sends something to a topic of `method`, also to another language's */
  FRAMEWORK_MAP,     /* an object that is kept under one of `words`, as a member or a variable: each of its functions is a topic,
                        of the word's method */
  FRAMEWORK_ENDPOINTS, /* a call that is given, at `path`, a function of a builder that gives an object: each member of that which
                        a call of one of `verbs` on the builder makes is a topic, of `method`; what is at `handler` of that call
                        handles it. What the call gives has members that ask it, named as `named` says: `$` is its name with a
                        capital; and members of it inside of `members` are called by one of `by`. It asks for the path that its function `action` gives, as a
                        text or at `at` with a method at `methods`, beneath the one at `own` of a call of `wraps`, which is at
                        `made` of the call that made the object */
  FRAMEWORK_PLAN,    /* a map that is kept under one of `words`, as a variable, a member of `on`, or an argument of a call of `by` on
                        that: each entry is a topic of `method`, called like its key, that sends to the topic of `verbs` at `path` of it */
  FRAMEWORK_FIELDS,  /* a type whose name is or ends with one of `words`, and which extends one of `extends` or whose field's value comes from
                        the package: each field is a topic of the word's method. Its function is a member called like it behind one
                        of `action`, or what is at `handler` of the field's value; or, where that is a call of `by` on a type that
                        extends one of `type`, that type's member `members`. It is called as its value says at `path`, else like the field, with capitals */
  FRAMEWORK_RESOLVERS, /* a type whose name fits `extends`, and embeds one that has a member `words`, which gives it as a type called after
                        the word by `extends`: each of its functions is a topic of the word's method */
  FRAMEWORK_STATE,   /* a call on `on` that gives a state and, as its second part, what sets it: a call of that runs the function around
                        this one again */
  FRAMEWORK_GIVE,    /* a macro of the family of languages `on` that is the head of a function, and whose name begins with one of
                        `words`: gives it to programs of the framework's families, which call it by the text at `path`;
                        with `handler`, a call of one of `words` that gives the function there */
  FRAMEWORK_SHAPES
} FrameworkShape;

/* A set of shapes. */
typedef unsigned long long FrameworkShapes;
#define FRAMEWORK_SHAPE(shape) (1ull << (shape))
_Static_assert(FRAMEWORK_SHAPES <= 64, "a set of shapes has a bit for each");

/* Words are separated by blanks.
 *
 * An object is spelled by the package it is imported from and what is done
 * from there: "express()", "express.Router()", "flask.Flask()"; a type that is
 * declared somewhere is spelled without brackets. A package that is called by
 * path segments has dots between them, and no version behind. "*." stands before
 * what needs no import.
 *
 * A place is where an argument stands: its number from 0, "last" for the last
 * that has no name, else its name, also as a member of an object that is given.
 * The first place that is there counts. */
typedef struct FrameworkRow {
  FrameworkShape shape;
  const char *on;      /* the objects it is a member of; NULL: Framework.objects */
  const char *words;   /* its names; behind a colon the request's method, else the name in capitals */
  const char *path;    /* place */
  const char *handler; /* place; FRAMEWORK_MOUNT: of the other object; NULL: the call itself names it */
  const char *methods; /* place of the methods */
  const char *method;  /* when they are not told; NULL: what `words` say */
  const char *verbs;   /* the handler is wrapped in calls of these, each for a method */
  const char *file;    /* FRAMEWORK_MOUNT: the path of a file whose routes are meant; the text at `handler` stands for `$` */
  const char *modules; /* FRAMEWORK_MOUNT: calls of these around the name of a module, whose routes are meant */
  const char *own;     /* FRAMEWORK_PREFIX: a word in the path that stands for the type's name, and behind a
                          colon what that ends with and leaves out; FRAMEWORK_MOUNT: the path, where none is told */
  const char *module;  /* place of what the names of handlers' types begin with, inside of a group */
  const char *type;    /* place of the type whose members handle what a group or a set tells */
  const char *action;  /* place of the member's name; FRAMEWORK_TAKE: those of the words that also run what is kept, as a supplier's do */
  const char *set;     /* FRAMEWORK_SET: "show:GET:/:$k", each a member, its method and what the path ends with:
                          $1 is the set's name in the singular, $k its key; FRAMEWORK_ROUTE: likewise, of the type at `handler`, where
                          it has the member or extends what `extends` says to have it, "Base:list,show"; and its members that one of
                          `given` decorates, with their path at `at`, behind `key` where they are given that */
  const char *only;    /* FRAMEWORK_SET: places of the members that are told; also of a call on the result */
  const char *except;  /* and of those that are not */
  const char *key;     /* FRAMEWORK_SET: place of the key's name; else it is Framework.key */
  const char *inside;  /* what stands between the path of a set and the paths inside of it; FRAMEWORK_GROUP: of
                          the set around it, instead of the set's own */
  const char *at;      /* FRAMEWORK_ROUTE: place of a word for such a group, around this route alone */
  const char *unless;  /* places: a call that has one of them is not understood, and nothing inside of it */
  const char *needs;   /* FRAMEWORK_TOPIC, FRAMEWORK_SEND: places: a call that has none of them is another row's */
  const char *folders; /* FRAMEWORK_MOUNT: ".", all routes of the framework in the call's own folder are meant; another: those of
                          files in the folder whose name is at `handler`, beneath their own folders; FRAMEWORK_FILE: paths begin beneath one of these; FRAMEWORK_HEAR: members called `words` of types in
                          them hear the type of their first parameter */
  const char *files;   /* FRAMEWORK_FILE: names without what follows the first dot; NULL: any, the path's last part */
  const char *beside;  /* FRAMEWORK_FILE: one of these lies beside the folder or its parent */
  const char *wraps;   /* FRAMEWORK_REQUEST: calls that fill the holes of a text, their first argument; FRAMEWORK_MOUNT: a call that has to stand
                          around what is mounted, its last argument; FRAMEWORK_EMIT: the event's name is given to one of these, which is made in place */
  const char *object;  /* FRAMEWORK_MADE: place of another object, whose paths come first; FRAMEWORK_LISTEN, FRAMEWORK_EMIT, FRAMEWORK_PUT: place of the object, where it is an argument; "none": all of the
                          framework's are one, and `on` spells what is called; FRAMEWORK_TOPIC, FRAMEWORK_SEND: "none"
                          likewise */
  const char *extends; /* FRAMEWORK_SERVE, FRAMEWORK_STUB: names; FRAMEWORK_TABLE, FRAMEWORK_HEAR, FRAMEWORK_RUN: objects that the type extends; NULL: `words` are decorators, the name at `path` */
  const char *members; /* FRAMEWORK_TABLE: of the type, that hold the table's name; "Meta.name" is of a type inside of it;
                          FRAMEWORK_ACTION: of the object */
  const char *named;   /* FRAMEWORK_STUB: what the name of a procedure may end with where it is called; FRAMEWORK_TOPIC, FRAMEWORK_SEND: "module": a topic is called like the handler, behind the dotted
                          path of its file, when `path` does not tell; "camel": like the handler, in words with capitals; FRAMEWORK_TABLE: what it is called when nothing tells, from the type's name, the first there is:
                          "plain", "snake", "plurals" in words with underscores, "folder" behind the one it is in. NULL:
                          nobody knows; nor where the type itself sets one of `unless` in another way */
  const char *by;      /* FRAMEWORK_GROUP: what is inside is told where a call is given the group's name at this place, or to
                          a call of this name; FRAMEWORK_TOPIC: the handler is given to a call of one of these on the same object; FRAMEWORK_QUERY: calls that write */
  const char *around;  /* FRAMEWORK_TOPIC: the topic is told by a decorator of one of these names, of the type around */
  const char *within;  /* FRAMEWORK_TOPIC: what is decorated is a member of a type of one of these names */
  const char *made;    /* FRAMEWORK_ROUTE: place of what was made by a call that has path and methods; FRAMEWORK_TOPIC, FRAMEWORK_SEND: place of the topic in the call that made the object */
  const char *given;   /* FRAMEWORK_TOPIC: decorators of functions whose first parameter is such an object */
  const char *injected; /* FRAMEWORK_SEND: decorators of the field that holds the object; the topic is in them, at `made` */
  const char *part;    /* FRAMEWORK_TOPIC, FRAMEWORK_SEND: place of a name inside of the topic: a job of a queue, a key of an
                          exchange; "none": it has no name there. NULL: whatever is sent to the topic is meant */
  const char *when;    /* FRAMEWORK_TOPIC: the text that calls of `by` have to begin with */
  const char *same;    /* FRAMEWORK_TOPIC: place of what they have to have in common with this one */
  const char *wild;    /* FRAMEWORK_TOPIC, FRAMEWORK_SEND: what stands between the parts of a name, the sign for any one of them, that for any
                          number, and "1" where that is one at least; "glob": any letters. Of `part`, where there is one */
  const char *empty;   /* FRAMEWORK_SEND: place of a text that has to be empty, where it is given */
  bool plural;         /* FRAMEWORK_SET: its name is in the singular, that of its type is not */
  bool absolute;       /* FRAMEWORK_MARK: a path that begins with a slash stands for itself */
  bool pathless;       /* FRAMEWORK_ROUTE: an object that a group gave has the path already; FRAMEWORK_TOPIC: without a text
                          it is called like the handler */
  bool replaces;       /* FRAMEWORK_MOUNT: its path stands in place of what the object was made with */
} FrameworkRow;

typedef struct Framework {
  const char *name;
  const char *families; /* of languages */
  const char *objects;
  const FrameworkRow *rows; /* FRAMEWORK_END ends them */
  /* Of a framework with topics or tables by name: what its packages begin with.
   * Where no file imports one, none of its objects is followed. */
  const char *packages;
  /* Functions that are given to calls have an object of their own, which calls
   * without any, or on the object itself, are told to. */
  bool nests;
  /* Handlers that are told as text: "users#show" is the member `show` of the
   * type `UsersController`. */
  const char *divider;    /* between type and member; NULL: there are none */
  const char *ending;     /* of the type's name; not NULL: that is written in words with underscores */
  const char *joint;      /* between the parts of a type's name */
  const char *space;      /* all types are inside of it */
  const char *invoked;    /* the member that is meant when only a type is given */
  const char *key;        /* of a set's members */
  const char *answers;    /* members of a type that run when it, or an object of it, is the handler */
} Framework;

extern const Framework *const framework_registry[]; /* NULL ends it */

#endif
