#include "compat/rename.h"
#include "list.h"

void other_list_free(void *l) {}

/* list_free is other_list_free here; list_add leads out of the project. */
void renamed(void *l) {
  list_free(l);
  list_add(l);
  list_len(l);
}
