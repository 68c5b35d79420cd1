/* Commands: one line of text, one change. */
#ifndef COMMAND_H
#define COMMAND_H

#include "lamp.h"

LampResult command_run(const char *line);

#endif
