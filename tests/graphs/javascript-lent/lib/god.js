const God = module.exports = { bus() {} };
require('./methods')(God);
God.kill();
const God2 = { bus() {} };
God2.kill();
