       IDENTIFICATION DIVISION.
       PROGRAM-ID. WIDE.
      * 受注を記録する 😀
       PROCEDURE DIVISION.
       MAIN-PARA.
           DISPLAY "受注 😀 𠮷".
           PERFORM LAST-PARA.
       LAST-PARA.
           STOP RUN.
