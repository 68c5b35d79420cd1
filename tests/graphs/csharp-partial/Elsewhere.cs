namespace Elsewhere
{
    partial class Order
    {
        void Hidden() { Check(); }
    }

    class Alone { void Go() { Run(); new Shop.Order().Hidden(); } }
}
