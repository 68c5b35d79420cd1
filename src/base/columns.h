/* Columns: how wide text is on a terminal. Letters of East Asia and pictures
 * take two columns, marks over other letters none. What a terminal must not get
 * (str_visible) is to be made visible before. */
#ifndef FATHOM_BASE_COLUMNS_H
#define FATHOM_BASE_COLUMNS_H

#include "src/base/str.h"

/* Columns that all of it takes. Any bytes; broken ones take one each. */
size_t columns_of(Str text);
/* As much of it, in whole characters, as fits. */
Str columns_head(Str text, size_t columns);

#endif
