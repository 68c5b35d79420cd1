/* Requests: the head is collected and checked line by line here, more
 * strictly than the parser would (line ends, control bytes, folded lines,
 * repeated headers that must be unique); llhttp then judges it as a whole and
 * takes the body apart. Header values are looked up in the head's own text,
 * so that a request costs little more than its bytes. */
#include "src/transport/request_internal.h"

#include "src/base/percent.h"

#define HEAD_FIRST 512
#define BODY_FIRST 1024
#define LONGEST_METHOD 16

static TransportStep refuse(TransportRequest *request, int status, const char *words) {
  request->status = status;
  request->words = words;
  return TRANSPORT_STEP_BAD;
}

static TransportStep refuse_large(TransportRequest *request) {
  snprintf(request->words_made, sizeof request->words_made, "the body is larger than %zu bytes",
           request->max_body);
  return refuse(request, 413, request->words_made);
}

/* ---- what llhttp tells ---- */

/* Called by the parser for the head alone; the body's length is known from
 * here on. */
static int on_headers_complete(llhttp_t *parser) {
  /* Upgrades and CONNECT are not offered: such a request is like any other. */
  parser->upgrade = 0;
  TransportRequest *request = parser->data;
  request->is_chunked = (parser->flags & F_CHUNKED) != 0;
  return 0;
}

/* To twice the size, and never beyond the limit; what comes in is bounded
 * before it is stored. */
static int grow_body(TransportRequest *request, size_t len) {
  size_t need = request->body_len + len;
  if (need > request->max_body) {
    refuse_large(request);
    return HPE_USER;
  }
  if (need <= request->body_cap) return 0;
  size_t cap = request->body_cap ? request->body_cap * 2 : BODY_FIRST;
  if (cap < need) cap = need;
  if (cap > request->max_body) cap = request->max_body;
  request->body = arena_heap_grow(request->body, cap);
  request->body_cap = cap;
  return 0;
}

static int on_body(llhttp_t *parser, const char *at, size_t len) {
  TransportRequest *request = parser->data;
  int err = grow_body(request, len);
  if (err) return err;
  if (len) memcpy(request->body + request->body_len, at, len);
  request->body_len += len;
  return 0;
}

/* A chunk that cannot fit is refused before it is read. */
static int on_chunk_header(llhttp_t *parser) {
  TransportRequest *request = parser->data;
  if (parser->content_length <= request->max_body - request->body_len) return 0;
  refuse_large(request);
  return HPE_USER;
}

/* Chunk extensions and trailers mean nothing to us, and are bounded. */
static int on_framing(llhttp_t *parser, const char *at, size_t len) {
  (void)at;
  TransportRequest *request = parser->data;
  if (!request->has_head) return 0;
  request->framing += len;
  if (request->framing <= request->max_head) return 0;
  refuse(request, 431, "chunk extensions and trailers too large");
  return HPE_USER;
}

static int on_message_complete(llhttp_t *parser) {
  TransportRequest *request = parser->data;
  request->is_complete = true;
  request->keep_alive = llhttp_should_keep_alive(parser) != 0;
  return HPE_PAUSED;
}

static const llhttp_settings_t parser_settings = {
    .on_headers_complete = on_headers_complete,
    .on_body = on_body,
    .on_chunk_header = on_chunk_header,
    .on_chunk_extension_name = on_framing,
    .on_chunk_extension_value = on_framing,
    .on_header_field = on_framing,
    .on_header_value = on_framing,
    .on_message_complete = on_message_complete,
};

void transport_request_init(TransportRequest *request, const TransportLimits *limits) {
  *request = (TransportRequest){.max_head = limits->max_headers, .max_body = limits->max_body};
  llhttp_init(&request->parser, HTTP_REQUEST, &parser_settings);
  request->parser.data = request;
}

void transport_request_clear(TransportRequest *request) {
  free(request->head);
  free(request->body);
  request->head = request->body = NULL;
}

/* ---- header lines ---- */

/* Where a byte may stand: in the request line, in a header line, in its name. */
enum { IN_REQUEST_LINE = 1, IN_LINE = 2, IN_NAME = 4, ASCII = IN_REQUEST_LINE | IN_LINE, ANYWHERE = ASCII | IN_NAME };

static const unsigned char places[256] = {
    ['\t'] = IN_LINE, [' '] = ASCII, ['!'] = ANYWHERE, ['"'] = ASCII, ['#' ... '\''] = ANYWHERE, ['(' ... ')'] = ASCII,
    ['*' ... '+'] = ANYWHERE, [','] = ASCII, ['-' ... '.'] = ANYWHERE, ['/'] = ASCII, ['0' ... '9'] = ANYWHERE,
    [':' ... '@'] = ASCII, ['A' ... 'Z'] = ANYWHERE, ['[' ... ']'] = ASCII, ['^' ... '`'] = ANYWHERE,
    ['a' ... 'z'] = ANYWHERE, ['{'] = ASCII, ['|'] = ANYWHERE, ['}'] = ASCII, ['~'] = ANYWHERE, [0x80 ... 0xff] = IN_LINE,
};

static bool is_at_home(char byte, int place) { return places[(unsigned char)byte] & place; }

/* The line at *at without its end; moves *at behind it. */
static Str next_line(const TransportRequest *request, size_t *at) {
  Str rest = {request->head + *at, request->head_len - *at};
  size_t end = str_find_byte(rest, '\n'); /* checked: "\r\n" */
  *at += end + 1;
  return str_slice(rest, 0, end - 1);
}

static bool is_named(Str line, Str name) {
  return line.len > name.len && line.ptr[name.len] == ':' && str_eq_ignore_case(str_slice(line, 0, name.len), name);
}

/* A dozen names are looked up in each request, most of which are not there: the
 * lengths of the names decide. */
static size_t count_header(const TransportRequest *request, const char *name, Str *ret_first) {
  size_t count = 0;
  Str wanted = str_from_c(name), line;
  *ret_first = STR_EMPTY;
  for (size_t i = 0; i < request->line_count; i++) {
    size_t at = request->lines[i].at;
    if (request->lines[i].name != wanted.len || !is_named(line = next_line(request, &at), wanted)) continue;
    if (!count++) *ret_first = str_trim(str_slice(line, wanted.len + 1, line.len));
  }
  for (size_t at = request->rest_at; at < request->head_len && (line = next_line(request, &at)).len;) {
    if (is_named(line, wanted) && !count++) *ret_first = str_trim(str_slice(line, wanted.len + 1, line.len));
  }
  return count;
}

Str transport_request_header(const TransportRequest *request, const char *name) {
  Str value = STR_EMPTY;
  if (request->has_head) count_header(request, name, &value);
  return value;
}

bool transport_request_is_http_1_0(const TransportRequest *request) {
  return request->parser.http_major == 1 && request->parser.http_minor == 0;
}

/* ---- the target ---- */

static bool starts_with_ignore_case(Str s, Str prefix) {
  return s.len >= prefix.len && str_eq_ignore_case(str_slice(s, 0, prefix.len), prefix);
}

/* "http://host:port/path" becomes its parts; other targets stay. */
static Str cut_authority(TransportRequest *request, Str target) {
  static const Str schemes[] = {{"http://", 7}, {"https://", 8}};
  for (size_t i = 0; i < COUNT_OF(schemes); i++) {
    if (!starts_with_ignore_case(target, schemes[i])) continue;
    Str rest = str_slice(target, schemes[i].len, target.len);
    size_t end = 0;
    while (end < rest.len && !strchr("/?#", rest.ptr[end])) end++;
    request->authority = str_slice(rest, 0, end);
    return str_slice(rest, end, rest.len);
  }
  return target;
}

static TransportStep read_target(TransportRequest *request, Str target) {
  if (target.len > TRANSPORT_TARGET_MAX) return refuse(request, 414, "URI too long");
  target = cut_authority(request, target);
  size_t end = 0;
  while (end < target.len && target.ptr[end] != '?' && target.ptr[end] != '#') end++;
  Str path = str_slice(target, 0, end);
  if (!path.len && request->authority.len) path = STR("/");
  bool is_star = str_eq(path, STR("*")) && request->parser.method == HTTP_OPTIONS;
  if (!is_star && !str_starts_with(path, STR("/"))) {
    return refuse(request, 400, "bad request: the target must be a path");
  }
  request->path = path;
  if (path.ptr < request->head || path.ptr >= request->head + request->head_len) {
    return TRANSPORT_STEP_HEAD; /* the "/" above */
  }
  /* In place. Nothing is normalised: a path is a name for the handler to
   * compare, not a way through directories. */
  if (!percent_decode_to(path, request->head + (path.ptr - request->head), &request->path.len)) {
    return refuse(request, 400, "bad request: the path holds a broken percent escape");
  }
  return TRANSPORT_STEP_HEAD;
}

/* ---- the head ---- */

static bool is_all_at_home(Str line, int place) {
  size_t i = 0;
  while (i < line.len && is_at_home(line.ptr[i], place)) i++;
  return i == line.len;
}

/* The name's length; 0: it is no header line. */
static size_t check_header(Str line) {
  size_t name = 0;
  while (name < line.len && is_at_home(line.ptr[name], IN_NAME)) name++;
  bool is_named_well = name && name < line.len && line.ptr[name] == ':';
  return is_named_well && is_all_at_home(str_slice(line, name, line.len), IN_LINE) ? name : 0;
}

/* Stricter than the parser: bytes that proxies and servers read differently
 * are refused, because that is what request smuggling is made of. */
static TransportStep check_lines(TransportRequest *request) {
  size_t at = 0;
  Str line = next_line(request, &at);
  request->rest_at = at;
  if (!is_all_at_home(line, IN_REQUEST_LINE)) {
    return refuse(request, 400, "bad request: the request line holds bytes that must be escaped");
  }
  Str version = line;
  Str method = str_cut(&version, ' ');
  Str target = str_cut(&version, ' ');
  if (!method.len || !target.len || !str_starts_with(version, STR("HTTP/")) ||
      str_find_byte(version, ' ') != STR_NONE) {
    return refuse(request, 400, "bad request: the request line is malformed");
  }
  for (size_t count = 0, from = at; (line = next_line(request, &at)).len; count++, from = at) {
    size_t name = count < TRANSPORT_HEADER_LINES_MAX ? check_header(line) : 0;
    if (count == TRANSPORT_HEADER_LINES_MAX) return refuse(request, 431, "too many header lines");
    if (!name) return refuse(request, 400, "bad request: a header line is malformed");
    if (request->line_count == TRANSPORT_HEADER_LINES_KNOWN) continue;
    request->lines[request->line_count++] = (TransportHeaderLine){(uint32_t)from, (uint32_t)name};
    request->rest_at = at;
  }
  return TRANSPORT_STEP_HEAD;
}

static TransportStep refuse_unparsed(TransportRequest *request, llhttp_errno_t err) {
  switch ((int)err) {
    case HPE_INVALID_METHOD:
      return refuse(request, 501, "the request method is unknown");
    case HPE_INVALID_VERSION:
    case HPE_PAUSED_H2_UPGRADE:
      return refuse(request, 505, "only HTTP/1.0 and HTTP/1.1 are spoken here");
    case HPE_INVALID_CONTENT_LENGTH:
    case HPE_UNEXPECTED_CONTENT_LENGTH:
    case HPE_INVALID_TRANSFER_ENCODING:
      return refuse(request, 400,
                    "bad request: Content-Length and Transfer-Encoding are wrong or in conflict");
    case HPE_INVALID_CHUNK_SIZE:
      return refuse(request, 400, "bad request: a chunk's size is malformed");
    default:
      return refuse(request, 400, "bad request: not well-formed HTTP");
  }
}

/* Header lines that say who is asked, and by whom, must not be ambiguous. */
static TransportStep check_unique(TransportRequest *request) {
  Str value;
  size_t hosts = count_header(request, "Host", &value);
  if (hosts != 1) {
    return refuse(request, 400,
                  hosts ? "bad request: more than one Host header"
                        : "bad request: the Host header is missing");
  }
  if (count_header(request, "Origin", &value) > 1 ||
      count_header(request, "Authorization", &value) > 1) {
    return refuse(request, 400, "bad request: Origin and Authorization may be given only once");
  }
  return TRANSPORT_STEP_HEAD;
}

static TransportStep check_framing(TransportRequest *request) {
  Str value;
  size_t encodings = count_header(request, "Transfer-Encoding", &value);
  if (encodings > 1) return refuse(request, 400, "bad request: more than one Transfer-Encoding header");
  if (encodings) {
    if (transport_request_is_http_1_0(request)) {
      return refuse(request, 400, "bad request: HTTP/1.0 has no Transfer-Encoding");
    }
    if (!str_eq_ignore_case(value, STR("chunked"))) {
      return refuse(request, 501, "the only Transfer-Encoding accepted is chunked");
    }
  } else if (!request->is_complete && request->parser.content_length > request->max_body) {
    return refuse_large(request);
  }
  if (!count_header(request, "Expect", &value)) return TRANSPORT_STEP_HEAD;
  if (!str_eq_ignore_case(value, STR("100-continue"))) {
    return refuse(request, 417, "the only expectation met is 100-continue");
  }
  request->expects_continue = !request->is_complete && !transport_request_is_http_1_0(request);
  return TRANSPORT_STEP_HEAD;
}

/* In this order: the shape of the lines, then the parser's judgement, then
 * what must be unique, then how the body is framed, and the target last. */
static TransportStep read_head(TransportRequest *request) {
  request->head = arena_heap_grow(request->head, request->head_len);
  request->head_cap = request->head_len;
  if (check_lines(request) == TRANSPORT_STEP_BAD) return TRANSPORT_STEP_BAD;
  llhttp_errno_t err = llhttp_execute(&request->parser, request->head, request->head_len);
  if (err != HPE_OK && !(err == HPE_PAUSED && request->is_complete)) {
    return refuse_unparsed(request, err);
  }
  size_t at = 0;
  Str line = next_line(request, &at);
  str_cut(&line, ' ');
  Str target = str_cut(&line, ' ');
  if (request->parser.http_major != 1) return refuse_unparsed(request, HPE_INVALID_VERSION);
  request->method = llhttp_method_name((llhttp_method_t)request->parser.method);
  request->has_head = true;
  if (check_unique(request) == TRANSPORT_STEP_BAD) return TRANSPORT_STEP_BAD;
  if (check_framing(request) == TRANSPORT_STEP_BAD) return TRANSPORT_STEP_BAD;
  return read_target(request, target);
}

static void append_head(TransportRequest *request, Str piece) {
  size_t need = request->head_len + piece.len;
  if (need > request->head_cap) {
    size_t cap = request->head_cap ? request->head_cap * 2 : HEAD_FIRST;
    request->head_cap = cap < need ? need : cap;
    request->head = arena_heap_grow(request->head, request->head_cap);
  }
  memcpy(request->head + request->head_len, piece.ptr, piece.len);
  request->head_len = need;
}

/* Line by line, so that an endless line or an endless head is refused when
 * it passes its limit, not when it ends. */
static TransportStep feed_head(TransportRequest *request, Str *bytes) {
  while (bytes->len) {
    bool in_first = request->line_at == 0;
    size_t end = str_find_byte(*bytes, '\n');
    Str piece = str_slice(*bytes, 0, end == STR_NONE ? bytes->len : end + 1);
    size_t line_len = request->head_len - request->line_at + piece.len;
    if (in_first && line_len > TRANSPORT_TARGET_MAX + LONGEST_METHOD + sizeof " HTTP/1.1\r\n") {
      return refuse(request, 414, "URI too long");
    }
    if (request->head_len + piece.len > request->max_head) {
      return refuse(request, in_first ? 414 : 431,
                    in_first ? "URI too long" : "the header lines are too large");
    }
    append_head(request, piece);
    *bytes = str_slice(*bytes, piece.len, bytes->len);
    if (end == STR_NONE) return TRANSPORT_STEP_MORE;
    if (line_len < 2 || request->head[request->head_len - 2] != '\r') {
      return refuse(request, 400, "bad request: lines must end in CR LF");
    }
    if (line_len == 2) return read_head(request);
    request->line_at = request->head_len;
  }
  return TRANSPORT_STEP_MORE;
}

static TransportStep feed_body(TransportRequest *request, Str *bytes) {
  if (!bytes->len) return TRANSPORT_STEP_MORE;
  llhttp_errno_t err = llhttp_execute(&request->parser, bytes->ptr, bytes->len);
  if (err == HPE_OK) {
    *bytes = STR_EMPTY;
    return TRANSPORT_STEP_MORE;
  }
  if (err != HPE_PAUSED || !request->is_complete) {
    return request->status ? TRANSPORT_STEP_BAD : refuse_unparsed(request, err);
  }
  size_t taken = (size_t)(llhttp_get_error_pos(&request->parser) - bytes->ptr);
  *bytes = str_slice(*bytes, taken, bytes->len);
  return TRANSPORT_STEP_DONE;
}

/* Takes from `bytes` what belongs to this request and leaves the rest, which
 * is the next one's. */
TransportStep transport_request_feed(TransportRequest *request, Str *bytes) {
  if (request->status) return TRANSPORT_STEP_BAD;
  if (!request->has_head) return feed_head(request, bytes);
  if (request->is_complete) return TRANSPORT_STEP_DONE;
  return feed_body(request, bytes);
}
