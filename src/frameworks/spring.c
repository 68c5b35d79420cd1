/* Spring: methods of a controller are annotated, and so is the controller,
 * with what their paths begin with. */
#include "src/frameworks/framework.h"

static const FrameworkRow rows[] = {
    {FRAMEWORK_MARK, .words = "GetMapping:GET PostMapping:POST PutMapping:PUT DeleteMapping:DELETE PatchMapping:PATCH", .path = "value path 0"},
    {FRAMEWORK_MARK, .words = "RequestMapping", .path = "value path 0", .methods = "method", .method = "ANY"},
    {FRAMEWORK_PREFIX, .words = "RequestMapping", .path = "value path 0"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_spring = {
    .name = "spring",
    .families = "java kotlin",
    .objects = "org.springframework.web.bind.annotation",
    .rows = rows,
};
