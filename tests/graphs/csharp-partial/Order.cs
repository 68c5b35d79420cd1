namespace Shop
{
    public partial class Order : Base
    {
        public void Pay() { Check(); Log(); new Order<int>().Other(); }
    }

    public partial class Order<T>
    {
        public void Other() { }
    }

    public class Alone { public void Run() { } }
}
