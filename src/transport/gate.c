/* Gate: the order is Host and Origin, then address, then key, so that a web
 * page led here by a rebound name learns nothing, not even whether a key
 * would do. */
#include "src/os/loop.h"
#include "src/os/stamp.h"
#include "src/transport/gate_internal.h"

#include "src/base/vec.h"
#include "src/os/secret.h"

#define BEARER_MAX 512
#define SHOWN_MAX 100 /* bytes of a client's own words given back to it */

/* ---- addresses ---- */

typedef struct Address {
  uint8_t bytes[16]; /* IPv4 in its mapped form */
} Address;

static bool read_address(Str text, Address *ret_address) { return loop_address_read(text, ret_address->bytes); }

static bool is_v4(const Address *address) {
  static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff};
  return !memcmp(address->bytes, mapped, sizeof mapped);
}

static bool is_loopback(Str text) {
  if (str_eq_ignore_case(text, STR("localhost"))) return true;
  Address address;
  if (!read_address(text, &address)) return false;
  if (is_v4(&address)) return address.bytes[12] == 127;
  static const uint8_t one[16] = {[15] = 1};
  return !memcmp(address.bytes, one, sizeof one);
}

static bool same_start(const Address *a, const Address *b, int64_t bits) {
  size_t whole = (size_t)bits / 8;
  if (memcmp(a->bytes, b->bytes, whole)) return false;
  int rest = (int)(bits % 8);
  return !rest || !((a->bytes[whole] ^ b->bytes[whole]) >> (8 - rest));
}

/* `range` is an address, or a network such as 10.0.0.0/8. */
static bool read_range(Str range, Address *ret_address, int64_t *ret_bits) {
  Str address = str_cut(&range, '/');
  if (!read_address(address, ret_address)) return false;
  int64_t most = is_v4(ret_address) ? 32 : 128;
  int64_t bits = most;
  if (range.len && (!str_to_int(range, &bits) || bits < 0 || bits > most)) return false;
  *ret_bits = bits + (most == 32 ? 96 : 0);
  return true;
}

static bool is_allowed_address(const TransportAuth *auth, Str peer) {
  static const Str by_default[] = {{"127.0.0.1", 9}, {"::1", 3}};
  const Str *list = auth->allowed_count ? auth->allowed_addresses : by_default;
  size_t count = auth->allowed_count ? auth->allowed_count : COUNT_OF(by_default);
  Address address, range;
  int64_t bits;
  if (!read_address(peer, &address)) return false;
  for (size_t i = 0; i < count; i++) {
    if (read_range(list[i], &range, &bits) && same_start(&address, &range, bits)) return true;
  }
  return false;
}

/* ---- opening ---- */

static const Str *copy_strings(Arena *arena, const Str *strings, size_t count) {
  Str *copies = ARENA_ARRAY(arena, Str, count);
  for (size_t i = 0; i < count; i++) copies[i] = str_copy(arena, strings[i]);
  return copies;
}

/* The key of the environment is kept as its digest: nothing here could give
 * it away. */
static void copy_options(TransportGate *gate, const TransportHttpOptions *options) {
  Arena *arena = &gate->arena;
  TransportAuth *auth = &gate->auth;
  *auth = options->auth;
  gate->address = str_copy(arena, options->address);
  auth->keys_path = str_copy(arena, auth->keys_path);
  auth->allowed_addresses = copy_strings(arena, auth->allowed_addresses, auth->allowed_count);
  auth->allowed_hosts = copy_strings(arena, auth->allowed_hosts, auth->host_count);
  auth->allowed_origins = copy_strings(arena, auth->allowed_origins, auth->origin_count);
  if (auth->env_key.len) gate->env_digest = secret_sha256_hex(arena, auth->env_key);
  auth->env_key = STR_EMPTY; /* only its digest is kept */
}

static Err check_lax(Job *job, const TransportHttpOptions *options) {
  if (is_loopback(options->address)) return OK;
  return job_fail(job, ERR_DENIED,
                  "without a key only this machine may be served, not '%.*s': listen on 127.0.0.1 "
                  "or ::1, or make a key with 'fathom key create' and leave out --no-auth",
                  STR_ARG(str_visible(job->arena, options->address)));
}

static Err check_keyed(Job *job, const TransportHttpOptions *options) {
  const TransportAuth *auth = &options->auth;
  if (auth->env_key.len && !transport_key_is_well_formed(auth->env_key)) {
    return job_fail(job, ERR_USAGE,
                    "the key given in the environment is not one: a key is 'fathom_' and 40 "
                    "hex digits, and 'fathom key create' makes one");
  }
  for (size_t i = 0; i < auth->allowed_count; i++) {
    Address address;
    int64_t bits;
    if (read_range(auth->allowed_addresses[i], &address, &bits)) continue;
    return job_fail(job, ERR_USAGE,
                    "'%.*s' is no address to allow; accepted: an IPv4 or IPv6 address, or a "
                    "network such as 10.0.0.0/8",
                    STR_ARG(str_visible(job->arena, auth->allowed_addresses[i])));
  }
  TransportKeys keys = {0};
  if (auth->keys_path.len) TRY(transport_keys_read(job, auth->keys_path, &keys));
  if (keys.len || auth->env_key.len) return OK;
  return job_fail(job, ERR_DENIED,
                  "no key exists yet: make one with 'fathom key create', or serve this machine "
                  "alone without one by --no-auth");
}

/* Refuses to open what would let everybody in: without a key only this
 * machine is served. */
Err transport_gate_open(Job *job, const TransportHttpOptions *options, TransportGate *ret_gate) {
  bool is_lax = options->auth.mode == TRANSPORT_AUTH_LAX;
  TRY(is_lax ? check_lax(job, options) : check_keyed(job, options));
  *ret_gate = (TransportGate){0};
  copy_options(ret_gate, options);
  return OK;
}

void transport_gate_close(TransportGate *gate) {
  arena_clear(&gate->arena);
  arena_clear(&gate->keys_arena);
  arena_clear(&gate->scratch);
}

/* ---- keys ---- */

static bool same_file(const FileStat *a, const FileStat *b) {
  return stamp_is_same(a, b) && a->mode == b->mode && a->owner == b->owner;
}

/* A file that is gone or not to be trusted holds no keys. */
static void refresh_keys(TransportGate *gate) {
  if (gate->auth.mode == TRANSPORT_AUTH_LAX) return;
  Job job;
  job_init(&job, &gate->scratch);
  FileStat stat;
  bool is_there = gate->auth.keys_path.len && !file_stat(&job, gate->auth.keys_path, &stat);
  if (is_there == gate->keys_seen && (!is_there || same_file(&stat, &gate->keys_stat))) return;
  gate->generation++;
  arena_clear(&gate->keys_arena);
  gate->keys = (TransportKeys){0};
  gate->keys_seen = is_there;
  if (!is_there) return;
  gate->keys_stat = stat;
  Job reading;
  job_init(&reading, &gate->keys_arena);
  if (transport_keys_read(&reading, gate->auth.keys_path, &gate->keys)) {
    gate->keys = (TransportKeys){0};
    /* Asked again next time: it may only have been that no descriptor was
     * free, and a file that never changes again must not lock everybody out. */
    gate->keys_seen = false;
  }
}

/* Anything but one bearer token of a sane length is no key. */
static Str bearer(const TransportRequest *request) {
  Str value = transport_request_header(request, "Authorization");
  Str scheme = str_cut(&value, ' ');
  value = str_trim(value);
  if (!str_eq_ignore_case(scheme, STR("Bearer")) || value.len > BEARER_MAX) return STR_EMPTY;
  return value;
}

/* All keys are compared, each in constant time, whichever fits: how long it
 * takes tells nothing about which one, or how much of it, was right. */
static bool check_key(TransportGate *gate, const TransportRequest *request, uint64_t turn,
                      TransportVerdict *verdict) {
  /* A key that was revoked before the request began was so when the turn did. */
  if (!turn || turn != gate->turn) refresh_keys(gate);
  gate->turn = turn;
  Str digest = secret_sha256_hex(&gate->scratch, bearer(request));
  Str principal = STR_EMPTY;
  for (size_t i = 0; i < gate->keys.len; i++) {
    bool fits = secret_equal(digest, gate->keys.items[i].digest);
    principal = fits ? gate->keys.items[i].id : principal;
  }
  if (gate->env_digest.len) {
    bool fits = secret_equal(digest, gate->env_digest);
    principal = fits ? STR(TRANSPORT_ENV_KEY_ID) : principal;
  }
  memcpy(verdict->principal, principal.ptr, principal.len);
  verdict->principal[principal.len] = '\0';
  return principal.len > 0;
}

uint64_t transport_gate_refresh(TransportGate *gate) {
  arena_reset(&gate->scratch);
  refresh_keys(gate);
  return gate->generation;
}

/* For streams that are open: a key that was revoked ends them. No principal:
 * the path was open, or no keys are asked for. */
bool transport_gate_knows(const TransportGate *gate, const char *principal) {
  if (!*principal) return true;
  for (size_t i = 0; i < gate->keys.len; i++) {
    if (str_eq_c(gate->keys.items[i].id, principal)) return true;
  }
  return gate->env_digest.len && str_eq(str_from_c(principal), STR(TRANSPORT_ENV_KEY_ID));
}

/* ---- hosts and origins ---- */

/* "name:port", "[::1]:port" or without port; the name without brackets. */
static bool split_host(Str host, Str *ret_name, Str *ret_port) {
  Str name = host;
  Str port = STR_EMPTY;
  if (str_starts_with(host, STR("["))) {
    size_t end = str_find_byte(host, ']');
    if (end == STR_NONE) return false;
    name = str_slice(host, 1, end);
    Address address;
    if (!read_address(name, &address)) return false;
    host = str_slice(host, end + 1, host.len);
    if (host.len && *host.ptr != ':') return false;
    port = str_slice(host, 1, host.len);
  } else {
    name = str_cut(&host, ':');
    port = host;
  }
  int64_t number;
  if (port.len && (port.len > 5 || !str_to_int(port, &number) || number < 0)) return false;
  *ret_name = name;
  *ret_port = port;
  return name.len > 0;
}

static bool is_loopback_name(Str name) {
  return str_eq_ignore_case(name, STR("localhost")) || str_eq(name, STR("127.0.0.1")) ||
         str_eq(name, STR("::1"));
}

/* A listed host without a port stands for all of its ports. */
static bool is_listed_host(Str listed, Str host, Str name) {
  if (str_eq_ignore_case(listed, host)) return true;
  Str listed_name, listed_port;
  if (!split_host(listed, &listed_name, &listed_port)) return str_eq_ignore_case(listed, name);
  return !listed_port.len && str_eq_ignore_case(listed_name, name);
}

static bool is_known_host(const TransportGate *gate, Str host) {
  Str name, port;
  if (!split_host(host, &name, &port)) return false;
  if (is_loopback_name(name) || str_eq_ignore_case(name, gate->address)) return true;
  for (size_t i = 0; i < gate->auth.host_count; i++) {
    if (is_listed_host(gate->auth.allowed_hosts[i], host, name)) return true;
  }
  return false;
}

/* The host of an http or https origin; empty for any other. */
static Str origin_host(Str origin) {
  static const Str schemes[] = {{"http://", 7}, {"https://", 8}};
  for (size_t i = 0; i < COUNT_OF(schemes); i++) {
    if (origin.len > schemes[i].len &&
        str_eq_ignore_case(str_slice(origin, 0, schemes[i].len), schemes[i])) {
      return str_slice(origin, schemes[i].len, origin.len);
    }
  }
  return STR_EMPTY;
}

/* `host` was found to be known: a page of ours may talk to us. */
static bool is_known_origin(const TransportGate *gate, Str origin, Str host) {
  for (size_t i = 0; i < gate->auth.origin_count; i++) {
    if (str_eq_ignore_case(gate->auth.allowed_origins[i], origin)) return true;
  }
  Str own = origin_host(origin);
  Str name, port;
  if (!split_host(own, &name, &port)) return false;
  return is_loopback_name(name) || str_eq_ignore_case(own, host);
}

/* ---- the verdict ---- */

static void refuse(TransportGate *gate, TransportVerdict *verdict, const char *what, Str given,
                   const char *option) {
  verdict->status = 403;
  Str shown = str_visible(&gate->scratch, str_slice(given, 0, SHOWN_MAX));
  verdict->words = str_format(&gate->scratch, "forbidden: %s '%.*s' is not among %s", what,
                              STR_ARG(shown), option);
}

/* The absolute form of a request's target names the host, too, and then that
 * one counts; but the Host header must be right in any case. */
void transport_gate_check(TransportGate *gate, const TransportRequest *request, const TransportVisit *visit,
                          TransportVerdict *ret_verdict) {
  *ret_verdict = (TransportVerdict){.words = STR_EMPTY};
  arena_reset(&gate->scratch);
  Str host = transport_request_header(request, "Host");
  Str origin = transport_request_header(request, "Origin");
  if (request->authority.len && is_known_host(gate, host)) host = request->authority;
  if (!is_known_host(gate, host)) {
    refuse(gate, ret_verdict, "host", host, "http.allowed_hosts");
  } else if (origin.len && !is_known_origin(gate, origin, host)) {
    refuse(gate, ret_verdict, "origin", origin, "http.allowed_origins");
  } else if (gate->auth.mode == TRANSPORT_AUTH_STRICT && !is_allowed_address(&gate->auth, visit->peer)) {
    refuse(gate, ret_verdict, "address", visit->peer, "http.allowed_addresses");
  } else if (gate->auth.mode != TRANSPORT_AUTH_LAX && !visit->is_open &&
             !check_key(gate, request, visit->turn, ret_verdict)) {
    ret_verdict->status = 401;
    ret_verdict->words = STR("unauthorized");
  }
}
