/* Django: paths of a module of URLs, which others include beneath a path. A
 * path may be a regular expression, whose groups are told as open parts. Routers
 * of the REST framework are given a type with actions. */
#include "src/frameworks/framework.h"

#define URLS "django.urls django.urls.conf django.conf.urls"

#define ROUTERS "rest_framework.routers.DefaultRouter() rest_framework.routers.SimpleRouter() rest_framework.routers.DefaultRouter " \
                "rest_framework.routers.SimpleRouter rest_framework.routers.BaseRouter"
#define ACTIONS "list:GET create:POST retrieve:GET:/<pk> update:PUT:/<pk> partial_update:PATCH:/<pk> destroy:DELETE:/<pk>"
#define GIVEN "ModelViewSet:list,create,retrieve,update,partial_update,destroy ReadOnlyModelViewSet:list,retrieve ListModelMixin:list " \
              "CreateModelMixin:create RetrieveModelMixin:retrieve UpdateModelMixin:update,partial_update DestroyModelMixin:destroy"

static const FrameworkRow rows[] = {
    {FRAMEWORK_ROUTE, .words = "path:ANY re_path:ANY url:ANY", .path = "0 route", .handler = "1 view"},
    {FRAMEWORK_ROUTE, .on = ROUTERS, .words = "register", .path = "0 prefix", .handler = "1 viewset", .set = ACTIONS, .extends = GIVEN,
     .given = "rest_framework.decorators.action", .methods = "methods", .at = "url_path", .key = "<pk>"},
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
