include "shared.thrift"
struct Work { 1: shared.Name name, 2: Missing other }
service Calc { Work add(1: shared.Name n) }
