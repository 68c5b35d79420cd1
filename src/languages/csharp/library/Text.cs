// System.Text.
using System;

namespace System.Text {
    public sealed class StringBuilder {
        public StringBuilder();
        public StringBuilder(int capacity);
        public StringBuilder(string text);
        public StringBuilder(string text, int capacity);
        public int Capacity { get; set; }
        public int Length { get; set; }
        public char this[int index] { get; set; }
        public StringBuilder Append(object value);
        public StringBuilder Append(string text);
        public StringBuilder Append(char letter);
        public StringBuilder Append(char letter, int count);
        public StringBuilder Append(char[] letters);
        public StringBuilder Append(string text, int from, int count);
        public StringBuilder AppendFormat(string format, params object[] values);
        public StringBuilder AppendFormat(IFormatProvider provider, string format, params object[] values);
        public StringBuilder AppendJoin(string separator, params object[] values);
        public StringBuilder AppendLine();
        public StringBuilder AppendLine(string text);
        public StringBuilder Clear();
        public StringBuilder Insert(int at, object value);
        public StringBuilder Remove(int from, int count);
        public StringBuilder Replace(string text, string other);
        public StringBuilder Replace(char letter, char other);
        public int EnsureCapacity(int capacity);
        public string ToString();
        public string ToString(int from, int count);
    }
    public abstract class Encoding {
        public static Encoding ASCII { get; }
        public static Encoding Default { get; }
        public static Encoding Unicode { get; }
        public static Encoding UTF8 { get; }
        public static Encoding Latin1 { get; }
        public static Encoding GetEncoding(string name);
        public virtual string EncodingName { get; }
        public virtual string WebName { get; }
        public virtual int GetByteCount(string text);
        public virtual byte[] GetBytes(string text);
        public virtual byte[] GetBytes(char[] letters);
        public virtual char[] GetChars(byte[] bytes);
        public virtual string GetString(byte[] bytes);
        public virtual string GetString(byte[] bytes, int from, int count);
        public virtual byte[] GetPreamble();
    }
    public class UTF8Encoding : Encoding { public UTF8Encoding(); public UTF8Encoding(bool mark); }
}
