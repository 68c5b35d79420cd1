/* One HTTP/1.x request, made from bytes as they come. Knows framing, limits
 * and what a well-formed head is; knows no socket, no clock and nobody's
 * rights. */
#ifndef FATHOM_TRANSPORT_REQUEST_INTERNAL_H
#define FATHOM_TRANSPORT_REQUEST_INTERNAL_H

#include <llhttp.h>

#include "src/transport/transport.h"

#define TRANSPORT_TARGET_MAX 8192 /* bytes of a request target */
#define TRANSPORT_HEADER_LINES_MAX 128
#define TRANSPORT_HEADER_LINES_KNOWN 20 /* by where they are: more than clients send; others are looked for */

typedef enum TransportStep {
  TRANSPORT_STEP_MORE, /* all bytes taken; the request goes on */
  TRANSPORT_STEP_HEAD, /* the head is known; told once */
  TRANSPORT_STEP_DONE, /* the request is whole; nothing more is taken */
  TRANSPORT_STEP_BAD   /* `status` and `words` say why; feed no more */
} TransportStep;

/* Where a header line begins in the head, and how long its name is. */
typedef struct TransportHeaderLine {
  uint32_t at, name;
} TransportHeaderLine;

typedef struct TransportRequest {
  llhttp_t parser;
  size_t max_head;
  size_t max_body;

  char *head; /* from the request line to the empty line */
  size_t head_len;
  size_t head_cap;
  size_t line_at;  /* where the line being received begins */
  TransportHeaderLine lines[TRANSPORT_HEADER_LINES_KNOWN];
  size_t line_count;
  size_t rest_at; /* where the header lines begin that are not among them */

  char *body;
  size_t body_len;
  size_t body_cap;
  size_t framing; /* bytes of chunk extensions and trailers */

  const char *method;
  Str path;      /* decoded, in `head` */
  Str authority; /* of a target such as http://host/path; else empty */

  bool has_head;
  bool is_chunked;
  bool is_complete;
  bool keep_alive; /* once complete */
  bool expects_continue;

  int status; /* of a refused request */
  const char *words;
  char words_made[64]; /* for those that name a limit */
} TransportRequest;

/* Must not move afterwards. */
void transport_request_init(TransportRequest *request, const TransportLimits *limits);
void transport_request_clear(TransportRequest *request);

/* Takes bytes from the front of *bytes until something is to be told. Call
 * again after TRANSPORT_STEP_HEAD even when no bytes are left. */
TransportStep transport_request_feed(TransportRequest *request, Str *bytes);

/* The first header line of that name; empty when there is none. */
Str transport_request_header(const TransportRequest *request, const char *name);
bool transport_request_is_http_1_0(const TransportRequest *request);

#endif
