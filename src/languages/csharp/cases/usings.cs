global using System;
using static System.Math;
using Text = System.Text.StringBuilder;
namespace A.B { class C { double F(Text t) { t.Append(1); return Max(1, 2); } } }
