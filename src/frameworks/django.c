/* Django: paths of a module of URLs, which others include beneath a path. A
 * path may be a regular expression; it is told as it is written. */
#include "src/frameworks/framework.h"

#define URLS "django.urls django.urls.conf django.conf.urls"

static const FrameworkRow rows[] = {
    {FRAMEWORK_ROUTE, .words = "path:ANY re_path:ANY url:ANY", .path = "0 route", .handler = "1 view"},
    {FRAMEWORK_MOUNT, .words = "path:ANY re_path:ANY url:ANY", .path = "0 route", .handler = "1 view", .modules = "include"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_django = {
    .name = "django",
    .families = "python",
    .objects = URLS,
    .answers = "get post put patch delete head options",
    .rows = rows,
};
