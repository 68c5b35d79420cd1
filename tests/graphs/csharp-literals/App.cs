namespace App {
  public class Part { public int Depth { get; set; } }
  public class Item { public string Name { get; set; } public int Size; public Part Part { get; set; } = new Part(); }
  public record Point(int X, int Y);

  public class Maker {
    public string Name { get; set; }

    public Item Make() {
      var item = new Item { Name = "a", Size = 1, Part = { Depth = 2 } };
      Item other = new() { Name = "b", Part = new() { Depth = 3 } };
      var point = new Point(1, Y: 2);
      Name = "mine";
      return new Item() { Size = 4 };
    }
  }
}
