/* Next.js: the path of a file is the path of its route. In `app` a file called
 * `route` exports a function for every method, one called `page` what is shown;
 * in `pages` every file is a route. */
#include "src/frameworks/framework.h"

#define CONFIG "next.config.js next.config.mjs next.config.cjs next.config.ts next.config.mts"

static const FrameworkRow rows[] = {
    {FRAMEWORK_FILE, .folders = "app src/app", .files = "route", .words = "GET POST PUT PATCH DELETE HEAD OPTIONS", .beside = CONFIG},
    {FRAMEWORK_FILE, .folders = "app src/app", .files = "page", .words = "default:GET", .beside = CONFIG},
    {FRAMEWORK_FILE, .folders = "pages/api src/pages/api", .words = "default:ANY", .beside = CONFIG, .own = "/api"},
    {FRAMEWORK_FILE, .folders = "pages src/pages", .words = "default:GET", .beside = CONFIG, .except = "_app _document _error 404 500 api"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_nextjs = {
    .name = "nextjs",
    .families = "typescript",
    .objects = "next",
    .rows = rows,
};
