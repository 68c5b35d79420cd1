#include "command.h"

static void getCommand(client *c) {}
static void setCommand(client *c) {}
static void afterSet(client *c) {}
static void quiet(client *c) {}
static void hidden(client *c) {}
static void rivalCommand(client *c) {}
static void act(client *c) {}

static const struct command table[] = {
  CMD(get),
  {"set", 1, setCommand, afterSet},
  NAMED(quiet),
  COMPUTED(hidden),
};
/* Another struct whose field has the same name and place. */
static const struct rival rivals[] = {{"rival", 0, rivalCommand}};
static action acts[] = {{act}};

void run(client *c) {
  const struct command *t = &table[0];
  t->proc(c);
  t->done(c);
}
void run_rival(client *c) { rivals[0].proc(c); }
void run_action(client *c) { acts[0].run(c); }
