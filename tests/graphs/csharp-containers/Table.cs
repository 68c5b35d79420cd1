using System;
using System.Collections.Generic;

class Table {
  Dictionary<string, Action<int>> known = new Dictionary<string, Action<int>>();
  Dictionary<string, Action<int>> other = new Dictionary<string, Action<int>>();
  static void Save(int i) {}
  static void Quit(int i) {}
  void Fill() {
    known["quit"] = Quit;
    known.Add("save", Save);
  }
  void Run(string k) {
    known[k](1);
    known["save"].Invoke(2);
    other[k](3);
  }
}
