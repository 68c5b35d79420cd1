// System.Collections.Concurrent.
using System;
using System.Collections.Generic;

namespace System.Collections.Concurrent {
    public class ConcurrentDictionary<TKey, TValue> : IDictionary<TKey, TValue>, IReadOnlyDictionary<TKey, TValue> {
        public int Count { get; }
        public bool IsEmpty { get; }
        public TValue this[TKey key] { get; set; }
        public ICollection<TKey> Keys { get; }
        public ICollection<TValue> Values { get; }
        public TValue AddOrUpdate(TKey key, TValue value, Func<TKey, TValue, TValue> update);
        public TValue AddOrUpdate(TKey key, Func<TKey, TValue> make, Func<TKey, TValue, TValue> update);
        public void Clear();
        public bool ContainsKey(TKey key);
        public TValue GetOrAdd(TKey key, TValue value);
        public TValue GetOrAdd(TKey key, Func<TKey, TValue> make);
        public bool TryAdd(TKey key, TValue value);
        public bool TryGetValue(TKey key, out TValue value);
        public bool TryRemove(TKey key, out TValue value);
        public bool TryUpdate(TKey key, TValue value, TValue expected);
    }
    public class ConcurrentQueue<T> : IReadOnlyCollection<T> {
        public int Count { get; }
        public bool IsEmpty { get; }
        public void Enqueue(T item);
        public bool TryDequeue(out T item);
        public bool TryPeek(out T item);
        public T[] ToArray();
    }
    public class ConcurrentStack<T> : IReadOnlyCollection<T> {
        public int Count { get; }
        public bool IsEmpty { get; }
        public void Push(T item);
        public bool TryPop(out T item);
        public bool TryPeek(out T item);
    }
    public class ConcurrentBag<T> : IReadOnlyCollection<T> { public int Count { get; } public bool IsEmpty { get; } public void Add(T item); public bool TryTake(out T item); }
    public class BlockingCollection<T> : IReadOnlyCollection<T> { public int Count { get; } public void Add(T item); public T Take(); public void CompleteAdding(); public IEnumerable<T> GetConsumingEnumerable(); }
}
