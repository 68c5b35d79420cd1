#include "env.h"
namespace ns {
Env::~Env() { Get(1); }
Env *Env::Default() { return next_; }
class Posix : public Env {
 public:
  Posix() : Env() {}
  bool Get(int a) override { return Helper(a); }
 private:
  bool Helper(int a);
};
bool Posix::Helper(int a) { return Env::Put(a, "x") && next_->Get(a); }
static void use(Env *env, const Slice &s) {
  env->Get(1);
  Env::Default()->Put(1, "a");
  s.size();
  Slice t("x");
  Slice u = Slice("y");
  auto w = t;
  w.size();
  Posix *p = new Posix;
  p->Put(2, "b");
  if (env->next_->Get(2)) ns::use(env, t);
  std::sort(t, u);
  unknown->Get(3);
}
}  // namespace ns
