#include "list.h"
typedef struct kind { int x; } kind;
DEFINE_LIST(kind)
