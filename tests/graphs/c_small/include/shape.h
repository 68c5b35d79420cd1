#ifndef SHAPE_H
#define SHAPE_H

/* Something with an area. */
typedef struct Shape {
  double width;
  double height;
} Shape;

enum { SHAPE_LIMIT = 16 };

double shape_area(const Shape *shape);

#endif
