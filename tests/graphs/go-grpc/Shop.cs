using Grpc.Core;

class ShopServer : Shop.ShopBase {
  public override Task<Item> BuyItem(Item request, ServerCallContext context) { return null; }
}
