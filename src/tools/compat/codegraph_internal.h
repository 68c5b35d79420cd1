/* The argument that every CodeGraph name takes. */
#ifndef FATHOM_TOOLS_CODEGRAPH_INTERNAL_H
#define FATHOM_TOOLS_CODEGRAPH_INTERNAL_H

#include "src/tools/kit/place_internal.h"

#define CODEGRAPH_ARG_PROJECT {"projectPath", TOOL_WORKSPACE, .help = "another workspace the user allowed"}

#endif
