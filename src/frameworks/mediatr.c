/* MediatR: a request or notification is sent, and the type that implements a
 * handler of its type handles it. One file may say for all that they use the
 * package, so its names count without an import too. */
#include "src/frameworks/framework.h"

static const FrameworkRow rows[] = {
    {FRAMEWORK_TELL, .on = "MediatR.IMediator MediatR.ISender MediatR.IPublisher MediatR.Mediator *.IMediator *.ISender *.IPublisher", .words = "Send Publish CreateStream", .path = "0"},
    {FRAMEWORK_HEAR, .extends = "MediatR.IRequestHandler MediatR.INotificationHandler MediatR.IStreamRequestHandler "
                                 "*.IRequestHandler *.INotificationHandler *.IStreamRequestHandler",
     .action = "Handle"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_mediatr = {.name = "mediatr", .families = "csharp", .objects = "", .rows = rows};
