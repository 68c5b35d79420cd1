/* What the key file and those who check keys agree on. */
#ifndef FATHOM_TRANSPORT_KEYS_INTERNAL_H
#define FATHOM_TRANSPORT_KEYS_INTERNAL_H

#include "src/transport/transport.h"

#define TRANSPORT_KEY_ID_MAX 32 /* bytes */

bool transport_key_is_well_formed(Str key);

#endif
