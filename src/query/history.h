/* The history of an index's workspace. */
#ifndef FATHOM_QUERY_HISTORY_H
#define FATHOM_QUERY_HISTORY_H

#include "src/history/history.h"
#include "src/index/index.h"

/* Lives as long as the index. Reads nothing before history_update. */
History *query_history(Index *index);

#endif
