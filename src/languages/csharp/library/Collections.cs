// System.Collections.
using System;

namespace System.Collections {
    // What those that know their elements say instead is left out here.
    public interface IEnumerable { }
    public interface IEnumerator { bool MoveNext(); void Reset(); }
    public interface ICollection : IEnumerable { int Count { get; } void CopyTo(Array target, int at); }
    public interface IList : ICollection {
        object this[int index] { get; set; }
        int Add(object value);
        void Clear();
        bool Contains(object value);
        int IndexOf(object value);
        void Insert(int at, object value);
        void Remove(object value);
        void RemoveAt(int at);
    }
    public interface IDictionary : ICollection {
        object this[object key] { get; set; }
        ICollection Keys { get; }
        ICollection Values { get; }
        void Add(object key, object value);
        bool Contains(object key);
        void Remove(object key);
    }
    public interface IComparer { int Compare(object left, object right); }
    public interface IEqualityComparer { bool Equals(object left, object right); int GetHashCode(object value); }
    public class ArrayList : IList {
        public int Count { get; }
        public object this[int index] { get; set; }
        public int Add(object value);
        public void AddRange(ICollection values);
        public void Clear();
        public bool Contains(object value);
        public object[] ToArray();
        public Array ToArray(Type type);
    }
    public class Hashtable : IDictionary {
        public object this[object key] { get; set; }
        public int Count { get; }
        public void Add(object key, object value);
        public bool ContainsKey(object key);
    }
    public struct DictionaryEntry { public object Key { get; } public object Value { get; } }
}
