/* Laravel: routes are told to a class that stands for the router, or to what
 * its own calls give; groups are functions inside of which they begin with a
 * path, a namespace or a controller. A whole file may be a group. */
#include "src/frameworks/framework.h"

#define API "index:GET store:POST show:GET:/{$1} update:PUT:/{$1} update:PATCH:/{$1} destroy:DELETE:/{$1}"

static const FrameworkRow rows[] = {
    {FRAMEWORK_ROUTE, .words = "get post put patch delete options any:ANY", .path = "0", .handler = "1"},
    {FRAMEWORK_ROUTE, .words = "match", .path = "1", .handler = "2", .methods = "0", .method = "ANY"},
    {FRAMEWORK_SET, .words = "resource", .handler = "1", .set = API " create:GET:/create edit:GET:/{$1}/edit", .only = "only", .except = "except",
     .inside = "/{$1}"},
    {FRAMEWORK_SET, .words = "apiResource", .handler = "1", .set = API, .only = "only", .except = "except", .inside = "/{$1}"},
    {FRAMEWORK_GROUP, .words = "group", .path = "prefix", .module = "namespace", .type = "controller"},
    {FRAMEWORK_GROUP, .words = "prefix", .path = "0"},
    {FRAMEWORK_GROUP, .words = "namespace", .module = "0"},
    {FRAMEWORK_GROUP, .words = "controller", .type = "0"},
    {FRAMEWORK_KEEP, .words = "middleware name as domain where withoutMiddleware scopeBindings missing"},
    {FRAMEWORK_MOUNT, .words = "base_path", .modules = "base_path"}, /* inside of a group's function */
    {FRAMEWORK_MOUNT, .on = "Illuminate.Foundation.Application.configure()", .words = "withRouting", .path = "apiPrefix", .own = "api", .handler = "api", .file = "$"},
    {FRAMEWORK_MOUNT, .words = "group", .path = "prefix", .handler = "last", .modules = "base_path"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_laravel = {
    .name = "laravel",
    .families = "php",
    .objects = "Illuminate.Support.Facades.Route *.Route Illuminate.Routing.Router Illuminate.Contracts.Routing.Registrar",
    .rows = rows,
    .nests = true,
    .divider = "@",
    .joint = "\\",
    .space = "App\\Http\\Controllers",
    .invoked = "__invoke",
};
