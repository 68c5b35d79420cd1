// The namespace System, as far as what its members give matters.
using System.Collections;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Reflection;

namespace System {
    public class Object : @object { }
    public class String : @string { }
    public abstract class ValueType { }
    public class Attribute {
        public static Attribute GetCustomAttribute(MemberInfo member, Type type);
        public static Attribute[] GetCustomAttributes(MemberInfo member);
        public virtual object TypeId { get; }
    }
    public interface IDisposable { void Dispose(); }
    public interface IAsyncDisposable { ValueTask DisposeAsync(); }
    public interface IComparable { int CompareTo(object other); }
    public interface IComparable<T> { int CompareTo(T other); }
    public interface IEquatable<T> { bool Equals(T other); }
    public interface IFormattable { string ToString(string format, IFormatProvider provider); }
    public interface IConvertible { }
    public interface ICloneable { object Clone(); }
    public interface IFormatProvider { object GetFormat(Type type); }
    public interface IServiceProvider { object GetService(Type type); }
    public interface IObserver<T> { void OnNext(T value); void OnCompleted(); void OnError(Exception error); }
    public interface IObservable<T> { IDisposable Subscribe(IObserver<T> observer); }
    public interface IProgress<T> { void Report(T value); }
    public interface IAsyncResult { bool IsCompleted { get; } }

    public class Exception {
        public Exception();
        public Exception(string message);
        public Exception(string message, Exception inner);
        public virtual string Message { get; }
        public Exception InnerException { get; }
        public virtual string StackTrace { get; }
        public virtual string Source { get; set; }
        public int HResult { get; set; }
        public MethodBase TargetSite { get; }
        public virtual IDictionary Data { get; }
        public virtual Exception GetBaseException();
        public virtual string ToString();
        public Type GetType();
    }
    public class SystemException : Exception { }
    public class ApplicationException : Exception { }
    public class ArgumentException : SystemException { public virtual string ParamName { get; } }
    public class ArgumentNullException : ArgumentException { public static void ThrowIfNull(object value, string name = null); }
    public class ArgumentOutOfRangeException : ArgumentException { public virtual object ActualValue { get; } }
    public class InvalidOperationException : SystemException { }
    public class InvalidCastException : SystemException { }
    public class NotSupportedException : SystemException { }
    public class NotImplementedException : SystemException { }
    public class NullReferenceException : SystemException { }
    public class IndexOutOfRangeException : SystemException { }
    public class FormatException : SystemException { }
    public class ArithmeticException : SystemException { }
    public class OverflowException : ArithmeticException { }
    public class DivideByZeroException : ArithmeticException { }
    public class OutOfMemoryException : SystemException { }
    public class UnauthorizedAccessException : SystemException { }
    public class TimeoutException : SystemException { }
    public class ObjectDisposedException : InvalidOperationException { public string ObjectName { get; } }
    public class OperationCanceledException : SystemException { }
    public class TypeLoadException : SystemException { public string TypeName { get; } }
    public class MissingMemberException : SystemException { }
    public class MissingMethodException : MissingMemberException { }
    public class UriFormatException : FormatException { }
    public class AggregateException : Exception {
        public IReadOnlyList<Exception> InnerExceptions { get; }
        public AggregateException Flatten();
        public void Handle(Func<Exception, bool> handler);
    }

    public delegate bool Predicate<T>(T value);
    public delegate int Comparison<T>(T left, T right);
    public delegate TOut Converter<TIn, TOut>(TIn value);
    public delegate void EventHandler(object sender, EventArgs arguments);
    public delegate void EventHandler<T>(object sender, T arguments);
    public class EventArgs { public static EventArgs Empty; }
    public abstract class Delegate {
        public MethodInfo Method { get; }
        public object Target { get; }
        public object DynamicInvoke(params object[] arguments);
        public virtual Delegate[] GetInvocationList();
        public static Delegate Combine(Delegate left, Delegate right);
        public static Delegate CreateDelegate(Type type, MethodInfo method);
    }
    public abstract class MulticastDelegate : Delegate { }

    public struct Nullable<T> {
        public bool HasValue { get; }
        public T Value { get; }
        public T GetValueOrDefault();
        public T GetValueOrDefault(T other);
    }
    public static class Nullable { public static Type GetUnderlyingType(Type type); }
    public class Lazy<T> {
        public Lazy(Func<T> make);
        public T Value { get; }
        public bool IsValueCreated { get; }
    }
    public class WeakReference { public virtual object Target { get; } public virtual bool IsAlive { get; } }
    public class WeakReference<T> { public bool TryGetTarget(out T target); public void SetTarget(T target); }

    public static class Tuple {
        public static Tuple<T1> Create<T1>(T1 item1);
        public static Tuple<T1, T2> Create<T1, T2>(T1 item1, T2 item2);
        public static Tuple<T1, T2, T3> Create<T1, T2, T3>(T1 item1, T2 item2, T3 item3);
        public static Tuple<T1, T2, T3, T4> Create<T1, T2, T3, T4>(T1 item1, T2 item2, T3 item3, T4 item4);
    }
    public class Tuple<T1> { public Tuple(T1 item1); public T1 Item1 { get; } }
    public class Tuple<T1, T2> { public Tuple(T1 item1, T2 item2); public T1 Item1 { get; } public T2 Item2 { get; } }
    public class Tuple<T1, T2, T3> {
        public Tuple(T1 item1, T2 item2, T3 item3);
        public T1 Item1 { get; } public T2 Item2 { get; } public T3 Item3 { get; }
    }
    public class Tuple<T1, T2, T3, T4> {
        public Tuple(T1 item1, T2 item2, T3 item3, T4 item4);
        public T1 Item1 { get; } public T2 Item2 { get; } public T3 Item3 { get; } public T4 Item4 { get; }
    }
    public struct ValueTuple<T1, T2> { public T1 Item1; public T2 Item2; }
    public struct ValueTuple<T1, T2, T3> { public T1 Item1; public T2 Item2; public T3 Item3; }

    public class Array {
        public static T[] Empty<T>();
        public static int IndexOf<T>(T[] array, T value);
        public static int BinarySearch<T>(T[] array, T value);
        public static void Copy(Array from, Array to, int count);
        public static void Clear(Array array, int from, int count);
        public static Array CreateInstance(Type type, int length);
        public static bool Exists<T>(T[] array, Predicate<T> test);
        public static T Find<T>(T[] array, Predicate<T> test);
        public static T[] FindAll<T>(T[] array, Predicate<T> test);
        public static int FindIndex<T>(T[] array, Predicate<T> test);
        public static void ForEach<T>(T[] array, Action<T> action);
        public static TOut[] ConvertAll<TIn, TOut>(TIn[] array, Func<TIn, TOut> convert);
        public static void Resize<T>(ref T[] array, int size);
        public static void Reverse(Array array);
        public static void Sort<T>(T[] array);
        public int Length { get; }
        public object GetValue(int at);
        public void SetValue(object value, int at);
        public object Clone();
        public void CopyTo(Array target, int at);
    }
    public struct Span<T> {
        public int Length { get; }
        public bool IsEmpty { get; }
        public T this[int index] { get; }
        public Span<T> Slice(int from);
        public Span<T> Slice(int from, int count);
        public T[] ToArray();
        public void Clear();
        public void CopyTo(Span<T> target);
        public string ToString();
    }
    public struct ReadOnlySpan<T> {
        public int Length { get; }
        public bool IsEmpty { get; }
        public T this[int index] { get; }
        public ReadOnlySpan<T> Slice(int from);
        public ReadOnlySpan<T> Slice(int from, int count);
        public T[] ToArray();
        public void CopyTo(Span<T> target);
        public string ToString();
    }
    public struct Memory<T> { public Span<T> Span { get; } public int Length { get; } public Memory<T> Slice(int from, int count); }
    public struct ReadOnlyMemory<T> { public ReadOnlySpan<T> Span { get; } public int Length { get; } public ReadOnlyMemory<T> Slice(int from, int count); }

    public abstract class Type : MemberInfo {
        public static Type[] EmptyTypes;
        public static Type GetType(string name);
        public static Type GetTypeFromHandle(RuntimeTypeHandle handle);
        public static TypeCode GetTypeCode(Type type);
        public abstract Assembly Assembly { get; }
        public abstract string AssemblyQualifiedName { get; }
        public abstract Type BaseType { get; }
        public abstract string FullName { get; }
        public abstract string Namespace { get; }
        public Type[] GenericTypeArguments { get; }
        public Module Module { get; }
        public bool IsAbstract { get; }
        public bool IsArray { get; }
        public bool IsClass { get; }
        public bool IsEnum { get; }
        public bool IsGenericType { get; }
        public bool IsGenericTypeDefinition { get; }
        public bool IsInterface { get; }
        public bool IsPrimitive { get; }
        public bool IsSealed { get; }
        public bool IsValueType { get; }
        public bool IsPublic { get; }
        public Type GetElementType();
        public string[] GetEnumNames();
        public Type GetEnumUnderlyingType();
        public Array GetEnumValues();
        public Type[] GetGenericArguments();
        public Type GetGenericTypeDefinition();
        public Type[] GetInterfaces();
        public Type GetInterface(string name);
        public ConstructorInfo GetConstructor(Type[] types);
        public ConstructorInfo[] GetConstructors();
        public ConstructorInfo[] GetConstructors(BindingFlags flags);
        public EventInfo GetEvent(string name);
        public FieldInfo GetField(string name);
        public FieldInfo GetField(string name, BindingFlags flags);
        public FieldInfo[] GetFields();
        public FieldInfo[] GetFields(BindingFlags flags);
        public MemberInfo[] GetMember(string name);
        public MemberInfo[] GetMembers();
        public MemberInfo[] GetMembers(BindingFlags flags);
        public MethodInfo GetMethod(string name);
        public MethodInfo GetMethod(string name, BindingFlags flags);
        public MethodInfo GetMethod(string name, Type[] types);
        public MethodInfo[] GetMethods();
        public MethodInfo[] GetMethods(BindingFlags flags);
        public PropertyInfo GetProperty(string name);
        public PropertyInfo GetProperty(string name, BindingFlags flags);
        public PropertyInfo[] GetProperties();
        public PropertyInfo[] GetProperties(BindingFlags flags);
        public object InvokeMember(string name, BindingFlags flags, Binder binder, object target, object[] arguments);
        public bool IsAssignableFrom(Type other);
        public bool IsInstanceOfType(object value);
        public bool IsSubclassOf(Type other);
        public Type MakeArrayType();
        public Type MakeGenericType(params Type[] types);
        public bool Equals(Type other);
        public string ToString();
    }
    public struct RuntimeTypeHandle { }
    public enum TypeCode { Boolean, Byte, Char, DateTime, Decimal, Double, Empty, Int16, Int32, Int64, Object, String }
    public static class Activator {
        public static object CreateInstance(Type type);
        public static object CreateInstance(Type type, params object[] arguments);
        public static object CreateInstance(Type type, bool nonPublic);
        public static T CreateInstance<T>();
    }
    public abstract class Enum : ValueType {
        public static string GetName(Type type, object value);
        public static string[] GetNames(Type type);
        public static Array GetValues(Type type);
        public static T[] GetValues<T>();
        public static Type GetUnderlyingType(Type type);
        public static bool IsDefined(Type type, object value);
        public static object Parse(Type type, string text);
        public static object Parse(Type type, string text, bool ignoreCase);
        public static T Parse<T>(string text);
        public static T Parse<T>(string text, bool ignoreCase);
        public static object ToObject(Type type, object value);
        public static bool TryParse<T>(string text, out T value);
        public static bool TryParse<T>(string text, bool ignoreCase, out T value);
        public bool HasFlag(Enum flag);
        public string ToString();
        public string ToString(string format);
    }
    public static class Convert {
        public static object ChangeType(object value, Type type);
        public static object ChangeType(object value, Type type, IFormatProvider provider);
        public static byte[] FromBase64String(string text);
        public static string ToBase64String(byte[] bytes);
        public static bool ToBoolean(object value);
        public static byte ToByte(object value);
        public static char ToChar(object value);
        public static DateTime ToDateTime(object value);
        public static decimal ToDecimal(object value);
        public static double ToDouble(object value);
        public static double ToDouble(object value, IFormatProvider provider);
        public static int ToInt32(object value);
        public static int ToInt32(object value, IFormatProvider provider);
        public static long ToInt64(object value);
        public static string ToString(object value);
        public static string ToString(object value, IFormatProvider provider);
    }
    public static class Math {
        public static double PI;
        public static double E;
        public static int Abs(int value);
        public static long Abs(long value);
        public static double Abs(double value);
        public static double Ceiling(double value);
        public static int Clamp(int value, int min, int max);
        public static double Clamp(double value, double min, double max);
        public static double Cos(double value);
        public static double Exp(double value);
        public static double Floor(double value);
        public static double Log(double value);
        public static double Log10(double value);
        public static int Max(int left, int right);
        public static long Max(long left, long right);
        public static double Max(double left, double right);
        public static int Min(int left, int right);
        public static long Min(long left, long right);
        public static double Min(double left, double right);
        public static double Pow(double value, double power);
        public static double Round(double value);
        public static double Round(double value, int digits);
        public static int Sign(double value);
        public static double Sin(double value);
        public static double Sqrt(double value);
        public static double Truncate(double value);
    }
    public static class Console {
        public static TextWriter Error { get; }
        public static TextReader In { get; }
        public static TextWriter Out { get; }
        public static int WindowWidth { get; set; }
        public static string Title { get; set; }
        public static void Clear();
        public static int Read();
        public static string ReadLine();
        public static void Write(object value);
        public static void Write(string format, params object[] values);
        public static void WriteLine();
        public static void WriteLine(object value);
        public static void WriteLine(string format, params object[] values);
        public static void SetOut(TextWriter writer);
    }
    public static class Environment {
        public static string CurrentDirectory { get; set; }
        public static string NewLine { get; }
        public static string MachineName { get; }
        public static string UserName { get; }
        public static int ProcessorCount { get; }
        public static int TickCount { get; }
        public static OperatingSystem OSVersion { get; }
        public static Version Version { get; }
        public static void Exit(int code);
        public static string ExpandEnvironmentVariables(string text);
        public static string[] GetCommandLineArgs();
        public static string GetEnvironmentVariable(string name);
        public static string GetFolderPath(SpecialFolder folder);
        public static void SetEnvironmentVariable(string name, string value);
        public enum SpecialFolder { ApplicationData, Desktop, LocalApplicationData, MyDocuments, UserProfile }
    }
    public class OperatingSystem { public Version Version { get; } public string VersionString { get; } }
    public class Version : IComparable {
        public Version(string text);
        public int Major { get; } public int Minor { get; } public int Build { get; } public int Revision { get; }
        public static Version Parse(string text);
        public static bool TryParse(string text, out Version version);
        public string ToString();
        public string ToString(int fields);
        public int CompareTo(object other);
    }
    public struct DateTime : IComparable, IFormattable {
        public DateTime(int year, int month, int day);
        public static DateTime MaxValue;
        public static DateTime MinValue;
        public static DateTime Now { get; }
        public static DateTime Today { get; }
        public static DateTime UtcNow { get; }
        public DateTime Date { get; }
        public int Day { get; } public int Month { get; } public int Year { get; }
        public int Hour { get; } public int Minute { get; } public int Second { get; } public int Millisecond { get; }
        public DayOfWeek DayOfWeek { get; }
        public long Ticks { get; }
        public TimeSpan TimeOfDay { get; }
        public DateTime Add(TimeSpan span);
        public DateTime AddDays(double days);
        public DateTime AddHours(double hours);
        public DateTime AddMilliseconds(double milliseconds);
        public DateTime AddMinutes(double minutes);
        public DateTime AddMonths(int months);
        public DateTime AddSeconds(double seconds);
        public DateTime AddTicks(long ticks);
        public DateTime AddYears(int years);
        public TimeSpan Subtract(DateTime other);
        public DateTime ToLocalTime();
        public DateTime ToUniversalTime();
        public string ToString();
        public string ToString(string format);
        public string ToString(string format, IFormatProvider provider);
        public static DateTime Parse(string text);
        public static DateTime ParseExact(string text, string format, IFormatProvider provider);
        public static bool TryParse(string text, out DateTime value);
        public int CompareTo(object other);
    }
    public struct DateTimeOffset {
        public static DateTimeOffset Now { get; }
        public static DateTimeOffset UtcNow { get; }
        public DateTime DateTime { get; }
        public DateTime UtcDateTime { get; }
        public TimeSpan Offset { get; }
        public long ToUnixTimeSeconds();
        public long ToUnixTimeMilliseconds();
        public DateTimeOffset AddSeconds(double seconds);
        public string ToString(string format);
    }
    public enum DayOfWeek { Sunday, Monday, Tuesday, Wednesday, Thursday, Friday, Saturday }
    public struct TimeSpan : IComparable {
        public static TimeSpan Zero;
        public static TimeSpan MaxValue;
        public int Days { get; } public int Hours { get; } public int Minutes { get; } public int Seconds { get; } public int Milliseconds { get; }
        public long Ticks { get; }
        public double TotalDays { get; } public double TotalHours { get; } public double TotalMinutes { get; }
        public double TotalSeconds { get; } public double TotalMilliseconds { get; }
        public static TimeSpan FromDays(double value);
        public static TimeSpan FromHours(double value);
        public static TimeSpan FromMinutes(double value);
        public static TimeSpan FromSeconds(double value);
        public static TimeSpan FromMilliseconds(double value);
        public static TimeSpan FromTicks(long value);
        public static TimeSpan Parse(string text);
        public TimeSpan Add(TimeSpan other);
        public TimeSpan Subtract(TimeSpan other);
        public string ToString();
        public string ToString(string format);
        public int CompareTo(object other);
    }
    public struct Guid : IComparable {
        public static Guid Empty;
        public static Guid NewGuid();
        public static Guid Parse(string text);
        public static bool TryParse(string text, out Guid value);
        public byte[] ToByteArray();
        public string ToString();
        public string ToString(string format);
        public int CompareTo(object other);
    }
    public class Uri {
        public Uri(string text);
        public Uri(Uri from, string relative);
        public string AbsolutePath { get; } public string AbsoluteUri { get; } public string Authority { get; }
        public string Fragment { get; } public string Host { get; } public bool IsAbsoluteUri { get; } public bool IsFile { get; }
        public string LocalPath { get; } public string OriginalString { get; } public string PathAndQuery { get; } public int Port { get; }
        public string Query { get; } public string Scheme { get; } public string[] Segments { get; } public string UserInfo { get; }
        public static string EscapeDataString(string text);
        public static string UnescapeDataString(string text);
        public static bool TryCreate(string text, UriKind kind, out Uri uri);
        public Uri MakeRelativeUri(Uri other);
        public string GetLeftPart(UriPartial part);
        public string ToString();
    }
    public enum UriKind { Absolute, Relative, RelativeOrAbsolute }
    public enum UriPartial { Scheme, Authority, Path, Query }
    public class Random {
        public int Next();
        public int Next(int max);
        public int Next(int min, int max);
        public double NextDouble();
        public void NextBytes(byte[] bytes);
    }
    public enum StringComparison { CurrentCulture, CurrentCultureIgnoreCase, InvariantCulture, InvariantCultureIgnoreCase, Ordinal, OrdinalIgnoreCase }
    public enum StringSplitOptions { None, RemoveEmptyEntries, TrimEntries }
    public abstract class StringComparer : IEqualityComparer<string>, IComparer<string> {
        public static StringComparer Ordinal { get; }
        public static StringComparer OrdinalIgnoreCase { get; }
        public static StringComparer InvariantCulture { get; }
        public static StringComparer InvariantCultureIgnoreCase { get; }
        public static StringComparer CurrentCulture { get; }
        public static StringComparer CurrentCultureIgnoreCase { get; }
        public int Compare(string left, string right);
        public bool Equals(string left, string right);
        public int GetHashCode(string text);
    }
    public static class GC { public static void Collect(); public static void SuppressFinalize(object value); public static long GetTotalMemory(bool wait); }
    public static class BitConverter {
        public static bool IsLittleEndian;
        public static byte[] GetBytes(int value);
        public static int ToInt32(byte[] bytes, int from);
        public static long ToInt64(byte[] bytes, int from);
        public static string ToString(byte[] bytes);
    }
    public static class Buffer { public static void BlockCopy(Array from, int start, Array to, int at, int count); }
    public class AppDomain {
        public static AppDomain CurrentDomain { get; }
        public string BaseDirectory { get; }
        public string FriendlyName { get; }
        public Assembly[] GetAssemblies();
    }
    public static class AppContext { public static string BaseDirectory { get; } }
}
