class Generator { quote() {} }
class Another { quote() {} }
Object.assign(Generator.prototype, require('./queries'));
