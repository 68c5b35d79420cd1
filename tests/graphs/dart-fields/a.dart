class Client {
  void send() {}
}

mixin Ends {
  void end() {}
}

class Stream extends Client with Ends {}

class Retry {
  final Client _inner;
  late Stream _stream, other;

  Retry(this._inner);

  void run() {
    _inner.send();
    _stream.send();
    other.end();
  }
}
