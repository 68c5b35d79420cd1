package org.example.tariff.rules;

import java.util.List;
import org.example.tariff.Parcel;

/** The rules there are. */
public final class Rules {
    private Rules() {}

    /** What everybody pays. */
    public static List<Rule> standard() {
        return List.of(new WeightRule(120), new CountryRule(), handling());
    }

    private static Rule handling() {
        return new Rule() {
            @Override
            public long apply(Parcel parcel) {
                return fee(parcel);
            }

            @Override
            public String name() {
                return "handling";
            }
        };
    }

    private static long fee(Parcel parcel) {
        return parcel.weight() > 10_000 ? 300 : 100;
    }
}
