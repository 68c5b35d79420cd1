// System.Collections.Generic.
using System;
using System.Collections;

namespace System.Collections.Generic {
    public interface IEnumerator<T> : IEnumerator, IDisposable { T Current { get; } }
    public interface IEnumerable<T> : IEnumerable { IEnumerator<T> GetEnumerator(); }
    public interface IAsyncEnumerator<T> { T Current { get; } }
    public interface IAsyncEnumerable<T> { IAsyncEnumerator<T> GetAsyncEnumerator(); IAsyncEnumerator<T> GetEnumerator(); }
    public interface ICollection<T> : IEnumerable<T> {
        int Count { get; }
        bool IsReadOnly { get; }
        void Add(T item);
        void Clear();
        bool Contains(T item);
        void CopyTo(T[] target, int at);
        bool Remove(T item);
    }
    public interface IReadOnlyCollection<T> : IEnumerable<T> { int Count { get; } }
    public interface IReadOnlyList<T> : IReadOnlyCollection<T> { T this[int index] { get; } }
    public interface IReadOnlySet<T> : IReadOnlyCollection<T> { bool Contains(T item); }
    public interface IList<T> : ICollection<T> {
        T this[int index] { get; set; }
        int IndexOf(T item);
        void Insert(int index, T item);
        void RemoveAt(int index);
    }
    public interface ISet<T> : ICollection<T> {
        bool Add(T item);
        void ExceptWith(IEnumerable<T> other);
        void IntersectWith(IEnumerable<T> other);
        bool IsSubsetOf(IEnumerable<T> other);
        bool IsSupersetOf(IEnumerable<T> other);
        bool Overlaps(IEnumerable<T> other);
        bool SetEquals(IEnumerable<T> other);
        void UnionWith(IEnumerable<T> other);
    }
    public interface IDictionary<TKey, TValue> : ICollection<KeyValuePair<TKey, TValue>> {
        TValue this[TKey key] { get; set; }
        ICollection<TKey> Keys { get; }
        ICollection<TValue> Values { get; }
        void Add(TKey key, TValue value);
        bool ContainsKey(TKey key);
        bool Remove(TKey key);
        bool TryGetValue(TKey key, out TValue value);
    }
    public interface IReadOnlyDictionary<TKey, TValue> : IReadOnlyCollection<KeyValuePair<TKey, TValue>> {
        TValue this[TKey key] { get; }
        IEnumerable<TKey> Keys { get; }
        IEnumerable<TValue> Values { get; }
        bool ContainsKey(TKey key);
        bool TryGetValue(TKey key, out TValue value);
    }
    public interface IComparer<T> { int Compare(T left, T right); }
    public interface IEqualityComparer<T> { bool Equals(T left, T right); int GetHashCode(T value); }
    public abstract class Comparer<T> : IComparer<T> { public static Comparer<T> Default { get; } public static Comparer<T> Create(Comparison<T> compare); public int Compare(T left, T right); }
    public abstract class EqualityComparer<T> : IEqualityComparer<T> { public static EqualityComparer<T> Default { get; } public bool Equals(T left, T right); public int GetHashCode(T value); }
    public struct KeyValuePair<TKey, TValue> {
        public KeyValuePair(TKey key, TValue value);
        public TKey Key { get; }
        public TValue Value { get; }
        public void Deconstruct(out TKey key, out TValue value);
    }
    public static class KeyValuePair { public static KeyValuePair<TKey, TValue> Create<TKey, TValue>(TKey key, TValue value); }
    public class KeyNotFoundException : SystemException { }

    public class List<T> : IList<T>, IReadOnlyList<T>, IList {
        public List();
        public List(int capacity);
        public List(IEnumerable<T> items);
        public int Capacity { get; set; }
        public int Count { get; }
        public T this[int index] { get; set; }
        public void Add(T item);
        public void AddRange(IEnumerable<T> items);
        public IReadOnlyList<T> AsReadOnly();
        public int BinarySearch(T item);
        public int BinarySearch(T item, IComparer<T> comparer);
        public void Clear();
        public bool Contains(T item);
        public List<TOut> ConvertAll<TOut>(Func<T, TOut> convert);
        public void CopyTo(T[] target);
        public bool Exists(Predicate<T> test);
        public T Find(Predicate<T> test);
        public List<T> FindAll(Predicate<T> test);
        public int FindIndex(Predicate<T> test);
        public T FindLast(Predicate<T> test);
        public void ForEach(Action<T> action);
        public IEnumerator<T> GetEnumerator();
        public List<T> GetRange(int from, int count);
        public int IndexOf(T item);
        public void Insert(int index, T item);
        public void InsertRange(int index, IEnumerable<T> items);
        public int LastIndexOf(T item);
        public bool Remove(T item);
        public int RemoveAll(Predicate<T> test);
        public void RemoveAt(int index);
        public void RemoveRange(int from, int count);
        public void Reverse();
        public void Sort();
        public void Sort(Comparison<T> compare);
        public void Sort(IComparer<T> comparer);
        public T[] ToArray();
        public void TrimExcess();
        public bool TrueForAll(Predicate<T> test);
    }
    public class LinkedListNode<T> { public T Value { get; set; } public LinkedListNode<T> Next { get; } public LinkedListNode<T> Previous { get; } public LinkedList<T> List { get; } }
    public class LinkedList<T> : ICollection<T> {
        public int Count { get; }
        public LinkedListNode<T> First { get; }
        public LinkedListNode<T> Last { get; }
        public LinkedListNode<T> AddFirst(T item);
        public LinkedListNode<T> AddLast(T item);
        public LinkedListNode<T> AddAfter(LinkedListNode<T> node, T item);
        public LinkedListNode<T> AddBefore(LinkedListNode<T> node, T item);
        public LinkedListNode<T> Find(T item);
        public void RemoveFirst();
        public void RemoveLast();
        public bool Remove(T item);
        public void Clear();
    }
    public class Queue<T> : IReadOnlyCollection<T> {
        public int Count { get; }
        public void Clear();
        public bool Contains(T item);
        public T Dequeue();
        public void Enqueue(T item);
        public T Peek();
        public T[] ToArray();
        public bool TryDequeue(out T item);
        public bool TryPeek(out T item);
    }
    public class PriorityQueue<T, TPriority> { public int Count { get; } public T Dequeue(); public void Enqueue(T item, TPriority priority); public T Peek(); }
    public class Stack<T> : IReadOnlyCollection<T> {
        public int Count { get; }
        public void Clear();
        public bool Contains(T item);
        public T Peek();
        public T Pop();
        public void Push(T item);
        public T[] ToArray();
        public bool TryPop(out T item);
        public bool TryPeek(out T item);
    }
    public class HashSet<T> : ISet<T>, IReadOnlySet<T> {
        public HashSet();
        public HashSet(IEnumerable<T> items);
        public HashSet(IEqualityComparer<T> comparer);
        public int Count { get; }
        public bool Add(T item);
        public void Clear();
        public bool Contains(T item);
        public void ExceptWith(IEnumerable<T> other);
        public void IntersectWith(IEnumerable<T> other);
        public bool IsSubsetOf(IEnumerable<T> other);
        public bool IsSupersetOf(IEnumerable<T> other);
        public bool Overlaps(IEnumerable<T> other);
        public bool Remove(T item);
        public int RemoveWhere(Predicate<T> test);
        public bool SetEquals(IEnumerable<T> other);
        public bool TryGetValue(T item, out T found);
        public void UnionWith(IEnumerable<T> other);
    }
    public class SortedSet<T> : ISet<T>, IReadOnlySet<T> {
        public int Count { get; }
        public T Max { get; }
        public T Min { get; }
        public bool Add(T item);
        public bool Contains(T item);
        public bool Remove(T item);
    }
    public class Dictionary<TKey, TValue> : IDictionary<TKey, TValue>, IReadOnlyDictionary<TKey, TValue>, IDictionary {
        public Dictionary();
        public Dictionary(int capacity);
        public Dictionary(IEqualityComparer<TKey> comparer);
        public Dictionary(IDictionary<TKey, TValue> other);
        public int Count { get; }
        public TValue this[TKey key] { get; set; }
        public ICollection<TKey> Keys { get; }
        public ICollection<TValue> Values { get; }
        public IEqualityComparer<TKey> Comparer { get; }
        public void Add(TKey key, TValue value);
        public void Clear();
        public bool ContainsKey(TKey key);
        public bool ContainsValue(TValue value);
        public IEnumerator<KeyValuePair<TKey, TValue>> GetEnumerator();
        public bool Remove(TKey key);
        public bool Remove(TKey key, out TValue value);
        public bool TryAdd(TKey key, TValue value);
        public bool TryGetValue(TKey key, out TValue value);
    }
    public class SortedDictionary<TKey, TValue> : IDictionary<TKey, TValue>, IReadOnlyDictionary<TKey, TValue> {
        public TValue this[TKey key] { get; set; }
        public ICollection<TKey> Keys { get; }
        public ICollection<TValue> Values { get; }
        public bool TryGetValue(TKey key, out TValue value);
    }
    public class SortedList<TKey, TValue> : IDictionary<TKey, TValue>, IReadOnlyDictionary<TKey, TValue> {
        public TValue this[TKey key] { get; set; }
        public IList<TKey> Keys { get; }
        public IList<TValue> Values { get; }
        public bool TryGetValue(TKey key, out TValue value);
    }
}
