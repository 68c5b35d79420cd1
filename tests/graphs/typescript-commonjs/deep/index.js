module.exports = x => x
