/* Clients that tests of a Python server ask it with. */
#include "src/frameworks/framework.h"

static const FrameworkRow rows[] = {
    {FRAMEWORK_REQUEST, .words = "get post put delete patch head options", .path = "0 url path"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_test_clients = {
    .name = "test_clients",
    .families = "python",
    .objects = "fastapi.testclient.TestClient() starlette.testclient.TestClient() fastapi.testclient.TestClient starlette.testclient.TestClient "
               "django.test.Client() rest_framework.test.APIClient() flask.Flask().test_client()",
    .rows = rows,
};
