// A function that a variable with a capital holds makes instances.
const inherits = require('util').inherits;
const State = require('./state');
var Set = function(list, options) {
  var self = this;
  options = options || {};
  this.s = { options: options, logger: 1, state: new State({ id: this.id }) };
  this.t = new State();
};
inherits(Set, EventEmitter);
Set.prototype.a = function() { return this.s.state.has(); };
Set.prototype.b = function() { return this.t.has(); };
Set.prototype.c = function() { var self = this; go(self); setTimeout(function() { self.s.state.has(); self.b(); }); };
function go(self) { self.s.state.has(); self.b({ force: true }); later(self, function() { self.b(); }); }
function later(self, f) { setTimeout(() => self.b()); }
module.exports = Set;
