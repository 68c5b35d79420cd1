/* zustand: a store is made with a function that gives its state and actions;
 * who uses it picks one of them. */
#include "src/frameworks/framework.h"

static const FrameworkRow rows[] = {
    {FRAMEWORK_STORE, .words = "getState"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_zustand = {
    .name = "zustand",
    .families = "typescript",
    .objects = "zustand.create() zustand.create()() zustand() zustand.default() zustand/vanilla.createStore() zustand/vanilla.createStore()() "
               "zustand.createStore() zustand/traditional.createWithEqualityFn() zustand/traditional.createWithEqualityFn()()",
    .rows = rows,
};
