// A parameter without a type is what the calls of its file give it.
'use strict';
class Doc {
  save() { write(this); both(this); open(this); }
  path() {}
}
class Other {
  path() {}
  run() { both(this); }
}
function write(doc) { doc.path(); deep(doc); }
function deep(self) { self.path(); if (self.parent) deep(self.parent); } // what it goes on with does not count
function both(either) { either.path(); }
function open(any) { any.path(); } // one call could give anything, the other gives a Doc
exports.open = function(given) { open(given); };
function passed(x) { x.path(); } // called by others alone
exports.passed = passed;
function ping(a) { a.path(); pong(a); } // round and round: what comes in is told
function pong(b) { b.path(); ping(b); }
ping(new Other());
