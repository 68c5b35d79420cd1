#include "api.h"
void use(Text text, Text *other) {
  put(1);
  put("a");
  put(text);
  put(text, 2);
  text.add('c');
  text.add("words");
  other->add(text, 1);
  lib::deep::only(text);
  made().add('d');
  take(text);
}
