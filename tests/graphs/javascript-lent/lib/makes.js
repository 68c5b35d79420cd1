class One { go() {} }
class Two { go() {} }
function one(Type) { new Type().go(); }
function any(Type) { new Type().go(); }
one(One);
any(One);
any(Two);
module.exports = { One, Two };
