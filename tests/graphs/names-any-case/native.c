void SOLVE(int n);
void Solve(int n) { (void)n; }
void run(void) { SOLVE(1); }
