namespace Fake;

public interface IRequestHandler<T, R> {}

public class FakeHandler : IRequestHandler<Todo.Create, int> {
  public int Handle(Todo.Create request) { return 1; }
}
