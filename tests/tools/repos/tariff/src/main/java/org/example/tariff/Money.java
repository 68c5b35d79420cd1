package org.example.tariff;

/** Cents as text. */
public final class Money {
    static final String PROPERTY = "tariff.currency";

    private Money() {}

    public static String format(long cents) {
        return format(cents, System.getProperty(PROPERTY, "EUR"));
    }

    public static String format(long cents, String currency) {
        return cents / 100 + "." + pad(cents % 100) + " " + currency;
    }

    private static String pad(long cents) {
        return cents < 10 ? "0" + cents : Long.toString(cents);
    }
}
