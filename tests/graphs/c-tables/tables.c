struct stream;

struct stream_ops {
  int (*open)(struct stream *s);
  void (*close)(struct stream *s);
};

struct stream {
  const struct stream_ops *ops;
  void (*done)(struct stream *s);
};

static int file_open(struct stream *s) { return 0; }
static void file_close(struct stream *s) {}
static int pipe_open(struct stream *s) { return 1; }
static void finished(struct stream *s) {}

static const struct stream_ops file_ops = {.open = file_open, .close = file_close};
static const struct stream_ops pipe_ops = {pipe_open, 0};

static void sort(void *items, int (*compare)(const void *, const void *)) { compare(items, items); }
static int by_size(const void *a, const void *b) { return 0; }

int use(struct stream *s) {
  s->done = finished;
  sort(s, by_size);
  if (s->ops->open(s)) s->ops->close(s);
  (*s->done)(s);
  return 0;
}

/* Called as the field is: it is named all the same. */
static void done(struct stream *s) {}

void wire(struct stream *s) { s->done = done; }
