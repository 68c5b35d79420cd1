namespace Raw {
  class Held {
    public void @lock() {}
    public void Go() {}
  }
  class Use {
    void Uses(Held @in) {
      @in.@lock();
      @in.Go();
      @in.@Go();
    }
  }
}
