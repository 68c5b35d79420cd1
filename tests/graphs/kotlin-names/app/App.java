package app;

import static shop.MainKt.start;
import shop.Tools;

class App {
    void run() { start("y"); Tools.clean(2); }
}
