// System.IO.
using System;
using System.Collections.Generic;
using System.Text;
using System.Threading;
using System.Threading.Tasks;

namespace System.IO {
    public abstract class TextWriter : IDisposable {
        public static TextWriter Null;
        public abstract Encoding Encoding { get; }
        public virtual string NewLine { get; set; }
        public virtual void Close();
        public void Dispose();
        public virtual void Flush();
        public virtual Task FlushAsync();
        public virtual void Write(object value);
        public virtual void Write(string text);
        public virtual void Write(char letter);
        public virtual void Write(char[] letters);
        public virtual void Write(char[] letters, int from, int count);
        public virtual void Write(string format, params object[] values);
        public virtual Task WriteAsync(string text);
        public virtual void WriteLine();
        public virtual void WriteLine(object value);
        public virtual void WriteLine(string text);
        public virtual void WriteLine(string format, params object[] values);
        public virtual Task WriteLineAsync(string text);
    }
    public class StringWriter : TextWriter { public StringWriter(); public StringWriter(StringBuilder text); public virtual StringBuilder GetStringBuilder(); public string ToString(); }
    public class StreamWriter : TextWriter { public StreamWriter(string path); public StreamWriter(Stream stream); public StreamWriter(Stream stream, Encoding encoding); public virtual Stream BaseStream { get; } public virtual bool AutoFlush { get; set; } }
    public abstract class TextReader : IDisposable {
        public void Dispose();
        public virtual void Close();
        public virtual int Peek();
        public virtual int Read();
        public virtual int Read(char[] letters, int from, int count);
        public virtual string ReadLine();
        public virtual Task<string> ReadLineAsync();
        public virtual string ReadToEnd();
        public virtual Task<string> ReadToEndAsync();
    }
    public class StringReader : TextReader { public StringReader(string text); }
    public class StreamReader : TextReader { public StreamReader(string path); public StreamReader(Stream stream); public StreamReader(Stream stream, Encoding encoding); public virtual Stream BaseStream { get; } public bool EndOfStream { get; } }
    public abstract class Stream : IDisposable {
        public static Stream Null;
        public abstract bool CanRead { get; }
        public abstract bool CanSeek { get; }
        public abstract bool CanWrite { get; }
        public abstract long Length { get; }
        public abstract long Position { get; set; }
        public virtual void Close();
        public void CopyTo(Stream target);
        public Task CopyToAsync(Stream target);
        public void Dispose();
        public abstract void Flush();
        public Task FlushAsync();
        public abstract int Read(byte[] bytes, int from, int count);
        public Task<int> ReadAsync(byte[] bytes, int from, int count);
        public Task<int> ReadAsync(byte[] bytes, int from, int count, CancellationToken token);
        public virtual int ReadByte();
        public abstract long Seek(long offset, SeekOrigin origin);
        public abstract void SetLength(long length);
        public abstract void Write(byte[] bytes, int from, int count);
        public Task WriteAsync(byte[] bytes, int from, int count);
        public virtual void WriteByte(byte value);
    }
    public enum SeekOrigin { Begin, Current, End }
    public class MemoryStream : Stream { public MemoryStream(); public MemoryStream(byte[] bytes); public virtual byte[] GetBuffer(); public virtual byte[] ToArray(); public virtual void WriteTo(Stream target); }
    public class FileStream : Stream { public virtual string Name { get; } }
    public class BufferedStream : Stream { }
    public class BinaryReader : IDisposable { public BinaryReader(Stream stream); public virtual byte ReadByte(); public virtual byte[] ReadBytes(int count); public virtual int ReadInt32(); public virtual long ReadInt64(); public virtual string ReadString(); public virtual Stream BaseStream { get; } public void Dispose(); }
    public class BinaryWriter : IDisposable { public BinaryWriter(Stream stream); public virtual void Write(int value); public virtual void Write(string text); public virtual void Write(byte[] bytes); public virtual Stream BaseStream { get; } public virtual void Flush(); public void Dispose(); }
    public static class Path {
        public static char DirectorySeparatorChar;
        public static char AltDirectorySeparatorChar;
        public static char PathSeparator;
        public static string ChangeExtension(string path, string extension);
        public static string Combine(params string[] parts);
        public static string GetDirectoryName(string path);
        public static string GetExtension(string path);
        public static string GetFileName(string path);
        public static string GetFileNameWithoutExtension(string path);
        public static string GetFullPath(string path);
        public static char[] GetInvalidFileNameChars();
        public static char[] GetInvalidPathChars();
        public static string GetPathRoot(string path);
        public static string GetRandomFileName();
        public static string GetRelativePath(string from, string to);
        public static string GetTempFileName();
        public static string GetTempPath();
        public static bool HasExtension(string path);
        public static bool IsPathRooted(string path);
        public static string Join(params string[] parts);
    }
    public static class File {
        public static void AppendAllText(string path, string text);
        public static StreamWriter AppendText(string path);
        public static void Copy(string from, string to);
        public static void Copy(string from, string to, bool overwrite);
        public static FileStream Create(string path);
        public static StreamWriter CreateText(string path);
        public static void Delete(string path);
        public static bool Exists(string path);
        public static DateTime GetLastWriteTime(string path);
        public static DateTime GetLastWriteTimeUtc(string path);
        public static void Move(string from, string to);
        public static FileStream Open(string path, FileMode mode);
        public static FileStream Open(string path, FileMode mode, FileAccess access);
        public static FileStream OpenRead(string path);
        public static StreamReader OpenText(string path);
        public static FileStream OpenWrite(string path);
        public static byte[] ReadAllBytes(string path);
        public static string[] ReadAllLines(string path);
        public static string ReadAllText(string path);
        public static string ReadAllText(string path, Encoding encoding);
        public static Task<string> ReadAllTextAsync(string path);
        public static IEnumerable<string> ReadLines(string path);
        public static void WriteAllBytes(string path, byte[] bytes);
        public static void WriteAllLines(string path, IEnumerable<string> lines);
        public static void WriteAllText(string path, string text);
        public static void WriteAllText(string path, string text, Encoding encoding);
        public static Task WriteAllTextAsync(string path, string text);
    }
    public enum FileMode { Append, Create, CreateNew, Open, OpenOrCreate, Truncate }
    public enum FileAccess { Read, ReadWrite, Write }
    public enum FileShare { Delete, None, Read, ReadWrite, Write }
    public enum SearchOption { AllDirectories, TopDirectoryOnly }
    public static class Directory {
        public static DirectoryInfo CreateDirectory(string path);
        public static void Delete(string path);
        public static void Delete(string path, bool recursive);
        public static IEnumerable<string> EnumerateDirectories(string path);
        public static IEnumerable<string> EnumerateFiles(string path);
        public static IEnumerable<string> EnumerateFiles(string path, string pattern);
        public static IEnumerable<string> EnumerateFiles(string path, string pattern, SearchOption option);
        public static bool Exists(string path);
        public static string GetCurrentDirectory();
        public static string[] GetDirectories(string path);
        public static string[] GetFiles(string path);
        public static string[] GetFiles(string path, string pattern);
        public static string[] GetFiles(string path, string pattern, SearchOption option);
        public static DirectoryInfo GetParent(string path);
        public static void Move(string from, string to);
        public static void SetCurrentDirectory(string path);
    }
    public abstract class FileSystemInfo { public virtual bool Exists { get; } public virtual string FullName { get; } public virtual string Name { get; } public string Extension { get; } public DateTime LastWriteTime { get; set; } public DateTime LastWriteTimeUtc { get; set; } public virtual void Delete(); public void Refresh(); }
    public class FileInfo : FileSystemInfo { public FileInfo(string path); public DirectoryInfo Directory { get; } public string DirectoryName { get; } public long Length { get; } public bool IsReadOnly { get; set; } public FileInfo CopyTo(string path); public FileStream Create(); public void MoveTo(string path); public FileStream Open(FileMode mode); public FileStream OpenRead(); public StreamReader OpenText(); public FileStream OpenWrite(); }
    public class DirectoryInfo : FileSystemInfo { public DirectoryInfo(string path); public DirectoryInfo Parent { get; } public DirectoryInfo Root { get; } public void Create(); public DirectoryInfo CreateSubdirectory(string path); public void Delete(bool recursive); public IEnumerable<FileInfo> EnumerateFiles(); public DirectoryInfo[] GetDirectories(); public FileInfo[] GetFiles(); public FileInfo[] GetFiles(string pattern); public FileInfo[] GetFiles(string pattern, SearchOption option); }
    public class IOException : SystemException { }
    public class FileNotFoundException : IOException { public string FileName { get; } }
    public class DirectoryNotFoundException : IOException { }
    public class EndOfStreamException : IOException { }
    public class PathTooLongException : IOException { }
}
