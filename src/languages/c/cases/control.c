int walk(struct list *list) {
  for (struct item *i = list->first; i; i = i->next) visit(i);
  do step(list); while (more(list));
  switch (kind(list)) {
    case ONE: one(); break;
    case TWO:
    default: other();
  }
again:
  if (check(list)) goto again;
  return list ? left(list) : right(list);
}
int values(void) {
  int sum = ({ int inner = make(); inner + 1; });
  sum += sizeof(struct big) + sizeof measure(sum);
  return sum, last(), _Generic(sum, int: as_int, default: as_other)(sum);
}
