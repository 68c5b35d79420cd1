struct inner { int deep; };
struct far { int one; struct inner in; };
