/* Every tool that only reads, over an index whose rows and bytes were changed
 * behind its back; see mutated.h. Never a crash: each is answered, or the index
 * is said to be damaged.
 * Input: bytes that choose the tool, the changes, and the arguments. */
#include "tests/fuzz/mutated.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (!mutated.index) {
    mutated_setup();
    atexit(mutated_teardown);
  }
  mutated_round(data, size);
  return 0;
}
