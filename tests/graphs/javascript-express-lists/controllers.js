const catching = require('./catching');
const { save } = require('./service');

const create = catching(async (req, res) => {
  save(req.body);
});
const show = catching(named);
function named(req, res) {}
function ping(req, res) {}

module.exports = { create, show, ping };
