import * as grpc from '@grpc/grpc-js';
import { ShopClient, ShopService } from './generated/shop_grpc_pb';

class Shelf {
  getItem(call: unknown) { return call; }
  buyItem(call: unknown) { return call; }
  other() {}
}

export function start() {
  const server = new grpc.Server();
  server.addService(ShopService, new Shelf());
}

const client = new ShopClient('localhost:50051', grpc.credentials.createInsecure());

export function sell() {
  return client.buyItem({});
}
