module.exports = (run) => (req, res, next) => Promise.resolve(run(req, res, next)).catch(next);
