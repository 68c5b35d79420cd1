/* net/http: a multiplexer, or the package's own. A path may have a method
 * before it. */
#include "src/frameworks/framework.h"

static const FrameworkRow rows[] = {
    {FRAMEWORK_ROUTE, .words = "HandleFunc:ANY Handle:ANY", .path = "0", .handler = "1"},
    {FRAMEWORK_REQUEST, .on = "net/http", .words = "Get:GET Post:POST Head:HEAD PostForm:POST", .path = "0"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_net_http = {
    .name = "net/http",
    .families = "go",
    .objects = "net/http net/http.NewServeMux() net/http.ServeMux net/http.DefaultServeMux",
    .rows = rows,
};
