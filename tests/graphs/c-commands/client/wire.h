static int wire(void) { return 1; }
