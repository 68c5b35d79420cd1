class Headers {
  void add(String name) {}
}

class Reply {
  Headers headers = Headers();
  void close() {}
}
