const AppError = require('./app-error')
class CastError extends AppError { constructor() { super('cast') } }
module.exports = CastError
