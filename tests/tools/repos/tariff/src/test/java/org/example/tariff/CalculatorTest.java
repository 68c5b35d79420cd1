package org.example.tariff;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.example.tariff.rules.WeightRule;
import org.junit.jupiter.api.Test;

class CalculatorTest {
    @Test
    void oneParcel() {
        assertEquals(340, new Calculator().price(new Parcel(1500)));
    }

    @Test
    void severalAreCheaper() {
        Parcel light = new Parcel(500);
        Calculator calculator = new Calculator(List.of(new WeightRule(100)));
        assertEquals(285, calculator.price(List.of(light, light, light)));
    }
}
