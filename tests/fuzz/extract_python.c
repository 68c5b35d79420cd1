#define FUZZED "python"
#include "tests/fuzz/extract_language.h"
