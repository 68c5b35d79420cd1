using System.Collections.Generic;
using System.Linq;
using Shop.Tools;

namespace Shop.Sales
{
    public class Item
    {
        public Item Next() => this;
        public bool IsFull() => false;
    }

    public static class Sale
    {
        private static Item Mark(this Item item) => item;

        public static void Found(Box<Item> box, List<Item> items, string name)
        {
            box.Map(x => x.Next()).IsFull();
            name.Shout();
            name.Shout("!", "?");
            BoxExtensions.IsFull(box);
            items.Second().Mark();
            items.Where(x => x.Next().IsFull()).First().Mark();
        }

        public static void NotFound(Item item, string name, dynamic anything, Box<Item> box)
        {
            item.IsFull();
            name.IsHidden();
            anything.Shout();
            name.Mark();
            name.Trim();
            Box.IsFull();
            box.Map();
        }
    }
}
