       01  PRICE-ID PIC 9(4).
