       01  PRICE-TABLE.
           05 PRICE-ENTRY OCCURS 10 TIMES.
              10 PRICE-ID   PIC 9(4).
