// System.Collections.ObjectModel.
using System.Collections.Generic;

namespace System.Collections.ObjectModel {
    public class Collection<T> : IList<T>, IReadOnlyList<T> {
        public Collection();
        public Collection(IList<T> items);
        public int Count { get; }
        public T this[int index] { get; set; }
        protected IList<T> Items { get; }
        public void Add(T item);
        public void Clear();
        public bool Contains(T item);
        public IEnumerator<T> GetEnumerator();
        public int IndexOf(T item);
        public void Insert(int index, T item);
        public bool Remove(T item);
        public void RemoveAt(int index);
        protected virtual void ClearItems();
        protected virtual void InsertItem(int index, T item);
        protected virtual void RemoveItem(int index);
        protected virtual void SetItem(int index, T item);
    }
    public class ObservableCollection<T> : Collection<T> { public void Move(int from, int to); }
    public class ReadOnlyCollection<T> : IList<T>, IReadOnlyList<T> {
        public ReadOnlyCollection(IList<T> items);
        public int Count { get; }
        public T this[int index] { get; }
        protected IList<T> Items { get; }
        public bool Contains(T item);
        public IEnumerator<T> GetEnumerator();
        public int IndexOf(T item);
    }
    public class ReadOnlyDictionary<TKey, TValue> : IDictionary<TKey, TValue>, IReadOnlyDictionary<TKey, TValue> {
        public TValue this[TKey key] { get; }
        public bool TryGetValue(TKey key, out TValue value);
    }
    public abstract class KeyedCollection<TKey, T> : Collection<T> {
        public T this[TKey key] { get; }
        public bool Contains(TKey key);
        public bool Remove(TKey key);
        protected abstract TKey GetKeyForItem(T item);
    }
}
