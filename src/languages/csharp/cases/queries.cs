using System.Linq;
class Query
{
    object Use(List<Item> items) => items.Where(x => x.Ok()).Select(y => y.Name).First();
}
