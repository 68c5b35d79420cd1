namespace Shop;

// No route: nothing says whose attribute this is.
public class Plain
{
    [HttpGet("x")]
    public string Get() { return ""; }
}
