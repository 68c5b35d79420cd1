       IDENTIFICATION DIVISION.
       PROGRAM-ID. SHOP.
       ENVIRONMENT DIVISION.
       DATA DIVISION.
       WORKING-STORAGE SECTION.
       01  WS-TOTAL PIC 9(4) VALUE 0.
       01  WS-ITEM.
           05 ITEM-NAME PIC X(10).
       COPY PRICES.
       LINKAGE SECTION.
       01  LK-A PIC X.
       PROCEDURE DIVISION USING LK-A.
       MAIN-PARA.
           SET ERR-FLG-OFF TO TRUE
           MOVE SPACES TO WS-TOTAL
           PERFORM ADD-ITEM.
           PERFORM ADD-ITEM THRU ADD-EXIT UNTIL WS-TOTAL > 3.
           CALL 'PRICES' USING WS-TOTAL.
           CALL WS-PROG USING WS-TOTAL.
           IF WS-TOTAL = 0
               PERFORM ADD-ITEM
           ELSE
               GO TO ADD-EXIT
           END-IF.
           CONTINUE
                    .
           EVALUATE TRUE WHEN OTHER CONTINUE END-EVALUATE.
           STOP RUN.
       CALC SECTION.
       ADD-ITEM.
           ADD 1 TO WS-TOTAL.
       ADD-EXIT.
           EXIT.
