using Shop.Prices;
using static Shop.Prices.Rates;
namespace Shop.Orders
{
    public abstract class Base
    {
        protected Base(int id) { Log(id); }
        protected void Log(int id) { }
        public abstract void Run();
    }
    public class Order : Base
    {
        private Amount amount = new Amount(1);
        public Amount Total { get { return amount.Add(2); } }
        public Order(int id) : base(id) { Log(id); }
        public Order() : this(1) { }
        public override void Run()
        {
            var total = Total;
            total.Add(3).Add("4");
            Rate(1);
            Helper.Use(this);
            Base other = new Order();
            other.Run();
            string Inner() => Convert(total);
            Inner();
            unknown.Add(5);
        }
        static string Convert(Amount a) => a.ToString();
    }
}
