namespace Shop;

public static class Program
{
    public static void Main(string[] args)
    {
        var app = WebApplication.CreateBuilder(args).Build();
        app.MapGet("/ping", () => Ping());
        var group = app.MapGroup("/v1");
        group.MapPost("/items", Make);
        // No route: a map of our own.
        var map = new Map();
        map.MapGet("/x", Make);
        app.Run();
    }

    static string Ping() { return ""; }
    static string Make() { return ""; }
}

public class Map
{
    public void MapGet(string path, System.Func<string> make) { }
}
