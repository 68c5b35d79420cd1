import type { FastifyPluginAsync } from 'fastify';

// No route: nobody loads this folder.
const other: FastifyPluginAsync = async (fastify) => {
  fastify.get('/other', () => 1);
};
export default other;
