/* Events of Spring: the context is told of an object, and whatever is declared to
 * hear its type runs. */
#include "src/frameworks/framework.h"

static const FrameworkRow rows[] = {
    {FRAMEWORK_TELL, .on = "org.springframework.context.ApplicationEventPublisher org.springframework.context.ApplicationContext "
                           "org.springframework.context.event.ApplicationEventMulticaster",
     .words = "publishEvent multicastEvent", .path = "0"},
    {FRAMEWORK_HEAR, .on = "org.springframework.context.event.EventListener org.springframework.transaction.event.TransactionalEventListener",
     .words = "EventListener TransactionalEventListener"},
    {FRAMEWORK_HEAR, .extends = "org.springframework.context.ApplicationListener", .action = "onApplicationEvent"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_spring_events = {.name = "spring_events", .families = "java kotlin", .objects = "", .rows = rows};
