const grpc = require('@grpc/grpc-js');
const loader = require('@grpc/proto-loader');

const proto = grpc.loadPackageDefinition(loader.loadSync('shop.proto')).shop;

function getItem(call, done) { done(null, call.request); }

function main() {
  const server = new grpc.Server();
  server.addService(proto.Shop.service, { getItem: getItem, buyItem: (call, done) => done(null, {}) });
  server.addService(proto.Nothing.service, { getItem });
}

function buy(cache, name) {
  const client = new proto.Shop('localhost:50051', grpc.credentials.createInsecure());
  client.getItem({ id: '1' }, () => {});
  client[name]({});
  cache.getItem('1');
}

main();
