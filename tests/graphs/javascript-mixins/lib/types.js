class ABSTRACT { toSql() {} }
class DECIMAL extends ABSTRACT { toSql() {} }
const Types = module.exports = { ABSTRACT, DECIMAL };
Types.pg = require('./pgtypes')(Types);
