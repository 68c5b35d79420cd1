/* Axum: a router is given a path and what handles its methods; another is
 * nested beneath a path or merged. */
#include "src/frameworks/framework.h"

static const FrameworkRow rows[] = {
    {FRAMEWORK_ROUTE, .words = "route", .path = "0", .handler = "1", .method = "ANY",
     .verbs = "get post put delete patch head options trace any"},
    {FRAMEWORK_KEEP, .words = "layer route_layer with_state fallback nest merge nest_service route_service"},
    {FRAMEWORK_MOUNT, .words = "nest", .path = "0", .handler = "1"},
    {FRAMEWORK_MOUNT, .words = "merge", .handler = "0"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_axum = {
    .name = "axum",
    .families = "rust",
    .objects = "axum.Router.new() axum.Router axum.routing.Router.new() axum.Router.default()",
    .rows = rows,
};
