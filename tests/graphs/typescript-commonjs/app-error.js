module.exports = class extends Error {}
