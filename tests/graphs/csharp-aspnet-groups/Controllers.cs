using Microsoft.AspNetCore.Mvc;

namespace Shop;

[Route("api/[controller]")]
public abstract class Base : ControllerBase { }

public class OrdersController : Base
{
    [HttpGet]
    public string List() => "";

    [HttpPost]
    [Route("import")]
    public string Import() => "";
}

[Route("[controller]/[action]")]
public class ReportController : ControllerBase
{
    [HttpGet]
    public string Daily() => "";
}
