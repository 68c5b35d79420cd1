#define FUZZED "c"
#include "tests/fuzz/extract_language.h"
