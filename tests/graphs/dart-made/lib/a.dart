class Handler {
  void run() {}
}

class Pipeline {
  const Pipeline();
  Pipeline.named();
  Pipeline add(int x) => this;
  Handler handler() => Handler();
  void run() {}
}

void main() {
  const Pipeline().add(1).add(2);
  var h = new Pipeline().handler();
  h.run();
  new Pipeline.named()..add(1)..run();
  new Outside().add(1);
  const Outside()..run();
  const Pipeline().missing();
}
