#ifndef COMMAND_H
#define COMMAND_H
typedef struct client { int fd; } client;
struct command { const char *name; int flags; void (*proc)(client *c); void (*done)(client *c); };
typedef struct action_s { void (*run)(client *c); } action;
struct rival { const char *name; int flags; void (*proc)(client *c); };

/* Rows by place and by name, and one that is computed. */
#define CMD(name) { #name, 0, name##Command, 0 }
#define NAMED(what) { .name = "x", .proc = what }
#define COMPUTED(what) { "x", 0, wrap(what), 0 }
#endif
