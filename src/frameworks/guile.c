/* Guile: a program in C gives functions to Scheme by macros that are their heads. The
 * name in C is the first argument, the one in Scheme the second: SCM_DEFINE (c_name,
 * "scheme-name", …) { … }. Programs have shorthands of their own for it, with the same
 * prefix by custom, and the same two first. A call may do it as well:
 * scm_c_define_gsubr ("scheme-name", 1, 0, 0, c_name). */
#include "src/frameworks/framework.h"

static const FrameworkRow rows[] = {
    {FRAMEWORK_GIVE, .on = "c", .words = "SCM_", .path = "1"},
    {FRAMEWORK_GIVE, .on = "c", .words = "scm_c_define_gsubr scm_c_define_gsubr_with_generic", .path = "0", .handler = "4"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_guile = {
    .name = "guile",
    .families = "scheme",
    .rows = rows,
};
