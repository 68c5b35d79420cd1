#include "log.h"
namespace db {
struct Impl::Entry { void Touch() {} };
void Impl::Run() {
  Entry e;
  e.Touch();
  Writer own;
  own.Put();
  log::Writer other;
  other.Add();
  open(1);
  log::open(1);
}
void hidden();
}
namespace short_name = log;
void global(Cursor *c, db::List<int>::Cursor *d) {
  c->Next();
  d->Next();
  short_name::Writer w;
  w.Add();
  std::open(1);
  hidden();
}
using namespace db;
void used() { Writer w; w.Put(); w.Add(); }
