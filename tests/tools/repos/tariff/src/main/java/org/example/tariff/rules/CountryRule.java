package org.example.tariff.rules;

import java.util.Map;
import org.example.tariff.Parcel;

/** A surcharge for parcels that leave the country. */
public class CountryRule implements Rule {
    static final long ELSEWHERE = 1500;
    private static final Map<String, Long> SURCHARGES = Map.of("CH", 900L, "FR", 600L);

    @Override
    public long apply(Parcel parcel) {
        return parcel.isAbroad() ? surcharge(parcel.country()) : 0;
    }

    private long surcharge(String country) {
        return SURCHARGES.getOrDefault(country, ELSEWHERE);
    }
}
