// What the resolution of C# programs needs to know of types that have words of
// their own (string, object, int): what their members give. `Array` is what an
// array T[] has; it is written with its element, which the language does not.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

public class @object {
    public virtual string ToString();
    public virtual bool Equals(object other);
    public virtual int GetHashCode();
    public Type GetType();
    public static bool Equals(object left, object right);
    public static bool ReferenceEquals(object left, object right);
}

public sealed class @string : IEnumerable<char>, IComparable, IComparable<string>, IEquatable<string> {
    public static string Empty;
    public int Length { get; }
    public char this[int index] { get; }
    public static string Concat(params object[] values);
    public static string Concat(IEnumerable<string> values);
    public static string Format(string format, params object[] values);
    public static string Format(IFormatProvider provider, string format, params object[] values);
    public static string Join(string separator, params object[] values);
    public static string Join<T>(string separator, IEnumerable<T> values);
    public static string Copy(string text);
    public static string Intern(string text);
    public static bool IsNullOrEmpty(string text);
    public static bool IsNullOrWhiteSpace(string text);
    public static bool Equals(string left, string right);
    public static bool Equals(string left, string right, StringComparison comparison);
    public static int Compare(string left, string right);
    public static int Compare(string left, string right, bool ignoreCase);
    public static int Compare(string left, string right, StringComparison comparison);
    public static int CompareOrdinal(string left, string right);
    public int CompareTo(object other);
    public bool Contains(string text);
    public bool Contains(char letter);
    public bool Contains(string text, StringComparison comparison);
    public void CopyTo(int from, char[] target, int at, int count);
    public bool EndsWith(string text);
    public bool EndsWith(char letter);
    public bool EndsWith(string text, StringComparison comparison);
    public bool Equals(string other);
    public bool Equals(string other, StringComparison comparison);
    public bool Equals(object other);
    public int GetHashCode();
    public IEnumerator<char> GetEnumerator();
    public int IndexOf(string text);
    public int IndexOf(char letter);
    public int IndexOf(char letter, int from);
    public int IndexOf(string text, StringComparison comparison);
    public int IndexOf(string text, int from);
    public int IndexOfAny(char[] letters);
    public int LastIndexOf(string text);
    public int LastIndexOf(char letter);
    public int LastIndexOf(string text, StringComparison comparison);
    public int LastIndexOfAny(char[] letters);
    public string Insert(int at, string text);
    public string Normalize();
    public string PadLeft(int width);
    public string PadLeft(int width, char letter);
    public string PadRight(int width);
    public string PadRight(int width, char letter);
    public string Remove(int from);
    public string Remove(int from, int count);
    public string Replace(string text, string other);
    public string Replace(char letter, char other);
    public string Replace(string text, string other, StringComparison comparison);
    public string ReplaceLineEndings();
    public string ReplaceLineEndings(string text);
    public string[] Split(params char[] separators);
    public string[] Split(string separator);
    public string[] Split(char separator, StringSplitOptions options);
    public string[] Split(string separator, StringSplitOptions options);
    public string[] Split(char[] separators, int count);
    public string[] Split(char[] separators, StringSplitOptions options);
    public string[] Split(string[] separators, StringSplitOptions options);
    public string[] Split(string[] separators, int count, StringSplitOptions options);
    public bool StartsWith(string text);
    public bool StartsWith(char letter);
    public bool StartsWith(string text, StringComparison comparison);
    public bool StartsWith(string text, bool ignoreCase, CultureInfo culture);
    public string Substring(int from);
    public string Substring(int from, int count);
    public char[] ToCharArray();
    public string ToLower();
    public string ToLower(CultureInfo culture);
    public string ToLowerInvariant();
    public string ToString();
    public string ToString(IFormatProvider provider);
    public string ToUpper();
    public string ToUpper(CultureInfo culture);
    public string ToUpperInvariant();
    public string Trim(params char[] letters);
    public string TrimEnd(params char[] letters);
    public string TrimStart(params char[] letters);
}

public class Array<T> : IList<T>, IReadOnlyList<T>, IEnumerable<T> {
    public int Length { get; }
    public long LongLength { get; }
    public int Rank { get; }
    public T this[int index] { get; set; }
    public IEnumerator<T> GetEnumerator();
    public object Clone();
    public void CopyTo(Array target, int at);
    public int GetLength(int dimension);
    public int GetLowerBound(int dimension);
    public int GetUpperBound(int dimension);
    public object GetValue(params int[] at);
    public void SetValue(object value, params int[] at);
}

public struct Int32 : IComparable, IFormattable, IConvertible {
    public static int MaxValue;
    public static int MinValue;
    public static int Parse(string text);
    public static int Parse(string text, IFormatProvider provider);
    public static int Parse(string text, NumberStyles styles, IFormatProvider provider);
    public static bool TryParse(string text, out int value);
    public static bool TryParse(string text, NumberStyles styles, IFormatProvider provider, out int value);
    public int CompareTo(object other);
    public bool Equals(object other);
    public int GetHashCode();
    public string ToString();
    public string ToString(string format);
    public string ToString(IFormatProvider provider);
    public string ToString(string format, IFormatProvider provider);
}
public struct Byte : IComparable, IFormattable, IConvertible {
    public static byte Parse(string text);
    public static bool TryParse(string text, out byte value);
    public int CompareTo(object other);
    public bool Equals(object other);
    public int GetHashCode();
    public string ToString();
    public string ToString(string format);
    public string ToString(string format, IFormatProvider provider);
}
public struct Int16 : IComparable, IFormattable, IConvertible {
    public static short Parse(string text);
    public static bool TryParse(string text, out short value);
    public int CompareTo(object other);
    public string ToString();
    public string ToString(string format);
    public string ToString(string format, IFormatProvider provider);
}
public struct Int64 : IComparable, IFormattable, IConvertible {
    public static long MaxValue;
    public static long MinValue;
    public static long Parse(string text);
    public static bool TryParse(string text, out long value);
    public int CompareTo(object other);
    public bool Equals(object other);
    public int GetHashCode();
    public string ToString();
    public string ToString(string format);
    public string ToString(string format, IFormatProvider provider);
}
public struct Single : IComparable, IFormattable, IConvertible {
    public static float Parse(string text);
    public static bool TryParse(string text, out float value);
    public static bool IsNaN(float value);
    public int CompareTo(object other);
    public string ToString();
    public string ToString(string format);
    public string ToString(string format, IFormatProvider provider);
}
public struct Double : IComparable, IFormattable, IConvertible {
    public static double MaxValue;
    public static double MinValue;
    public static double NaN;
    public static double Parse(string text);
    public static double Parse(string text, IFormatProvider provider);
    public static bool TryParse(string text, out double value);
    public static bool IsNaN(double value);
    public static bool IsInfinity(double value);
    public int CompareTo(object other);
    public string ToString();
    public string ToString(string format);
    public string ToString(IFormatProvider provider);
    public string ToString(string format, IFormatProvider provider);
}
public struct Decimal : IComparable, IFormattable, IConvertible {
    public static decimal Parse(string text);
    public static bool TryParse(string text, out decimal value);
    public static decimal Round(decimal value);
    public static decimal Round(decimal value, int digits);
    public static decimal Floor(decimal value);
    public int CompareTo(object other);
    public string ToString();
    public string ToString(string format);
    public string ToString(string format, IFormatProvider provider);
}
public struct Boolean : IComparable, IConvertible {
    public static string TrueString;
    public static string FalseString;
    public static bool Parse(string text);
    public static bool TryParse(string text, out bool value);
    public int CompareTo(object other);
    public bool Equals(object other);
    public int GetHashCode();
    public string ToString();
}
public struct Char : IComparable, IConvertible {
    public static bool IsDigit(char letter);
    public static bool IsLetter(char letter);
    public static bool IsLetterOrDigit(char letter);
    public static bool IsLower(char letter);
    public static bool IsUpper(char letter);
    public static bool IsNumber(char letter);
    public static bool IsPunctuation(char letter);
    public static bool IsSeparator(char letter);
    public static bool IsWhiteSpace(char letter);
    public static char ToLower(char letter);
    public static char ToLowerInvariant(char letter);
    public static char ToUpper(char letter);
    public static char ToUpperInvariant(char letter);
    public int CompareTo(object other);
    public bool Equals(object other);
    public int GetHashCode();
    public string ToString();
}

// What typeof(T) gives.
public abstract class @typeof : Type { }
