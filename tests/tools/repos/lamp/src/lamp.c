#include "lamp.h"

#include <stddef.h>

#include "driver.h"

static Lamp lamps[LAMP_COUNT];
static LampWatcher watcher_now;
static void *watcher_context;

static bool is_known(int number) { return number >= 0 && number < LAMP_COUNT; }

static void notify(const Lamp *lamp) {
  if (watcher_now) watcher_now(lamp->number, lamp->brightness, watcher_context);
}

LampResult lamp_set(int number, int brightness) {
  if (!is_known(number)) return LAMP_NO_SUCH;
  Lamp *lamp = &lamps[number];
  lamp->number = number;
  lamp->brightness = CLAMP(brightness, 0, LAMP_BRIGHTEST);
  driver_current()->apply(number, lamp->brightness);
  notify(lamp);
  return LAMP_OK;
}

int lamp_get(int number) { return is_known(number) ? lamps[number].brightness : -1; }

bool lamp_is_on(int number) { return lamp_get(number) > 0; }

void lamp_watch(LampWatcher watcher, void *context) {
  watcher_now = watcher;
  watcher_context = context;
}

/* Nobody asks for the sum since lamps have meters. */
int lamp_total(void) {
  int sum = 0;
  for (int i = 0; i < LAMP_COUNT; i++) sum += lamps[i].brightness;
  return sum;
}
