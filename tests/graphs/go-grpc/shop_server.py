import shop_pb2_grpc


class Shop(shop_pb2_grpc.ShopServicer):
    def GetItem(self, request, context):
        return request

    def other(self):
        return None


class Unrelated(shop_pb2_grpc.UnknownServicer):
    def GetItem(self, request, context):
        return request


def get(channel):
    stub = shop_pb2_grpc.ShopStub(channel)
    return stub.GetItem(None)


def fake(cache):
    return cache.GetItem(None)
