/* Flask: views are decorated by the application or a blueprint. A blueprint
 * may be registered beneath a path, which then replaces its own. */
#include "src/frameworks/framework.h"

/* Flask-RESTful and Flask-RESTX: resources are types, for an application or a blueprint. */
#define API "flask_restful.Api() flask_restx.Api() flask_restx.Namespace() flask_restful.Api flask_restx.Api flask_restx.Namespace"

static const FrameworkRow rows[] = {
    {FRAMEWORK_MARK, .words = "route", .path = "0 rule", .methods = "methods", .method = "GET"},
    {FRAMEWORK_MARK, .words = "get post put delete patch", .path = "0 rule"},
    {FRAMEWORK_ROUTE, .words = "add_url_rule", .path = "0 rule", .handler = "view_func 2", .methods = "methods", .method = "GET"},
    {FRAMEWORK_MADE, .words = "Blueprint", .path = "url_prefix"},
    {FRAMEWORK_MOUNT, .words = "register_blueprint", .path = "url_prefix", .handler = "0", .replaces = true},
    {FRAMEWORK_ROUTE, .on = API, .words = "add_resource", .path = "1", .handler = "0", .method = "GET"},
    {FRAMEWORK_ROUTE, .on = API, .words = "add_resource", .path = "2", .handler = "0", .method = "GET"},
    {FRAMEWORK_ROUTE, .on = API, .words = "add_resource", .path = "3", .handler = "0", .method = "GET"},
    {FRAMEWORK_MADE, .words = "Api", .path = "prefix", .object = "0 app"},
    {FRAMEWORK_MADE, .words = "Namespace", .path = "path"},
    {FRAMEWORK_MOUNT, .on = API, .words = "add_namespace", .path = "path", .handler = "0", .replaces = true},
    {.shape = FRAMEWORK_END},
};

const Framework framework_flask = {
    .name = "flask",
    .families = "python",
    .answers = "get post put patch delete head options",
    .objects = "flask.Flask() flask.Blueprint() flask.Flask flask.Blueprint",
    .rows = rows,
};
