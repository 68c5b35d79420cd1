// Members that are copied to a prototype from elsewhere.
const _ = require('lodash');
class A {
  go() { this.looped(); this.assigned(); this.extended(); this.kept(); }
}
const L = { looped() {} };
const K = { kept() {} };
for (const k in L) A.prototype[k] = L[k];
for (const k in K) A.prototype[k] = K[other(k)]; // another member, whichever
Object.assign(A.prototype, require('./assigned'));
_.extend(A.prototype, require('./extended'));
module.exports = A;
