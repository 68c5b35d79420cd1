include "types.thrift"

/** Sells. */
service Shop {
  types.Cart open(1: types.Id user),
  oneway void close(),
  map<string, list<types.Item>> all()
}
