// Methods that are called on something unknown: where all such calls that are known
// give one class, it is that.
function Head(options) { this.options = options; }
Head.prototype.write = function (writer) { writer.number(1); };
Head.prototype.send = function (either) { either.number(2); }; // two classes
Head.prototype.close = function (any) { any.number(3); }; // one class, but it is called for certain with another
exports.Head = Head;
