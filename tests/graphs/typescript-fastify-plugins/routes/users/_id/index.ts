import type { FastifyPluginAsync } from 'fastify';

const user: FastifyPluginAsync = async (fastify) => {
  fastify.get('/name', name);
};
function name() {}

export default user;
