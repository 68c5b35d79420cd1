module.exports = { start() { this.quote(); } };
