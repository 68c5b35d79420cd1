using System;
using System.Collections.Generic;

namespace Shop.Tools
{
    public class Box<T> { public T Value; }
    public static class BoxExtensions
    {
        public static Box<R> Map<T, R>(this Box<T> box, Func<T, R> f) => new Box<R>();
        public static bool IsFull<T>(this Box<T> box) => true;
        public static string Shout(this string text) => text.Shout("!");
        public static string Shout(this string text, params string[] marks) => text;
        public static T Second<T>(this IEnumerable<T> all) => default(T);
        public static string Trim(this string text, int times) => text;
    }
}
