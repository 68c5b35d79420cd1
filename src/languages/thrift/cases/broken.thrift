struct Half {
  1: i32 a
  2: string

service Whole {
  void go()
}
