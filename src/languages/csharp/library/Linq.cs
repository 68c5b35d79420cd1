// System.Linq: what becomes of the elements of a sequence.
using System;
using System.Collections;
using System.Collections.Generic;

namespace System.Linq {
    public interface IGrouping<TKey, T> : IEnumerable<T> { TKey Key { get; } }
    public interface ILookup<TKey, T> : IEnumerable<IGrouping<TKey, T>> {
        int Count { get; }
        IEnumerable<T> this[TKey key] { get; }
        bool Contains(TKey key);
    }
    public interface IOrderedEnumerable<T> : IEnumerable<T> { }
    public interface IQueryable : IEnumerable { Type ElementType { get; } }
    public interface IQueryable<T> : IEnumerable<T>, IQueryable { }
    public interface IOrderedQueryable<T> : IQueryable<T>, IOrderedEnumerable<T> { }

    public static class Enumerable {
        public static IEnumerable<T> Empty<T>();
        public static IEnumerable<int> Range(int from, int count);
        public static IEnumerable<T> Repeat<T>(T value, int count);
        public static T Aggregate<T>(this IEnumerable<T> source, Func<T, T, T> join);
        public static TResult Aggregate<T, TResult>(this IEnumerable<T> source, TResult first, Func<TResult, T, TResult> join);
        public static TLast Aggregate<T, TResult, TLast>(this IEnumerable<T> source, TResult first, Func<TResult, T, TResult> join, Func<TResult, TLast> last);
        public static bool All<T>(this IEnumerable<T> source, Func<T, bool> test);
        public static bool Any<T>(this IEnumerable<T> source);
        public static bool Any<T>(this IEnumerable<T> source, Func<T, bool> test);
        public static IEnumerable<T> Append<T>(this IEnumerable<T> source, T value);
        public static IEnumerable<T> AsEnumerable<T>(this IEnumerable<T> source);
        public static double Average(this IEnumerable<int> source);
        public static double Average(this IEnumerable<double> source);
        public static double Average<T>(this IEnumerable<T> source, Func<T, double> of);
        public static IEnumerable<TResult> Cast<TResult>(this IEnumerable source);
        public static IEnumerable<T[]> Chunk<T>(this IEnumerable<T> source, int size);
        public static IEnumerable<T> Concat<T>(this IEnumerable<T> source, IEnumerable<T> other);
        public static bool Contains<T>(this IEnumerable<T> source, T value);
        public static bool Contains<T>(this IEnumerable<T> source, T value, IEqualityComparer<T> comparer);
        public static int Count<T>(this IEnumerable<T> source);
        public static int Count<T>(this IEnumerable<T> source, Func<T, bool> test);
        public static IEnumerable<T> DefaultIfEmpty<T>(this IEnumerable<T> source);
        public static IEnumerable<T> DefaultIfEmpty<T>(this IEnumerable<T> source, T value);
        public static IEnumerable<T> Distinct<T>(this IEnumerable<T> source);
        public static IEnumerable<T> Distinct<T>(this IEnumerable<T> source, IEqualityComparer<T> comparer);
        public static IEnumerable<T> DistinctBy<T, TKey>(this IEnumerable<T> source, Func<T, TKey> key);
        public static T ElementAt<T>(this IEnumerable<T> source, int index);
        public static T ElementAtOrDefault<T>(this IEnumerable<T> source, int index);
        public static IEnumerable<T> Except<T>(this IEnumerable<T> source, IEnumerable<T> other);
        public static IEnumerable<T> Except<T>(this IEnumerable<T> source, IEnumerable<T> other, IEqualityComparer<T> comparer);
        public static T First<T>(this IEnumerable<T> source);
        public static T First<T>(this IEnumerable<T> source, Func<T, bool> test);
        public static T FirstOrDefault<T>(this IEnumerable<T> source);
        public static T FirstOrDefault<T>(this IEnumerable<T> source, Func<T, bool> test);
        public static IEnumerable<IGrouping<TKey, T>> GroupBy<T, TKey>(this IEnumerable<T> source, Func<T, TKey> key);
        public static IEnumerable<IGrouping<TKey, T>> GroupBy<T, TKey>(this IEnumerable<T> source, Func<T, TKey> key, IEqualityComparer<TKey> comparer);
        public static IEnumerable<IGrouping<TKey, TElement>> GroupBy<T, TKey, TElement>(this IEnumerable<T> source, Func<T, TKey> key, Func<T, TElement> element);
        public static IEnumerable<TResult> GroupBy<T, TKey, TResult>(this IEnumerable<T> source, Func<T, TKey> key, Func<TKey, IEnumerable<T>, TResult> result);
        public static IEnumerable<TResult> GroupJoin<T, TInner, TKey, TResult>(this IEnumerable<T> source, IEnumerable<TInner> inner, Func<T, TKey> key, Func<TInner, TKey> innerKey, Func<T, IEnumerable<TInner>, TResult> result);
        public static IEnumerable<T> Intersect<T>(this IEnumerable<T> source, IEnumerable<T> other);
        public static IEnumerable<T> Intersect<T>(this IEnumerable<T> source, IEnumerable<T> other, IEqualityComparer<T> comparer);
        public static IEnumerable<TResult> Join<T, TInner, TKey, TResult>(this IEnumerable<T> source, IEnumerable<TInner> inner, Func<T, TKey> key, Func<TInner, TKey> innerKey, Func<T, TInner, TResult> result);
        public static T Last<T>(this IEnumerable<T> source);
        public static T Last<T>(this IEnumerable<T> source, Func<T, bool> test);
        public static T LastOrDefault<T>(this IEnumerable<T> source);
        public static T LastOrDefault<T>(this IEnumerable<T> source, Func<T, bool> test);
        public static long LongCount<T>(this IEnumerable<T> source);
        public static T Max<T>(this IEnumerable<T> source);
        public static TResult Max<T, TResult>(this IEnumerable<T> source, Func<T, TResult> of);
        public static T MaxBy<T, TKey>(this IEnumerable<T> source, Func<T, TKey> key);
        public static T Min<T>(this IEnumerable<T> source);
        public static TResult Min<T, TResult>(this IEnumerable<T> source, Func<T, TResult> of);
        public static T MinBy<T, TKey>(this IEnumerable<T> source, Func<T, TKey> key);
        public static IEnumerable<TResult> OfType<TResult>(this IEnumerable source);
        public static IOrderedEnumerable<T> Order<T>(this IEnumerable<T> source);
        public static IOrderedEnumerable<T> OrderBy<T, TKey>(this IEnumerable<T> source, Func<T, TKey> key);
        public static IOrderedEnumerable<T> OrderBy<T, TKey>(this IEnumerable<T> source, Func<T, TKey> key, IComparer<TKey> comparer);
        public static IOrderedEnumerable<T> OrderByDescending<T, TKey>(this IEnumerable<T> source, Func<T, TKey> key);
        public static IOrderedEnumerable<T> OrderByDescending<T, TKey>(this IEnumerable<T> source, Func<T, TKey> key, IComparer<TKey> comparer);
        public static IEnumerable<T> Prepend<T>(this IEnumerable<T> source, T value);
        public static IEnumerable<T> Reverse<T>(this IEnumerable<T> source);
        public static IEnumerable<TResult> Select<T, TResult>(this IEnumerable<T> source, Func<T, TResult> of);
        public static IEnumerable<TResult> Select<T, TResult>(this IEnumerable<T> source, Func<T, int, TResult> of);
        public static IEnumerable<TResult> SelectMany<T, TResult>(this IEnumerable<T> source, Func<T, IEnumerable<TResult>> of);
        public static IEnumerable<TResult> SelectMany<T, TPart, TResult>(this IEnumerable<T> source, Func<T, IEnumerable<TPart>> parts, Func<T, TPart, TResult> of);
        public static bool SequenceEqual<T>(this IEnumerable<T> source, IEnumerable<T> other);
        public static bool SequenceEqual<T>(this IEnumerable<T> source, IEnumerable<T> other, IEqualityComparer<T> comparer);
        public static T Single<T>(this IEnumerable<T> source);
        public static T Single<T>(this IEnumerable<T> source, Func<T, bool> test);
        public static T SingleOrDefault<T>(this IEnumerable<T> source);
        public static T SingleOrDefault<T>(this IEnumerable<T> source, Func<T, bool> test);
        public static IEnumerable<T> Skip<T>(this IEnumerable<T> source, int count);
        public static IEnumerable<T> SkipLast<T>(this IEnumerable<T> source, int count);
        public static IEnumerable<T> SkipWhile<T>(this IEnumerable<T> source, Func<T, bool> test);
        public static IEnumerable<T> SkipWhile<T>(this IEnumerable<T> source, Func<T, int, bool> test);
        public static int Sum(this IEnumerable<int> source);
        public static double Sum(this IEnumerable<double> source);
        public static int Sum<T>(this IEnumerable<T> source, Func<T, int> of);
        public static double Sum<T>(this IEnumerable<T> source, Func<T, double> of);
        public static IEnumerable<T> Take<T>(this IEnumerable<T> source, int count);
        public static IEnumerable<T> TakeLast<T>(this IEnumerable<T> source, int count);
        public static IEnumerable<T> TakeWhile<T>(this IEnumerable<T> source, Func<T, bool> test);
        public static IEnumerable<T> TakeWhile<T>(this IEnumerable<T> source, Func<T, int, bool> test);
        public static IOrderedEnumerable<T> ThenBy<T, TKey>(this IOrderedEnumerable<T> source, Func<T, TKey> key);
        public static IOrderedEnumerable<T> ThenBy<T, TKey>(this IOrderedEnumerable<T> source, Func<T, TKey> key, IComparer<TKey> comparer);
        public static IOrderedEnumerable<T> ThenByDescending<T, TKey>(this IOrderedEnumerable<T> source, Func<T, TKey> key);
        public static T[] ToArray<T>(this IEnumerable<T> source);
        public static Dictionary<TKey, T> ToDictionary<T, TKey>(this IEnumerable<T> source, Func<T, TKey> key);
        public static Dictionary<TKey, T> ToDictionary<T, TKey>(this IEnumerable<T> source, Func<T, TKey> key, IEqualityComparer<TKey> comparer);
        public static Dictionary<TKey, TValue> ToDictionary<T, TKey, TValue>(this IEnumerable<T> source, Func<T, TKey> key, Func<T, TValue> value);
        public static Dictionary<TKey, TValue> ToDictionary<T, TKey, TValue>(this IEnumerable<T> source, Func<T, TKey> key, Func<T, TValue> value, IEqualityComparer<TKey> comparer);
        public static HashSet<T> ToHashSet<T>(this IEnumerable<T> source);
        public static List<T> ToList<T>(this IEnumerable<T> source);
        public static ILookup<TKey, T> ToLookup<T, TKey>(this IEnumerable<T> source, Func<T, TKey> key);
        public static ILookup<TKey, TValue> ToLookup<T, TKey, TValue>(this IEnumerable<T> source, Func<T, TKey> key, Func<T, TValue> value);
        public static IEnumerable<T> Union<T>(this IEnumerable<T> source, IEnumerable<T> other);
        public static IEnumerable<T> Union<T>(this IEnumerable<T> source, IEnumerable<T> other, IEqualityComparer<T> comparer);
        public static IEnumerable<T> Where<T>(this IEnumerable<T> source, Func<T, bool> test);
        public static IEnumerable<T> Where<T>(this IEnumerable<T> source, Func<T, int, bool> test);
        public static IEnumerable<TResult> Zip<T, TOther, TResult>(this IEnumerable<T> source, IEnumerable<TOther> other, Func<T, TOther, TResult> of);
    }
    public static class Queryable {
        public static IQueryable<T> AsQueryable<T>(this IEnumerable<T> source);
        public static IQueryable<T> Where<T>(this IQueryable<T> source, Func<T, bool> test);
        public static IQueryable<TResult> Select<T, TResult>(this IQueryable<T> source, Func<T, TResult> of);
        public static IOrderedQueryable<T> OrderBy<T, TKey>(this IQueryable<T> source, Func<T, TKey> key);
        public static IOrderedQueryable<T> OrderByDescending<T, TKey>(this IQueryable<T> source, Func<T, TKey> key);
        public static IQueryable<T> Skip<T>(this IQueryable<T> source, int count);
        public static IQueryable<T> Take<T>(this IQueryable<T> source, int count);
    }
}
