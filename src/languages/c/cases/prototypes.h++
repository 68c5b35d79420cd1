#pragma once
#include <vector>
#include "other.hpp"
extern "C" { int legacy(int n); }
extern int shared;
static inline int twice(int n) { return legacy(n) * 2; }
auto late(int n) -> std::vector<int>;
int over(int n);
int over(const char *text, ...);
constexpr int limit = twice(2);
