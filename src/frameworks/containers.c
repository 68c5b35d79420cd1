/* Containers of the languages' own libraries: which calls put a function into
 * one, and which give what it keeps. That it is one is told by a call of what it
 * gives. */
#include "src/frameworks/framework.h"

static const FrameworkRow rows[] = {
    {FRAMEWORK_PUT, .words = "set put add push append insert emplace push_back emplace_back push_front insert_or_assign try_emplace "
                             "putIfAbsent addFirst addLast unshift appendleft offer Add TryAdd AddLast AddFirst Enqueue Push Insert Store",
     .path = "0", .handler = "last"},
    {FRAMEWORK_PUT, .words = "append", .object = "0", .handler = "last"},
    {FRAMEWORK_TAKE, .words = "setdefault computeIfAbsent GetOrAdd entry or_default or_insert or_insert_with get at find getOrDefault GetValueOrDefault Get Load pop shift values Values items entries forEach map each "
                              "some every filter second value Value",
     .path = "0", .action = "get"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_containers = {
    .name = "containers",
    .families = "typescript python go java c csharp php ruby rust",
    .objects = "",
    .rows = rows,
};
