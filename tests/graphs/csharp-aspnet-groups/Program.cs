using Shop;

var app = WebApplication.CreateBuilder(args).Build();
var todos = app.MapGroup("/todos").RequireAuthorization();
todos.MapTodos();
app.MapMethods("/both", new[] { "PUT", "PATCH" }, Both);
app.MapOrders();

static string Both() => "";
