const { tested } = require('../open');
class Fake { number() {} }
tested(new Fake());
