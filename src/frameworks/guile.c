/* Guile: a program in C gives functions to Scheme by macros that are their heads. The
 * name in C is the first argument, the one in Scheme the second: SCM_DEFINE (c_name,
 * "scheme-name", …) { … }. Programs have shorthands of their own for it, with the same
 * prefix by custom, and the same two first. */
#include "src/frameworks/framework.h"

static const FrameworkRow rows[] = {
    {FRAMEWORK_GIVE, .on = "c", .words = "SCM_", .path = "1"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_guile = {
    .name = "guile",
    .families = "scheme",
    .rows = rows,
};
