public class ShopService : Shop.ShopBase
{
    public override Task<Item> GetItem(Item item, ServerCallContext context) => null;
}

public class Caller
{
    async Task Call(Shop.ShopClient client, Cache cache)
    {
        await client.GetItemAsync(new Item());
        cache.GetItemAsync(null); // no service's
    }
}

public class Cache
{
    public void GetItemAsync(object item) { }
}
