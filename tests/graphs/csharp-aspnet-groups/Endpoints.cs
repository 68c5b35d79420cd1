namespace Shop;

public static class Endpoints
{
    public static RouteGroupBuilder MapTodos(this RouteGroupBuilder group)
    {
        group.MapPost("/", Create);
        return group;
    }

    public static void MapOrders(this IEndpointRouteBuilder routes)
    {
        var orders = routes.MapGroup("/orders").WithTags("Orders").AddEndpointFilter<Filter>();
        orders.MapGet("/{id}", Show).Produces<string>();
    }

    static string Create() => "";
    static string Show(int id) => "";

    // No route: another object that has such a member.
    public static void Fill(Cache cache) => cache.MapGet("/cached", Show);
}

public class Cache
{
    public void MapGet(string path, object value) { }
}
