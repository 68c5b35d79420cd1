// Each assignment writes what it defines, and no namesake.
function A() {}
A.prototype.x = function() { return 1; };
A.prototype.x = function() { return 2; };
A.prototype.x = function() { return 3; };
new A().x();
