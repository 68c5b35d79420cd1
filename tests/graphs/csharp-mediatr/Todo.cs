using System.Threading;
using System.Threading.Tasks;
using MediatR;

namespace Todo;

public record Create(string Title) : IRequest<int>;
public record Created(int Id) : INotification;
public record Lost : IRequest<int>;

public class CreateHandler : IRequestHandler<Create, int> {
  private readonly IPublisher _publisher;
  public CreateHandler(IPublisher publisher) { _publisher = publisher; }
  public async Task<int> Handle(Create request, CancellationToken token) {
    await _publisher.Publish(new Created(1), token);
    return 1;
  }
}

public class Mail : INotificationHandler<Created> {
  public Task Handle(Created e, CancellationToken token) { return Task.CompletedTask; }
}

public class Controller {
  private readonly ISender _sender;
  private readonly Own _own;
  public Controller(ISender sender, Own own) { _sender = sender; _own = own; }
  public Task<int> Post(string title) { return _sender.Send(new Create(title)); }
  public Task<int> Lose() { return _sender.Send(new Lost()); }
  public void Other() { _own.Send(new Create("x")); }
}

public class Own { public void Send(object o) {} }
