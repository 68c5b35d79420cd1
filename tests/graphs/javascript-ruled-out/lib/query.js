class Query { toSQL() {} alias() {} }
class Raw { toSQL() {} wrap() {} }
module.exports = { Query, Raw };
