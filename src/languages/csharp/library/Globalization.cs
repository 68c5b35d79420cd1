// System.Globalization.
using System;

namespace System.Globalization {
    public class CultureInfo : IFormatProvider {
        public CultureInfo(string name);
        public static CultureInfo CurrentCulture { get; set; }
        public static CultureInfo CurrentUICulture { get; set; }
        public static CultureInfo InvariantCulture { get; }
        public static CultureInfo GetCultureInfo(string name);
        public virtual string Name { get; }
        public virtual string DisplayName { get; }
        public virtual string TwoLetterISOLanguageName { get; }
        public virtual CultureInfo Parent { get; }
        public virtual NumberFormatInfo NumberFormat { get; set; }
        public virtual DateTimeFormatInfo DateTimeFormat { get; set; }
        public virtual TextInfo TextInfo { get; }
        public virtual object GetFormat(Type type);
    }
    public class NumberFormatInfo : IFormatProvider { public static NumberFormatInfo InvariantInfo { get; } public string NumberDecimalSeparator { get; set; } public object GetFormat(Type type); }
    public class DateTimeFormatInfo : IFormatProvider { public static DateTimeFormatInfo InvariantInfo { get; } public object GetFormat(Type type); }
    public class TextInfo { public string ToLower(string text); public string ToTitleCase(string text); public string ToUpper(string text); }
    public enum NumberStyles { AllowDecimalPoint, AllowHexSpecifier, Any, Float, HexNumber, Integer, None, Number }
    public enum DateTimeStyles { AdjustToUniversal, AssumeLocal, AssumeUniversal, None, RoundtripKind }
}
