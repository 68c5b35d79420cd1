static struct op ops[] = { {"get", on_get}, [RED] = {.name = "set", .run = on_set} };
