class Log
{
    void Write(string first, params object[] rest) { }
    void Use() { Write("a", 1, 2); Write("b", new[] { 1 }, new int[] { 2 }); }
}
