package org.example.tariff.rules;

import org.example.tariff.Parcel;

/** So much for each kilogram begun. */
public class WeightRule implements Rule {
    private final long perKilogram;

    public WeightRule(long perKilogram) {
        this.perKilogram = perKilogram;
    }

    @Override
    public long apply(Parcel parcel) {
        return kilograms(parcel.weight()) * perKilogram;
    }

    private static long kilograms(int grams) {
        return (grams + 999) / 1000;
    }
}
