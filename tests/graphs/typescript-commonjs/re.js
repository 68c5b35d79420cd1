module.exports = require('./is-object')
