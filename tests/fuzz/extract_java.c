#define FUZZED "java"
#include "tests/fuzz/extract_language.h"
