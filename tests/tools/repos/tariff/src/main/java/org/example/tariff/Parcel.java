package org.example.tariff;

/** What is to be sent. Weights are in grams. */
public final class Parcel {
    public static final int MAX_WEIGHT = 30_000;

    private final int weight;
    private final String country;

    public Parcel(int weight) {
        this(weight, "DE");
    }

    public Parcel(int weight, String country) {
        if (weight <= 0 || weight > MAX_WEIGHT) throw new IllegalArgumentException("weight: " + weight);
        this.weight = weight;
        this.country = country;
    }

    public int weight() {
        return weight;
    }

    public String country() {
        return country;
    }

    public boolean isAbroad() {
        return !country.equals("DE");
    }
}
