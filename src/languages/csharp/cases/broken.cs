namespace X;
class Half { void F( { g(); }
class Whole { int H() { return Call(); } }
