#include <wire.h>
int main(void) { return wire(); }
