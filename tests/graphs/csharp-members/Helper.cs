namespace Shop
{
    static class Helper { public static void Use(Orders.Order order) { order.Total.Add(1); } }
}
