import { Server } from '@grpc/grpc-js';
import { TypedService, type TypedServer } from './generated/typed';

const typed: TypedServer = {
  answer(call: unknown) {
    return call;
  },
};
new Server().addService(TypedService, typed);
