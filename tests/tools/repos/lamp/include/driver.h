/* Drivers: what makes a lamp shine. */
#ifndef DRIVER_H
#define DRIVER_H

typedef struct Driver {
  const char *name;
  int (*open)(void);
  void (*apply)(int number, int brightness);
} Driver;

/* NULL: there is no driver of that name. */
const Driver *driver_find(const char *name);
const Driver *driver_current(void);

#endif
