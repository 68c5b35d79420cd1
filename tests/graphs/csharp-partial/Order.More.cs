namespace Shop
{
    partial class Order
    {
        private void Check() { Pay(); Other(); }
    }

    public class Base { protected void Log() { } }
}
