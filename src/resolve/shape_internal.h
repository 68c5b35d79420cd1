/* Shapes: types together with the pointers that values look through. */
#ifndef FATHOM_RESOLVE_SHAPE_INTERNAL_H
#define FATHOM_RESOLVE_SHAPE_INTERNAL_H

#include "src/resolve/run_internal.h"

/* `const T **x`: two pointers to a T. */
typedef struct Shape {
  ValueId type; /* of what the pointers lead to in the end */
  uint8_t pointers; /* arrays are pointers */
  bool known;   /* how many pointers there are */
  bool is_null; /* nullptr, which any pointer can be, or a 0 */
  bool is_list; /* {a, b}: of the type that is wanted */
  bool is_several; /* and which has more than one part: no plain value */
} Shape;

/* Of a declared type; and of a value, where operators add and take away pointers. */
Shape resolve_type_shape(Run *run, View *view, ExprNo type);
Shape resolve_value_shape(Run *run, View *view, ExprNo value);

#endif
