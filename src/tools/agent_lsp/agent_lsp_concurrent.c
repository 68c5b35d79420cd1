/* Threads and locks by how they are spelled. Recognised is what stands in the
 * tables below, in code as it is usually written; names that were imported
 * under others, wrappers of one's own, and text in comments and strings are not
 * told apart. */
#include "src/tools/agent_lsp/agent_lsp_internal.h"

/* Something that is run elsewhere is handed to these, or follows them; a line
 * or two for each language. */
static const char *const starts[] = {
    "go func",
    "pthread_create(", "thrd_create(", "std::thread", "std::jthread", "std::async(",
    "thread::spawn(", "tokio::spawn(", "task::spawn", "rayon::spawn(",
    "threading.Thread(", "Process(target", "create_task(", "ensure_future(",
    "run_in_executor(", "to_thread(", "gather(", ".submit(",
    "new Thread(", "CompletableFuture.", "ExecutorService", ".execute(",
    "Task.Run(", "Task.Factory.", "ThreadPool.",
    "new Worker(", "setTimeout(", "setInterval(", "setImmediate(",
    "queueMicrotask(", "nextTick(",
    "DispatchQueue.", "Task {", "Task.detached", "GlobalScope.launch", "launch {", "async {",
};

/* Members of these types, or these words, make a type one that several threads
 * are expected to use at once. */
static const char *const guards[] = {
    "sync.Mutex", "sync.RWMutex", "sync.Once", "sync.Map", "atomic.",
    "pthread_mutex_t", "pthread_rwlock_t", "std::mutex", "std::shared_mutex",
    "std::recursive_mutex", "std::atomic", "_Atomic", "atomic_int", "mtx_t",
    "Mutex<", "RwLock<", "AtomicBool", "AtomicU", "AtomicI",
    "threading.Lock", "threading.RLock", "asyncio.Lock", "Lock()", "Semaphore(",
    "ReentrantLock", "ReadWriteLock", "synchronized", "AtomicLong", "AtomicReference",
    "NSLock", "SemaphoreSlim", "lock (",
};

/* Whether brackets that were opened since `from` are still open at `to`. */
static bool is_open(Str text, size_t from, size_t to) {
  int depth = 0;
  for (size_t i = from; i < to; i++) {
    char c = text.ptr[i];
    depth += c == '(' || c == '{' || c == '[';
    depth -= c == ')' || c == '}' || c == ']';
    if (depth < 0) return false;
  }
  return depth > 0;
}

/* A dot is part of a name here: `go server.handle(` is one call. */
static bool is_name(char c) {
  return byte_is_word(c) || c == '.';
}

/* `go name(`: the word before what is called, with its qualifiers. */
static bool is_spawned(Str before) {
  while (before.len && is_name(before.ptr[before.len - 1])) before.len--;
  size_t end = str_find_last_byte(before, '\n');
  Str line = str_trim(str_slice(before, end == STR_NONE ? 0 : end + 1, before.len));
  return str_eq_c(line, "go") || str_ends_with(line, STR("{ go")) || str_ends_with(line, STR("; go"));
}

/* Of several starts around the site the innermost is told: the one that begins
 * last and whose brackets are still open at the site. A start whose brackets
 * are closed before it has nothing to do with it. */
Str tool_agent_concurrent(Str text, size_t from, size_t site) {
  Str found = STR_EMPTY;
  size_t nearest = 0;
  if (site > text.len || from > site) return found;
  if (is_spawned(str_slice(text, from, site))) return STR("go");
  for (size_t i = 0; i < COUNT_OF(starts); i++) {
    Str start = str_from_c(starts[i]);
    for (size_t at = from; at < site;) {
      size_t next = str_find(str_slice(text, at, site), start);
      if (next == STR_NONE) break;
      at += next;
      if (at >= nearest && is_open(text, at, site)) {
        found = start;
        nearest = at;
      }
      at += start.len;
    }
  }
  return found;
}

bool tool_agent_is_guarded(Str text) {
  for (size_t i = 0; i < COUNT_OF(guards); i++) {
    if (str_contains(text, str_from_c(guards[i]))) return true;
  }
  return false;
}
