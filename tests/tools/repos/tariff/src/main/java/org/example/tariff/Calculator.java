package org.example.tariff;

import java.util.ArrayList;
import java.util.List;
import org.example.tariff.rules.Rule;
import org.example.tariff.rules.Rules;

/** Adds up what the rules say. */
public class Calculator {
    private final List<Rule> rules = new ArrayList<>();

    public Calculator() {
        this(Rules.standard());
    }

    public Calculator(List<Rule> rules) {
        this.rules.addAll(rules);
    }

    /** The price of a parcel, in cents. */
    public long price(Parcel parcel) {
        long sum = 0;
        for (Rule rule : rules) sum += rule.apply(parcel);
        return sum;
    }

    /** The price of several, with five percent off from the third on. */
    public long price(List<Parcel> parcels) {
        long sum = 0;
        for (Parcel parcel : parcels) sum += price(parcel);
        return parcels.size() < 3 ? sum : rebate(sum, 5);
    }

    private static long rebate(long sum, int percent) {
        return sum - sum * percent / 100;
    }

    /** Once printed on every bill. */
    private static long roundUp(long sum) {
        return (sum + 9) / 10 * 10;
    }
}
