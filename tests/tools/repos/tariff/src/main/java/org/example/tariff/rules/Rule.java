package org.example.tariff.rules;

import org.example.tariff.Parcel;

/** One part of a price. */
public interface Rule {
    /** What the rule adds, in cents. */
    long apply(Parcel parcel);

    default String name() {
        return getClass().getSimpleName();
    }
}
