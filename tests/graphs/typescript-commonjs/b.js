module.exports = require('./a')
