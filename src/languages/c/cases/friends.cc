class Key { friend class Door; friend bool same(const Key &a, const Key &b) { return a.id == b.id; } int id; };
class Door : public Key, private virtual Base<int> {
 public:
  static Door open(const char *name, int times = 1);
  virtual void shut() = 0;
  int size() const noexcept { return Base::size(); }
 protected:
  using Base::size;
};
