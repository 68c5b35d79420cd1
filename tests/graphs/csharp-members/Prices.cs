namespace Shop.Prices;
public class Amount
{
    public Amount(int n) { }
    public Amount Add(int n) => new Amount(n);
    public Amount Add(string s) => Add(int.Parse(s));
}
public static class Rates { public static int Rate(int n) => n; }
