using System;
using static Shop.Tools.Text;
using Money = Shop.Prices.Amount;
namespace Shop.Orders
{
    public interface ILine { Money Total(int count = 1); }
    public abstract class Base<T> { protected Base(int id) : this() { } protected Base() { } public abstract void Run(T item); }
    public sealed class Order : Base<string>, ILine
    {
        private readonly List<Item> items = new List<Item>();
        public string Name { get; set; }
        public int Count => items.Count(Format(1));
        public Order(int id) : base(id) { Name = Helper(id); }
        public Money Total(int count) { var item = items[0]; foreach (var one in items) one.Price.Add(2); return item.Price; }
        public override void Run(string item) { this.Total(1); base.Run(item); Tools.Use<int>(x => x.Go(), name: item); }
        static string Helper(int id) { string Inner() => id.ToString(); return Inner(); }
        void Checks(object o) { if (o is Item i) i.Go(); o?.ToString(); try { throw new Error("x"); } catch (Error e) { e.Show(); } }
    }
    enum Kind { A, B = 2 }
    record Pair(int Left, string Right);
    struct Point { public int X, Y; }
}
