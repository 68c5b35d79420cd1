class Delegates
{
    void Run(Func<int, string> make, Action<Item> take, Func f) { take(null); }
}
