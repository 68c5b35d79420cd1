'use strict';
function Query(a) { this.a = a; }
Query.prototype.setOptions = function(o) { return this; };
Query.prototype.findOne = function(o) { return this; };
module.exports = Query;
