module.exports = async function (fastify, opts) {
  fastify.delete('/old', remove);
};
function remove() {}
