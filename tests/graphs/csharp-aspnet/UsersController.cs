using Microsoft.AspNetCore.Mvc;

namespace Shop;

[ApiController]
[Route("api/[controller]")]
public class UsersController : ControllerBase
{
    [HttpGet("{id}")]
    public string Show(int id) { return Find(id); }

    [HttpPost]
    public string Make() { return Find(1); }

    [HttpGet("/health")]
    public string Health() { return ""; }

    private string Find(int id) { return ""; }
}
