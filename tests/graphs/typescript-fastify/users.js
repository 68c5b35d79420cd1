const { show } = require('./health');

async function users(fastify, options) {
  fastify.get('/:id', show);
}

// Nobody registers it: what it is given is not known.
async function others(fastify) {
  fastify.get('/others', show);
}

module.exports = users;
