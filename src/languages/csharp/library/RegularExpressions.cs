// System.Text.RegularExpressions.
using System;
using System.Collections.Generic;

namespace System.Text.RegularExpressions {
    public class Regex {
        public Regex(string pattern);
        public Regex(string pattern, RegexOptions options);
        public static string Escape(string text);
        public static bool IsMatch(string text, string pattern);
        public static bool IsMatch(string text, string pattern, RegexOptions options);
        public static Match Match(string text, string pattern);
        public static Match Match(string text, string pattern, RegexOptions options);
        public static MatchCollection Matches(string text, string pattern);
        public static MatchCollection Matches(string text, string pattern, RegexOptions options);
        public static string Replace(string text, string pattern, string other);
        public static string Replace(string text, string pattern, Func<Match, string> other);
        public static string[] Split(string text, string pattern);
        public bool IsMatch(string text);
        public Match Match(string text);
        public Match Match(string text, int from);
        public MatchCollection Matches(string text);
        public string Replace(string text, string other);
        public string Replace(string text, Func<Match, string> other);
        public string[] Split(string text);
        public string[] GetGroupNames();
        public string ToString();
    }
    public enum RegexOptions { None, Compiled, CultureInvariant, ExplicitCapture, IgnoreCase, IgnorePatternWhitespace, Multiline, RightToLeft, Singleline }
    public class Capture { public int Index { get; } public int Length { get; } public string Value { get; } public string ToString(); }
    public class CaptureCollection : IReadOnlyList<Capture> { public int Count { get; } public Capture this[int index] { get; } }
    public class Group : Capture { public bool Success { get; } public string Name { get; } public CaptureCollection Captures { get; } }
    public class GroupCollection : IReadOnlyList<Group> { public int Count { get; } public Group this[int index] { get; } public Group this[string name] { get; } }
    public class Match : Group { public static Match Empty { get; } public GroupCollection Groups { get; } public Match NextMatch(); public string Result(string text); }
    public class MatchCollection : IReadOnlyList<Match> { public int Count { get; } public Match this[int index] { get; } }
}
