struct Base { Base(int n); virtual ~Base(); };
struct Made : Base {
  Made() : Made(1) {}
  explicit Made(int n) : Base(n), size_(n), name_{make()} {}
  ~Made() override { close(); }
  int size_;
  Text name_;
};
void use() { Made a; Made b(1); Made c{2}; Made *d = new Made(3); delete d; auto e = Made(4); }
