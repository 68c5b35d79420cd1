package org.example.tariff;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class MoneyTest {
    @Test
    void cents() {
        assertEquals("3.05 CHF", Money.format(305, "CHF"));
    }
}
