#pragma once
#include "base.h"
namespace lib {
struct Point { Point(int x, int y); explicit operator bool() const; };
int digits(Point p);
struct Only { Only() = delete; explicit Only(unsigned long n); };
inline int twice(Point p) { return digits(p) + digits(uint64_t(2)); }
}
