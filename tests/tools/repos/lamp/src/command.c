#include "command.h"

#include <stdio.h>
#include <string.h>

typedef LampResult (*Handler)(int number, int value);

typedef struct Command {
  const char *name;
  Handler handler;
} Command;

static LampResult parse(const char *line, int depth);

static LampResult turn_on(int number, int value) {
  (void)value;
  return lamp_set(number, LAMP_BRIGHTEST);
}

static LampResult turn_off(int number, int value) {
  (void)value;
  return lamp_set(number, 0);
}

static LampResult dim(int number, int value) { return lamp_set(number, value); }

static const Command commands[] = {{"on", turn_on}, {"off", turn_off}, {"dim", dim}};

/* "again on 3" runs "on 3" twice; four levels at most. */
static LampResult repeat(const char *rest, int depth) {
  if (depth >= 4) return LAMP_BAD_COMMAND;
  LampResult first = parse(rest, depth + 1);
  return first == LAMP_OK ? parse(rest, depth + 1) : first;
}

static LampResult parse(const char *line, int depth) {
  char name[16];
  int number = -1, value = 0;
  if (strncmp(line, "again ", 6) == 0) return repeat(line + 6, depth);
  if (sscanf(line, "%15s %d %d", name, &number, &value) < 2) return LAMP_BAD_COMMAND;
  for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
    if (strcmp(commands[i].name, name) == 0) return commands[i].handler(number, value);
  }
  return LAMP_BAD_COMMAND;
}

LampResult command_run(const char *line) { return parse(line, 0); }
