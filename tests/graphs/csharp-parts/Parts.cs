public record Line(string Name, Part Part) { public void Twice() { } }
public class Part { public void Go() { } }
public class Other { public void Go() { } }

public class Uses
{
    static bool Make(out Line line, string name) { line = null; return true; }
    static void Make(out Other other, int number) { other = null; }
    static T As<T>(out T value) { value = default; return value; }

    void Given()
    {
        Make(out var line, "a");
        line.Twice();
        Make(out var other, 1);
        other.Go();
        Make(out Line typed, "b");
        typed.Twice();
    }

    void Taken((Line line, Part part) both, Line one, object any)
    {
        var (line, part) = both;
        line.Twice();
        part.Go();
        var (name, held) = one;
        held.Go();
        (any as Part)!.Go();
    }

    // What is declared outside of this file stays unknown.
    void Outside(External external)
    {
        external.Read(out var read);
        read.Go();
    }
}
