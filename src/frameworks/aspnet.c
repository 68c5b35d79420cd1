/* ASP.NET Core: actions of a controller have attributes, and so has the
 * controller; an application and its groups are told routes by calls. */
#include "src/frameworks/framework.h"

#define MVC "Microsoft.AspNetCore.Mvc"

static const FrameworkRow rows[] = {
    {FRAMEWORK_MARK, .on = MVC, .words = "HttpGet:GET HttpPost:POST HttpPut:PUT HttpDelete:DELETE HttpPatch:PATCH HttpHead:HEAD HttpOptions:OPTIONS",
     .path = "template 0", .absolute = true},
    {FRAMEWORK_PREFIX, .on = MVC, .words = "Route", .path = "template 0", .own = "[controller]:Controller [action]"},
    {FRAMEWORK_ROUTE, .words = "MapGet:GET MapPost:POST MapPut:PUT MapDelete:DELETE MapPatch:PATCH Map:ANY", .path = "0", .handler = "1"},
    {FRAMEWORK_ROUTE, .words = "MapMethods", .path = "0", .handler = "2", .methods = "1", .method = "ANY"},
    {FRAMEWORK_GROUP, .words = "MapGroup", .path = "0"},
    {FRAMEWORK_KEEP, .words = "WithTags WithName WithSummary WithDescription WithDisplayName WithGroupName WithMetadata WithOpenApi WithOrder WithFormOptions "
                              "RequireAuthorization RequireCors RequireHost RequireRateLimiting AllowAnonymous AddEndpointFilter AddEndpointFilterFactory "
                              "CacheOutput DisableAntiforgery DisableRateLimiting DisableRequestTimeout WithRequestTimeout ExcludeFromDescription ShortCircuit "
                              "Produces ProducesProblem ProducesValidationProblem Accepts NewVersionedApi WithApiVersionSet HasApiVersion HasDeprecatedApiVersion "
                              "MapToApiVersion IsApiVersionNeutral ReportApiVersions"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_aspnet = {
    .name = "aspnet",
    .families = "csharp",
    .objects = "*.WebApplication.CreateBuilder().Build() *.WebApplication.Create() *.WebApplication *.IEndpointRouteBuilder "
               "*.RouteGroupBuilder Microsoft.AspNetCore.Builder.WebApplication.CreateBuilder().Build() "
               "Microsoft.AspNetCore.Routing.IEndpointRouteBuilder Microsoft.AspNetCore.Routing.RouteGroupBuilder "
               "Microsoft.AspNetCore.Builder.WebApplication",
    .rows = rows,
};
