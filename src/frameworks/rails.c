/* Rails: routes are drawn inside of blocks. A set of them, `resources`, belongs
 * to the actions of one controller; what is inside of its block is beneath one
 * of its members, unless it says otherwise. */
#include "src/frameworks/framework.h"

#define SINGLE "create:POST new:GET:/new show:GET edit:GET:/edit update:PATCH update:PUT destroy:DELETE"
#define MANY "index:GET create:POST new:GET:/new show:GET:/:$k edit:GET:/:$k/edit update:PATCH:/:$k update:PUT:/:$k destroy:DELETE:/:$k"

static const FrameworkRow rows[] = {
    {FRAMEWORK_ROUTE, .words = "get post put patch delete options", .path = "0 =>", .handler = "to =>", .type = "controller", .action = "action",
     .at = "on", .unless = "shallow"},
    {FRAMEWORK_ROUTE, .words = "match", .path = "0 =>", .handler = "to =>", .type = "controller", .action = "action", .at = "on",
     .methods = "via", .method = "ANY"},
    {FRAMEWORK_ROUTE, .words = "root", .path = "none", .handler = "to 0 =>", .method = "GET", .pathless = true},
    {FRAMEWORK_SET, .words = "resources", .path = "path", .module = "module", .type = "controller", .set = MANY, .only = "only", .except = "except",
     .key = "param", .inside = "/:$1_$k", .unless = "shallow"},
    {FRAMEWORK_SET, .words = "resource", .path = "path", .module = "module", .type = "controller", .set = SINGLE, .only = "only", .except = "except",
     .inside = "", .plural = true, .unless = "shallow"},
    {FRAMEWORK_GROUP, .words = "namespace", .path = "path 0", .module = "module 0", .type = "controller", .unless = "shallow"},
    {FRAMEWORK_GROUP, .words = "scope", .path = "path 0", .module = "module", .type = "controller", .unless = "shallow"},
    {FRAMEWORK_GROUP, .words = "controller", .path = "none", .type = "0"},
    {FRAMEWORK_GROUP, .words = "member", .inside = "/:$k"},
    {FRAMEWORK_GROUP, .words = "collection", .inside = ""},
    {FRAMEWORK_GROUP, .words = "concern", .path = "none", .by = "concerns"},
    {FRAMEWORK_MOUNT, .words = "draw", .path = "none", .handler = "0", .file = "config/routes/$.rb"},
    {FRAMEWORK_KEEP, .words = "constraints defaults authenticate authenticated unauthenticated devise_scope"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_rails = {
    .name = "rails",
    .families = "ruby",
    .objects = "*.Rails.application().routes().draw()",
    .rows = rows,
    .nests = true,
    .divider = "#",
    .ending = "Controller",
    .joint = "::",
    .key = "id",
};
