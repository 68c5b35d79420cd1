record Range(int from, int to) {
    Range {
        if (from > to) throw new IllegalArgumentException();
    }
}

class App {
    Range make() {
        return new Range(1, 2);
    }
}
