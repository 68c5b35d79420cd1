       IDENTIFICATION DIVISION.
       PROGRAM-ID. HALF.
       PROCEDURE DIVISION.
       ONE.
           PERFORM TWO
           IF IF THEN ELSE (
       TWO.
           PERFORM ONE.
           EXEC CICS NEVER ENDS
