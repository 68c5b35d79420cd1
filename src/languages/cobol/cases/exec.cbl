       IDENTIFICATION DIVISION.
       PROGRAM-ID. SIGNON.
       DATA DIVISION.
       WORKING-STORAGE SECTION.
           EXEC SQL INCLUDE SQLCA END-EXEC.
       01  WS-CODE PIC S9(4).
       PROCEDURE DIVISION.
       MAIN-PARA.
           PERFORM SEND-SCREEN
           EXEC CICS RETURN
                     TRANSID (WS-TRANID)
           END-EXEC.
       SEND-SCREEN.                                                     00012000
           EXEC CICS SEND MAP('A') END-EXEC
           MOVE 1 TO WS-CODE.                                           CHANGED
