package shop

class Calls {
    static boolean isCall(List<String> objects, List<String> names, Integer count) { true }
    static boolean isCall(Object expression, String name, int count) { true }
    static boolean isCall(String name, int count) { true }

    static boolean use(Object expression, String name, int count) {
        isCall(expression, 'getLog', 1) && isCall(name, 'getLog', count) && isCall("a $name", 2)
    }
}
