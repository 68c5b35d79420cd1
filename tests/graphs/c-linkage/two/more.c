int api_open(void *);
extern void usage(void);

/* usage is defined twice: the one of this folder is nearer. */
int more(void) {
  usage();
  return api_open(0);
}
