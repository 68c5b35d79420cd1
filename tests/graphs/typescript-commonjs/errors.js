'use strict'
const AppError = require('./app-error')
module.exports = exports = AppError
AppError.Cast = require('./cast')
