import { ConnectRouter, createClient } from '@connectrpc/connect';
import { Eliza } from './generated/eliza_pb';

export default (router: ConnectRouter) =>
  router.service(Eliza, {
    async say(request: unknown) { return request; },
  });

const client = createClient(Eliza, {} as any);
export function talk() { return client.say({}); }
