/* Wiring: functions that a framework calls because the program told it to.
 * What frameworks are told is data (frameworks/); here it is found in facts,
 * and objects are followed to the package they come from. */
#ifndef FATHOM_RESOLVE_WIRING_INTERNAL_H
#define FATHOM_RESOLVE_WIRING_INTERNAL_H

#include "src/frameworks/framework.h"
#include "src/resolve/edges_internal.h"

/* ---- words ---- */

/* One name that a row of a framework has. */
typedef struct WiringWord {
  const Framework *framework;
  const FrameworkRow *row;
  Str method;    /* empty: the row's `methods` tell */
  uint32_t next; /* of the same name; 0: none */
} WiringWord;

/* All names of one language's frameworks; made with the language, only read
 * afterwards. */
typedef struct WiringWords {
  Idmap by_name; /* NameId: index in items */
  VEC(WiringWord) items; /* 0 unused */
  uint32_t first[FRAMEWORK_SHAPES]; /* of rows of each shape; 0: there are none */
} WiringWords;
bool resolve_has_wiring(const Language *language);
WiringWords *resolve_wiring_words(ResolveWorld *world, const Language *language); /* NULL: none */
/* The first of the name; NULL: nothing is called so. */
static inline const WiringWord *resolve_wiring_word(const WiringWords *words, NameId name) {
  uint32_t at = idmap_get(&words->by_name, name.value);
  return at == IDMAP_NONE ? NULL : &words->items.items[at];
}
static inline const WiringWord *resolve_wiring_next(const WiringWords *words, const WiringWord *word) {
  return word->next ? &words->items.items[word->next] : NULL;
}
/* The first row of a shape, where the project uses its framework; NULL: none. */
const WiringWord *resolve_wiring_used(Run *run, const View *view, FrameworkShape shape);
#define WIRING_KEYS 256 /* of each kind, from one file */
/* A topic that a file may have. `name` is 0 where it is no text in place. */
typedef struct TopicKey {
  uint64_t method, name;
} TopicKey;
typedef struct TopicKeys {
  TopicKey *items;
  size_t len, cap;
} TopicKeys;
/* What a file may wire for others, by words alone: its keys say so. */
typedef struct WiringKeys {
  RefNo mounts[WIRING_KEYS]; /* calls that may put one object's routes beneath another */
  size_t mount_count;
  uint64_t segments[WIRING_KEYS]; /* last plain segments of paths that may be routes, hashed */
  size_t segment_count;
  RefNo listens[WIRING_KEYS]; /* calls that may listen to events, */
  uint64_t events[WIRING_KEYS]; /* and the events' names, hashed */
  size_t event_count;
  TopicKeys topics;
} WiringKeys;
void resolve_wiring_keys(Arena *arena, const Language *language, const Facts *facts, WiringKeys *ret_keys);
#define WIRING_PATTERN 512
/* A path that is told as a pattern, "^users/(?P<id>\d+)/?$", is "users/<id>/", in `out` of WIRING_PATTERN
 * bytes; another as it is. */
Str resolve_wiring_plain(Str path, char *out);
/* The last plain segment of one, hashed. */
uint64_t resolve_wiring_segment(Str path);
/* Whether a segment of a path stands for any. */
bool resolve_wiring_is_open(Str segment);
/* Of what a file says in expressions: changes when any wiring in it does. */
uint64_t resolve_wiring_hash(const Facts *facts);
/* Of the lines where it says it. */
uint64_t resolve_lines_hash(const Facts *facts);
/* What is found here depends on what the file wires. */
void resolve_ask_wiring(Run *run, const View *view);
/* Of a function, or of a name where it is mentioned. */
uint32_t resolve_line_of(const View *view, ExprNo expr, uint32_t otherwise);
/* The edges from the `from`th on were wired in that line of the file; 0: nobody knows where. */
void resolve_edges_wired(Edges *edges, size_t from, const View *view, uint32_t line);

/* ---- origins ---- */

typedef struct OriginStep {
  NameId name; /* 0: it is called */
  View *view;  /* where it is called */
  ExprNo call;
  bool is_given; /* it is what the call gives a function, not its result */
} OriginStep;

#define ORIGIN_STEPS 48
#define ORIGIN_PLACES 12

/* Something that an object went through: a variable, a function, a file. */
typedef struct OriginPlace {
  WorldFile file;
  DefNo def;
  BindNo bind; /* where there is no definition; neither: the file */
  bool is_function;
} OriginPlace;

/* Where an object comes from: a package outside the project, and the steps
 * from there. */
typedef struct Origin {
  Str package; /* "*": nothing the file imports by name; empty: not known */
  OriginStep steps[ORIGIN_STEPS];
  uint32_t count;
  OriginPlace places[ORIGIN_PLACES];
  uint32_t place_count;
  View *view;      /* the file whose imports were looked at last */
  View *param_view; /* it is a parameter of this function, and nothing tells more */
  DefNo param_of;
  uint32_t param;
} Origin;
/* False: nothing is known. */
bool resolve_origin(Run *run, View *view, ExprNo expr, Origin *ret_origin);
/* As frameworks spell it, with the first `steps`; in the run's arena. */
Str resolve_origin_text(Run *run, const Origin *origin, uint32_t steps);

/* Whether the first `steps` lead to one of the objects `on`. */
bool resolve_wiring_is_object(Run *run, const Origin *origin, const char *on, uint32_t steps);

/* Whether a type of the project extends one of the package's, through others of
 * the project too; `depth` is 0. */
bool resolve_wiring_extends(Run *run, View *view, DefNo def, const char *on, unsigned depth);

/* ---- handlers ---- */

/* What one file may have, so that one in which everything fits everything takes
 * neither long nor much. */
#define ROUTES_MAX 2000
#define SENT_MAX 1000      /* links from events, messages and jobs */
#define LISTENS_MAX 16384  /* calls that are looked at for these */

/* Calls that are looked at for all handlers of one file that have no name, so
 * that no file takes long. */
#define HANDLED_REFERENCES (4u << 20)

/* Something that runs a function which was registered elsewhere. */
typedef struct Handled {
  Edges *edges;
  const Ref *ref;     /* what runs it */
  unsigned rule;
  View *view;         /* where it was registered, */
  uint32_t line;      /* at this line */
  size_t *references; /* that may still be looked at */
} Handled;
void resolve_link_def(const Handled *handled, const View *view, DefNo def);
/* To all functions that the expression may be. */
void resolve_link_handler(const Handled *handled, View *view, ExprNo expr);

/* ---- paths ---- */

/* The text of a pair's key that is written in quotes, without them; else empty. */
static inline Str resolve_wiring_key(Str name) {
  bool is_quoted = name.len > 2 && (name.ptr[0] == '"' || name.ptr[0] == '\'') && name.ptr[name.len - 1] == name.ptr[0];
  return is_quoted ? str_slice(name, 1, name.len - 1) : STR_EMPTY;
}

/* What a call is one of, without type arguments: `app.get<Params>("/x", f)`. */
static inline ExprNo resolve_wiring_callee(const View *view, ExprNo call) {
  ExprNo callee = view_expr(view, call)->base;
  return view_expr(view, callee)->kind == EXPR_APPLY ? view_expr(view, callee)->base : callee;
}

/* The value of a member of an object literal; 0: there is none. */
ExprNo resolve_wiring_member(Run *run, View *view, ExprNo object, Str name);
/* The argument at a place of a row; 0: there is none. */
ExprNo resolve_wiring_argument(Run *run, View *view, ExprNo call, const char *places);
/* A function that is written there as a member of an object; 0: there is none. */
DefNo resolve_wiring_function(Run *run, View *view, ExprNo call, const char *places);
/* The value of the one constant that a name leads to, in `ret_view`; 0: it leads to none. */
ExprNo resolve_wiring_constant(Run *run, View *view, ExprNo expr, View **ret_view);
/* Text that is certain: a literal, a constant that is one, a sum of these. */
bool resolve_wiring_text(Run *run, View *view, ExprNo expr, Buf *out);
/* The same where parts of a sum may be unknown: WIRING_OPEN stands for them. */
bool resolve_wiring_open_text(Run *run, View *view, ExprNo expr, Buf *out);
#define WIRING_OPEN STR("\xE2\x80\xA6")
Str resolve_wiring_join(Arena *arena, Str prefix, Str path);

#define WIRING_PREFIXES 4
typedef struct WiringPrefixes {
  Str items[WIRING_PREFIXES];
  uint32_t count;
  bool is_grouped; /* a call on the way gave a path */
} WiringPrefixes;
/* What a row is asked about. */
typedef struct WiringUse {
  const WiringWord *word;
  const Origin *origin; /* of the object */
  OriginPlace at;       /* function or file where it is told */
  View *view;           /* and */
  ExprNo call;          /* the call; 0: a decorator */
} WiringUse;
/* Whether the object is one that the row is for; and how its paths begin, by
 * the calls it came through and by where it was mounted: at least one of those. */
bool resolve_wiring_object(Run *run, const WiringUse *use, WiringPrefixes *ret_prefixes);

/* ---- routes ---- */

/* The type whose members handle routes: by name, or by an expression. */
typedef struct RouteType {
  Str name; /* empty: none; with Framework.joint between its parts */
  View *view;
  ExprNo expr; /* 0: none */
} RouteType;

typedef struct Route {
  NameId name;      /* "GET /users/:id" */
  const Ref *ref;   /* where it is told */
  View *view;
  const Framework *framework;
  RouteType type;   /* and */
  Str action;       /* its member; empty: something else handles it */
  ExprNo handler;   /* 0: none */
  ExprNo call;      /* whose other arguments run before the handler; 0: none */
  DefNo handled_by; /* what is decorated, or exported; of */
  View *handled_in; /* NULL: the same file */
  DefNo beside;     /* the type that inherits what handles it; 0: none; in */
  View *beside_in;
  Str sends;        /* the topic that it sends to; empty: none */
  const FrameworkRow *plan; /* that says so */
  Str part;         /* of a topic: what its name ends with, behind a slash; */
  bool has_part;    /* false: whatever is sent to the topic gets there */
  ExprNo endpoint;  /* the call that made it, of an endpoint; 0: none */
  ExprNo told_by;   /* and the call that was given it */
} Route;
typedef struct Routes {
  Route *items;
  size_t len, cap;
} Routes;
void resolve_routes_of(Run *run, View *view, Routes *ret_routes);
#define WIRING_TEXTS 8
typedef struct WiringTexts {
  Str items[WIRING_TEXTS];
  uint32_t count;
} WiringTexts;
/* Texts of an expression or of all in a list; false: there is one that nobody
 * can tell. */
bool resolve_wiring_texts(Run *run, View *view, ExprNo expr, WiringTexts *texts);
Str resolve_wiring_upper(Run *run, Str name);
/* What a call gives as methods, in capitals; else what its word says. */
void resolve_wiring_methods(Run *run, View *view, ExprNo call, const WiringWord *word, WiringTexts *ret_methods);
/* By calls inside of functions that are given to others (nested.c), and by the
 * path of the file (placed.c). */
void resolve_routes_nested(Run *run, View *view, const Ref *ref, const WiringWord *word, Routes *routes);
void resolve_routes_placed(Run *run, View *view, Routes *routes);
void resolve_route_add(Run *run, Routes *routes, Route route, Str method, Str path);
/* Of each action of a type, beneath a path (route_sets.c); `route` says where they are told. */
void resolve_routes_set(Run *run, const struct Found *type, const WiringWord *word, Str path, Route route, Routes *routes);
/* Of the type that a route is told to be handled by; false: it is not found. */
bool resolve_route_action(Run *run, View *view, const Route *route, FoundList *ret_list);
/* resolve_wiring_object for the object that `callee`, a name or member of the
 * use's file, is a member of. The use's origin is found here. */
bool resolve_wiring_told(Run *run, WiringUse use, ExprNo callee, WiringPrefixes *ret_prefixes);
/* Adds links from emitted events to what listens to them. */
void resolve_edges_events(Edges *edges);
/* Adds links from events that go by their type to what hears them. */
void resolve_edges_heard(Edges *edges);
/* Adds links from a service's procedures to what implements them, and from calls
 * to procedures. */
void resolve_edges_services(Edges *edges);
/* Adds links from calls of what a container keeps; after resolve_edges_refs. */
void resolve_edges_kept(Edges *edges);
/* The object literal that a function gives, which may be wrapped in calls; 0: none. */
ExprNo resolve_object_given(const View *view, DefNo function);
/* Routes that a call tells by the members of an object that a function gives (endpoints.c); */
void resolve_routes_endpoints(Run *run, View *view, const Ref *ref, const WiringWord *word, Routes *routes);
/* and links from who asks them, and from them to routes that answer what they ask for. */
void resolve_edges_endpoints(Edges *edges);
/* Adds links from uses of a store to the functions it keeps. */
void resolve_edges_stores(Edges *edges);
/* Adds links from what sets a state to the function that has it. */
void resolve_edges_states(Edges *edges);
/* Adds links from actions that are dispatched to what they run. */
void resolve_edges_actions(Edges *edges);
/* Adds links from calls that have a function run to that function. */
void resolve_edges_tasks(Edges *edges);
/* Adds links from types that stand for tables to these. */
void resolve_edges_models(Edges *edges);
/* Adds what statements for a database read and write; after resolve_edges_refs. */
void resolve_edges_queries(Edges *edges);
/* Adds a link from what an operation asks for, `told` in `view`, to the routes that answer it. */
void resolve_link_asked(Edges *edges, const Ref *site, View *view, const Ref *told);
/* Routes by keys of objects (mapped.c); and the keys of a file that may have some. */
void resolve_routes_mapped(Run *run, View *view, Routes *routes);
void resolve_mapped_keys(Arena *arena, const Language *language, const Facts *facts, TopicKeys *keys);
/* The routes of a file, kept for this one's requests; NULL: too many files. */
const Routes *resolve_routes_known(Edges *edges, WorldFile file, View **ret_view);
/* A link to the nth route of another file. */
void resolve_link_route(Edges *edges, const Ref *ref, unsigned rule, const View *view, size_t nth);
/* Links with the routes that answer a request. */
void resolve_link_request(Edges *edges, const Ref *ref, Str method, Str url);
/* Links with a topic by its name. */
void resolve_link_sent(Edges *edges, const Ref *ref, const FrameworkRow *row, Str topic);
/* Routes by maps that say what is sent when (plans.c). */
void resolve_routes_planned(Run *run, View *view, Routes *routes);
/* Adds links from requests to routes of the project. */
void resolve_edges_requests(Edges *edges);
/* Adds the file's routes and their edges; after resolve_edges_refs. */
void resolve_edges_routes(Edges *edges);

#endif
