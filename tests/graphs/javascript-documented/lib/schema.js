'use strict';
module.exports = Schema;
function Schema() {}
Schema.prototype.path = function() {};
