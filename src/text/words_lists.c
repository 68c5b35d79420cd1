/* Lists of words: what sentences are held together by, irregular forms, and
 * what code writes short. */
#include <stdlib.h>
#include <string.h>

#include "src/model/words.h"
#include "src/text/words_internal.h"

typedef struct Irregular {
  const char *form;
  const char *word;
} Irregular;

/* Each list is in order of bytes, but for `alike`. */
static const char *const stops[] = {
    "a", "about", "above", "again", "all", "also", "am", "an", "and", "any", "anyone", "anything", "are", "aren",
    "as", "at", "be", "became", "because", "become", "been", "being", "below", "between", "both", "but", "by",
    "can", "cannot", "code", "codebase", "come", "comes", "could", "defined", "definition", "definitions", "did",
    "do", "does", "doesn", "doing", "don", "done", "each", "either", "else", "ever", "every", "exactly", "few",
    "for", "from", "get", "gets", "getting", "give", "given", "gives", "go", "goes", "going", "gone", "got", "had",
    "happen", "happens", "has", "have", "having", "he", "her", "here", "his", "how", "however", "i", "if",
    "implement", "implementation", "implemented", "in", "into", "is", "isn", "it", "its", "itself", "just", "know",
    "let", "like", "logic", "made", "make", "makes", "making", "many", "may", "me", "mean", "mechanism", "might",
    "more", "most", "much", "must", "my", "need", "needs", "no", "nor", "not", "of", "on", "one", "only", "onto",
    "or", "other", "our", "out", "over", "particular", "please", "rather", "really", "same", "say", "says", "see",
    "shall", "she", "should", "since", "so", "some", "something", "somewhere", "still", "such", "take", "takes",
    "tell", "than", "that", "the", "their", "them", "then", "there", "therefore", "these", "they", "thing",
    "things", "this", "those", "through", "to", "together", "too", "toward", "under", "until", "up", "upon", "us",
    "use", "used", "uses", "using", "very", "via", "want", "was", "way", "we", "well", "were", "what", "whatever",
    "when", "whenever", "where", "whether", "which", "while", "who", "whole", "whom", "whose", "why", "will",
    "with", "within", "without", "work", "works", "would", "you", "your",
};

static const char *const plains[] = {
    "after", "alter", "answer", "author", "behavior", "border", "buffer", "center", "chapter", "character",
    "cluster", "color", "computer", "consider", "corner", "counter", "cursor", "descriptor", "differ", "either",
    "enter", "error", "factor", "filter", "finger", "folder", "former", "gender", "header", "infer", "integer",
    "layer", "letter", "master", "matter", "member", "meter", "mirror", "never", "number", "offer", "order",
    "other", "parameter", "pointer", "power", "predicate", "prefer", "refer", "register", "remember", "sector",
    "tender", "together", "transfer", "under", "user", "vector", "whether", "wonder",
};

static const Irregular irregulars[] = {
    {"aliases", "alias"}, {"allowance", "allow"}, {"analyses", "analysis"}, {"analysis", "analyze"},
    {"analyzer", "analyze"}, {"application", "apply"}, {"applied", "apply"}, {"applies", "apply"},
    {"authenticated", "authenticate"}, {"axes", "axis"}, {"began", "begin"}, {"begun", "begin"},
    {"behaviour", "behavior"}, {"bent", "bend"}, {"binary", "binary"}, {"bit", "bit"}, {"bought", "buy"},
    {"bound", "bind"}, {"bred", "breed"}, {"broke", "break"}, {"broken", "break"}, {"brought", "bring"},
    {"built", "build"}, {"buses", "bus"}, {"bytes", "byte"}, {"caches", "cache"}, {"came", "come"},
    {"cancellation", "cancel"}, {"cancelled", "cancel"}, {"cancelling", "cancel"}, {"carried", "carry"},
    {"carries", "carry"}, {"caught", "catch"}, {"children", "child"}, {"choice", "choose"}, {"chose", "choose"},
    {"chosen", "choose"}, {"classification", "classify"}, {"colour", "color"}, {"comparison", "compare"},
    {"compression", "compress"}, {"consistency", "consistent"}, {"conversion", "convert"}, {"copied", "copy"},
    {"data", "data"}, {"dealt", "deal"}, {"decision", "decide"}, {"deletion", "delete"}, {"dependence", "depend"},
    {"dependencies", "depend"}, {"dependency", "depend"}, {"dependent", "depend"}, {"description", "describe"},
    {"descriptor", "describe"}, {"died", "die"}, {"difference", "differ"}, {"division", "divide"},
    {"drawn", "draw"}, {"drew", "draw"}, {"driven", "drive"}, {"drove", "drive"}, {"dug", "dig"}, {"dying", "die"},
    {"entries", "entry"}, {"evolution", "evolve"}, {"exclusion", "exclude"}, {"existence", "exist"},
    {"expansion", "expand"}, {"expiration", "expire"}, {"expiry", "expire"}, {"extension", "extend"},
    {"failure", "fail"}, {"fallen", "fall"}, {"fed", "feed"}, {"fell", "fall"}, {"fled", "flee"},
    {"forgot", "forget"}, {"forgotten", "forget"}, {"fought", "fight"}, {"found", "find"}, {"froze", "freeze"},
    {"frozen", "freeze"}, {"gave", "give"}, {"given", "give"}, {"got", "get"}, {"grew", "grow"}, {"grown", "grow"},
    {"halves", "half"}, {"heard", "hear"}, {"held", "hold"}, {"hid", "hide"}, {"hidden", "hide"},
    {"identification", "identify"}, {"inclusion", "include"}, {"indexes", "index"}, {"indices", "index"},
    {"inference", "infer"}, {"inheritance", "inherit"}, {"insertion", "insert"}, {"instance", "instance"},
    {"instances", "instance"}, {"invocation", "invoke"}, {"kept", "keep"}, {"keys", "key"}, {"knew", "know"},
    {"known", "know"}, {"laid", "lay"}, {"latency", "latent"}, {"leaves", "leaf"}, {"led", "lead"},
    {"left", "leave"}, {"lent", "lend"}, {"lives", "live"}, {"lost", "lose"}, {"lying", "lie"}, {"made", "make"},
    {"maintenance", "maintain"}, {"matrices", "matrix"}, {"meant", "mean"}, {"media", "media"}, {"men", "man"},
    {"met", "meet"}, {"modification", "modify"}, {"modified", "modify"}, {"notification", "notify"},
    {"notified", "notify"}, {"occurred", "occur"}, {"occurrence", "occur"}, {"overridden", "override"},
    {"overrode", "override"}, {"overwritten", "overwrite"}, {"overwrote", "overwrite"}, {"paid", "pay"},
    {"parses", "parse"}, {"people", "person"}, {"permission", "permit"}, {"preference", "prefer"},
    {"preferred", "prefer"}, {"proxies", "proxy"}, {"qualified", "qualify"}, {"queries", "query"}, {"ran", "run"},
    {"rebound", "rebind"}, {"rebuilt", "rebuild"}, {"recursion", "recurse"}, {"recursive", "recurse"},
    {"redone", "redo"}, {"reference", "refer"}, {"referenced", "refer"}, {"references", "refer"},
    {"removal", "remove"}, {"replica", "replicate"}, {"replicas", "replicate"}, {"replied", "reply"},
    {"replies", "reply"}, {"reply", "reply"}, {"resent", "resend"}, {"resolution", "resolve"},
    {"resource", "resource"}, {"response", "respond"}, {"retried", "retry"}, {"retries", "retry"},
    {"retrieval", "retrieve"}, {"rewritten", "rewrite"}, {"rewrote", "rewrite"}, {"risen", "rise"},
    {"rose", "rise"}, {"said", "say"}, {"sang", "sing"}, {"sank", "sink"}, {"schemata", "schema"},
    {"selves", "self"}, {"sent", "send"}, {"sequence", "sequence"}, {"serialise", "serialize"}, {"shot", "shoot"},
    {"shown", "show"}, {"shrank", "shrink"}, {"shrunk", "shrink"}, {"simplified", "simplify"}, {"slept", "sleep"},
    {"slid", "slide"}, {"sold", "sell"}, {"solution", "solve"}, {"sought", "seek"}, {"specification", "specify"},
    {"specified", "specify"}, {"spent", "spend"}, {"split", "split"}, {"spoke", "speak"}, {"spoken", "speak"},
    {"spun", "spin"}, {"statuses", "status"}, {"stole", "steal"}, {"stolen", "steal"}, {"stood", "stand"},
    {"struck", "strike"}, {"stuck", "stick"}, {"subscription", "subscribe"}, {"subscriptions", "subscribe"},
    {"sunk", "sink"}, {"swept", "sweep"}, {"swung", "swing"}, {"taken", "take"}, {"thought", "think"},
    {"threw", "throw"}, {"thrown", "throw"}, {"tied", "tie"}, {"told", "tell"}, {"took", "take"}, {"tore", "tear"},
    {"torn", "tear"}, {"transferred", "transfer"}, {"tried", "try"}, {"tries", "try"}, {"tying", "tie"},
    {"unbound", "unbind"}, {"understood", "understand"}, {"undone", "undo"}, {"unified", "unify"},
    {"unwound", "unwind"}, {"verification", "verify"}, {"verified", "verify"}, {"verifies", "verify"},
    {"vertices", "vertex"}, {"waken", "wake"}, {"went", "go"}, {"withdrawn", "withdraw"}, {"woke", "wake"},
    {"woken", "wake"}, {"won", "win"}, {"wound", "wind"}, {"wove", "weave"}, {"woven", "weave"},
    {"written", "write"}, {"wrote", "write"},
};

/* A word and its short forms. */
static const char *const alike[] = {
    "message msg", "config cfg conf configuration configure", "argument arg argv", "parameter param params",
    "attribute attr", "address addr", "allocate alloc malloc", "application app",
    "authenticate auth authorize authentication", "average avg", "background bg", "buffer buf", "calculate calc",
    "callback cb", "certificate cert", "character char", "command cmd", "compare cmp", "connection conn",
    "context ctx", "control ctl ctrl", "convert conv", "count cnt", "current cur curr", "database db",
    "decimal dec", "declare decl", "default def", "define def", "delete del remove", "descriptor desc fd",
    "describe desc", "destination dest dst", "develop dev", "device dev", "dictionary dict map", "difference diff",
    "directory dir folder", "document doc", "element elem el", "environment env", "error err errno",
    "evaluate eval", "event evt ev", "execute exec", "exception exc", "expression expr", "expire ttl expiry",
    "extension ext", "field fld", "format fmt", "function fn func", "generate gen", "group grp", "handle hdl hnd",
    "header hdr", "identifier id ident", "image img", "implement impl", "increment incr inc", "decrement decr dec",
    "index idx", "information info", "initialize init", "insert ins", "instance inst", "integer int",
    "internal int", "interface iface intf", "interrupt intr", "iterator iter it", "iterate iter", "kernel kern",
    "language lang", "length len", "level lvl", "library lib", "limit lim", "link ln", "list lst", "manager mgr",
    "maximum max", "memory mem", "metadata meta", "minimum min", "minute min", "module mod", "multiple multi",
    "mutex mtx", "network net", "node nd", "notification notif notify", "number num nr", "object obj",
    "operation op", "operator op", "option opt", "original orig", "output out", "package pkg", "packet pkt",
    "parent par", "password passwd pwd", "pattern pat", "point pt", "pointer ptr", "position pos", "previous prev",
    "private priv", "procedure proc", "process proc", "property prop", "protocol proto", "public pub",
    "publish pub", "subscribe sub", "query qry", "random rand rng", "reader rd", "receive recv rx", "record rec",
    "reference ref", "register reg", "registry reg", "regular reg", "regexp regex re", "relation rel",
    "release rel", "repository repo", "replicate repl", "request req", "reset rst", "response resp res reply",
    "result res ret", "return ret", "revision rev", "reverse rev", "schedule sched", "second sec", "security sec",
    "section sec", "segment seg", "select sel", "semaphore sem", "sequence seq", "server srv", "service svc",
    "session sess", "signal sig", "signature sig", "size sz", "socket sock", "source src", "specification spec",
    "specify spec", "statistic stat stats", "status stat", "standard std", "statement stmt", "storage store",
    "string str", "structure struct", "synchronize sync", "asynchronous async", "system sys", "table tbl",
    "target tgt", "template tmpl tpl", "temporary tmp temp", "terminal term tty", "text txt", "thread thr",
    "time tm ts", "timestamp ts", "token tok", "transaction txn tx", "transmit tx", "transform xform",
    "unsigned uint", "update upd", "user usr", "utility util", "value val", "variable var", "vector vec",
    "verify check", "version ver", "virtual virt", "visible vis", "window win", "write wr", "wakeup wake",
    "authorize auth authz", "certificate cert x509", "administrator admin", "accumulate acc", "accessor getter",
    "account acct", "acknowledge ack", "action act", "algorithm algo", "alternative alt", "annotation anno",
    "anonymous anon", "array arr", "assign asgn", "binary bin", "block blk", "boolean bool", "bucket bkt",
    "cancel abort", "channel chan ch", "checksum crc", "children child", "client cli", "column col",
    "component comp", "compress gz", "concatenate concat", "condition cond", "constant const", "constructor ctor",
    "container ctr", "coordinate coord", "debug dbg", "decode dec", "encode enc", "decrypt dec",
    "encrypt enc crypt", "dependency dep deps", "destroy dtor free", "detail dtl", "dimension dim", "dispatch disp",
    "display disp", "distance dist", "dynamic dyn", "entry ent", "enumerate enum", "estimate est", "exclude excl",
    "external ext", "extract extr", "factory fact", "filename fname", "frequency freq", "hardware hw",
    "hexadecimal hex", "horizontal horiz", "vertical vert", "include incl inc", "instruction insn instr",
    "item itm", "javascript js", "typescript ts", "latitude lat", "longitude lon", "left lhs", "right rhs",
    "local loc", "location loc", "machine mach", "markdown md", "middleware mw", "miscellaneous misc", "month mon",
    "navigate nav", "negative neg", "positive pos", "normalize norm", "partition part", "percent pct",
    "permission perm", "physical phys", "picture pic", "pipeline pipe", "pixel px", "preference pref",
    "priority prio", "program prog", "quality qual", "quantity qty", "recursion rec", "rectangle rect",
    "remote rmt", "replace subst sub", "resource res", "sample smp", "scalar scl", "schema scm", "screen scr",
    "semantic sem", "separate sep", "separator sep delim", "serialize marshal dump", "deserialize unmarshal",
    "simple smpl", "simulate sim", "snapshot snap", "software sw", "square sq", "stream strm", "subscription sub",
    "summary sum", "suspend susp", "switch sw", "symbol sym", "syntax syn", "temperature temp", "translate trans",
    "traverse walk visit", "trigger trig", "undefined undef", "unique uniq", "universal univ",
    "validate check valid", "vertex vert", "video vid", "volume vol", "warning warn", "website site",
    "wildcard glob", "year yr", "execute run", "terminate kill exit stop", "quit exit", "erase del",
};

static int compare(Str word, const char *entry) { return str_compare(word, str_from_c(entry)); }

static bool is_listed(const char *const *list, size_t count, Str word) {
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    int order = compare(word, list[middle]);
    if (order == 0) return true;
    if (order < 0) high = middle;
    else low = middle + 1;
  }
  return false;
}

bool text_word_is_plain(const char *text, size_t len) { return is_listed(plains, COUNT_OF(plains), (Str){text, len}); }

const char *text_word_regular(const char *text, size_t len) {
  size_t low = 0, high = COUNT_OF(irregulars);
  while (low < high) {
    size_t middle = (low + high) / 2;
    int order = compare((Str){text, len}, irregulars[middle].form);
    if (order == 0) return irregulars[middle].word;
    if (order < 0) high = middle;
    else low = middle + 1;
  }
  return NULL;
}

bool text_word_is_stop(Str word) {
  char low[TEXT_WORD_MAX];
  if (word.len > sizeof(low)) return false;
  for (size_t i = 0; i < word.len; i++) {
    low[i] = word.ptr[i] >= 'A' && word.ptr[i] <= 'Z' ? (char)(word.ptr[i] + 32) : word.ptr[i];
  }
  return is_listed(stops, COUNT_OF(stops), (Str){low, word.len});
}

size_t text_word_alike(Str word, Str *ret_alike) {
  uint64_t term = text_word_term(word);
  size_t count = 0;
  for (size_t i = 0; i < COUNT_OF(alike) && term; i++) {
    Str row = str_from_c(alike[i]), rest = row, first = str_cut(&rest, ' ');
    if (text_word_term(first) == term) { /* the word itself: all its short forms */
      while (rest.len && count < TEXT_ALIKE_MAX) ret_alike[count++] = str_cut(&rest, ' ');
      continue;
    }
    while (rest.len) {
      if (text_word_term(str_cut(&rest, ' ')) != term) continue;
      if (count < TEXT_ALIKE_MAX) ret_alike[count++] = first;
      break;
    }
  }
  return count;
}
