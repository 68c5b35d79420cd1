/* Answers: status lines, headers, chunks, events. Every answer carries the
 * headers that keep it out of caches and from being taken for another type. */
#include "src/transport/answer_internal.h"

#define SPELLED_MAX ((size_t)1 << 31)

static const char *reason(int status) {
  switch (status) {
    case 200: return "OK";
    case 201: return "Created";
    case 202: return "Accepted";
    case 204: return "No Content";
    case 303: return "See Other";
    case 304: return "Not Modified";
    case 400: return "Bad Request";
    case 401: return "Unauthorized";
    case 403: return "Forbidden";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 406: return "Not Acceptable";
    case 408: return "Request Timeout";
    case 409: return "Conflict";
    case 410: return "Gone";
    case 411: return "Length Required";
    case 413: return "Content Too Large";
    case 414: return "URI Too Long";
    case 415: return "Unsupported Media Type";
    case 417: return "Expectation Failed";
    case 422: return "Unprocessable Content";
    case 429: return "Too Many Requests";
    case 431: return "Request Header Fields Too Large";
    case 500: return "Internal Server Error";
    case 501: return "Not Implemented";
    case 503: return "Service Unavailable";
    case 504: return "Gateway Timeout";
    case 505: return "HTTP Version Not Supported";
    default: return ""; /* the reason may be left out */
  }
}

bool transport_answer_has_body(int status) {
  return status >= 200 && status != 204 && status != 304;
}

static bool is_clean(Str text) {
  unsigned wrong = 0;
  for (size_t i = 0; i < text.len; i++) {
    unsigned char byte = (unsigned char)text.ptr[i];
    wrong |= byte < 0x20 || byte == 0x7f;
  }
  return !wrong;
}

/* A line end inside a value would begin a header of its own. */
static void add_clean(Buf *buf, Str text) {
  if (is_clean(text)) {
    buf_add(buf, text);
    return;
  }
  for (size_t i = 0; i < text.len; i++) {
    unsigned char byte = (unsigned char)text.ptr[i];
    if (byte >= 0x20 && byte != 0x7f) buf_add_byte(buf, (char)byte);
  }
}

static void add_header(Buf *buf, Str name, Str value) {
  add_clean(buf, name);
  buf_add(buf, STR(": "));
  add_clean(buf, value);
  buf_add(buf, STR("\r\n"));
}

static void add_framing(Buf *buf, const TransportAnswer *answer) {
  if (answer->is_stream) {
    if (!answer->is_http_1_0) add_header(buf, STR("Transfer-Encoding"), STR("chunked"));
    add_header(buf, STR("X-Accel-Buffering"), STR("no"));
  } else if (transport_answer_has_body(answer->status)) {
    buf_add_format(buf, "Content-Length: %zu\r\n", answer->length);
  }
  if (!answer->keep_alive) {
    add_header(buf, STR("Connection"), STR("close"));
  } else if (answer->is_http_1_0) {
    add_header(buf, STR("Connection"), STR("keep-alive"));
  }
}

Str transport_answer_head(Arena *arena, const TransportAnswer *answer) {
  Buf buf;
  buf_init(&buf, arena, SPELLED_MAX);
  buf_add_format(&buf, "HTTP/1.1 %d %s\r\n", answer->status, reason(answer->status));
  if (answer->content_type.len) add_header(&buf, STR("Content-Type"), answer->content_type);
  add_framing(&buf, answer);
  buf_add(&buf, STR("Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n"));
  for (size_t i = 0; i < answer->header_count; i++) {
    add_header(&buf, answer->headers[i].name, answer->headers[i].value);
  }
  buf_add(&buf, STR("\r\n"));
  return buf_str(&buf);
}

Str transport_answer_error(Arena *arena, Str words) {
  Buf buf;
  buf_init(&buf, arena, SPELLED_MAX);
  JsonWriter json;
  json_writer_init(&json, &buf, 0);
  json_begin_object(&json);
  json_field_str(&json, "error", words);
  json_end_object(&json);
  return buf_str(&buf);
}

Str transport_answer_event(Arena *arena, Str id, Str data, int64_t retry_ms) {
  Buf buf;
  buf_init(&buf, arena, SPELLED_MAX);
  if (id.len) {
    buf_add(&buf, STR("id: "));
    add_clean(&buf, id);
    buf_add_byte(&buf, '\n');
  }
  if (retry_ms >= 0) buf_add_format(&buf, "retry: %lld\n", (long long)retry_ms);
  do { /* a client joins the lines again */
    Str line = str_cut(&data, '\n');
    buf_add_c(&buf, line.len ? "data: " : "data:");
    buf_add(&buf, line);
    buf_add_byte(&buf, '\n');
  } while (data.len);
  buf_add_byte(&buf, '\n');
  return buf_str(&buf);
}

Str transport_answer_chunk(Arena *arena, Str bytes, bool is_http_1_0) {
  if (is_http_1_0) return bytes;
  Buf buf;
  buf_init(&buf, arena, SPELLED_MAX);
  buf_add_format(&buf, "%zx\r\n", bytes.len);
  buf_add(&buf, bytes);
  buf_add(&buf, STR("\r\n"));
  return buf_str(&buf);
}
