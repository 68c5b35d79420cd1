#include "command.h"
/* A table of another file is called through the same field. */
void elsewhere(struct command *t, client *c) { t->proc(c); }
/* Its own struct of that name. */
struct local { int flags; void (*proc)(client *c); };
static void mine(client *c) {}
static struct local locals[] = {{0, mine}};
void nearby(client *c) { locals[0].proc(c); }
