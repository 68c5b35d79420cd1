package shop;

class Arrays {
  int[] all = {one(), 2};
  Box[][] boxes = new Box[size()][];
  String text = """
      long
      """ + name();
  var_args_holder holder;
  int sum(int... xs) { int[] ys = new int[] {one()}; return xs.length + boxes[0][1].size() + sum(1, 2) + sum(ys); }
  int one() { return all[0]++ + (int) Math.round(1.5); }
  long cast(Object o) { return ((Box) o).size() > 0 ? 1L : 2L; }
}
