using System.Threading.Tasks;
class A {
    async Task<Item> Load(Task<Item> task) { var item = await task; item.Run(); return await Other(); }
    async Task Each(IAsyncEnumerable<Item> all) { await foreach (var one in all) one.Run(); }
    Func<int, Task<Item>> make = async n => await Get(n);
    [Obsolete("x")] void Old([NotNull] Item item) { item?.Next()?.Run(); }
}
