/* How answers and server-sent events are spelled. Bytes in, bytes out. */
#ifndef FATHOM_TRANSPORT_ANSWER_INTERNAL_H
#define FATHOM_TRANSPORT_ANSWER_INTERNAL_H

#include "src/transport/transport.h"

typedef struct TransportAnswer {
  int status;
  Str content_type; /* empty: none */
  size_t length;    /* of the body */
  const TransportHeader *headers;
  size_t header_count;
  bool is_stream;  /* server-sent events; length is not known */
  bool is_http_1_0;
  bool keep_alive;
} TransportAnswer;

/* Status line and headers, up to and with the empty line. */
Str transport_answer_head(Arena *arena, const TransportAnswer *answer);
/* {"error":"..."} */
Str transport_answer_error(Arena *arena, Str words);
/* Does an answer of this status have a body at all? */
bool transport_answer_has_body(int status);
/* One event. `retry_ms` below 0: none. */
Str transport_answer_event(Arena *arena, Str id, Str data, int64_t retry_ms);
/* The chunk around `bytes`; in HTTP/1.0 they go as they are. */
Str transport_answer_chunk(Arena *arena, Str bytes, bool is_http_1_0);

#endif
