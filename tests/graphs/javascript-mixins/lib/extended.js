module.exports = { extended() { this.go(); } };
