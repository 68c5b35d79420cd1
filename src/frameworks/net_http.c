/* net/http: a multiplexer, or the package's own. A path may have a method
 * before it. */
#include "src/frameworks/framework.h"

#define CLIENTS "net/http net/http.Client net/http.Client() net/http.DefaultClient"

static const FrameworkRow rows[] = {
    {FRAMEWORK_ROUTE, .words = "HandleFunc:ANY Handle:ANY", .path = "0", .handler = "1"},
    {FRAMEWORK_MOUNT, .words = "Handle", .path = "0", .handler = "1", .wraps = "StripPrefix"},
    {FRAMEWORK_REQUEST, .on = CLIENTS, .words = "Get:GET Post:POST Head:HEAD PostForm:POST", .path = "0", .wraps = "Sprintf"},
    {FRAMEWORK_REQUEST, .on = "net/http", .words = "NewRequest", .path = "1", .methods = "0", .method = "GET", .wraps = "Sprintf"},
    {FRAMEWORK_REQUEST, .on = "net/http", .words = "NewRequestWithContext", .path = "2", .methods = "1", .method = "GET", .wraps = "Sprintf"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_net_http = {
    .name = "net/http",
    .families = "go",
    .answers = "ServeHTTP",
    .objects = "net/http net/http.NewServeMux() net/http.ServeMux net/http.DefaultServeMux",
    .rows = rows,
};
