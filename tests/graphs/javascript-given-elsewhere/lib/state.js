const inherits = require('util').inherits;
var State = function(options) { this.o = options; };
inherits(State, EventEmitter);
State.prototype.has = function() { return 1; };
module.exports = State;
