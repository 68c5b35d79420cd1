namespace Shop.Hidden
{
    public static class HiddenExtensions
    {
        public static bool IsHidden(this string text) => true;
    }
}
