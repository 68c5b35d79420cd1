       IDENTIFICATION DIVISION.
       PROGRAM-ID. SHOP.
       PROCEDURE DIVISION.
       Main-Para.
           PERFORM load-items.
           CALL 'Prices'.
           STOP RUN.
       LOAD-ITEMS.
           CONTINUE.
