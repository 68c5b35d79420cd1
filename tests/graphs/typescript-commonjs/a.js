module.exports = require('./b') // a circle: nobody can say what it is
