package shop;

class Resources {
  String read(String path) throws Wrong {
    try (Reader in = open(path); var out = make()) {
      for (String line : in.lines()) { out.write(line); }
      for (int i = 0, n = count(); i < n; i++) keep(i);
      do { step(); } while (ready());
      synchronized (lock()) { assert check() : why(); }
    } catch (IOException | Wrong e) {
      throw new Wrong(e.getMessage());
    } finally { tidy(); }
    label: while (true) { break label; }
    return null;
  }
}
