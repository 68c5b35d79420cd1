namespace A
{
    static class Texts
    {
        public static string Twice(this string text, int more = 0) => text + text;
        static void Plain(string text) { text.Twice(); }
    }
}
