#define FUZZED "typescript"
#include "tests/fuzz/extract_language.h"
