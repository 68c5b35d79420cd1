const { open } = require('./open');
const emit = require('./protocol');
class Known { number() {} }
open(new Known());
exports.later = function (x) { open(x); emit(x); };
