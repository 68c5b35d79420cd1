package org.example.tariff.cli;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.example.tariff.Calculator;
import org.example.tariff.Money;
import org.example.tariff.Parcel;

/** {@code tariff price 1200 CH}. */
public final class Main {
    private static final Map<String, Function<String[], String>> COMMANDS = new HashMap<>();

    static {
        COMMANDS.put("price", Main::price);
        COMMANDS.put("help", words -> help());
    }

    public static void main(String[] words) {
        String name = words.length == 0 ? "help" : words[0];
        System.out.println(COMMANDS.getOrDefault(name, other -> help()).apply(words));
    }

    private static String price(String[] words) {
        Parcel parcel = parse(words);
        return Money.format(new Calculator().price(parcel));
    }

    private static Parcel parse(String[] words) {
        int weight = Integer.parseInt(words[1]);
        return words.length > 2 ? new Parcel(weight, words[2]) : new Parcel(weight);
    }

    private static String help() {
        return "tariff price GRAMS [COUNTRY]";
    }
}
