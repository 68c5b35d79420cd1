/* Lamps: what is lit, and how brightly. */
#ifndef LAMP_H
#define LAMP_H

#include <stdbool.h>

#define LAMP_COUNT 16
#define LAMP_BRIGHTEST 100

/* Keeps a brightness within what lamps can do. */
#define CLAMP(value, low, high) ((value) < (low) ? (low) : (value) > (high) ? (high) : (value))

typedef enum { LAMP_OK, LAMP_NO_SUCH, LAMP_BAD_COMMAND } LampResult;

/* Called after a lamp changed. */
typedef void (*LampWatcher)(int number, int brightness, void *context);

typedef struct Lamp {
  int number;
  int brightness; /* 0: off */
} Lamp;

/* Sets the brightness of one lamp; out of range is clamped. */
LampResult lamp_set(int number, int brightness);
int lamp_get(int number);
bool lamp_is_on(int number);
void lamp_watch(LampWatcher watcher, void *context);

#endif
