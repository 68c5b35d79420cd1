static int wire(void) { return 2; }
