/* A point. */
struct point {
  int x, y; /* both */
  /* above z */
  const char *z[3];
  int (*compare)(const void *, const void *);
  unsigned flag : 1;
  struct { int inner; } nested;
  union { int as_int; float as_float; };
};
struct mentioned;
struct mentioned *use(struct mentioned *);

/** Both names. */
typedef struct node {
  struct node *next;
} Node;

typedef struct { int width; } Size, *SizePtr;
typedef enum { RED, GREEN = 2, /* the sea */ BLUE } Colour;
typedef union value { long l; double d; } value;
typedef int (*handler)(int, void *);
typedef unsigned long ulong_t, *ulong_p;
typedef int grid[3][3];

enum weekday {
  MONDAY,
  /* second */
  TUESDAY
};
