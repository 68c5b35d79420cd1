import com.example.ShopGrpc;

class ShopService extends ShopGrpc.ShopImplBase {
  public void getItem(Item in, Observer out) {}
  public void helper() {}
}

class Caller {
  private final ShopGrpc.ShopBlockingStub stub = null;
  void buy() { stub.buyItem(null); }
}
