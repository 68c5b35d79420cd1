int cmd_push(int x);
int user_get_age(int x);
int on_read(int x);
int from_outside(void) { return cmd_push(1) + user_get_age(2) + on_read(3); }
int thing(int x);
int not_that(void) { return thing(4); }
