/* actix-web: functions are marked with method and path, and given to a service
 * or scope; resources are given their handlers. */
#include "src/frameworks/framework.h"

#define WEB "actix_web.web."
#define VERBS "get post put delete patch head options trace"

static const FrameworkRow rows[] = {
    {FRAMEWORK_MARK, .on = "actix_web actix_web_codegen", .words = VERBS, .path = "0"},
    {FRAMEWORK_MARK, .on = "actix_web actix_web_codegen", .words = "route", .path = "0", .methods = "method", .method = "ANY"},
    {FRAMEWORK_ROUTE, .words = "route", .path = "0", .handler = "last", .method = "ANY", .verbs = VERBS, .pathless = true},
    {FRAMEWORK_ROUTE, .words = "to:ANY", .path = "none", .handler = "0", .pathless = true, .on = WEB "resource()"},
    {FRAMEWORK_MADE, .words = "resource scope", .path = "0"},
    {FRAMEWORK_KEEP, .words = "wrap app_data service configure route guard default_service"},
    {FRAMEWORK_MOUNT, .words = "service configure", .handler = "0"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_actix = {
    .name = "actix-web",
    .families = "rust",
    .objects = "actix_web.App.new() " WEB "scope() " WEB "resource() " WEB "ServiceConfig actix_web.Scope.new() actix_web.Resource.new()",
    .rows = rows,
};
