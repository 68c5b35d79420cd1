int user_age(int x);
int from_outside(void) { return user_age(2); }
/* Static in the file that has it. */
void *no_one(void) { return foo_new(); }
