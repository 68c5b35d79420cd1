/* RTK Query: an API is made with endpoints, and has a hook for each that is
 * called after it. */
#include "src/frameworks/framework.h"

static const FrameworkRow rows[] = {
    {FRAMEWORK_ENDPOINTS, .method = "ENDPOINT", .words = "createApi injectEndpoints", .path = "endpoints", .verbs = "query mutation infiniteQuery",
     .handler = "queryFn query", .named = "use$Query useLazy$Query use$Mutation use$QueryState use$QuerySubscription useLazy$QuerySubscription use$InfiniteQuery "
              "use$InfiniteQueryState use$InfiniteQuerySubscription",
     .action = "query", .at = "url", .methods = "method", .made = "baseQuery", .wraps = "fetchBaseQuery", .own = "baseUrl", .members = "endpoints",
     .by = "useQuery useLazyQuery useQueryState useQuerySubscription useLazyQuerySubscription useMutation useInfiniteQuery initiate select"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_rtk_query = {
    .name = "rtk_query",
    .families = "typescript",
    .objects = "@reduxjs/toolkit/query.createApi() @reduxjs/toolkit/query/react.createApi() @reduxjs/toolkit/dist/query.createApi() "
               "@reduxjs/toolkit/dist/query/react.createApi() @reduxjs/toolkit/query.buildCreateApi()() @reduxjs/toolkit/query/react.buildCreateApi()()",
    .rows = rows,
    .packages = "@reduxjs/toolkit/query @reduxjs/toolkit/dist/query",
};
